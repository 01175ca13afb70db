"""The prosecutor knows that the target is in the data: theta_j = 1/f_j (El Emam 2011, appendix, eq. 7)."""

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.matching import match_sizes
from bauta.model.missing import Missing


def prosecutor_match_sizes(classes: EquivalenceClasses, missing: Missing) -> Integers:
    """f_j for every class: the people of the data who cannot be told from its members."""
    return match_sizes(classes) if missing is Missing.WILDCARD else classes.sizes
