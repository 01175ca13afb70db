"""The command `bauta evaluate-estimators`, which tries the estimators where the truth is known."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    DelimiterOption,
    EncodingOption,
    HeaderOption,
    JsonOption,
    PersonKeyOption,
    QiOption,
    QuoteOption,
    ReportOption,
    SkipLinesOption,
    StudyTableOption,
    TableOption,
    data_source,
    names_given,
    split_names,
)
from bauta.cli.show_result import show_result


def evaluate_estimators(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    qi: QiOption = None,
    fractions: Annotated[
        str | None,
        typer.Option(
            "--fractions",
            metavar="f,f,...",
            help="Shares of the people to sample. [default: 0.1,0.3,0.5,0.7,0.9]",
            show_default=False,
        ),
    ] = None,
    samples: Annotated[int, typer.Option("--samples", metavar="NUMBER", help="Samples to draw at each fraction.")] = 50,
    estimators: Annotated[
        list[str] | None,
        typer.Option(
            "--estimators",
            metavar="NAMES",
            help="Of the risk: poisson-gamma, log-linear, independence, two-way, mu-argus, negative-binomial; of "
            "uniques alone: zayatz, pitman, snb, dankar. [default: all]",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="NUMBER", help="Another seed, other samples.")] = 0,
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
    """Take a data set as the population, draw samples of it, and tell how far off each estimator is on them.

    Use data that resemble yours and are complete: a registry, a census file, last year's whole extract.
    """
    from bauta.cli.progress import progress
    from bauta.report.content_evaluation import evaluation_json, evaluation_sections
    from bauta.workflow import evaluate_estimators as workflow
    from bauta.workflow.options import build_request
    from bauta.workflow.report_file import check_report_path

    request = workflow.EvaluationRequest(
        assessed=build_request(
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
            person_key=person_key,
        ),
        fractions=workflow.parse_fractions(fractions),
        samples=samples,
        methods=workflow.parse_methods(split_names(estimators) if estimators else None),
        seed=seed,
    )
    if report is not None:
        check_report_path(report, *request.assessed.inputs)
    with progress() as listener, open_engine(listener, data) as engine:
        estimation_listener = None if listener is None else listener.estimation
        result = workflow.evaluate_estimators(engine, request, listener=estimation_listener)
    show_result(result, evaluation_sections, evaluation_json, json=json, report=report)
