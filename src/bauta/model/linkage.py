"""What linking two releases would give: plain facts."""

from dataclasses import dataclass
from enum import StrEnum


class InBoth(StrEnum):
    """How it is known who is in both releases."""

    KEY = "person key"
    """By a key that both have: counted."""
    NESTED = "as many as can be"
    """Not known: everybody is taken to be in both who can be, which is the most."""


@dataclass(frozen=True)
class Notification:
    """Whom to tell if the first was exposed and the second is the list it came from."""

    told_if_linked: int
    reached_if_linked: float
    """People whose record was exposed among those who are told if every record is linked to one person."""
    told_by_class: int
    told_if_all: int


@dataclass(frozen=True)
class SharedCodes:
    """Two columns of pseudonyms that have codes in common."""

    column_a: str
    column_b: str
    codes: int
    """Different codes that both have ..."""
    of: int
    """... of those of the first."""


@dataclass(frozen=True)
class ToldAlike:
    """A variable that one table has more coarsely: the other was put in its words."""

    variable: str
    level: str
    """What the release calls the level."""
    rows_without_word: int
    """Rows of the other table whose value the release has no word for: they fit nobody."""


@dataclass(frozen=True)
class Linkage:
    """Everything `bauta link` found."""

    source_a: str
    source_b: str
    variables: tuple[str, ...]
    records_a: int
    records_b: int
    classes: int
    """Classes of A."""
    shared_classes: int
    """Classes that both have."""
    linkable: int
    """People of A in these."""
    in_both: int
    """People in both releases, in the same class ..."""
    basis: InBoth
    """... and how that is known."""
    correct_matches: float
    """Expected number of correct matches, no record of B being used twice."""
    share: float
    """The same as a share of the records of A: the marketer's risk."""
    share_of_linkable: float
    """The same as a share of the people of A who can be in both."""
    correct_if_reused: float
    """Expected correct matches if a record of B may be used more than once."""
    unique_pairs: int
    """Classes with one person in each: matched for certain if it is the same person."""
    notification: Notification | None
    """None if A cannot be a part of B: some class has more people in A."""
    notes: tuple[str, ...]
    told_alike: tuple[ToldAlike, ...] = ()
    shared_codes: tuple[SharedCodes, ...] = ()
    rows_suppressed: int = 0
    """Rows of releases with a suppressed cell among the variables: they are taken to fit nobody."""
