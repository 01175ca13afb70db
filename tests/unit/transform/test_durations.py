"""Which dates of a row may be released beside each other, and which date days are counted from."""

import itertools

import numpy as np

from bauta.transform.durations import ColumnOfDays, earliest, which_stay


def column(name: str, *days: int) -> ColumnOfDays:
    return ColumnOfDays(name, np.array(days), np.ones(len(days), np.int64))


def test_days_are_counted_from_the_earliest_of_the_complete_dates():
    columns = [column("left", *range(10, 30)), column("came", *range(20)), column("born", -9_000)]
    assert earliest(columns) == "came"
    assert earliest([column("a", 1, 2), column("b", 1, 2)]) == "a"
    assert earliest([column("a"), column("b")]) == "a"


def test_no_row_keeps_two_dates_without_days_between_them_that_were_counted():
    """Every pattern of three dates: missing, a month, or a day."""
    patterns = np.array(list(itertools.product((0, 1, 2), repeat=3)))
    first, later = patterns[:, 0], [patterns[:, 1], patterns[:, 2]]
    has_days = [(first == 2) & (own == 2) for own in later]
    stay = which_stay(first > 0, [own > 0 for own in later], has_days)
    for i in range(len(patterns)):
        kept = [own[i] for own in stay]
        uncounted = [k and not days[i] for k, days in zip(kept, has_days, strict=True)]
        if first[i]:
            assert not any(uncounted)
            assert kept == [bool(days[i]) for days in has_days]
        else:
            assert sum(kept) == min(1, sum(own[i] > 0 for own in later))
