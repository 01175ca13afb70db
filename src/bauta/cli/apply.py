"""The command `bauta apply`, which does with another extract what an earlier release did."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    DelimiterOption,
    EncodingOption,
    HeaderOption,
    JsonOption,
    PopulationCountOption,
    PopulationOption,
    QuoteOption,
    RecipientOption,
    ReportOption,
    SkipLinesOption,
    TableOption,
    data_source,
)
from bauta.cli.show_release import show_release


def apply(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="The folder of an earlier release, or its custodian/.")],
    data: Annotated[str, typer.Argument(metavar="DATA", help="Another extract: a data file or a database address.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder to make: release/ and custodian/ go into it.")
    ],
    suppression_limit: Annotated[
        str | None,
        typer.Option(
            "--suppression-limit",
            metavar="SHARE",
            help="Largest share of people suppressed. [default: the plan's]",
            show_default=False,
        ),
    ] = None,
    unseen: Annotated[
        str | None,
        typer.Option(
            "--unseen",
            metavar="RULE",
            help="Values the plan has not seen: error or most-general. [default: the plan's]",
            show_default=False,
        ),
    ] = None,
    release_newcomers: Annotated[
        str | None,
        typer.Option(
            "--release-newcomers",
            metavar="REASON",
            help="Hold nobody back whom the releases before this one show; the verdict is UNSETTLED where they do.",
            show_default=False,
        ),
    ] = None,
    recipient: RecipientOption = None,
    population: PopulationOption = None,
    population_count: PopulationCountOption = None,
    json: JsonOption = False,
    report: ReportOption = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier release in the folder.")] = False,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Release another extract by the plan of an earlier release.

    The same people get the same pseudonyms and offsets; what is suppressed is decided anew and measured.
    """
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.json_deidentify import deidentification_json
    from bauta.workflow.apply import apply_plan
    from bauta.workflow.report_file import check_report_path
    from bauta.workflow.requests import PopulationRequest
    from bauta.workflow.without_effect import refuse_without_effect

    source = data_source(
        data,
        table=table,
        delimiter=delimiter,
        quote=quote,
        encoding=encoding,
        header=header,
        skip_lines=skip_lines,
    )
    if population is None:
        refuse_without_effect(
            {"--population-count": population_count}, "without --population", instead="add --population"
        )
    people = None if population is None else PopulationRequest(DataSource(population), population_count)
    if report is not None:
        check_report_path(report, source, *([] if people is None else [people.source]), out=out)
    with progress() as listener, open_engine(listener) as engine:
        result = apply_plan(
            engine,
            plan,
            source,
            out,
            replace_earlier=force,
            describe=deidentification_json,
            now=datetime.now().astimezone(),
            suppression_limit=suppression_limit,
            unseen=unseen,
            population=people,
            recipient=recipient,
            release_newcomers=release_newcomers,
        )
    show_release(result, json=json, report=report)
