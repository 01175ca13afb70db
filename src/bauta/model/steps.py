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

    @property
    def title(self) -> str:
        """What is done there, in a few words."""
        return TITLES[self]


TITLES = {
    Step.DIRECT_IDENTIFIERS: "Determine direct identifiers",
    Step.MASKING: "Mask direct identifiers",
    Step.THREAT_MODEL: "Model the threats",
    Step.UTILITY: "Determine the least utility",
    Step.THRESHOLD: "Determine the threshold",
    Step.IMPORT: "Import the data",
    Step.RISK: "Evaluate the risk",
    Step.COMPARE: "Compare it with the threshold",
    Step.ANONYMIZE: "Transform the data",
    Step.DIAGNOSE: "Diagnose the solution",
    Step.EXPORT: "Export the data",
}
"""The headings of the paper, shortened."""


class Acceptance(StrEnum):
    """What a person can say to a release that is ready (step 10)."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


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
class StepRecord:
    """What is kept of one step: enough to see what it rested on, what came out and who decided."""

    step: Step
    inputs: dict[str, str]
    """What it rests on -> SHA-256: parts of the study, data files, earlier steps."""
    summary: str
    """What was decided or found, in a sentence."""
    evidence: dict[str, Any] = field(default_factory=dict)
    """Results, as JSON."""
    result: str = ""
    """SHA-256 of what later steps rest on: a note that is reworded changes the evidence and not this."""
    question: Question | None = None
    """What a person must decide before the study goes on; None where the step is done."""
    decision: PersonalDecision | None = None
    at: str = ""
    bauta: str = ""


@dataclass(frozen=True)
class StepStatus:
    """One line of `bauta status`."""

    step: Step
    state: StepState
    summary: str
    why: str = ""
    """For a stale step, what changed; for one that waits, the question."""
    next: str = ""
    """For a step that waits: what answers it."""
    decision: PersonalDecision | None = None
    at: str = ""


@dataclass(frozen=True)
class StudyStatus:
    """Where a study stands: what `bauta status` shows, and how `bauta run` ended."""

    study: str
    """The study file."""
    folder: str
    """Where its records are."""
    steps: tuple[StepStatus, ...]
    next: str
    """The command to type next; empty where nothing is left to do."""
    taken: tuple[Step, ...] = ()
    """Steps that were taken by this run; the others held or were not reached."""
    question: Question | None = None
    """What a person must decide; None where nothing is asked."""

    @property
    def is_done(self) -> bool:
        return all(one.state is StepState.DONE for one in self.steps)
