"""Finds the column that tells whose row a row is. Risk is counted per person, so this choice matters."""

from collections.abc import Sequence

from bauta.classification import kinds
from bauta.model.columns import ColumnProfile, ColumnSummary

# Best first. Names and e-mail addresses are left out on purpose: two people can share the one, and one person
# can have several of the other.
_KEY_KINDS = tuple(
    kind.label for kind in (kinds.PATIENT_ID, kinds.MRN, kinds.HEALTH_NUMBER, kinds.SSN, kinds.NATIONAL_ID)
)
_LAST_RESORT = kinds.ROW_NUMBER.label


def find_person_key(profiles: Sequence[ColumnProfile]) -> int | None:
    """The position of the best person key, or None when no column is one.

    A key has no missing values. One that is unique comes first (one row per person), then one that repeats
    (visits, claims), then a plain unique "id", which numbers rows but in a file of patients numbers patients.
    """
    ranked = [(rank, position) for position, profile in enumerate(profiles) if (rank := _rank(profile)) is not None]
    return min(ranked)[1] if ranked else None


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
