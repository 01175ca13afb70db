"""The command `bauta run`, which takes a study through the eleven steps and stops where a person must decide."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import JsonOption, SearchSecondsOption, SecretOption, StudyTableOption, TestSeedOption

WAITS = 4
"""The exit code of a study that waits for a person; neither done (0) nor a mistake (2)."""
StudyArgument = Annotated[Path, typer.Argument(metavar="STUDY", help="A study file (.yaml).")]


def run(
    study: StudyArgument,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="DIR", help="Where an accepted release is exported to.", show_default=False
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="STEP", help="Stop after this step: 1 to 11, or its name.", show_default=False),
    ] = None,
    seconds: SearchSecondsOption = None,
    secret: SecretOption = None,
    test_seed: TestSeedOption = None,
    json: JsonOption = False,
    study_table: StudyTableOption = None,
) -> None:
    """Take a study through the eleven steps of de-identification, as far as nobody has to decide.

    Steps that hold are not taken again. Exit code 0: done; 4: a person must decide, and the question is shown.
    """
    from bauta.cli.progress import progress
    from bauta.cli.show_result import show_result
    from bauta.errors import printable
    from bauta.model.steps import Step
    from bauta.report.content_steps import steps_json, steps_sections
    from bauta.report.json_deidentify import deidentification_json
    from bauta.report.render_study import render_study
    from bauta.workflow.run import parse_step, run_study
    from bauta.workflow.steps.case import RunOptions
    from bauta.workflow.study_report import write_reports_of_run

    last = Step.EXPORT if until is None else parse_step(until)
    options = RunOptions(out, secret, test_seed, seconds)
    options.check_until(last)
    with progress() as bar, open_engine(bar, study) as engine:
        status = run_study(
            engine,
            study,
            table=study_table,
            until=last,
            options=options,
            describe=deidentification_json,
            now=lambda: datetime.now().astimezone(),
            listener=None if bar is None else bar.search,
        )
    reports = write_reports_of_run(status, render=render_study, now=datetime.now().astimezone(), table=study_table)
    show_result(status, steps_sections, steps_json, json=json)
    for path in () if json else reports:
        typer.echo(f"Report: {printable(path)}")
    if status.question is not None:
        raise typer.Exit(WAITS)
