"""How many people of a registry reports fit, where the registry is known by two unlinked tables only.

El Emam et al. (2013) ask how many adverse drug event reports of deaths could be matched to obituaries. No registry of
all deaths is public, but two tables of counts are: one by year, age, sex and province, one by year, month and province.
So a registry is simulated, many times:

1. The people of the first table are distributed over the months of their year with the proportions that the second
   table has for their year and province, and over the days of a month uniformly. Each person's day is drawn
   independently, so the counts of a cell are multinomial.
2. The reports lack the province. Each gets that of a person drawn from those it fits (age, sex, a date within the
   window), who is then not drawn again.
3. For each combination of what could be told, the people whom a report fits are counted. A date told as its month fits
   every day that some date of the month would fit.

A report that fits nobody in a simulated registry counts as unique: its own person is in the real one.

Whoever is drawn is drawn as a count: a registry is a table over (province, sex, age, day), and sums over ages and days
up to each place answer every question about it with four numbers.

El Emam K, Dankar FK, Neisa A, Jonker E (2013). BMC Medical Informatics and Decision Making 13:114, "Datasets" and "Risk
measurement".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.model.registry_simulation import DatePrecision, Precision, PrecisionRisk, Spread, Window

Floats = npt.NDArray[np.float64]
COVERED = 0.95
SimulationListener = Callable[[int, int], None]
"""Told how many of how many registries are done."""


@dataclass(frozen=True, eq=False, repr=False)
class RegistryMargins:
    """Two tables of counts over the same people: by year, age and other variables, and by year and month.

    `assigned`, `other`, `age` and `year` number the values of each cell of the first table from 0.
    """

    first_year: int
    n_years: int
    lowest_age: int
    assigned: Integers
    other: Integers
    age: Integers
    year: Integers
    people: Integers
    months: Integers
    """The row of `month_shares` that each cell goes by."""
    month_shares: Floats
    """Twelve shares of a year's people, one row per year and group of the second table."""

    @property
    def n_days(self) -> int:
        return int(self.year_starts[-1])

    @property
    def year_starts(self) -> Integers:
        """The number of each year's first day, counted from the first year's, and of the day after the last."""
        years = np.arange(self.first_year, self.first_year + self.n_years + 1) - 1970
        starts: Integers = years.astype("datetime64[Y]").astype("datetime64[D]").astype(np.int64)
        starts -= starts[0]
        return starts


@dataclass(frozen=True, eq=False, repr=False)
class Reports:
    """Reports one by one: other values and age as in the margins, and the day, counted from the first year's first."""

    other: Integers
    age: Integers
    day: Integers


@dataclass(frozen=True, eq=False, repr=False)
class SimulatedRisks:
    """The rows of the result, and how many reports fitted nobody."""

    rows: tuple[PrecisionRisk, ...]
    fits_nobody: Spread


def simulate_registries(
    margins: RegistryMargins,
    reports: Reports,
    precisions: Sequence[Precision],
    least_class_sizes: Sequence[int],
    *,
    window: Window,
    registries: int,
    rng: np.random.Generator,
    listener: SimulationListener | None = None,
) -> SimulatedRisks:
    """The share of reports in classes below each of the sizes, for each precision, over simulated registries."""
    from bauta.risk import registry_kernels as kernels

    n_assigned, n_other, n_ages = (int(codes.max()) + 1 for codes in (margins.assigned, margins.other, margins.age))
    n_days, n_reports = margins.n_days, len(reports.day)
    cells = _cells_in_order(margins, n_other, n_ages, n_days)
    stays, partners = _alias_tables(margins)
    shares = np.bincount(margins.assigned, weights=margins.people, minlength=n_assigned) / margins.people.sum()
    ranges = {one: _ranges(reports, one, margins, window, n_ages) for one in precisions}
    finest = _days_fitting(reports.day, DatePrecision.DAY, margins, window)

    counts = np.zeros((n_assigned, n_other, n_ages, n_days), np.int32)
    sums = np.zeros((n_assigned + 1, n_other, n_ages + 1, n_days + 1), np.int32)
    draws, chances = np.empty(int(margins.people.sum())), np.empty(n_reports)
    assigned, sizes = np.zeros(n_reports, np.int64), np.zeros(n_reports, np.int64)
    limits = np.array([*least_class_sizes, 2])  # a class below 2 is one person
    below = np.empty((registries, len(precisions), len(limits)))
    smallest = np.empty((registries, len(precisions)))
    nobody = np.empty(registries)
    for number in range(registries):
        rng.random(out=draws)
        rng.random(out=chances)
        counts.fill(0)
        kernels.draw_days(draws, *cells, stays, partners, counts.reshape(-1))
        kernels.sum_up(counts, sums)
        nobody[number] = kernels.assign(counts, reports.other, reports.age, *finest, chances, shares, assigned)
        for row, one in enumerate(precisions):
            kernels.class_sizes(sums, one.tells_assigned, assigned, reports.other, *ranges[one], sizes)
            below[number, row] = [np.count_nonzero(sizes < limit) for limit in limits]
            smallest[number, row] = max(1, sizes.min())
        if listener is not None:
            listener(number + 1, registries)
    return SimulatedRisks(
        rows=tuple(
            PrecisionRisk(
                precision=one,
                at_risk=tuple(_spread(below[:, row, place] / n_reports) for place in range(len(least_class_sizes))),
                unique=_spread(below[:, row, -1] / n_reports),
                smallest_class=_spread(smallest[:, row]),
            )
            for row, one in enumerate(precisions)
        ),
        fits_nobody=_spread(nobody / n_reports),
    )


def _cells_in_order(
    margins: RegistryMargins, n_other: int, n_ages: int, n_days: int
) -> tuple[Integers, Integers, Integers, Integers]:
    """Each cell's people, the flat place of its year's first day, its alias table and the days of its year."""
    years = margins.year_starts
    starts = ((margins.assigned * n_other + margins.other) * n_ages + margins.age) * n_days + years[margins.year]
    order = np.argsort(starts, kind="stable")  # so that the table of counts is filled from one end to the other
    return margins.people[order], starts[order], margins.months[order], np.diff(years)[margins.year][order]


def _alias_tables(margins: RegistryMargins) -> tuple[Floats, Integers]:
    """For each row of `month_shares`, the two arrays of Walker's alias method over the days of its year."""
    year_of = np.zeros(len(margins.month_shares), np.int64)
    year_of[margins.months] = margins.year
    stays = np.ones((len(year_of), 366))
    partners = np.zeros((len(year_of), 366), np.int64)
    for table, shares in enumerate(margins.month_shares):
        lengths = _month_lengths(margins.first_year + int(year_of[table]))
        days = int(lengths.sum())
        stays[table, :days], partners[table, :days] = alias_table(np.repeat(shares / lengths, lengths))
    return stays, partners


def alias_table(probabilities: Floats) -> tuple[Floats, Integers]:
    """Walker's tables: place k stays with probability `stays[k]`, else becomes `partners[k]`."""
    scaled = (probabilities / probabilities.sum() * len(probabilities)).tolist()
    stays, partners = np.ones(len(scaled)), np.arange(len(scaled), dtype=np.int64)
    poor = [k for k, share in enumerate(scaled) if share < 1]
    rich = [k for k, share in enumerate(scaled) if share >= 1]
    while poor and rich:
        low, high = poor.pop(), rich[-1]
        stays[low], partners[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            poor.append(rich.pop())
    return stays, partners


def _month_lengths(year: int) -> Integers:
    first = np.datetime64(f"{year:04d}-01", "M") + np.arange(13)
    days: Integers = first.astype("datetime64[D]").astype(np.int64)
    return days[1:] - days[:-1]


def _ranges(
    reports: Reports, precision: Precision, margins: RegistryMargins, window: Window, n_ages: int
) -> tuple[Integers, Integers, Integers, Integers]:
    """The ages and days that each report fits at a precision, first and last."""
    width = precision.age_width
    youngest = (reports.age + margins.lowest_age) // width * width - margins.lowest_age
    ages = np.clip(youngest, 0, n_ages - 1), np.clip(youngest + width - 1, 0, n_ages - 1)
    return *ages, *_days_fitting(reports.day, precision.date, margins, window)


def _days_fitting(
    days: Integers, precision: DatePrecision, margins: RegistryMargins, window: Window
) -> tuple[Integers, Integers]:
    """The first and last day on which the event may have been, given what is told of the report's date."""
    origin = np.datetime64(f"{margins.first_year:04d}-01-01", "D")
    dates = origin + days
    unit = {DatePrecision.DAY: "D", DatePrecision.MONTH: "M", DatePrecision.YEAR: "Y"}[precision]
    period = dates.astype(f"datetime64[{unit}]")
    first = (period.astype("datetime64[D]") - origin).astype(np.int64)
    last = ((period + 1).astype("datetime64[D]") - origin).astype(np.int64) - 1
    end = margins.n_days - 1
    return np.clip(first - window.before, 0, end), np.clip(last + window.after, 0, end)


def _spread(values: Floats) -> Spread:
    outside = (1 - COVERED) / 2
    lower, upper = np.quantile(values, [outside, 1 - outside])
    return Spread(float(values.mean()), float(lower), float(upper))
