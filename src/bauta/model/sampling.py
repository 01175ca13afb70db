"""How the data were drawn from the population: so many of so many people, every one with the same chance."""

from dataclasses import dataclass

from bauta.errors import OptionInvalid, PopulationSizeInvalid, SamplingFractionInvalid

MOST_PEOPLE = 10**15
"""Thousands of times as many as have ever lived."""


@dataclass(frozen=True)
class Sampling:
    """`records` people of the data, `population_size` people they were drawn from."""

    records: int
    population_size: int

    def __post_init__(self) -> None:
        if self.population_size < self.records:
            raise PopulationSizeInvalid(size=self.population_size, records=self.records)
        if self.population_size > MOST_PEOPLE:
            value = f"a population of {float(self.population_size):.3g} people"
            raise OptionInvalid(option="--population-size", value=value, allowed=f"at most {MOST_PEOPLE:,} people")

    @property
    def fraction(self) -> float:
        """Pi in the papers."""
        return self.records / self.population_size

    @classmethod
    def by_fraction(cls, records: int, fraction: float) -> "Sampling":
        """From the share of the population that is in the data, in (0, 1]."""
        if not 0 < fraction <= 1:
            raise SamplingFractionInvalid(value=fraction)
        return cls(records, max(records, round(min(records / fraction, 1e300))))
