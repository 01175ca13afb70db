"""What would be counted if a missing value matched anything. It decides nothing: docs/explanation/missing-values.md."""

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.matching import fewest_candidates
from bauta.model.missing import Missing, WildcardFigures
from bauta.model.threshold import Threshold
from bauta.risk.prosecutor import prosecutor_match_sizes


def measure_wildcard(
    classes: EquivalenceClasses, in_population: Integers | None, threshold: Threshold
) -> WildcardFigures:
    """Matches within the data, where everybody is in one class, and in a population if their number there is given."""
    matches = prosecutor_match_sizes(classes, Missing.WILDCARD)
    left = fewest_candidates(classes)
    is_exact = np.ones(len(classes), bool)
    for codes, domain in zip(classes.codes, classes.domains, strict=True):
        if domain.missing_code is not None:
            is_exact &= codes != domain.missing_code

    def people(chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int:
        return int(classes.sizes[chosen].sum())

    def average(sizes: Integers) -> float:
        return float((classes.sizes / sizes).sum() / classes.sizes.sum())

    return WildcardFigures(
        maximum=1 / int(matches.min()),
        average=average(matches),
        smallest_match=int(matches.min()),
        uniques=people(matches == 1),
        records_at_risk=people(matches < threshold.cell_size),
        population_maximum=None if in_population is None else 1 / int(in_population.min()),
        population_average=None if in_population is None else average(in_population),
        exact_and_alone=people(is_exact & (classes.sizes == 1)),
        left_with_few=people(left < threshold.cell_size),
        left_with_one=people(left == 1),
    )
