"""The eleven steps of de-identification (El Emam and Malin 2015, Figure 7), and what is kept of each."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any


class Step(IntEnum):
    """The steps, by their number in the paper."""

    DIRECT_IDENTIFIERS = 1
    MASKING = 2
    THREAT_MODEL = 3
    UTILITY = 4
    THRESHOLD = 5
    IMPORT = 6
    RISK = 7
    COMPARE = 8
    ANONYMIZE = 9
    DIAGNOSE = 10
    EXPORT = 11

    @property
    def key(self) -> str:
        """As it is written in file names and on the command line."""
        return self.name.lower().replace("_", "-")


class StepState(StrEnum):
    """Where a step stands."""

    DONE = "done"
    STALE = "stale"
    """Done, but something it rests on has changed since."""
    WAITING = "waiting"
    """A person must decide."""
    OPEN = "open"


@dataclass(frozen=True)
class PersonalDecision:
    """What a person decided where only a person can."""

    decision: str
    """accepted or rejected, or the choice made."""
    by: str
    note: str | None
    at: str
    """ISO 8601."""


@dataclass(frozen=True)
class StepRecord:
    """What is kept of one step: enough to see what it rested on, what came out and who decided."""

    step: Step
    inputs: dict[str, str]
    """What it rests on -> SHA-256: parts of the study, data files, earlier steps."""
    summary: str
    """What was decided or found, in a sentence."""
    evidence: dict[str, Any] = field(default_factory=dict)
    """Results, as JSON."""
    decision: PersonalDecision | None = None
    at: str = ""
    bauta: str = ""


@dataclass(frozen=True)
class Question:
    """What a person must decide before the study can go on."""

    step: Step
    text: str
    """The question."""
    because: str
    """Why it cannot be answered from what is known."""
    how: str
    """The exact command, or the lines of the study, that answer it."""


@dataclass(frozen=True)
class StepStatus:
    """One line of `bauta status`."""

    step: Step
    state: StepState
    summary: str
    why: str = ""
    """For a stale step, what changed; for one that waits, the question."""
