"""The command `bauta assess`, which answers how identifiable a data set is."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    AlphaOption,
    AttemptsOption,
    DelimiterOption,
    EncodingOption,
    EstimatorOption,
    HeaderOption,
    JsonOption,
    LambdaOption,
    PersonKeyOption,
    PopulationCountOption,
    PopulationOption,
    PopulationSizeOption,
    QiOption,
    QuoteOption,
    ReportOption,
    SamplingFractionOption,
    SensitivityOption,
    SkipLinesOption,
    StudyTableOption,
    TableOption,
    ThresholdOption,
    VerificationProbabilityOption,
    data_source,
    names_given,
)
from bauta.cli.show_result import show_result


def assess(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    qi: QiOption = None,
    sensitive: Annotated[
        list[str] | None,
        typer.Option("--sensitive", metavar="COLUMNS", help="Sensitive variables: a,b.", show_default=False),
    ] = None,
    person_key: PersonKeyOption = None,
    population: PopulationOption = None,
    population_count: PopulationCountOption = None,
    sampling_fraction: SamplingFractionOption = None,
    population_size: PopulationSizeOption = None,
    estimator: EstimatorOption = None,
    sensitivity: SensitivityOption = False,
    attempts: AttemptsOption = None,
    verification_probability: VerificationProbabilityOption = None,
    threshold: ThresholdOption = None,
    alpha: AlphaOption = None,
    average: LambdaOption = None,
    missing: Annotated[
        str | None,
        typer.Option(
            "--missing",
            metavar="RULE",
            help="category; wildcard also prints what is counted if missing matches anything. [default: category]",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
    report: ReportOption = None,
    fail_if_high: Annotated[
        bool,
        typer.Option(
            "--fail-if-high", help="Exit with code 1 unless the verdict is LOW: when it is HIGH or UNSETTLED."
        ),
    ] = False,
    study_table: StudyTableOption = None,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Measure the re-identification risk of a data set.

    Without --qi or a study file the columns are profiled first and the suggested quasi-identifiers are used.
    """
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.content import assessment_sections
    from bauta.report.json_context import beside_json
    from bauta.report.render_json import assessment_json
    from bauta.workflow.assess import assess as assess_request
    from bauta.workflow.in_context import in_context
    from bauta.workflow.options import build_request
    from bauta.workflow.report_file import check_report_path

    request = build_request(
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
        population=DataSource(population) if population is not None else None,
        quasi_identifiers=names_given("--qi", qi),
        sensitive=names_given("--sensitive", sensitive),
        person_key=person_key,
        population_count=population_count,
        sampling_fraction=sampling_fraction,
        population_size=population_size,
        estimator=estimator,
        sensitivity=sensitivity,
        attempts=attempts,
        verification_probability=verification_probability,
        threshold=threshold,
        alpha=alpha,
        average=average,
        missing=missing,
    )
    if report is not None:
        check_report_path(report, *request.inputs)
    with progress() as listener, open_engine(listener, data) as engine:
        assessment = assess_request(engine, request)
        beside = in_context(engine, data, request, assessment)
    show_result(
        assessment,
        lambda found: assessment_sections(found, beside),
        lambda found: {**assessment_json(found), "context": beside_json(beside)},
        json=json,
        report=report,
    )
    if fail_if_high and assessment.decision.verdict != "LOW":
        raise typer.Exit(1)
