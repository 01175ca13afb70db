"""How far two analysts who classified the same variables agree."""

from dataclasses import dataclass
from fractions import Fraction

from bauta.model.roles import Role

ENOUGH = Fraction(8, 10)
"""Above this there is consensus (El Emam and Malin 2015, after Cohen 1960)."""


@dataclass(frozen=True)
class Opinion:
    """What one analyst says of one variable."""

    role: Role
    by: str | None
    reason: str | None
    contradiction: str | None = None
    """Why the role does not follow from the analyst's own answers."""


@dataclass(frozen=True)
class Compared:
    """One variable, as both have it."""

    variable: str
    first: Opinion
    second: Opinion

    @property
    def agrees(self) -> bool:
        return self.first.role is self.second.role


@dataclass(frozen=True)
class Agreement:
    """Two studies compared."""

    first: str
    second: str
    """Names of the files."""
    variables: tuple[Compared, ...]
    """Those that both have."""
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    observed: Fraction
    """Share of variables on which they agree."""
    expected: Fraction
    """The share that chance would give, from how often each of them uses each role."""
    kappa: Fraction | None
    """None where both use one role alone, so that nothing but agreement was possible."""

    @property
    def disagreements(self) -> tuple[Compared, ...]:
        return tuple(variable for variable in self.variables if not variable.agrees)

    @property
    def is_consensus(self) -> bool:
        return not self.disagreements if self.kappa is None else self.kappa > ENOUGH
