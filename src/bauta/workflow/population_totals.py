"""Rows of a table of counts that repeat others: Total, both sexes, all ages. Counted, they would double the population.

A value that no record of the data has stands for everybody if its name says so, or if in three strata or more, and in
nearly all there are, its count is the sum of at least two others but for rounding. Leaving it out can make a class
smaller, never larger, so that a mistake here makes the risk look higher and not lower.
"""

import re

import numpy as np

from bauta.equivalence.classes import Codes, EquivalenceClasses
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.errors import shown

WORDS = re.compile(
    r"(grand |sub-?)?totals?( .*| ?[-:,].*)?"
    r"|(all|both)( (ages?|sexes|sex|genders|races?|persons|people|origins|ethnicities"
    r"|groups|categories|areas|regions))?"
    r"|overall|everybody|everyone|insgesamt|gesamt|zusammen|ensemble|totale|totaal",
    re.I,
)
FEWEST_STRATA = 3
FEWEST_PARTS = 2
MOST_OFF = 0.01
"""How far a count may be from the sum of the others: census offices round every count by itself."""
ENOUGH_STRATA = 0.9


def without_totals(
    classes: EquivalenceClasses, population: EquivalenceClasses
) -> tuple[EquivalenceClasses, tuple[str, ...]]:
    """The population without rows that stand for everybody, and what was left out, in words."""
    gone = np.zeros(len(population), bool)
    notes = []
    for v, name in enumerate(population.variables):
        ours = set(canonical_texts(classes.domains[classes.variables.index(name)].values))
        texts = canonical_texts(population.domains[v].values)
        strange = [code for code, text in enumerate(texts) if text not in ours]
        totals = [code for code in strange if WORDS.fullmatch(texts[code].strip())]
        if strange and not totals:
            totals = _by_sums(population, v, strange)
        found = np.isin(population.codes[v], totals) & ~gone
        if found.any():
            rows = int(np.count_nonzero(found))
            lines = "1 combination" if rows == 1 else f"{rows:,} combinations"
            was = "was" if rows == 1 else "were"
            notes.append(
                f"{lines} of the population with a total in {shown(name)} {was} left out, "
                f"so that nobody is counted twice ({int(population.sizes[found].sum()):,})."
            )
            gone |= found
    if not gone.any() or gone.all():
        return population, ()
    kept = EquivalenceClasses(
        population.variables, population.domains, tuple(codes[~gone] for codes in population.codes),
        population.sizes[~gone],
    )  # fmt: skip
    return kept, tuple(notes)


def _by_sums(population: EquivalenceClasses, v: int, strange: list[int]) -> list[int]:
    """Values whose count is the sum of all others in every stratum."""
    others: list[Codes] = [codes for u, codes in enumerate(population.codes) if u != v]
    if not others or population.domains[v].size <= FEWEST_PARTS:
        return []
    keys, _ = pack(others, [domain.size for u, domain in enumerate(population.domains) if u != v])
    _, stratum = np.unique(keys, return_inverse=True)
    everybody = np.bincount(stratum, weights=population.sizes)
    parts = np.bincount(stratum[population.sizes > 0], minlength=len(everybody))
    found = []
    for code in strange:
        has = population.codes[v] == code
        own = np.bincount(stratum[has], weights=population.sizes[has], minlength=len(everybody))
        told = (own > 0) & (parts > FEWEST_PARTS)
        off = np.abs(2 * own - everybody)  # own against the sum of the others; published counts may be rounded
        is_sum = off <= MOST_OFF * own
        if (
            np.count_nonzero(told) >= FEWEST_STRATA
            and is_sum.mean() >= ENOUGH_STRATA
            and 2 * abs(own.sum() - everybody.sum() / 2) <= MOST_OFF / 5 * own.sum()
        ):
            found.append(code)
    return found
