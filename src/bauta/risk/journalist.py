"""The journalist does not know who is in the data and matches against a population: theta_j = 1/F_j.

F_j is the number of people of the population in class j, for every class that occurs in the data (El Emam 2011,
appendix, "Measuring Journalist Risk"). Because the data are people of that population, F_j is never below f_j.

With missing values as wildcards F_j may be below the prosecutor's match size: the population may know what the data
lack, and then fewer of its people fit a record than records of the data do.
"""

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.matching import population_match_sizes, population_sizes
from bauta.errors import PopulationClassMissing, PopulationTooSmall
from bauta.model.missing import Missing


def journalist_match_sizes(
    classes: EquivalenceClasses, population: EquivalenceClasses, missing: Missing, *, population_shown: str
) -> Integers:
    """F_j for every class of the data; raises a PopulationError if the data cannot have come from this population."""
    if missing is Missing.WILDCARD:
        people = population_match_sizes(classes, population)
    else:
        people = population_sizes(classes, population)
    absent = people == 0
    if absent.any():
        raise PopulationClassMissing(
            classes=int(np.count_nonzero(absent)),
            records=int(classes.sizes[absent].sum()),
            path=population_shown,
        )
    outnumbered = people < classes.sizes
    if outnumbered.any():
        raise PopulationTooSmall(classes=int(np.count_nonzero(outnumbered)), path=population_shown)
    return people
