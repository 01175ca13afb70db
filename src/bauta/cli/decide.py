"""The command `bauta decide`, by which a named person accepts or rejects a release."""

from datetime import datetime
from typing import Annotated

import typer

from bauta.cli.options import JsonOption, StudyTableOption
from bauta.cli.run import StudyArgument


def decide(
    study: StudyArgument,
    accept: Annotated[
        bool | None, typer.Option("--accept/--reject", help="What was decided.", show_default=False)
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who decided.", show_default=False)] = "",
    note: Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="On what grounds; needed to reject.", show_default=False),
    ] = None,
    json: JsonOption = False,
    study_table: StudyTableOption = None,
) -> None:
    """Accept or reject the release that a study has made (step 10). Nothing is exported before it is accepted.

    The decision holds for the release that was seen; if that changes, it is asked for again.
    """
    from bauta.cli.show_result import show_result
    from bauta.errors import DecisionIncomplete
    from bauta.model.steps import Acceptance
    from bauta.report.content_steps import decision_sections, steps_json
    from bauta.workflow.decide import decide_release

    if accept is None:
        raise DecisionIncomplete(why="say --accept or --reject")
    decision = Acceptance.ACCEPTED if accept else Acceptance.REJECTED
    now = datetime.now().astimezone()
    status = decide_release(study, decision, by=by, note=note, now=now, table=study_table)
    show_result(status, decision_sections, steps_json, json=json)
