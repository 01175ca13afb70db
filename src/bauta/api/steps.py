"""`bauta.run`, `status`, `decide` and `write_report`: the eleven steps of a study, from Python.

The last has not the name of its command, because `bauta.report` is the package that makes reports.
"""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.api.showing import EngineChoice, ReadsAsResult, ShowsItself, engine_for
from bauta.model.steps import Step, StepState, StudyStatus

if TYPE_CHECKING:
    from bauta.report.page import Page
    from bauta.workflow.study_report import WrittenReport


@dataclass(frozen=True, repr=False)
class StatusResult(ReadsAsResult, ShowsItself):
    """Where a study stands: `steps`, the `question` that waits for a person, and what to type `next`."""

    result: StudyStatus

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta status --json`, which `run` and `decide` print too."""
        from bauta.report.content_steps import steps_json

        return steps_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_steps import steps_sections

        return steps_sections(self.result)

    def __repr__(self) -> str:
        first = next((one for one in self.result.steps if one.state is not StepState.DONE), None)
        if first is None:
            return "<all eleven steps are done>"
        held = sum(one.state is StepState.DONE for one in self.result.steps)
        return f"<{held} of 11 steps hold; step {first.step.value} ({first.step.title.lower()}) is {first.state}>"


@dataclass(frozen=True, repr=False)
class RunResult(StatusResult):
    """How a run ended; `taken` has the steps that it took."""

    reports: tuple[Path, ...] = ()
    """Both editions of the report, once all steps are done."""


@dataclass(frozen=True, repr=False)
class DecisionResult(StatusResult):
    """Where a study stands after somebody decided; printed, it says what was decided and on what."""

    def _page(self) -> "Page":
        from bauta.report.content_steps import decision_sections

        return decision_sections(self.result)


@dataclass(frozen=True, repr=False)
class StudyReport(ReadsAsResult):
    """The report of a study that was written: its `path`, its `edition`, and whether it `is_draft`."""

    result: "WrittenReport"

    def __fspath__(self) -> str:
        return str(self.result.path)

    def __repr__(self) -> str:
        from bauta.errors import shown

        what = "draft of the report" if self.result.is_draft else "report"
        return f"<{what}, {self.result.edition} edition: {shown(self.result.path)}>"


def run(
    study: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    until: Step | str | int | None = None,
    *,
    secret: str | PathLike[str] | None = None,
    test_seed: int | None = None,
    search_seconds: float | None = None,
    study_table: str | None = None,
    engine: EngineChoice = None,
) -> RunResult:
    """Take a study through the eleven steps of de-identification, as far as nobody has to decide.

    Steps that hold are not taken again. Where a person must decide, `question` says what, and how to answer. `until` is
    a step by its number or name; an accepted release is exported to `out`, and both editions of the report are written.
    """
    from datetime import datetime

    from bauta.report.json_deidentify import deidentification_json
    from bauta.report.render_study import render_study
    from bauta.workflow.run import parse_step, run_study
    from bauta.workflow.steps.case import RunOptions
    from bauta.workflow.study_report import write_reports_of_run

    last = Step.EXPORT if until is None else parse_step(str(until))
    options = RunOptions(
        None if out is None else Path(out), None if secret is None else Path(secret), test_seed, search_seconds
    )
    options.check_until(last)
    with engine_for(study, engine) as opened:
        status = run_study(
            opened,
            Path(study),
            table=study_table,
            until=last,
            options=options,
            describe=deidentification_json,
            now=lambda: datetime.now().astimezone(),
        )
    now = datetime.now().astimezone()
    return RunResult(status, write_reports_of_run(status, render=render_study, now=now, table=study_table))


def status(study: str | PathLike[str], *, study_table: str | None = None) -> StatusResult:
    """Where a study stands: which of the eleven steps hold, which are stale and why, and what comes next."""
    from bauta.workflow.status import study_status

    return StatusResult(study_status(Path(study), study_table))


def decide(
    study: str | PathLike[str], *, accept: bool, by: str, note: str | None = None, study_table: str | None = None
) -> DecisionResult:
    """Accept or reject the release that a study has made (step 10); nothing is exported before it is accepted.

    `by` says who decided, and `note` on what grounds, which is needed to reject.
    """
    from datetime import datetime

    from bauta.model.steps import Acceptance
    from bauta.workflow.decide import decide_release

    decision = Acceptance.ACCEPTED if accept else Acceptance.REJECTED
    now = datetime.now().astimezone()
    return DecisionResult(decide_release(Path(study), decision, by=by, note=note, now=now, table=study_table))


def write_report(
    study: str | PathLike[str],
    edition: str = "full",
    out: str | PathLike[str] | None = None,
    *,
    force: bool = False,
    study_table: str | None = None,
) -> StudyReport:
    """Write the report of a study, HTML or PDF by the ending of `out`, for the custodian or the "recipient".

    It is made of recorded results only; while steps are missing it is a draft, and says so. `force` replaces a file.
    """
    from datetime import datetime

    from bauta.report.render_study import render_study
    from bauta.workflow.study_report import parse_edition, write_study_report

    written = write_study_report(
        Path(study),
        parse_edition(edition),
        render=render_study,
        now=datetime.now().astimezone(),
        out=None if out is None else Path(out),
        overwrite=force,
        table=study_table,
    )
    return StudyReport(written)
