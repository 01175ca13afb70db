"""A made-up region: the register of residents that someone trying to recognise patients might hold.

The shape matters more than the detail. Risk comes from small cells, so the region has what makes cells
small: ZIP codes from a few hundred people to many thousand, races that are rare everywhere and singular in a
village, and few people of great age, most of them women.
"""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bauta.example.draws import draw_column, draw_words
from bauta.example.vocabulary import FIRST_NAMES_F, FIRST_NAMES_M, LAST_NAMES, RACE_SHARES, ZIPS

REGISTRY_DATE = np.datetime64("2025-12-31", "D")
"""The day the register was drawn up. Fixed, so that the example does not depend on the day it is made."""

OLDEST_AGE = 107
DAYS_PER_YEAR = 365.25

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Dates = npt.NDArray[np.datetime64]

SEXES = ("F", "M", "X", "U")
"""X for people registered as neither, U where the register does not know."""


def simulate_region(rng: np.random.Generator, people: int = 60_000) -> pa.Table:
    """One row per resident of a made-up region: name, birth_date, zip, sex, race.

    About 2 % of residents have no race recorded. The gap is the register's own, so that a hospital extract
    copied from it has the same gap for the same person and every class of patients is found among the
    residents.
    """
    ages = _draw_ages(rng, people)
    birth_dates = REGISTRY_DATE - _draw_days_within_age(rng, ages).astype("timedelta64[D]")
    zip_ranks = _draw_zip_ranks(rng, people)
    sexes = draw_column(rng, _sex_weights(ages))
    return pa.table(
        {
            "name": _draw_names(rng, sexes),
            "birth_date": pa.array(birth_dates, pa.date32()),
            "zip": pa.array(ZIPS, pa.string()).take(pa.array(zip_ranks)),
            "sex": pa.array(SEXES, pa.string()).take(pa.array(sexes)),
            "race": _draw_races(rng, zip_ranks),
        }
    )


def _draw_ages(rng: np.random.Generator, people: int) -> Integers:
    """Completed years of age: level until about 60, then thinned by a Gompertz-like survival curve."""
    years = np.arange(OLDEST_AGE + 1)
    living = np.exp(-np.exp((years - 82) / 10))
    return rng.choice(len(years), size=people, p=living / living.sum())


def _draw_days_within_age(rng: np.random.Generator, ages: Integers) -> Integers:
    """Days lived, for a birthday spread evenly over the year of age."""
    return np.floor((ages + rng.random(len(ages))) * DAYS_PER_YEAR).astype(np.int64)


def _draw_zip_ranks(rng: np.random.Generator, people: int) -> Integers:
    """Index into ZIPS, with population falling by rank (Zipf's law of city sizes, a little steeper)."""
    shares = np.arange(1, len(ZIPS) + 1) ** -1.2
    return rng.choice(len(ZIPS), size=people, p=shares / shares.sum())


def _sex_weights(ages: Integers) -> Floats:
    """Chances of each of SEXES by age. Boys lead slightly at birth, women outlive men."""
    female = np.interp(ages, [0, 50, 70, 90, OLDEST_AGE], [0.488, 0.505, 0.53, 0.66, 0.85])
    neither, unknown = np.full_like(female, 0.004), np.full_like(female, 0.003)
    return np.column_stack([female, 1 - female, neither, unknown])


def _draw_races(rng: np.random.Generator, zip_ranks: Integers) -> pa.Array:
    """Race given ZIP. Each ZIP has its own mix, and the less populous ones are less mixed.

    The gamma factors make a community gather in some places and be nearly absent in others. With even shares
    everywhere, rare races would be rare but seldom alone.
    """
    region_shares = np.array(list(RACE_SHARES.values()))
    local_factor = rng.gamma(shape=1.2, scale=1 / 1.2, size=(len(ZIPS), len(RACE_SHARES)))
    local_factor[:, 0] = 1  # the majority is the yardstick the others vary against
    local_factor[:, 1:] *= np.linspace(1.5, 0.3, len(ZIPS))[:, None]
    races = draw_column(rng, (region_shares * local_factor)[zip_ranks])
    not_recorded = rng.random(len(zip_ranks)) < 0.02
    return pa.array(list(RACE_SHARES), pa.string()).take(pa.array(races, mask=not_recorded))


def _draw_names(rng: np.random.Generator, sexes: npt.NDArray[np.intp]) -> pa.Array:
    """First and last name. Those registered as X or U take a first name of either kind."""
    count = len(sexes)
    either = rng.random(count) < 0.5
    takes_female_name = (sexes == SEXES.index("F")) | ((sexes > SEXES.index("M")) & either)
    first = pc.if_else(
        pa.array(takes_female_name),
        draw_words(rng, FIRST_NAMES_F, count),
        draw_words(rng, FIRST_NAMES_M, count),
    )
    return pc.binary_join_element_wise(first, draw_words(rng, LAST_NAMES, count), " ")
