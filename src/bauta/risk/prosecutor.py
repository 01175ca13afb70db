"""The prosecutor knows that the target is in the data: theta_j = 1/f_j (El Emam 2011, appendix, eq. 7)."""

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.matching import match_sizes
from bauta.model.missing import Missing
from bauta.risk.exposure import NOBODY, Exposure, Memberships, exposure


def prosecutor_match_sizes(classes: EquivalenceClasses, missing: Missing) -> Integers:
    """f_j for every class: the people of the data who cannot be told from its members."""
    return match_sizes(classes) if missing is Missing.WILDCARD else classes.sizes


def prosecutor_exposure(classes: EquivalenceClasses, missing: Missing, wandering: Memberships = NOBODY) -> Exposure:
    """For every record, the number of people of the data it could be taken for."""
    return exposure(classes, prosecutor_match_sizes(classes, missing), wandering)
