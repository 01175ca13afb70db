"""Later dates of a row as a release has them: at the start of their band of days after the first date."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.errors import listed
from bauta.model.numbers import is_missing, numbers
from bauta.transform.durations import Flags, which_stay
from bauta.workflow.durations_of_release import Bands


@dataclass(frozen=True, eq=False, repr=False)
class LaterDate:
    """One date of every row."""

    is_there: Flags
    """Rows that have it in the release, before anything is suppressed."""
    back: Integers
    """By how many days it moves, beside the offset: to the start of its band."""
    left_out: int
    """Rows that lose it because no days can be counted to it, though another date of theirs stays."""
    in_words: str
    is_moved: bool
    """Whether it is in the release beside the first date, with the offset of its person."""


def later_dates(rows: Any, bands: Sequence[Bands]) -> dict[str, LaterDate]:
    """The later dates by name; `rows` has the dates and the days of every row."""
    if not bands:
        return {}
    is_first = ~is_missing(rows.column(bands[0].duration.first).combine_chunks())
    present = [~is_missing(rows.column(one.duration.later).combine_chunks()) for one in bands]
    content = [rows.column(one.duration.name).combine_chunks() for one in bands]
    has_days = [~is_missing(days) for days in content]
    stay = which_stay(is_first, present, has_days)
    found = {}
    for one, there, counted, kept, own in zip(bands, present, has_days, stay, content, strict=True):
        days = numbers(own, missing=0).astype(np.int64) if len(own) else np.zeros(0, np.int64)
        is_there = kept if one.is_told else kept & ~counted
        back = np.where(counted, one.start(days) - days, 0)
        found[one.duration.later] = LaterDate(
            is_there, back, int((there & ~kept).sum()), one.in_words, one.is_told and not one.as_column
        )
    return found


def notes_on_later_dates(later: Mapping[str, LaterDate]) -> tuple[str, ...]:
    """Which dates are missing from the release because nobody can say how far they are from another one."""
    lost = {name: one.left_out for name, one in later.items() if one.left_out and one.is_moved}
    if not lost:
        return ()
    rows = sum(lost.values())
    return (
        f"Left empty because no days can be counted to it from the first date of its row, which is missing or says no "
        f"day: {rows:,} {'date' if rows == 1 else 'dates'} of {listed(list(lost))}.",
    )
