"""The command `bauta check`, which holds a table against a standard's list of identifiers."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    AsOfOption,
    CensusOption,
    DelimiterOption,
    EncodingOption,
    HeaderOption,
    JsonOption,
    PersonKeyOption,
    QuoteOption,
    ReportOption,
    SkipLinesOption,
    StudyTableOption,
    TableOption,
    data_source,
    split_names,
)
from bauta.cli.show_result import show_result


def check(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    standard: Annotated[
        str, typer.Option("--standard", metavar="NAME", help="safe-harbor or limited-data-set.")
    ] = "safe-harbor",
    census: CensusOption = None,
    as_of: AsOfOption = None,
    random_codes: Annotated[
        list[str] | None,
        typer.Option(
            "--random-codes",
            metavar="COLUMNS",
            help="Columns of codes that were drawn at random, not computed from anything about a person.",
            show_default=False,
        ),
    ] = None,
    person_key: PersonKeyOption = None,
    json: JsonOption = False,
    report: ReportOption = None,
    fail_if_high: Annotated[
        bool,
        typer.Option(
            "--fail-if-high",
            help="Exit with code 1 on FAIL or UNSETTLED. Both standards ask a person something that no file answers.",
        ),
    ] = False,
    fail_if_broken: Annotated[
        bool, typer.Option("--fail-if-broken", help="Exit with code 1 only if a rule is broken, for pipelines.")
    ] = False,
    study_table: StudyTableOption = None,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Hold a table against HIPAA's Safe Harbor or limited data set: pass, fail or cannot tell, per rule and column."""
    from bauta.cli.progress import progress
    from bauta.model.standards import Outcome
    from bauta.report.content_standards import check_sections
    from bauta.report.json_standards import check_json
    from bauta.workflow.check import check_ages_and_areas, check_standard, parse_as_of, parse_census, parse_standard
    from bauta.workflow.options import build_request
    from bauta.workflow.report_file import check_report_path

    asked = parse_standard(standard)
    check_ages_and_areas(asked, census=census, as_of=as_of)
    year, day = parse_census(census), parse_as_of(as_of)
    source = data_source(
        data, table=table, delimiter=delimiter, quote=quote, encoding=encoding, header=header, skip_lines=skip_lines
    )
    request = build_request(source, study_table=study_table, person_key=person_key)
    if report is not None:
        check_report_path(report, *request.inputs)
    with progress() as listener, open_engine(listener, data) as engine:
        result = check_standard(engine, request, asked, census=year, as_of=day, random_codes=split_names(random_codes))
    show_result(result, check_sections, check_json, json=json, report=report)
    failing = {Outcome.FAIL, Outcome.CANNOT_TELL} if fail_if_high else {Outcome.FAIL} if fail_if_broken else set()
    if result.outcome in failing:
        raise typer.Exit(1)
