"""The command `bauta deidentify`, which finds the least distorting release, writes it, and proves it."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    AlphaOption,
    AsOfOption,
    AttemptsOption,
    CellSizeOption,
    CensusOption,
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
    RecipientOption,
    ReportOption,
    SamplingFractionOption,
    SearchSecondsOption,
    SecretOption,
    SkipLinesOption,
    StudyTableOption,
    SuppressionLimitOption,
    SuppressionOption,
    TableOption,
    TestSeedOption,
    ThresholdOption,
    VerificationProbabilityOption,
    cell_size_as_threshold,
    data_source,
    names_given,
    split_names,
)
from bauta.cli.show_release import show_release


def deidentify(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to make: release/ and custodian/ go into it.")
    ],
    standard: Annotated[
        str | None,
        typer.Option(
            "--standard",
            metavar="NAME",
            help="Release by safe-harbor or limited-data-set instead: no search, no threshold.",
            show_default=False,
        ),
    ] = None,
    census: CensusOption = None,
    as_of: AsOfOption = None,
    qi: QiOption = None,
    hierarchies: HierarchiesOption = None,
    k: CellSizeOption = None,
    threshold: ThresholdOption = None,
    criterion: CriterionOption = None,
    average: LambdaOption = None,
    alpha: AlphaOption = None,
    suppression: SuppressionOption = None,
    suppression_limit: SuppressionLimitOption = None,
    reading: Annotated[
        str | None,
        typer.Option(
            "--reading",
            metavar="NAME",
            help="How cells are chosen: strict, or wildcard as sdcMicro does, which decides nothing. [default: strict]",
            show_default=False,
        ),
    ] = None,
    loss: LossOption = None,
    levels: Annotated[
        list[str] | None,
        typer.Option(
            "--levels",
            metavar="COLUMN=LEVEL",
            help="Fix levels, as bauta explore shows them: age=2,zip=1.",
            show_default=False,
        ),
    ] = None,
    person_key: PersonKeyOption = None,
    population: PopulationOption = None,
    population_count: PopulationCountOption = None,
    sampling_fraction: SamplingFractionOption = None,
    population_size: PopulationSizeOption = None,
    estimator: EstimatorOption = None,
    attempts: AttemptsOption = None,
    verification_probability: VerificationProbabilityOption = None,
    subsample: Annotated[
        float | None,
        typer.Option("--subsample", metavar="SHARE", help="Release a random share of the people.", show_default=False),
    ] = None,
    release_format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="csv, parquet, xpt, sav or dta. [default: that of the data]",
            show_default=False,
        ),
    ] = None,
    rows_per_file: Annotated[
        int | None,
        typer.Option(
            "--rows-per-file",
            metavar="NUMBER",
            help="Write csv or parquet in several files, none with more rows.",
            show_default=False,
        ),
    ] = None,
    partition_by: Annotated[
        list[str] | None,
        typer.Option(
            "--partition-by",
            metavar="COLUMNS",
            help="Divide csv or parquet by columns of the release, into folders such as year=2019.",
            show_default=False,
        ),
    ] = None,
    escape_formulas: Annotated[
        bool,
        typer.Option(
            "--escape-formulas", help="Put an apostrophe before cells that a spreadsheet would run as formulas (csv)."
        ),
    ] = False,
    seconds: SearchSecondsOption = None,
    secret: SecretOption = None,
    test_seed: TestSeedOption = None,
    recipient: RecipientOption = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="COLUMNS",
            help="Release columns that look identifying as they are; the verdict is UNSETTLED then.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
    report: ReportOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier release in the folder.")] = False,
    study_table: StudyTableOption = None,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Find the least distorting generalization and suppression that meets a threshold, and release the data so.

    The written file is read again and measured; if it is over the threshold nothing is released.
    """
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.json_deidentify import deidentification_json
    from bauta.workflow.deidentify import deidentify as deidentify_request
    from bauta.workflow.deidentify_request import build_deidentify_request, check_search_seconds, parse_levels
    from bauta.workflow.find_solution import SECONDS_TO_SEARCH
    from bauta.workflow.report_file import check_report_path
    from bauta.workflow.without_effect import refuse_without_effect

    if standard is None:
        refuse_without_effect(
            {"--census": census, "--as-of": as_of}, "without --standard", instead="add --standard safe-harbor"
        )
    else:
        searched = {
            "--k": k, "--threshold": threshold, "--criterion": criterion, "--lambda": average, "--alpha": alpha,
            "--suppression": suppression, "--suppression-limit": suppression_limit, "--reading": reading,
            "--loss": loss, "--levels": levels, "--hierarchies": hierarchies, "--population": population,
            "--population-count": population_count, "--attempts": attempts,
            "--verification-probability": verification_probability, "--subsample": subsample, "--keep": keep,
            "--search-seconds": seconds, "--sampling-fraction": sampling_fraction,
            "--population-size": population_size, "--estimator": estimator,
        }  # fmt: skip
        refuse_without_effect(searched, "with --standard, which searches for nothing")
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
        reading=reading,
        loss=loss,
        levels=parse_levels(split_names(levels)),
        person_key=person_key,
        population=DataSource(population) if population is not None else None,
        population_count=population_count,
        sampling_fraction=sampling_fraction,
        population_size=population_size,
        estimator=estimator,
        attempts=attempts,
        verification_probability=verification_probability,
        subsample=subsample,
        release_format=release_format,
        rows_per_file=rows_per_file,
        partition_by=names_given("--partition-by", partition_by),
        escape_formulas=escape_formulas or None,
        secret=secret,
        test_seed=test_seed,
        recipient=recipient,
        keep=names_given("--keep", keep),
    )
    if report is not None:
        check_report_path(report, *request.assessed.inputs, out=out)
    if standard is not None:
        from bauta.cli.standard_release import standard_release

        standard_release(
            request,
            standard,
            out,
            data=data,
            census=census,
            as_of=as_of,
            json=json,
            report=report,
            force=force,
        )
        return
    check_search_seconds(request, seconds)
    with progress() as bar, open_engine(bar, data) as engine:
        result = deidentify_request(
            engine,
            request,
            out,
            replace_earlier=force,
            describe=deidentification_json,
            now=datetime.now().astimezone(),
            listener=None if bar is None else bar.search,
            search_seconds=SECONDS_TO_SEARCH if seconds is None else seconds,
        )
    show_release(result, json=json, report=report)
