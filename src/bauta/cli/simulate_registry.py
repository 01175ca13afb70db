"""The command `bauta simulate-registry`, which matches reports with a registry of which only counts are known."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import JsonOption, ReportOption, ThresholdOption
from bauta.cli.show_result import show_result


def simulate_registry(
    reports: Annotated[str, typer.Argument(metavar="REPORTS", help="The reports: date, age and other variables.")],
    by_age: Annotated[str, typer.Option("--by-age", metavar="FILE", help="Counts by year, age and other variables.")],
    by_month: Annotated[
        str, typer.Option("--by-month", metavar="FILE", help="Counts by year, month and some of these variables.")
    ],
    registries: Annotated[int, typer.Option("--registries", metavar="NUMBER", help="How many to simulate.")] = 1000,
    attempts: Annotated[
        int, typer.Option("--attempts", metavar="M", help="How many people an adversary tries to verify.")
    ] = 1,
    probabilities: Annotated[
        str | None,
        typer.Option(
            "--probabilities",
            metavar="p,p,...",
            help="Probabilities that an attempt tells. [default: 0.5,0.7,0.9]",
            show_default=False,
        ),
    ] = None,
    threshold: ThresholdOption = None,
    age_widths: Annotated[
        str | None,
        typer.Option(
            "--age-widths", metavar="YEARS", help="Age groups to try. [default: 1,2,5,10]", show_default=False
        ),
    ] = None,
    days_before: Annotated[
        int, typer.Option("--days-before", metavar="DAYS", help="The event may be so long before the report.")
    ] = 15,
    days_after: Annotated[
        int, typer.Option("--days-after", metavar="DAYS", help="Or so long after the date on it.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="NUMBER", help="Another seed, other registries.")] = 0,
    json: JsonOption = False,
    report: ReportOption = None,
) -> None:
    """Simulate a registry from two tables of counts and tell how many reports few of its people fit.

    The tables need not be linked. The format is in docs/how-to/simulate-a-registry.md.
    """
    from bauta.cli.progress import progress
    from bauta.model.registry_simulation import Window
    from bauta.model.source import DataSource
    from bauta.model.threshold import DEFAULT_THRESHOLD, Threshold
    from bauta.model.verification import Verifier
    from bauta.report.content_registry import registry_json, registry_sections
    from bauta.workflow import registry_simulation as workflow
    from bauta.workflow.report_file import check_report_path

    Verifier.parse(attempts, 1)  # refused before anything is read
    request = workflow.RegistryRequest(
        reports=DataSource(reports),
        by_age=DataSource(by_age),
        by_month=DataSource(by_month),
        registries=registries,
        threshold=DEFAULT_THRESHOLD if threshold is None else Threshold.parse(threshold),
        attempts=attempts,
        probabilities=workflow.parse_probabilities(probabilities),
        age_widths=workflow.parse_widths(age_widths),
        window=Window(days_before, days_after),
        seed=seed,
    )
    if report is not None:
        check_report_path(report, request.reports, request.by_age, request.by_month)
    with progress() as listener, open_engine(listener) as engine:
        simulation_listener = None if listener is None else listener.simulation
        result = workflow.simulate_registry(engine, request, listener=simulation_listener)
    show_result(result, registry_sections, registry_json, json=json, report=report)
