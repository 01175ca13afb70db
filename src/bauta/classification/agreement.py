"""Cohen's kappa (1960): how far two people agree beyond what chance would give.

observed = share of variables with the same role
expected = sum over roles of (share that the first gave it) x (share that the second gave it)
kappa    = (observed - expected) / (1 - expected)
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from bauta.model.roles import Role


def measure_agreement(pairs: Sequence[tuple[Role, Role]]) -> tuple[Fraction, Fraction, Fraction | None]:
    """Observed and expected agreement and kappa, exactly; no kappa where both use the same single role."""
    n = len(pairs)
    observed = Fraction(sum(one is other for one, other in pairs), n)
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    expected = Fraction(sum(first[role] * second[role] for role in Role), n * n)
    return observed, expected, None if expected == 1 else (observed - expected) / (1 - expected)
