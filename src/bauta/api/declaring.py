"""`bauta.context` and `bauta.agree`: what a study declares, and what follows."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.api.showing import EngineChoice, ReadsAsResult, SavesReport, engine_for
from bauta.model.agreement import Agreement
from bauta.model.threat import ContextRisk, ReleaseContext
from bauta.model.threshold import Threshold

if TYPE_CHECKING:
    from bauta.report.page import Page


@dataclass(frozen=True, repr=False)
class ContextResult(ReadsAsResult, SavesReport):
    """The settled context of a release: its attacks, its threshold, and what risk they leave to the data."""

    result: ReleaseContext
    risk: ContextRisk | None = None
    """Every attack measured on the data; None where that was not asked for."""
    title: str | None = None

    @property
    def permitted(self) -> Threshold:
        """The largest risk the data may have, by the attack that permits least (`binding`)."""
        return self.result.binding.permitted

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta context --json`."""
        from bauta.report.json_context import context_json
        from bauta.workflow.context_risk import context_goal

        return context_json(self.result, context_goal(self.result), self.risk)

    def _page(self) -> "Page":
        from bauta.report.content_context import context_sections

        return context_sections(self.result, self.risk, self.title)

    def __repr__(self) -> str:
        kinds = ", ".join(attack.kind for attack in self.result.attacks)
        measured = "" if self.risk is None else f"; {self.risk.verdict} risk, {self.risk.overall:.3g} overall"
        return (
            f"<{self.result.sharing}, threshold {self.result.threshold.threshold.probability:.3g}: "
            f"{kinds} leave the data {self.permitted.probability:.3g}{measured}>"
        )


@dataclass(frozen=True, repr=False)
class AgreementResult(ReadsAsResult, SavesReport):
    """How far two analysts agree on the roles of variables."""

    result: Agreement

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta agree --json`."""
        from bauta.report.content_agreement import agreement_json

        return agreement_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_agreement import agreement_sections

        return agreement_sections(self.result)

    def __repr__(self) -> str:
        kappa = "undefined" if self.result.kappa is None else f"{float(self.result.kappa):.3f}"
        same = len(self.result.variables) - len(self.result.disagreements)
        return f"<the same role for {same} of {len(self.result.variables)} variables, kappa {kappa}>"


def context(
    study: str | PathLike[str],
    *,
    answers: str | PathLike[str] | None = None,
    measure: bool = False,
    study_table: str | None = None,
    engine: EngineChoice = None,
) -> ContextResult:
    """Settle the context of a release: which attacks to fear, how likely they are, and what the data may risk.

    Nobody is asked: questions that are open raise an error that lists them. With `measure` every attack is measured
    on the data of the study, and `risk` has what was found.
    """
    import warnings

    from bauta.workflow.ask_context import settle_without_asking, unnamed_answers
    from bauta.workflow.context_risk import measure_data_in_context
    from bauta.workflow.study_files import read_study, request_from_study

    path, file = Path(study), None if answers is None else Path(answers)
    described = read_study(path)
    request = request_from_study(described, path, study_table) if measure else None
    settled = settle_without_asking(described, path.parent, file)
    remark = unnamed_answers(described, path.parent, file)
    if remark is not None:
        warnings.warn(remark, stacklevel=2)
    if request is None:
        return ContextResult(settled, title=described.title)
    with engine_for(path, engine) as opened:
        return ContextResult(settled, measure_data_in_context(opened, request, settled), described.title)


def agree(first: str | PathLike[str], second: str | PathLike[str]) -> AgreementResult:
    """Compare the roles that two analysts gave the same variables, each in a study file: Cohen's kappa."""
    from bauta.workflow.agree import agree as compare_roles

    return AgreementResult(compare_roles(Path(first), Path(second)))
