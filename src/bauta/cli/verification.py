"""The command `bauta verification`: what an adversary can reach who checks matches before believing one."""

from typing import Annotated

import typer

from bauta.cli.options import JsonOption, ReportOption, ThresholdOption
from bauta.cli.show_result import show_result


def verification(
    class_size: Annotated[
        int, typer.Option("--class-size", metavar="F", help="People a record could be taken for.", show_default=False)
    ],
    attempts: Annotated[
        int, typer.Option("--attempts", metavar="M", help="How many of them the adversary tries.", show_default=False)
    ],
    probability: Annotated[
        str,
        typer.Option(
            "--probability",
            metavar="p",
            help="Probability that an attempt tells whether it is the right one.",
            show_default=False,
        ),
    ],
    threshold: ThresholdOption = None,
    json: JsonOption = False,
    report: ReportOption = None,
) -> None:
    """Tell the risk from an adversary who tries several people of a class and verifies each match.

    No data are read: the class size is in the population, or in the data where everybody is in them.
    """
    from bauta.model.threshold import DEFAULT_THRESHOLD, Threshold
    from bauta.model.verification import Verifier
    from bauta.report.content_verification import verification_json, verification_sections
    from bauta.workflow.report_file import check_report_path
    from bauta.workflow.verification import verify

    tau = DEFAULT_THRESHOLD if threshold is None else Threshold.parse(threshold)
    if report is not None:
        check_report_path(report)
    result = verify(Verifier.parse(attempts, probability), class_size, tau)
    show_result(result, verification_sections, verification_json, json=json, report=report)
