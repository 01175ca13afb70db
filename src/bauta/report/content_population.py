"""What was assumed of a population that does not quite fit the data."""

from bauta.model.assessment import PopulationFacts
from bauta.model.estimates import RiskEstimate
from bauta.report.figures import count, names, people, percent, probability


def population_warnings(population: PopulationFacts | None, records: int) -> list[str]:
    """Classes the population lacks, and groups that were spread."""
    if population is None:
        return []
    warnings = []
    if population.absent_classes:
        number = population.absent_classes
        classes = "1 class" if number == 1 else f"{count(number)} classes"
        warnings.append(
            f"{classes} of the data ({people(population.absent_records)}, "
            f"{percent(population.absent_records / records)}) {'is' if number == 1 else 'are'} not in the population. "
            "They were taken to have as many people there as in the data, which is the most risk there can be. "
            "Check that values are written the same way."
        )
    spread = population.spread
    if spread is not None:
        parts = []
        if spread.coarser:
            parts.append(f"tells {names(spread.coarser)} in groups")
        if spread.lacking:
            parts.append(f"does not tell {names(spread.lacking)}")
        groups = "1 group was" if spread.groups == 1 else f"{count(spread.groups)} groups were"
        classes = "1 class" if spread.classes == 1 else f"{count(spread.classes)} classes"
        warnings.append(
            f"The population {' and '.join(parts)}. {groups} spread over the values they may hold, by the shares in "
            f"the data with {spread.prior:.2g} added for each value: {classes} with "
            f"{people(spread.records)}. "
            f"What rests on this is an estimate: maximum risk {in_figures(spread.journalist)}, "
            f"average {in_figures(spread.marketer)}."
        )
    return warnings


def in_figures(estimate: RiskEstimate) -> str:
    """A number with its interval."""
    if estimate.lower == estimate.upper:
        return probability(estimate.value)
    low, high = probability(estimate.lower), probability(estimate.upper)
    return f"{probability(estimate.value)} (95 % interval {low} to {high})"
