"""The command `bauta policies`, which compares ways to tell demographics with HIPAA's Safe Harbor."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    DelimiterOption,
    EncodingOption,
    HeaderOption,
    HierarchiesOption,
    JsonOption,
    LossOption,
    PersonKeyOption,
    PopulationCountOption,
    PopulationOption,
    QiOption,
    QuoteOption,
    ReportOption,
    SkipLinesOption,
    StudyTableOption,
    TableOption,
    data_source,
    split_names,
)
from bauta.cli.show_result import show_result


def policies(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    qi: QiOption = None,
    population: PopulationOption = None,
    population_count: PopulationCountOption = None,
    threshold: Annotated[
        int,
        typer.Option("--threshold", metavar="T", help="Groups of at most so many people of the population count."),
    ] = 10,
    scaling: Annotated[
        float, typer.Option("--scaling", metavar="A", help="A record's risk is 1/g^A in a group of g people.")
    ] = 1.0,
    age: Annotated[
        str | None,
        typer.Option("--age", metavar="COLUMN", help="The column of ages or births.", show_default=False),
    ] = None,
    ethnicity: Annotated[
        str | None,
        typer.Option("--ethnicity", metavar="COLUMN", help="The column of ethnicities.", show_default=False),
    ] = None,
    year: Annotated[
        int | None,
        typer.Option("--year", metavar="YEAR", help="The year ages are counted in, for births.", show_default=False),
    ] = None,
    overlay: Annotated[
        list[str] | None,
        typer.Option(
            "--overlay",
            metavar="POLICY",
            help="Given twice: what two releases tell together, each a policy or levels such as age=1,sex=0.",
            show_default=False,
        ),
    ] = None,
    hierarchies: HierarchiesOption = None,
    loss: LossOption = None,
    person_key: PersonKeyOption = None,
    json: JsonOption = False,
    report: ReportOption = None,
    study_table: StudyTableOption = None,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Compare ways to tell demographics with HIPAA's Safe Harbor, in a known population.

    The published alternatives, and every combination of levels that is no riskier than Safe Harbor.
    """
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.content_policies import policy_sections
    from bauta.report.json_policies import policies_json
    from bauta.workflow.deidentify_request import build_deidentify_request
    from bauta.workflow.policies import PoliciesRequest, check_loss, compare_policies
    from bauta.workflow.report_file import check_report_path

    check_loss(loss)
    release = build_deidentify_request(
        data_source(
            data,
            table=table,
            delimiter=delimiter,
            quote=quote,
            encoding=encoding,
            header=header,
            skip_lines=skip_lines,
        ),
        study_table=study_table,
        quasi_identifiers=split_names(qi) if qi else None,
        hierarchies=hierarchies,
        loss=loss,
        person_key=person_key,
        population=DataSource(population) if population is not None else None,
        population_count=population_count,
    )
    request = PoliciesRequest(
        release,
        threshold=threshold,
        scaling=scaling,
        age=age,
        ethnicity=ethnicity,
        year=year,
        overlay=tuple(overlay or ()),
    )
    if report is not None:
        check_report_path(report, *release.assessed.inputs)
    with progress() as listener, open_engine(listener, data) as engine:
        result = compare_policies(engine, request)
    show_result(result, policy_sections, policies_json, json=json, report=report)
