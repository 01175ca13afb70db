"""The result of holding a table against a standard's list of identifiers: plain facts, no value of any person."""

from dataclasses import dataclass
from enum import StrEnum


class Standard(StrEnum):
    """Lists of identifiers that can be checked and applied."""

    SAFE_HARBOR = "safe-harbor"
    """HIPAA Privacy Rule, 45 CFR 164.514(b)(2): eighteen kinds of identifiers."""
    LIMITED_DATA_SET = "limited-data-set"
    """45 CFR 164.514(e)(2): sixteen direct identifiers; needs a data use agreement."""


class Outcome(StrEnum):
    """What a check says."""

    PASS = "pass"
    FAIL = "fail"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True)
class Rule:
    """One item of a standard."""

    key: str
    """As the standard numbers it: B for geography."""
    title: str
    asks: str
    """What it asks for, in one sentence."""


@dataclass(frozen=True)
class Finding:
    """What one rule says of one column, or of the table as a whole."""

    rule: Rule
    column: str | None
    outcome: Outcome
    why: str
    """In one sentence, with counts and never a value."""
    rows: int | None = None
    """Rows that break the rule, where they can be counted."""
    remedy: str | None = None
    """What applying the standard would do."""


@dataclass(frozen=True)
class Caveat:
    """Something the standard does not look at, and what of it is in this table."""

    title: str
    text: str
    concerns_this_table: bool


@dataclass(frozen=True)
class StandardCheck:
    """A table held against a standard."""

    standard: Standard
    title: str
    source: str
    """The law, as it is to be cited, and the edition of any table of figures used."""
    data: str
    """What was checked."""
    rows: int
    findings: tuple[Finding, ...]
    caveats: tuple[Caveat, ...]
    as_of: str | None = None
    """The day ages are counted on: the one given, or the end of the last year in the data; None without either."""

    @property
    def outcome(self) -> Outcome:
        """The worst of all."""
        found = {finding.outcome for finding in self.findings}
        return next((one for one in (Outcome.FAIL, Outcome.CANNOT_TELL) if one in found), Outcome.PASS)
