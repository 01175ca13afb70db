"""What a study says about a release: who gets it and how, what adversaries can know, and which threshold is chosen.

These are declarations of the custodian's. `workflow/context.py` settles what follows from them.
"""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from bauta.model.sharing import DataMetric, Mechanism, Sharing
from bauta.model.transformations import Part

__all__ = [
    "Answer",
    "Answers",
    "AttackSection",
    "AttacksSection",
    "BreachSection",
    "ContextSection",
    "ContextThresholdSection",
    "DataMetric",
    "DeliberateSection",
    "InadvertentSection",
    "Mechanism",
    "MembershipSection",
    "Sharing",
]


class MembershipSection(Part):
    """Can an adversary know who is in the data? If any of the three holds, yes (El Emam 2011, appendix)."""

    whole_population: bool = Field(description="The data hold a whole population, or a large share of one.")
    findable: bool = Field(description="It is easy to find out who took part, for a parent or a colleague, say.")
    self_revealed: bool = Field(description="People tell others that they took part, as in most clinical trials.")
    note: str | None = Field(None, description="Why these answers were given.")

    @property
    def is_closed(self) -> bool:
        """Whether an adversary can know that a target is in the data: then the prosecutor's risk applies."""
        return self.whole_population or self.findable or self.self_revealed


class AttackSection(Part):
    """What is said about one kind of attack."""

    quasi_identifiers: tuple[str, ...] | None = Field(
        None, description="What this adversary can know; all quasi-identifiers if left out."
    )
    note: str | None = Field(None, description="Why; kept for the record.")


class DeliberateSection(AttackSection):
    """The recipient, or somebody who works there, tries to re-identify people."""

    probability: float | None = Field(None, gt=0, le=1, description="Pr(attempt); from the questionnaires if left out.")
    source: str | None = Field(None, description="Where that probability comes from.")

    @model_validator(mode="after")
    def _source_is_told(self) -> "DeliberateSection":
        if self.probability is not None and not self.source:
            raise ValueError("a probability needs its source")
        return self


class InadvertentSection(AttackSection):
    """Somebody who works with the data recognises a person they know."""

    prevalence: float | None = Field(
        None, gt=0, le=1, description="Share of people who have what everybody in the data has, such as the disease."
    )
    acquaintances: int = Field(150, ge=1, le=100_000, description="How many people somebody knows, m.")
    plausible: bool = Field(True, description="Whether anybody there could know anybody in the data at all.")
    source: str | None = Field(None, description="Where the prevalence comes from.")


class BreachSection(AttackSection):
    """The recipient loses the data."""

    probability: float = Field(0.27, gt=0, le=1, description="Pr(breach), in a year.")
    source: str = Field("HIMSS Analytics 2012: 27 percent of health care organisations", description="Where from.")
    metric: DataMetric = Field(
        DataMetric.STRICT_AVERAGE, description="Whom the finder looks for: anybody or the weakest."
    )


class AttacksSection(Part):
    """The attacks; those that do not apply to the way of sharing need nothing said about them."""

    demonstration: AttackSection = AttackSection()
    deliberate: DeliberateSection = DeliberateSection()
    inadvertent: InadvertentSection = InadvertentSection()
    breach: BreachSection = BreachSection()


class Answer(Part):
    """An answer to one question of a questionnaire, and who gave it."""

    answer: str = Field(description="yes, no or n/a, or another that the question offers.")
    by: str | None = Field(None, description="Who decided.")
    note: str | None = Field(None, description="On what grounds.")


def _answer_in_short(value: Any) -> Any:
    """`training: yes` is short for {answer: yes}; YAML reads a bare yes as true."""
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if isinstance(value, dict) and isinstance(value.get("answer"), bool):
        value = {**value, "answer": "yes" if value["answer"] else "no"}
    return {"answer": value} if isinstance(value, str) else value


Answers = dict[str, dict[str, Annotated[Answer, BeforeValidator(_answer_in_short)]]]
"""Questionnaire -> question -> answer."""


class ContextThresholdSection(Part):
    """Which published threshold applies."""

    table: str = Field(description="Name of a published table or precedent; `bauta context --tables` lists them.")
    entry: str | None = Field(
        None, description="Which line of it; for tables by invasion of privacy the questionnaire says if left out."
    )
    note: str | None = Field(None, description="Why this one; kept for the record.")


class ContextSection(Part):
    """The release: who gets what, for what, and what could happen."""

    sharing: Sharing = Field(description="Who can get the data.")
    mechanism: Mechanism = Field(Mechanism.MICRODATA, description="How they are used.")
    recipient: str | None = Field(None, description="Who gets them.")
    purpose: str | None = Field(None, description="What for.")
    membership: MembershipSection | None = Field(None, description="Can an adversary know who is in the data?")
    attacks: AttacksSection = AttacksSection()
    framework: str = Field(
        "el-emam", description="The questionnaires: a framework by name, or a file beside the study."
    )
    answers: str | Answers | None = Field(None, description="Answers, or the file that holds them, beside the study.")
    threshold: ContextThresholdSection | None = Field(
        None, description="A published threshold; the study's own `thresholds:` if left out."
    )
