"""Who may read what: the facts that a recipient may know, taken out of a study's record one by one.

The rule: the recipient's edition holds nothing that was computed from the source. What is in it can be seen in the
release itself, stands in the contract or the law, or is the verdict. So nothing has to be found and taken out: chapters
are written from `PublicFacts`; whatever else they say needs the record, which the recipient's edition does not have.
docs/decisions/0033-what-a-recipient-may-read.md says it fact by fact.
"""

from dataclasses import dataclass

from bauta.model.assessment import Verdict
from bauta.model.context import Mechanism, Sharing
from bauta.model.deidentification import Deidentification, VariableOutcome
from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.model.threat import AttackKind
from bauta.model.transformations import SuppressionKind
from bauta.report.content_changes import NOTHING_TOLD, ORIGINAL

REMOVED = "removed"


@dataclass(frozen=True)
class PublicColumn:
    """A column of the release and how it is told, as in the dictionary that travels with it."""

    name: str
    treatment: str


@dataclass(frozen=True)
class PublicFacts:
    """Everything a recipient may know."""

    title: str | None
    verdict: Verdict | None
    custodian: str | None
    prepared_by: str | None
    signatory: str | None
    valid_until: str | None
    product: str | None
    active_ingredient: str | None
    procedure_number: str | None
    control_number: str | None
    applicant: str | None
    recipient: str | None
    purpose: str | None
    sharing: Sharing | None
    mechanism: Mechanism | None
    attacks: tuple[AttackKind, ...]
    """Which were considered; not how likely they are, nor what they permit."""
    conditions: tuple[str, ...]
    columns: tuple[PublicColumn, ...]
    """Of the release; columns that were removed are not named."""
    key_variables: tuple[str, ...]
    """Those that are in the release."""
    marks_suppressed_cells: bool
    """Whether a cell may be empty or * because it was suppressed: the dictionary says so too."""
    rows: int | None
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Told:
    """What an edition is written from."""

    public: PublicFacts
    record: StudyRecord | None
    """None in the recipient's edition."""


def told_in(edition: Edition, record: StudyRecord) -> Told:
    """What this edition is written from."""
    return Told(public_facts(record), record if edition is Edition.FULL else None)


def public_facts(record: StudyRecord) -> PublicFacts:
    """What a recipient may know of a study."""
    document, context, release = record.document, record.context, record.release
    columns = () if release is None else public_columns(release)
    names = {column.name for column in columns}
    return PublicFacts(
        title=record.title,
        verdict=None if record.risk_after is None else record.risk_after.verdict,
        custodian=document.custodian,
        prepared_by=document.prepared_by,
        signatory=document.signatory,
        valid_until=document.valid_until,
        product=document.product,
        active_ingredient=document.active_ingredient,
        procedure_number=document.procedure_number,
        control_number=document.control_number,
        applicant=document.applicant,
        recipient=None if context is None else context.recipient,
        purpose=None if context is None else context.purpose,
        sharing=None if context is None else context.sharing,
        mechanism=None if context is None else context.mechanism,
        attacks=() if context is None else tuple(attack.kind for attack in context.attacks),
        conditions=(*(() if context is None else context.conditions), *document.conditions),
        columns=columns,
        key_variables=tuple(variable for variable in document.key_variables if variable in names),
        marks_suppressed_cells=release is not None and release.goal.suppression is not SuppressionKind.RECORDS,
        rows=None if record.export is None else record.export.rows,
        files=() if record.export is None else record.export.files,
    )


def public_columns(release: Deidentification) -> tuple[PublicColumn, ...]:
    """The columns of the release, each with what was done to it in the words of its dictionary."""
    absent = set() if release.durations is None else release.durations.absent_columns
    told = [
        PublicColumn(one.variable, told_as(one)) for one in release.solution.variables if one.variable not in absent
    ]
    # What follows a semicolon is for the custodian: where the undoing is kept, how far a date may have moved.
    others = [(one.column, one.what.partition(";")[0]) for one in release.columns]
    return (*told, *(PublicColumn(column, what) for column, what in others if what != REMOVED and column not in absent))


def told_as(one: VariableOutcome) -> str:
    """How a quasi-identifier is told."""
    if one.level == 0 or one.level_name == ORIGINAL:
        return "unchanged"
    return "not told" if one.level_name == NOTHING_TOLD else f"generalized: {one.level_name}"
