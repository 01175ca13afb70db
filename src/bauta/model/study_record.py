"""Everything that is kept of a study that went through the eleven steps: what a report is made of, and nothing else.

`workflow/step_records.py` writes each part with its step and puts them together again; a report asks for no more than
this, so what it says can be traced to a record.
"""

from dataclasses import dataclass

from bauta.model.assessment import Assessment
from bauta.model.comparison import Comparison
from bauta.model.deidentification import Deidentification
from bauta.model.diagnostics import Diagnostics
from bauta.model.document import DocumentSection
from bauta.model.roles import Role, VariableType
from bauta.model.standards import StandardCheck
from bauta.model.steps import PersonalDecision, StepRecord
from bauta.model.threat import ContextRisk, ReleaseContext


@dataclass(frozen=True)
class VariableDecision:
    """The role of one variable, and why (steps 1 and 3)."""

    variable: str
    role: Role
    type: VariableType
    why: str
    """The note in the study, the answers the role follows from, or what was suggested; in a sentence."""
    by: str | None
    """Who decided; None where nobody is named."""


@dataclass(frozen=True)
class MaskDecision:
    """What is done with a direct identifier (step 2)."""

    variable: str
    technique: str
    """In words: removed, random pseudonyms, ..."""


@dataclass(frozen=True)
class UtilityLimit:
    """How far a quasi-identifier may be generalized (step 4)."""

    variable: str
    hierarchy: str
    """In words."""
    coarsest: str | None
    """The name of the highest level that is still useful; None: any."""
    weight: float


@dataclass(frozen=True)
class UtilityNeeds:
    """What the recipient needs (step 4)."""

    needs: str | None
    largest_loss: float | None
    limits: tuple[UtilityLimit, ...]
    analyses: tuple[str, ...]
    """Models that will be fitted before and after, in words."""


@dataclass(frozen=True)
class SourceFacts:
    """What was read (step 6)."""

    shown: str
    """File name or address, without secrets."""
    sha256: str | None
    """None for a database."""
    rows: int
    people: int
    columns: int
    person_key: str | None
    population: str | None
    """The reference population or the sampling fraction, in words; None where only the data are known."""


@dataclass(frozen=True)
class ExportFacts:
    """What was released (step 11)."""

    folder: str
    files: tuple[tuple[str, str], ...]
    """Files of release/ with their SHA-256."""
    rows: int
    columns: int


@dataclass(frozen=True)
class StudyRecord:
    """All steps together. Parts that are None belong to steps that were not taken yet."""

    title: str | None
    study: str
    """Name of the study file."""
    bauta: str
    document: DocumentSection
    variables: tuple[VariableDecision, ...]
    masks: tuple[MaskDecision, ...]
    context: ReleaseContext | None
    utility: UtilityNeeds | None
    source: SourceFacts | None
    before: Assessment | None
    risk_before: ContextRisk | None
    needs_change: bool | None
    """Whether the data as they are exceed what is permitted (step 8)."""
    release: Deidentification | None
    risk_after: ContextRisk | None
    """Measured from the written file."""
    diagnostics: Diagnostics | None
    comparison: Comparison | None
    standards: tuple[StandardCheck, ...]
    """The release, and the source, held against lists of identifiers, where the study asks for it."""
    export: ExportFacts | None
    decisions: tuple[tuple[str, PersonalDecision], ...]
    """Step -> what a person decided there."""
    records: tuple[StepRecord, ...]
    """The steps as they were recorded, with the hashes of what they rest on."""
    not_known: tuple[tuple[str, str], ...] = ()
    """Variables that look as if somebody could know them, or `durations`, and why nobody can, as the study says."""
    stale: tuple[str, ...] = ()
    """A sentence for each step that was taken but rests on something that has changed since; its parts are None."""
