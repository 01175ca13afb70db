"""What follows from the context of a release: the attacks to fear, how likely they are, and what risk is permitted.

Pr(re-identification) = Pr(re-identification | attack) x Pr(attack); the first factor is measured in the data, the
second comes from the context, and the largest product over the attacks is the risk of the release (El Emam and Malin
2015, equations 1 to 3). Turned round: the data may have at most threshold / Pr(attack).
"""

from dataclasses import dataclass
from enum import StrEnum

from bauta.model.assessment import Adversary, Unsettled, Verdict, settled_verdict
from bauta.model.sharing import DataMetric, Mechanism, Sharing
from bauta.model.threshold import Threshold


class AttackKind(StrEnum):
    """The attacks of El Emam and Malin (2015), Box 1."""

    DEMONSTRATION = "demonstration"
    """On public data: somebody shows that it can be done, with the easiest target."""
    DELIBERATE = "deliberate"
    INADVERTENT = "inadvertent"
    BREACH = "breach"


@dataclass(frozen=True)
class QuestionScore:
    """One question of a questionnaire, as it was answered."""

    question: str
    """Its key."""
    text: str
    answer: str
    points: float
    most_points: float
    is_trigger: bool
    """Whether this answer alone forces the worst band."""
    by: str | None
    note: str | None


@dataclass(frozen=True)
class QuestionnaireScore:
    """A questionnaire scored: percent of the possible points, and the band that gives."""

    questionnaire: str
    """mitigating_controls, invasion_of_privacy or motives_and_capacity."""
    title: str
    percent: float
    band: str
    """As the framework calls it: low, medium, high, ..."""
    bands: tuple[tuple[str, float], ...]
    """Every band with the percentage it begins at, lowest first."""
    questions: tuple[QuestionScore, ...]

    @property
    def triggers(self) -> tuple[QuestionScore, ...]:
        return tuple(question for question in self.questions if question.is_trigger)


@dataclass(frozen=True)
class ChosenThreshold:
    """The largest acceptable risk of the release, and where it comes from."""

    threshold: Threshold
    source: str
    """The document, as it is to be cited."""
    why: str
    """In one sentence: which line of it, and why that one."""


@dataclass(frozen=True)
class Attack:
    """An attack that applies, and what it permits the data."""

    kind: AttackKind
    adversary: str
    """Who, in words."""
    knows: tuple[str, ...] | None
    """Quasi-identifiers this adversary can know; None for all."""
    probability: float
    """Pr(attack)."""
    source: str
    """Where that comes from, in words with its figures."""
    metric: DataMetric
    measured_as: Adversary
    """The prosecutor where an adversary can know who is in the data, else the journalist."""
    permitted: Threshold
    """The largest data risk, threshold / Pr(attack), and its cell size, which is never below three (strict average)."""
    note: str | None = None


@dataclass(frozen=True)
class AttackNotApplicable:
    """An attack that need not be feared, and why."""

    kind: AttackKind
    why: str


@dataclass(frozen=True)
class ReleaseContext:
    """Everything that follows from the context."""

    sharing: Sharing
    mechanism: Mechanism
    recipient: str | None
    purpose: str | None
    is_closed: bool
    """Whether an adversary can know who is in the data."""
    membership: str
    """Why, in one sentence."""
    threshold: ChosenThreshold
    attacks: tuple[Attack, ...]
    not_applicable: tuple[AttackNotApplicable, ...]
    scores: tuple[QuestionnaireScore, ...]
    framework: str | None
    """Name and source of the questionnaires, where any were asked."""
    conditions: tuple[str, ...]
    """What the recipient must keep to, because the figures rest on it: the controls that were answered with yes."""
    notes: tuple[str, ...] = ()

    @property
    def binding(self) -> Attack:
        """The attack that permits the data least."""
        return min(self.attacks, key=lambda attack: (attack.permitted.probability, -attack.permitted.cell_size))


@dataclass(frozen=True)
class AttackRisk:
    """One attack measured."""

    attack: Attack
    quasi_identifiers: tuple[str, ...]
    """What was matched on."""
    measured_as: Adversary
    """As asked for; the prosecutor in place of the journalist where no population is known (never too low)."""
    data_risk: float
    """Pr(re-identification | attack), by the attack's metric."""
    smallest_class: int
    overall: float
    """data_risk x Pr(attack)."""
    verdict: Verdict


@dataclass(frozen=True)
class ContextRisk:
    """All attacks measured on one table; the risk of the release is the largest."""

    threshold: ChosenThreshold
    risks: tuple[AttackRisk, ...]
    notes: tuple[str, ...] = ()
    unsettled: tuple[Unsettled, ...] = ()
    """What was not judged, in a release or in data that are measured as they are."""

    @property
    def overall(self) -> float:
        return max(risk.overall for risk in self.risks)

    @property
    def verdict(self) -> Verdict:
        by_rule = Verdict.HIGH if any(risk.verdict is Verdict.HIGH for risk in self.risks) else Verdict.LOW
        return settled_verdict(by_rule, self.unsettled)


@dataclass(frozen=True)
class InContext:
    """What a study's context adds to an assessment of its data."""

    risk: ContextRisk | None
    """None where the context leaves questions open."""
    remarks: tuple[str, ...] = ()
    """What there is to mind."""
