"""How far a verdict depends on what was assumed (step 10 of El Emam and Malin 2015): plain facts."""

from dataclasses import dataclass

from bauta.model.assessment import Verdict


@dataclass(frozen=True)
class Scenario:
    """The same release judged with one assumption changed."""

    assumption: str
    """Which: sampling fraction, what an adversary knows, Pr(attempt), prevalence, estimator, missing values ..."""
    assumed: str
    """What the verdict rests on, in words."""
    instead: str
    """What is assumed here."""
    overall: float | None
    """The largest risk over the attacks then; None where it cannot be told."""
    limit: float
    verdict: Verdict | None
    flips: bool
    """Whether the verdict is another."""
    note: str | None = None


@dataclass(frozen=True)
class TippingPoint:
    """How far one assumption would have to be off for the verdict to change."""

    assumption: str
    assumed: float
    flips_at: float | None
    """None: not within what is possible."""
    text: str
    """In one sentence."""


@dataclass(frozen=True)
class Diagnostics:
    """All scenarios."""

    verdict: Verdict
    overall: float
    limit: float
    scenarios: tuple[Scenario, ...]
    tipping_points: tuple[TippingPoint, ...]
    title: str | None = None
    released: str = ""
    """The file, by its name."""
    notes: tuple[str, ...] = ()

    @property
    def flipping(self) -> tuple[Scenario, ...]:
        return tuple(scenario for scenario in self.scenarios if scenario.flips)
