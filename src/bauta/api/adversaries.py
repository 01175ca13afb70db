"""`bauta.policies`, `link`, `verification` and `evaluate_estimators`: what outsiders can do, from Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.api.showing import EngineChoice, ReadsAsResult, SavesReport, engine_for, source_of
from bauta.model.evaluation import EstimatorEvaluation
from bauta.model.linkage import Linkage
from bauta.model.policies import PolicyComparison
from bauta.model.source import CsvDialect
from bauta.model.verification import Verification

if TYPE_CHECKING:
    from bauta.report.page import Page


@dataclass(frozen=True, repr=False)
class PoliciesResult(ReadsAsResult, SavesReport):
    """Policies beside Safe Harbor."""

    result: PolicyComparison

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta policies --json`."""
        from bauta.report.json_policies import policies_json

        return policies_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_policies import policy_sections

        return policy_sections(self.result)

    def __repr__(self) -> str:
        good = [one.name for one in self.result.alternatives if one.is_acceptable]
        return f"<{len(good)} of {len(self.result.alternatives)} policies no riskier than Safe Harbor>"


@dataclass(frozen=True, repr=False)
class LinkResult(ReadsAsResult, SavesReport):
    """How well two releases can be put together."""

    result: Linkage

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta link --json`."""
        from bauta.report.content_link import link_json

        return link_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_link import link_sections

        return link_sections(self.result)

    def __repr__(self) -> str:
        return f"<{self.result.correct_matches:.4g} of {self.result.records_a} records matched correctly, expected>"


@dataclass(frozen=True, repr=False)
class VerificationResult(ReadsAsResult, SavesReport):
    """The risk from an adversary who verifies."""

    result: Verification

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta verification --json`."""
        from bauta.report.content_verification import verification_json

        return verification_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_verification import verification_sections

        return verification_sections(self.result)

    def __repr__(self) -> str:
        return f"<risk {self.result.risk:.4g}, least class size {self.result.least_class_size}>"


@dataclass(frozen=True, repr=False)
class EvaluationResult(ReadsAsResult, SavesReport):
    """How far off each estimator is, on samples of data taken as the population."""

    result: EstimatorEvaluation

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta evaluate-estimators --json`."""
        from bauta.report.content_evaluation import evaluation_json

        return evaluation_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_evaluation import evaluation_sections

        return evaluation_sections(self.result)

    def __repr__(self) -> str:
        return f"<estimators tried on samples of {self.result.source}>"


def policies(
    data: Any,
    quasi_identifiers: Sequence[str] | str | None = None,
    *,
    population: Any = None,
    population_count: str | None = None,
    threshold: int = 10,
    scaling: float = 1.0,
    age: str | None = None,
    ethnicity: str | None = None,
    year: int | None = None,
    overlay: Sequence[str] = (),
    hierarchies: str | PathLike[str] | None = None,
    loss: str | None = None,
    person_key: str | None = None,
    study_table: str | None = None,
    table: str | None = None,
    csv: CsvDialect | None = None,
    engine: EngineChoice = None,
) -> PoliciesResult:
    """Compare ways to tell demographics with HIPAA's Safe Harbor, in a known population.

    `overlay` names two policies, or levels such as "age=1,sex=0", whose releases somebody may put side by side.
    """
    from bauta.workflow.deidentify_request import build_deidentify_request
    from bauta.workflow.policies import PoliciesRequest, check_loss, compare_policies

    check_loss(loss)
    release = build_deidentify_request(
        source_of(data, table, csv),
        study_table=study_table,
        quasi_identifiers=quasi_identifiers,
        hierarchies=None if hierarchies is None else Path(hierarchies),
        loss=loss,
        person_key=person_key,
        population=source_of(population),
        population_count=population_count,
    )
    asked = PoliciesRequest(
        release, threshold=threshold, scaling=scaling, age=age, ethnicity=ethnicity, year=year, overlay=tuple(overlay)
    )
    with engine_for(data, engine) as opened:
        return PoliciesResult(compare_policies(opened, asked))


def link(
    a: Any, b: Any, on: Sequence[str] | str = (), *, person_key: str | None = None, engine: EngineChoice = None
) -> LinkResult:
    """How many records of two releases somebody who has both would put together correctly.

    `a` and `b` are tables, or folders of releases, by whose published rules the other is recoded; then `on` may be left
    out.

    >>> import pyarrow as pa
    >>> link(pa.table({"sex": ["F", "M"]}), pa.table({"sex": ["F", "F", "M"]}), "sex")
    <1.5 of 2 records matched correctly, expected>
    """
    from bauta.workflow.link import link as link_releases

    variables = [on] if isinstance(on, str) else list(on)
    with engine_for(None, engine) as opened:
        return LinkResult(link_releases(opened, source_of(a), source_of(b), variables, person_key=person_key))


def verification(
    class_size: int, attempts: int, probability: str | float, *, threshold: str | float | None = None
) -> VerificationResult:
    """The risk from an adversary who tries so many people of a class, each attempt telling with `probability`.

    >>> verification(5, attempts=4, probability=0.9)
    <risk 0.8512, least class size 18>
    """
    from bauta.model.threshold import DEFAULT_THRESHOLD, Threshold
    from bauta.model.verification import Verifier
    from bauta.workflow.verification import verify

    tau = DEFAULT_THRESHOLD if threshold is None else Threshold.parse(threshold)
    return VerificationResult(verify(Verifier.parse(attempts, probability), class_size, tau))


def evaluate_estimators(
    data: Any,
    quasi_identifiers: Sequence[str] | str | None = None,
    *,
    fractions: Sequence[float] | None = None,
    samples: int = 50,
    estimators: Sequence[str] | None = None,
    seed: int = 0,
    person_key: str | None = None,
    study_table: str | None = None,
    table: str | None = None,
    csv: CsvDialect | None = None,
    engine: EngineChoice = None,
) -> EvaluationResult:
    """Take a data set as the population, draw samples of it, and tell how far off each estimator is on them."""
    from bauta.workflow import evaluate_estimators as workflow
    from bauta.workflow.options import build_request

    request = workflow.EvaluationRequest(
        assessed=build_request(
            source_of(data, table, csv),
            study_table=study_table,
            quasi_identifiers=quasi_identifiers,
            person_key=person_key,
        ),
        fractions=workflow.parse_fractions(None if fractions is None else ",".join(map(str, fractions))),
        samples=samples,
        methods=workflow.parse_methods(estimators),
        seed=seed,
    )
    with engine_for(data, engine) as opened:
        return EvaluationResult(workflow.evaluate_estimators(opened, request))
