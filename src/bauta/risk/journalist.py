"""The journalist does not know who is in the data and matches against a population: theta_j = 1/F_j.

F_j is the number of people of the population in class j, for every class that occurs in the data (El Emam 2011,
appendix, "Measuring Journalist Risk"). Because the data are people of that population, F_j is never below f_j.

With missing values as wildcards F_j may be below the prosecutor's match size: the population may know what the data
lack, and then fewer of its people fit a record than records of the data do.

A class that the population does not have is taken to have as many people there as in the data: the most risk there can
be.
"""

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.matching import population_match_sizes, population_sizes
from bauta.errors import PopulationClassMissing, PopulationTooSmall
from bauta.model.missing import Missing

Flags = npt.NDArray[np.bool_]


def journalist_match_sizes(
    classes: EquivalenceClasses, population: EquivalenceClasses, missing: Missing, *, population_shown: str
) -> tuple[Integers, Flags]:
    """F_j for every class of the data, and which classes the population does not have, of which F_j = f_j is assumed.

    Raises a PopulationError if the data cannot have come from this population.
    """
    if missing is Missing.WILDCARD:
        people = population_match_sizes(classes, population)
    else:
        people = population_sizes(classes, population)
    absent = people == 0
    check_sizes(classes.sizes, absent, people < classes.sizes, population_shown=population_shown)
    return np.where(absent, classes.sizes, people), absent


def check_sizes(sizes: Integers, absent: Flags, outnumbered: Flags, *, population_shown: str) -> None:
    """Raise unless the population has at least one class of the data, and enough people in those it has."""
    if absent.all():
        raise PopulationClassMissing(classes=len(sizes), records=int(sizes.sum()), path=population_shown)
    too_few = int(np.count_nonzero(outnumbered & ~absent))
    if too_few:
        raise PopulationTooSmall(classes=too_few, path=population_shown)
