"""The command `bauta status`, which shows where a study stands; nothing is measured and nothing is written."""

from bauta.cli.options import JsonOption, StudyTableOption
from bauta.cli.run import StudyArgument


def status(study: StudyArgument, json: JsonOption = False, study_table: StudyTableOption = None) -> None:
    """Show where a study stands: which of the eleven steps hold, which are stale and why, and what comes next."""
    from bauta.cli.show_result import show_result
    from bauta.report.content_steps import steps_json, steps_sections
    from bauta.workflow.status import study_status

    show_result(study_status(study, study_table), steps_sections, steps_json, json=json)
