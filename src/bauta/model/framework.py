"""What a file of questionnaires or of thresholds says: declared figures, each with its source.

`standards/` reads the files that come with bauta; a study may name another framework, a file beside it, in this form.
"""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator, Field, model_validator

from bauta.model.context import DataMetric, Sharing
from bauta.model.threshold import Threshold
from bauta.model.transformations import Part

Word = Annotated[str, BeforeValidator(lambda value: {True: "yes", False: "no"}.get(value, value))]
"""YAML written by a program may hold true where a person wrote yes."""


class QuestionnaireKind(StrEnum):
    """The three dimensions of El Emam and Malin (2015), Figure 5."""

    CONTROLS = "mitigating_controls"
    INVASION = "invasion_of_privacy"
    MOTIVES = "motives_and_capacity"


class QuestionEntry(Part):
    """One question."""

    text: str = Field(description="The question, to be answered for this release.")
    weight: float = Field(gt=0, description="How much it counts beside the others.")
    options: dict[Word, float] | None = Field(None, description="Points of its answers, if not the questionnaire's.")
    triggers: tuple[Word, ...] = Field((), description="Answers that alone force the worst band.")
    condition: str | None = Field(None, description="What the recipient must keep to, if the answer is yes.")


class QuestionnaireEntry(Part):
    """Questions, the points of their answers, and the bands that percentages of all points fall into."""

    title: str
    asks: str = Field(description="What it is about, in a sentence.")
    options: dict[Word, float] = Field(min_length=2, description="Points of the answers, if a question has no others.")
    bands: dict[str, float] = Field(min_length=2, description="Where each band begins, in percent; lowest first.")
    worst: str = Field(description="The band that a trigger forces: the lowest or the highest.")
    questions: dict[str, QuestionEntry] = Field(min_length=1)

    @model_validator(mode="after")
    def _can_be_scored(self) -> "QuestionnaireEntry":
        begins = list(self.bands.values())
        if begins[0] != 0 or begins != sorted(set(begins)) or begins[-1] >= 100:
            raise ValueError("bands begin at 0 and rise, each below 100")
        if self.worst not in (next(iter(self.bands)), next(reversed(self.bands))):
            raise ValueError("worst must be the lowest or the highest of the bands")
        for key, question in self.questions.items():
            points = question.options or self.options
            if min(points.values()) < 0 or max(points.values()) <= 0:
                raise ValueError(f"question {key}: points are not negative, and one answer has some")
            unknown = [trigger for trigger in question.triggers if trigger not in points]
            if unknown:
                raise ValueError(f"question {key}: a trigger must be one of its answers, {', '.join(points)}")
        return self

    @property
    def is_worst_lowest(self) -> bool:
        return self.worst == next(iter(self.bands))


class AttemptTable(Part):
    """Pr(attempt) by the bands of mitigating controls (outer) and of motives and capacity (inner)."""

    source: str
    probabilities: dict[str, dict[str, Annotated[float, Field(gt=0, le=1)]]]


class Framework(Part):
    """Questionnaires, and what follows from their bands."""

    name: str
    title: str
    source: str = Field(description="Where questions, weights and bands come from.")
    questionnaires: dict[QuestionnaireKind, QuestionnaireEntry]
    attempt: AttemptTable
    invasion_as: dict[str, str] = Field(
        {}, description="Band of invasion of privacy -> line of a table of thresholds, where they differ."
    )
    quasi_public_controls: str = Field(description="The best band of controls that a click can stand for.")
    quasi_public_motives: str = Field(description="The band of motives where anybody can get the data.")

    @model_validator(mode="after")
    def _is_whole(self) -> "Framework":
        lacking = [kind.value for kind in QuestionnaireKind if kind not in self.questionnaires]
        if lacking:
            raise ValueError(f"questionnaires lacks {', '.join(lacking)}")
        controls = self.questionnaires[QuestionnaireKind.CONTROLS].bands
        motives = self.questionnaires[QuestionnaireKind.MOTIVES].bands
        rows = self.attempt.probabilities
        if rows.keys() != controls.keys() or any(row.keys() != motives.keys() for row in rows.values()):
            raise ValueError("attempt needs a probability for every band of controls with every band of motives")
        if self.quasi_public_controls not in controls or self.quasi_public_motives not in motives:
            raise ValueError("quasi_public_controls and quasi_public_motives must be bands")
        unknown = [
            band for band in self.invasion_as if band not in self.questionnaires[QuestionnaireKind.INVASION].bands
        ]
        if unknown:
            raise ValueError("invasion_as names a band that invasion_of_privacy does not have")
        return self


class ThresholdEntry(Part):
    """One line of a published table: the numbers as they are printed there."""

    probability: Annotated[float, Field(gt=0, le=1)]
    cell_size: int | None = Field(None, ge=1, description="Only where it is printed; what 1/probability says if not.")
    note: str | None = None

    @property
    def threshold(self) -> Threshold:
        if self.cell_size is None:
            return Threshold.parse(self.probability)
        return Threshold(self.probability, self.cell_size)


class ThresholdTable(Part):
    """A published table of thresholds, or a precedent."""

    title: str
    source: str
    metric: DataMetric | None = Field(None, description="The figure of the data it speaks of; None where any.")
    sharing: tuple[Sharing, ...] = Field(tuple(Sharing), description="The ways of sharing it is meant for.")
    by_invasion: bool = Field(False, description="Whether its lines are bands of invasion of privacy.")
    entries: dict[str, ThresholdEntry] = Field(min_length=1)


class ThresholdTables(Part):
    """All of them, by name."""

    tables: dict[str, ThresholdTable]


def exact(number: float) -> Fraction:
    """The number as it is written in a file: 0.1 is a tenth."""
    return Fraction(str(number))
