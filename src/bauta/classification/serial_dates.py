"""Numbers that could be dates: they lie where the days of our time lie in the count of some program.

A range alone says little: ages, years, money and record numbers lie in some range as well. So either the name must
speak of dates, or the numbers must be spread as dates are: many different ones, over months, no rounder than by chance,
and not simply numbered through.
"""

from dataclasses import dataclass
from datetime import date

from bauta.classification import kinds
from bauta.classification.tokens import tokenise
from bauta.classification.values import Values
from bauta.dates.serials import COUNTS
from bauta.model.dates import Serial
from bauta.model.roles import VariableType

_NUMERIC = (VariableType.INTEGER, VariableType.DECIMAL, VariableType.CODE)
_DATES = frozenset(kind.label for kind in (kinds.BIRTH_DATE, kinds.EVENT_DATE, kinds.DEATH_DATE, kinds.LOAD_DATE))
_WORDS = frozenset(["date", "dt", "dtm", "datetime", "timestamp", "ts", "dob", "birth", "birthdate", "birthday"])
_EXPLAINED = frozenset(
    kind.label
    for kind in (
        kinds.POSTAL_CODE, kinds.ZIP5, kinds.ZIP3, kinds.ZIP9, kinds.AGE, kinds.BIRTH_YEAR, kinds.PROCEDURE_CODE,
        kinds.ICD9, kinds.LOINC, kinds.NDC, kinds.SURVEY_WEIGHT, kinds.PROVIDER, kinds.SITE_NUMBER, kinds.COST,
        kinds.INCOME, kinds.ROW_NUMBER,
    )
)  # fmt: skip
"""Kinds whose numbers nobody need ask about."""
_OUR_TIME = (date(1990, 1, 1), date(2036, 1, 1))
_LIVES = (date(1900, 1, 1), date(2036, 1, 1))
_SHARE = 0.95
"""Of the sample; the rest may be codes for "no date"."""
_FEWEST_VALUES, _SHORTEST_SPAN = 20, 60
_FEWEST_NAMED, _SHORTEST_NAMED = 5, 30
_MOST_ROUND = 0.4
"""One number in ten ends in 0 by chance; of money, doses and lengths most do."""
_PARTS = 366
"""Days of a year and smaller numbers are parts of dates, or lengths of time."""
_YEARS = (1800, 2200)


@dataclass(frozen=True)
class _Numbers:
    """The different numbers of a sample."""

    numbers: tuple[float, ...]

    def within(self, low: float, high: float) -> list[float]:
        return [number for number in self.numbers if low <= number < high]


def possible_serials(values: Values, kind: str) -> tuple[Serial, ...]:
    """What the numbers of a column may count since when, if they may be dates; nothing if they are something else."""
    if values.type not in _NUMERIC or kind in _EXPLAINED or not values.texts:
        return ()
    if any(len(text) > 1 and text[0] == "0" and text[1] != "." for text in values.texts):
        return ()
    try:
        numbers = _Numbers(tuple(float(text) for text in values.texts))
    except ValueError:
        return ()
    is_named = kind in _DATES or bool(_WORDS & set(tokenise(values.summary.name)))
    test = _fits_the_name if is_named else _is_spread_like_dates
    return tuple(serial for serial in Serial if test(values, numbers, serial))


def _days(numbers: _Numbers, serial: Serial, period: tuple[date, date]) -> list[int]:
    """The days that the numbers would be; nothing unless nearly all lie within the period."""
    count = COUNTS[serial]
    low, high = ((day - count.origin).days * count.per_day for day in period)
    inside = numbers.within(low, high)
    return [int(n // count.per_day) for n in inside] if len(inside) >= _SHARE * len(numbers.numbers) else []


def _fits_the_name(values: Values, numbers: _Numbers, serial: Serial) -> bool:
    """Whether numbers of a column that is called a date may be one, and are no years, months or days of a month."""
    period = _OUR_TIME if _days(numbers, serial, _OUR_TIME) or COUNTS[serial].per_day > 1 else _LIVES
    days = _days(numbers, serial, period)
    if not days or len(numbers.within(*_YEARS)) == len(numbers.numbers):
        return False
    if len(numbers.within(-_PARTS, _PARTS + 1)) >= _SHARE * len(numbers.numbers):
        return False
    is_few = values.summary.distinct < _FEWEST_NAMED
    return is_few or max(days) - min(days) >= _SHORTEST_NAMED


def _is_spread_like_dates(values: Values, numbers: _Numbers, serial: Serial) -> bool:
    """Whether numbers of a column whose name says nothing of dates are spread as dates of our time are."""
    days = _days(numbers, serial, _OUR_TIME)
    different = {int(number) for number in numbers.numbers}
    if len(different) < _FEWEST_VALUES or not days or max(days) - min(days) < _SHORTEST_SPAN:
        return False
    is_day = COUNTS[serial].per_day == 1
    if is_day and sum(number % 10 == 0 for number in numbers.numbers) > _MOST_ROUND * len(numbers.numbers):
        return False
    span = max(different) - min(different) + 1
    is_numbered_through = values.summary.uniqueness >= 1 and span <= 2 * values.summary.present
    return not is_numbered_through
