"""The command `bauta explore`, which shows every way to meet a threshold: risk against loss."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    AlphaOption,
    AttemptsOption,
    CellSizeOption,
    CriterionOption,
    DelimiterOption,
    EncodingOption,
    EstimatorOption,
    HeaderOption,
    HierarchiesOption,
    JsonOption,
    LambdaOption,
    LossOption,
    PersonKeyOption,
    PopulationCountOption,
    PopulationOption,
    PopulationSizeOption,
    QiOption,
    QuoteOption,
    ReportOption,
    SamplingFractionOption,
    SkipLinesOption,
    StudyTableOption,
    SuppressionLimitOption,
    SuppressionOption,
    TableOption,
    ThresholdOption,
    VerificationProbabilityOption,
    cell_size_as_threshold,
    data_source,
    names_given,
)
from bauta.cli.show_result import show_result


def explore(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    qi: QiOption = None,
    hierarchies: HierarchiesOption = None,
    k: CellSizeOption = None,
    threshold: ThresholdOption = None,
    criterion: CriterionOption = None,
    average: LambdaOption = None,
    alpha: AlphaOption = None,
    suppression: SuppressionOption = None,
    suppression_limit: SuppressionLimitOption = None,
    loss: LossOption = None,
    frontier: Annotated[
        bool, typer.Option("--frontier", help="Only nodes no other beats on both loss and suppression.")
    ] = False,
    person_key: PersonKeyOption = None,
    population: PopulationOption = None,
    population_count: PopulationCountOption = None,
    sampling_fraction: SamplingFractionOption = None,
    population_size: PopulationSizeOption = None,
    estimator: EstimatorOption = None,
    attempts: AttemptsOption = None,
    verification_probability: VerificationProbabilityOption = None,
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
    """Show risk against loss for every combination of levels, so that a person can choose."""
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.content_explore import explore_sections
    from bauta.report.json_explore import exploration_json
    from bauta.workflow.deidentify_request import build_deidentify_request
    from bauta.workflow.explore import explore as explore_request
    from bauta.workflow.report_file import check_report_path

    request = build_deidentify_request(
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
        quasi_identifiers=names_given("--qi", qi),
        hierarchies=hierarchies,
        threshold=cell_size_as_threshold(k, threshold),
        criterion=criterion,
        average=average,
        alpha=alpha,
        suppression=suppression,
        suppression_limit=suppression_limit,
        loss=loss,
        person_key=person_key,
        population=DataSource(population) if population is not None else None,
        population_count=population_count,
        sampling_fraction=sampling_fraction,
        population_size=population_size,
        estimator=estimator,
        attempts=attempts,
        verification_probability=verification_probability,
    )
    if report is not None:
        check_report_path(report, *request.assessed.inputs)
    with progress() as listener, open_engine(listener, data) as engine:
        result = explore_request(engine, request, frontier_only=frontier)
    show_result(result, explore_sections, exploration_json, json=json, report=report)
