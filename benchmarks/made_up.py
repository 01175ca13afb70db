"""Populations that nobody has: families with everything known, drawn by a seed, to try the estimators on.

Each function makes one population from a random number generator. The default estimator was mended by looking at where
it failed on `FAMILIES`, so these flatter it; `HELD_OUT` were written afterwards and changed nothing.
"""

from collections.abc import Callable, Sequence

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers

Family = Callable[[np.random.Generator], EquivalenceClasses]
Spread = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]
"""Draws z for every cell of a grid: what its rate is times the mean."""
FEW, MORE = (40, 12, 6), (90, 16, 8, 2)
"""Values of the variables of a small grid and of a larger one."""


def around_means(form: tuple[int, ...], people: int, spread: Spread, conc: float = 2.0, groups: int = 1) -> Family:
    """Rates with means from `groups` groups in which the variables are independent, times z."""

    def drawn(rng: np.random.Generator) -> EquivalenceClasses:
        means = np.zeros(form)
        for _ in range(groups):
            own = np.ones(())
            for k in form:
                own = np.multiply.outer(own, rng.dirichlet(np.full(k, conc)))
            means += own
        rates = means * spread(rng, form)
        counts = rng.poisson(rates * (people / rates.sum()))
        occupied = np.nonzero(counts)
        return renumbered([own.astype(np.int32) for own in occupied], counts[occupied])

    return drawn


def log_normal(deviation: float) -> Spread:
    return lambda rng, form: np.exp(deviation * rng.normal(size=form))


def gamma(shape: float) -> Spread:
    return lambda rng, form: rng.gamma(shape, size=form)


def pareto(tail: float) -> Spread:
    return lambda rng, form: 1 + rng.pareto(tail, size=form)


def half_impossible(rng: np.random.Generator, form: tuple[int, ...]) -> np.ndarray:
    return (rng.random(form) > 0.5).astype(float)


def zipf_margins(rng: np.random.Generator, n: int = 20_000) -> EquivalenceClasses:
    """Independent variables, three with values by Zipf's law."""
    places, trades, causes = (np.minimum(rng.zipf(a, n), most) for a, most in ((1.5, 300), (1.8, 80), (2.2, 20)))
    return counted(places, trades, rng.integers(2, size=n), causes)


def two_variables(rng: np.random.Generator, n: int = 20_000) -> EquivalenceClasses:
    """A name by Zipf's law and an age."""
    return counted(np.minimum(rng.zipf(1.4, n), 1000), np.clip(rng.normal(40, 18, n), 0, 95).astype(int))


def skewed(rng: np.random.Generator, n: int = 25_000) -> EquivalenceClasses:
    """Places by Zipf's law, and an age, a trade and a state of health that depend on the place."""
    place = np.minimum(rng.zipf(1.5, n), 300) - 1
    age = np.clip(rng.normal(40 + 15 * np.sin(place), 14), 0, 95).astype(int)
    trade = np.minimum(rng.zipf(1.7, n) - 1 + place % 3, 40)
    health = (rng.random(n) < age / 120).astype(int) + 2 * (rng.random(n) < 0.1)
    return counted(place, age, trade, health)


def nearly_uniform(rng: np.random.Generator, n: int = 25_000) -> EquivalenceClasses:
    """A day of the year, one of 12 places, one of 5 bands and a sex, every one nearly as likely."""
    return counted(*(rng.integers(k, size=n) for k in (365, 12, 5, 2)))


def birth_dates(rng: np.random.Generator, n: int = 25_000) -> EquivalenceClasses:
    """A day of birth among 10,950, a sex and one of 12 places of uneven size."""
    return counted(rng.integers(10_950, size=n), rng.integers(2, size=n), rng.geometric(0.35, n).clip(max=12))


def postal_codes(rng: np.random.Generator, n: int = 20_000) -> EquivalenceClasses:
    """1,500 codes of log-normal size, an age that depends on the code, and a sex."""
    sizes = np.exp(1.2 * rng.normal(size=1500))
    code = rng.choice(1500, size=n, p=sizes / sizes.sum())
    return counted(code, np.clip(rng.normal(38 + 8 * np.sin(code), 20), 0, 95).astype(int), rng.integers(2, size=n))


def one_trait(correlation: float, form: Sequence[int], n: int) -> Family:
    """Every variable follows one normal trait, cut at uneven places: all pairs are correlated."""

    def drawn(rng: np.random.Generator) -> EquivalenceClasses:
        trait = np.sqrt(correlation) * rng.normal(size=n)
        columns = []
        for k in form:
            own = trait + np.sqrt(1 - correlation) * rng.normal(size=n)
            cuts = np.cumsum(rng.dirichlet(np.full(k, 2.0)))[:-1]
            columns.append(np.searchsorted(np.quantile(own, cuts), own))
        return counted(*columns)

    return drawn


def give_or_take(rng: np.random.Generator, n: int = 20_000) -> EquivalenceClasses:
    """One number is the other give or take four."""
    year = rng.integers(90, size=n)
    return counted(year, year + rng.integers(-4, 5, size=n), rng.integers(2, size=n), rng.integers(8, size=n))


def nested(rng: np.random.Generator, n: int = 20_000) -> EquivalenceClasses:
    """Schooling depends on the place, and all but determines the trade."""
    sizes = np.exp(rng.normal(size=200))
    place = rng.choice(200, size=n, p=sizes / sizes.sum())
    schooling = np.clip((rng.normal(size=n) * 2 + 6 + place % 5).astype(int), 0, 15)
    trade = schooling // 4 * 8 + np.minimum(rng.zipf(1.6, n) - 1, 11)
    return counted(place, schooling, trade, rng.integers(2, size=n))


def many_questions(rng: np.random.Generator, n: int = 20_000) -> EquivalenceClasses:
    """Fourteen answers of yes or no that follow two traits."""
    scores = rng.normal(size=(n, 2)) @ rng.normal(size=(2, 14)) + rng.normal(size=14)
    return counted(*(scores + rng.logistic(size=(n, 14)) > 0).astype(int).T)


FAMILIES: dict[str, Family] = {
    "log-normal 0.5": around_means(FEW, 20_000, log_normal(0.5)),
    "log-normal 1": around_means(FEW, 20_000, log_normal(1)),
    "log-normal 1.5": around_means(FEW, 20_000, log_normal(1.5)),
    "log-normal 2": around_means(FEW, 20_000, log_normal(2)),
    "log-normal 1, more cells": around_means(MORE, 20_000, log_normal(1)),
    "log-normal 2, more cells": around_means(MORE, 20_000, log_normal(2)),
    "log-normal 1, two groups": around_means(FEW, 20_000, log_normal(1), groups=2),
    "log-normal 1, equal means": around_means((40, 25, 10), 20_000, log_normal(1), conc=1e6),
    "log-normal 2, equal means": around_means((40, 25, 10), 20_000, log_normal(2), conc=1e6),
    "gamma 0.3": around_means(FEW, 20_000, gamma(0.3)),
    "gamma 1": around_means(FEW, 20_000, gamma(1)),
    "Pareto 1.5": around_means(FEW, 20_000, pareto(1.5)),
    "half impossible": around_means(FEW, 20_000, half_impossible),
    "Zipf margins": zipf_margins,
    "two variables": two_variables,
    "skewed": skewed,
    "nearly uniform": nearly_uniform,
    "birth dates": birth_dates,
    "postal codes": postal_codes,
    "one trait, 0.5": one_trait(0.5, (60, 12, 8, 4), 20_000),
    "one trait, 0.9": one_trait(0.9, (60, 12, 8, 4), 20_000),
    "give or take four": give_or_take,
    "nested": nested,
    "many questions": many_questions,
    "3,000 people, log-normal 1": around_means((20, 8, 4), 3_000, log_normal(1)),
    "3,000 people, one trait": one_trait(0.5, (30, 8, 5), 3_000),
}

HELD_OUT: dict[str, Family] = {
    "Weibull 0.6": around_means((30, 15, 9), 20_000, lambda rng, form: rng.weibull(0.6, size=form)),
    "inverse Gaussian": around_means((30, 15, 9), 20_000, lambda rng, form: rng.wald(1.0, 0.7, size=form)),
    "log-t, 4 degrees": around_means((30, 15, 9), 20_000, lambda rng, form: np.exp(0.7 * rng.standard_t(4, size=form))),
    "two kinds of cells": around_means((30, 15, 9), 20_000, lambda rng, form: 1 + 9.0 * (rng.random(form) < 0.1)),
    "uniform rates": around_means((30, 15, 9), 20_000, lambda rng, form: rng.random(form)),
    "log-normal 1.2, three groups": around_means((25, 12, 10, 3), 30_000, log_normal(1.2), conc=1.0, groups=3),
    "patients": lambda rng: patients(rng, 30_000),
    "patients, 5,000": lambda rng: patients(rng, 5_000),
    "birth date and postal code": lambda rng: dates_and_codes(rng, 40_000),
}


def patients(rng: np.random.Generator, n: int) -> EquivalenceClasses:
    """Age, sex, one of 120 districts, a diagnosis that depends on age and sex, and days in hospital by diagnosis."""
    age = (100 * rng.beta(1.6, 1.4, n)).astype(int)
    sex = rng.integers(2, size=n)
    sizes = rng.dirichlet(np.full(120, 0.8))
    district = rng.choice(120, size=n, p=sizes)
    diagnosis = np.minimum((rng.exponential(6, n) * (0.5 + age / 60)).astype(int) + 3 * sex, 60)
    days = np.minimum(rng.negative_binomial(1.2, 0.3, n) + diagnosis // 15, 30)
    return counted(age, sex, district, diagnosis, days)


def dates_and_codes(rng: np.random.Generator, n: int) -> EquivalenceClasses:
    """A day of birth, a postal code of the 800, and a sex."""
    sizes = rng.dirichlet(np.full(800, 0.7))
    day = (365 * 85 * rng.beta(1.2, 1.5, n)).astype(int)
    return counted(day // 30, rng.choice(800, size=n, p=sizes), rng.integers(2, size=n))


def counted(*columns: np.ndarray) -> EquivalenceClasses:
    """The classes of people given column by column."""
    rows, sizes = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    return renumbered([rows[:, v] for v in range(rows.shape[1])], sizes)


def renumbered(columns: Sequence[Codes], sizes: Integers) -> EquivalenceClasses:
    """Classes with the values they have numbered from 0."""
    codes = tuple(np.unique(own, return_inverse=True)[1].astype(np.int32) for own in columns)
    domains = tuple(Domain(range(own.max() + 1), has_missing=False) for own in codes)
    return EquivalenceClasses(tuple(f"v{v}" for v in range(len(codes))), domains, codes, sizes.astype(np.int64))
