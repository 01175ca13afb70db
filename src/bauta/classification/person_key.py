"""Finds the column that tells whose row a row is. Risk is counted per person, so this choice matters."""

from collections.abc import Sequence

from bauta.classification import kinds
from bauta.classification.names import kind_from_name
from bauta.model.columns import ColumnProfile, ColumnSummary
from bauta.model.roles import Role

# Best first. A number of the hospital or of the table comes before one of the state: it is what other tables refer to,
# while the number of the state can be missing, wrong or shared by a mother and her newborn child. Names and e-mail
# addresses are left out on purpose: two people can share the one, and one person can have several of the other.
_KEY_KINDS = tuple(
    kind.label for kind in (kinds.PATIENT_ID, kinds.MRN, kinds.HEALTH_NUMBER, kinds.SSN, kinds.NATIONAL_ID)
)
_UNIQUE_NUMBERS_OF_STATES = tuple(
    (0, _KEY_KINDS.index(kind.label)) for kind in (kinds.HEALTH_NUMBER, kinds.SSN, kinds.NATIONAL_ID)
)
_LAST_RESORT = kinds.ROW_NUMBER.label


def find_person_key(profiles: Sequence[ColumnProfile]) -> int | None:
    """The position of the best person key, or None when no column is one.

    A key has no missing values. One that is unique comes first (one row per person), then one that repeats
    (visits, claims), then a plain unique "id", which numbers rows but in a file of patients numbers patients. That it
    is such a file shows where a number of the state is unique too; then the id is the key, as other tables refer to it.
    """
    ranked = [(rank, position) for position, profile in enumerate(profiles) if (rank := _rank(profile)) is not None]
    if not ranked:
        return None
    best, position = min(ranked)
    if best in _UNIQUE_NUMBERS_OF_STATES:
        return next((i for i, profile in enumerate(profiles) if _is_key_of_the_table(profile)), position)
    return position


def _is_key_of_the_table(profile: ColumnProfile) -> bool:
    """Whether it is a unique column called just `id`, whatever its values are."""
    summary = profile.summary
    named = kind_from_name(summary.name)
    is_direct = profile.suggestion.role is Role.DIRECT_IDENTIFIER
    is_named = named is not None and named.kind in (kinds.ROW_NUMBER, kinds.PSEUDONYM)
    return is_direct and is_named and summary.missing == 0 and summary.rows > 1 and _is_unique(summary)


def _rank(profile: ColumnProfile) -> tuple[int, int] | None:
    summary, kind = profile.summary, profile.suggestion.kind
    if summary.rows == 0 or summary.missing > 0 or (summary.distinct <= 1 and summary.rows > 1):
        return None
    unique = _is_unique(summary)
    if kind in _KEY_KINDS:
        return (0 if unique else 1, _KEY_KINDS.index(kind))
    if kind == _LAST_RESORT and unique:
        return (2, 0)
    return None


def _is_unique(summary: ColumnSummary) -> bool:
    return summary.uniqueness >= 1.0
