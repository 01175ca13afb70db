"""The command `bauta context`: what follows from who gets the data, and what the data may then risk."""

import sys
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from bauta.cli.engine_options import given_engine_options, open_engine
from bauta.cli.options import JsonOption, ReportOption, StudyTableOption
from bauta.cli.show_result import show_result
from bauta.workflow.without_effect import refuse_without_effect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bauta.model.context import Answer, Answers
    from bauta.model.study import Study
    from bauta.workflow.context_answers import OpenQuestion

SHORT = {"yes": "y", "no": "n"}
WIDEST = 100
"""Columns of a question on the screen."""


def context(
    study: Annotated[
        Path | None, typer.Argument(metavar="STUDY", help="A study file with `context:`.", show_default=False)
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers", metavar="FILE", help="Where answers are kept. [default: answers.yaml]", show_default=False
        ),
    ] = None,
    ask: Annotated[
        bool | None,
        typer.Option("--ask/--no-ask", help="Ask open questions; in a terminal by default.", show_default=False),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="NAME", help="Who decides; asked if not given.", show_default=False)
    ] = None,
    measure: Annotated[bool, typer.Option("--measure", help="Measure the data against it.")] = False,
    tables: Annotated[bool, typer.Option("--tables", help="List the published thresholds, and stop.")] = False,
    json: JsonOption = False,
    report: ReportOption = None,
    study_table: StudyTableOption = None,
) -> None:
    """Settle the context of a release: which attacks to fear, how likely they are, and what the data may risk.

    Open questions are asked in the terminal; answers are kept in a file as they are given.
    """
    if tables:
        others = {
            "STUDY": study, "--answers": answers, "--ask": ask, "--by": by, "--measure": measure, "--report": report,
            "--study-table": study_table,
        }  # fmt: skip
        refuse_without_effect({**others, **given_engine_options()}, "with --tables, which lists what is published")
        _show_tables(json=json)
        return
    if study is None:
        raise typer.BadParameter("Name a study file, or use --tables")
    if not measure:
        refuse_without_effect(
            {"--study-table": study_table, **given_engine_options()}, "without --measure", instead="add --measure"
        )
    from bauta.report.content_context import context_sections
    from bauta.report.json_context import context_json
    from bauta.workflow.ask_context import answers_file, settle_without_asking, unnamed_answers
    from bauta.workflow.context import settle_context
    from bauta.workflow.context_risk import context_goal, measure_data_in_context
    from bauta.workflow.report_file import check_report_path
    from bauta.workflow.study_files import read_study, request_from_study

    described = read_study(study)
    folder = study.parent
    request = request_from_study(described, study, study_table) if measure else None
    if report is not None:
        check_report_path(report, study, *(request.inputs if request else ()))
    is_asked = sys.stdin.isatty() and not json if ask is None else ask
    if not is_asked:
        refuse_without_effect({"--by": by}, "where nothing is asked", instead="add --ask")
    if is_asked and described.context is not None:
        given = _ask(described, folder, answers_file(described, folder, answers), by)
        settled = settle_context(described, folder, answers=given)
    else:
        settled = settle_without_asking(described, folder, answers)
    risk = None
    if request is not None:
        from bauta.cli.progress import progress

        with progress() as listener, open_engine(listener, study) as engine:
            risk = measure_data_in_context(engine, request, settled)
    show_result(
        settled,
        lambda one: context_sections(one, risk, described.title),
        lambda one: context_json(one, context_goal(one), risk),
        json=json,
        report=report,
    )
    remark = unnamed_answers(described, folder, answers)
    if remark is not None:
        typer.echo(remark, err=True)  # last, where it is not scrolled away


def _ask(study: "Study", folder: Path, file: Path, by: str | None) -> "Answers":
    """Ask what is open; what was answered so far is in the file, whatever happens."""
    from bauta.errors import printable
    from bauta.model.context import Answer
    from bauta.workflow.ask_context import ask_open_questions, title_of

    section: list[str] = []
    decides: list[str] = [by] if by is not None else []

    def ask(question: "OpenQuestion", number: int, of: int) -> "Answer":
        if not decides:
            typer.echo(f"{of} questions are open. Answers are kept in {printable(file)}; Ctrl-C loses none of them.")
            decides.append(input("Who decides? ").strip())
        if section[-1:] != [question.section]:
            section.append(question.section)
            typer.echo("\n" + fill(title_of(study, folder, question.section), width=_width()))
        offered = _listed(question.options) or "a number above 0, up to 1"
        prompt = fill(f"[{number}/{of}] {question.text} ({offered})", width=_width(), break_on_hyphens=False)
        while (answer := _offered(input(f"{prompt} ").strip(), question)) is None:
            typer.echo(f"Please answer with {offered}.")
        note = input("      On what grounds? (Enter: none) ").strip()
        return Answer(answer=answer, by=decides[0] or None, note=note or None)

    try:
        answers = ask_open_questions(study, folder, file, ask)
    except (KeyboardInterrupt, EOFError):
        if file.exists():
            typer.echo(f"\nThe answers so far are in {printable(file)}.", err=True)
        raise KeyboardInterrupt from None
    return answers


def _width() -> int:
    """The window's, with room for an answer."""
    return max(40, min(get_terminal_size().columns, WIDEST) - len(" n/a"))


def _listed(options: "Sequence[str]") -> str:
    return ", ".join(options[:-1]) + f" or {options[-1]}" if len(options) > 1 else "".join(options)


def _offered(typed: str, question: "OpenQuestion") -> str | None:
    """The answer that was meant (Y is yes, 0,02 is 0.02), or None for one that the question does not offer."""
    if question.options:
        meant = typed.lower()
        return next((one for one in question.options if meant in (one.lower(), SHORT.get(one))), None)
    number = typed.replace(",", ".")
    try:
        return number if 0 < float(number) <= 1 else None
    except ValueError:
        return None


def _show_tables(*, json: bool) -> None:
    from bauta.report.content_thresholds import tables_json, tables_sections
    from bauta.workflow.context import published_thresholds

    show_result(published_thresholds(), tables_sections, tables_json, json=json)
