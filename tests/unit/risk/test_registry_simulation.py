"""The simulated registry: small ones against plain counting, and the laws that drawing must obey."""

import datetime as dt
from itertools import product

import numpy as np
import pytest

from bauta.model.registry_simulation import DatePrecision, Precision, Window
from bauta.risk import registry_kernels as kernels
from bauta.risk.registry_simulation import (
    RegistryMargins,
    Reports,
    _days_fitting,
    _ranges,
    alias_table,
    simulate_registries,
)

EVERY_PRECISION = [
    Precision(tells, width, date) for tells, width, date in product((True, False), (1, 5), DatePrecision)
]


def margins(people, *, first_year=2000, lowest_age=40, month_shares=None):
    """A table [assigned, other, age, year] of people; every month alike unless said otherwise."""
    people = np.asarray(people)
    assigned, other, age, year = (axis.ravel() for axis in np.indices(people.shape))
    shares = np.full((people.shape[3], 12), 1 / 12) if month_shares is None else np.asarray(month_shares)
    return RegistryMargins(
        first_year, people.shape[3], lowest_age, assigned, other, age, year, people.ravel(), year, shares
    )


def test_alias_tables_give_back_the_probabilities():
    probabilities = np.array([0.1, 0.0, 0.4, 0.25, 0.05, 0.2])
    stays, partners = alias_table(probabilities)
    given = stays / len(stays)
    np.add.at(given, partners, (1 - stays) / len(stays))
    np.testing.assert_allclose(given, probabilities, atol=1e-15)


def test_years_have_their_days_and_months_their_shares():
    """All of 2000 (a leap year) in February, all of 2001 in December: on no other day, and on each of these."""
    february, december = np.eye(12)[1], np.eye(12)[11]
    registry = margins(np.full((1, 1, 1, 2), 5000), month_shares=[february, december])
    days = [(dt.date(2000, 2, 1) - dt.date(2000, 1, 1)).days, (dt.date(2001, 12, 31) - dt.date(2000, 1, 1)).days]
    reports = Reports(np.zeros(2, int), np.zeros(2, int), np.array(days))
    months = Precision(False, 1, DatePrecision.MONTH)
    window, rng = Window(0, 0), np.random.default_rng(1)
    found = simulate_registries(registry, reports, [months], [5000], window=window, registries=3, rng=rng)
    assert found.rows[0].smallest_class.mean == 5000
    assert registry.n_days == 366 + 365
    single = Precision(False, 1, DatePrecision.DAY)
    found = simulate_registries(registry, reports, [single], [2], window=window, registries=200, rng=rng)
    assert found.rows[0].smallest_class.mean == pytest.approx(5000 / 31, rel=0.08)


def test_provinces_are_assigned_without_replacement_as_in_figure_3():
    """Two deaths in Ontario, two in Alberta, one in Nova Scotia: five reports get exactly these."""
    counts = np.zeros((3, 1, 1, 10), np.int32)
    counts[:, 0, 0, 4] = 2, 2, 1
    n, rng = 5, np.random.default_rng(0)
    firsts = np.zeros(3)
    for _ in range(2000):
        assigned = np.zeros(n, np.int64)
        where = np.zeros(n, np.int64), np.zeros(n, np.int64), np.full(n, 2), np.full(n, 6)
        nobody = kernels.assign(counts.copy(), *where, rng.random(n), np.array([0.5, 0.3, 0.2]), assigned)
        assert nobody == 0
        assert np.bincount(assigned, minlength=3).tolist() == [2, 2, 1]
        firsts[assigned[0]] += 1
    np.testing.assert_allclose(firsts / 2000, [0.4, 0.4, 0.2], atol=0.04)


def test_a_report_that_nobody_fits_is_counted_and_assigned_by_the_overall_shares():
    counts = np.zeros((2, 1, 1, 10), np.int32)
    counts[0, 0, 0, 9] = 1
    assigned = np.zeros(2, np.int64)
    where = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64), np.array([8, 9])
    nobody = kernels.assign(counts, *where, np.array([0.9, 0.1]), np.array([0.7, 0.3]), assigned)
    assert nobody == 1
    assert assigned.tolist() == [1, 0]


def test_class_sizes_are_those_of_plain_counting():
    rng = np.random.default_rng(5)
    registry = margins(rng.integers(0, 4, (3, 2, 12, 2)), lowest_age=38)
    counts = rng.integers(0, 3, (3, 2, 12, registry.n_days)).astype(np.int32)
    sums = np.zeros((4, 2, 13, registry.n_days + 1), np.int32)
    kernels.sum_up(counts, sums)
    n, window = 40, Window(15, 3)
    reports = Reports(rng.integers(0, 2, n), rng.integers(0, 12, n), rng.integers(0, registry.n_days, n))
    assigned = rng.integers(0, 3, n)
    start, end = dt.date(2000, 1, 1), dt.date(2001, 12, 31)
    for precision in EVERY_PRECISION:
        sizes = np.zeros(n, np.int64)
        ranges = _ranges(reports, precision, registry, window, 12)
        kernels.class_sizes(sums, precision.tells_assigned, assigned, reports.other, *ranges, sizes)
        for r in range(n):
            date = start + dt.timedelta(int(reports.day[r]))
            told = {"day": lambda d: d, "month": lambda d: (d.year, d.month), "year": lambda d: d.year}[precision.date]
            alike = [start + dt.timedelta(i) for i in range((end - start).days + 1)]
            alike = [d for d in alike if told(d) == told(date)]
            first = max(min(alike) - dt.timedelta(window.before), start)
            last = min(max(alike) + dt.timedelta(window.after), end)
            group = (reports.age[r] + 38) // precision.age_width
            ages = [a for a in range(12) if (a + 38) // precision.age_width == group]
            table = counts[assigned[r]] if precision.tells_assigned else counts.sum(axis=0)
            days = slice((first - start).days, (last - start).days + 1)
            assert sizes[r] == table[reports.other[r], ages, days].sum(), (precision, r)


def test_a_simulated_registry_has_the_people_of_the_margins():
    rng = np.random.default_rng(2)
    people = rng.integers(0, 30, (3, 2, 4, 2))
    registry = margins(people)
    reports = Reports(np.array([0, 1]), np.array([0, 3]), np.array([100, 500]))
    year = Precision(False, 1, DatePrecision.YEAR)
    found = simulate_registries(
        registry, reports, [year], [2], window=Window(0, 0), registries=4, rng=np.random.default_rng(3)
    )
    expected = min(people[:, 0, 0, 0].sum(), people[:, 1, 3, 1].sum())
    assert (found.rows[0].smallest_class.lower, found.rows[0].smallest_class.upper) == (expected, expected)


def test_the_share_at_risk_is_the_binomial_one():
    """One report, n people spread over a year: those within its 16 days are binomial(n, about 16/366)."""
    n, window = 40, Window(15, 0)
    registry = margins(np.full((1, 1, 1, 1), n))
    reports = Reports(np.zeros(1, int), np.zeros(1, int), np.array([60]))
    day = Precision(False, 1, DatePrecision.DAY)
    found = simulate_registries(
        registry, reports, [day], [3], window=window, registries=20_000, rng=np.random.default_rng(4)
    )
    february, march = 15 / (12 * 29), 1 / (12 * 31)  # 15 to 29 February and 1 March
    p = february + march
    below_3 = sum(float(np.prod([(n - i) / (i + 1) for i in range(k)])) * p**k * (1 - p) ** (n - k) for k in range(3))
    assert found.rows[0].at_risk[0].mean == pytest.approx(below_3, abs=0.012)
    assert found.fits_nobody.mean == pytest.approx((1 - p) ** n, abs=0.012)


def test_the_same_seed_gives_the_same_registries():
    registry = margins(np.full((2, 1, 3, 1), 50))
    reports = Reports(np.zeros(9, int), np.arange(9) % 3, np.arange(9) * 40)
    one, same, other = (
        simulate_registries(
            registry, reports, EVERY_PRECISION, [3, 5], window=Window(), registries=5, rng=np.random.default_rng(seed)
        ).rows
        for seed in (1, 1, 2)
    )
    assert one == same != other


def test_what_tells_less_puts_fewer_reports_at_risk():
    rng = np.random.default_rng(6)
    registry = margins(rng.integers(0, 60, (4, 2, 20, 2)))
    reports = Reports(rng.integers(0, 2, 50), rng.integers(0, 20, 50), rng.integers(20, registry.n_days, 50))
    rows = simulate_registries(
        registry, reports, EVERY_PRECISION, [3, 4, 5], window=Window(), registries=5, rng=rng
    ).rows
    risk = {row.precision: [one.mean for one in row.at_risk] for row in rows}
    for precision in EVERY_PRECISION:
        assert risk[precision] == sorted(risk[precision])
        coarser = [
            Precision(False, precision.age_width, precision.date),
            Precision(precision.tells_assigned, 5, precision.date),
            Precision(precision.tells_assigned, precision.age_width, DatePrecision.YEAR),
        ]
        for other in coarser:
            assert all(a >= b for a, b in zip(risk[precision], risk[other], strict=True))


def test_windows_end_with_the_registry():
    registry = margins(np.full((1, 1, 1, 1), 1), first_year=2001)
    first, last = _days_fitting(np.array([3, 364]), DatePrecision.DAY, registry, Window(15, 15))
    assert first.tolist() == [0, 349]
    assert last.tolist() == [18, 364]
