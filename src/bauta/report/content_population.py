"""What was assumed and what was estimated of a population."""

from collections.abc import Callable

from bauta.model.assessment import PopulationFacts
from bauta.model.estimates import SMALL_CHANCE, PopulationEstimates, RiskEstimate
from bauta.model.threshold import Threshold
from bauta.report.figures import count, name, names, people, percent, probability
from bauta.report.page import Column, Paragraph, Row, Section, Table, Tone, cells


def population_warnings(population: PopulationFacts | None, records: int) -> list[str]:
    """Classes the population lacks, and groups that were spread."""
    if population is None:
        return []
    warnings = list(population.notes)
    for variable, number in population.unreadable:
        fit = "fits" if number == 1 else "fit"
        warnings.append(
            f"{people(number)} of the population {'has' if number == 1 else 'have'} a value of {name(variable)} "
            f"that is neither a number nor a group of numbers such as 20-24 or 85+; they {fit} nobody of the data."
        )
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


def estimate_warnings(estimates: PopulationEstimates | None, tau: Threshold) -> list[str]:
    """That an estimate is within the threshold, but its interval is not, so that the verdict is HIGH."""
    if estimates is None:
        return []
    maximum = estimates.risk.maximum
    if tau.cell_size * maximum.value > 1 or estimates.risk.smallest_class >= tau.cell_size:
        return []
    return [
        f"The maximum risk is estimated at {in_figures(maximum)}. The upper end of that interval decides, and it goes "
        f"beyond what is allowed, {tau}."
    ]


def maximum_in_words(estimates: PopulationEstimates, tau: Threshold) -> str:
    """What the maximum is, and what decides."""
    return (
        f"Somebody matches fewer than {people(tau.cell_size)} of the population with a chance of "
        f"{percent(estimates.risk.chance_of_smaller)}. The maximum risk is LOW where that is at most "
        f"{percent(SMALL_CHANCE)}, which is where the upper end of the maximum's interval is within what is allowed. "
        f"A guess about one record is right with a chance of {probability(estimates.risk.largest_expected)} at most."
    )


def estimates_section(estimates: PopulationEstimates, tau: Threshold) -> Section:
    """What the sample tells of the population: the figures with their doubt, and how they were come by."""
    risk = estimates.risk
    table = Table(
        caption="Estimates with 95 % intervals",
        columns=(Column("Figure"), Column("Estimate", is_number=True), Column("95 % interval", is_number=True)),
        rows=(
            _row("Marketer's risk, journalist's average R_c", risk.marketer, probability),
            _row("Maximum R_b", risk.maximum, probability),
            _row(f"Share matching fewer than {tau.cell_size}, R_a", risk.at_risk, percent),
            _row("People unique in the population", risk.population_uniques, _round_count),
            _row("Unique in the data and in the population", risk.population_and_sample_uniques, _round_count),
            _row("Unique in the data, right guesses expected", risk.sample_uniques_matched, _round_count),
            *(
                _row(f"Unique in the population, by {one.method.value}", one.estimate, _round_count)
                for one in estimates.uniqueness
                if one.estimate is not None
            ),
        ),
    )
    parts: list[Paragraph | Table] = [
        Paragraph(_sample_in_words(estimates)),
        table,
        Paragraph(f"Estimator: {estimates.estimator.value}. {estimates.why}"),
        Paragraph(maximum_in_words(estimates, tau)),
    ]
    unanswered = [f"{one.method.value} ({one.why_not})" for one in estimates.uniqueness if one.why_not]
    if unanswered:
        parts.append(Paragraph(f"Cannot tell how many are unique: {'; '.join(unanswered)}.", Tone.QUIET))
    if estimates.sensitivity:
        parts.append(_sensitivity_table(estimates))
    return Section("Estimated for the population", tuple(parts))


def _sample_in_words(estimates: PopulationEstimates) -> str:
    sampling = estimates.sampling
    everybody, share = people(sampling.population_size), percent(sampling.fraction)
    if estimates.is_of_release:
        return (
            f"The release was made from {people(sampling.records)}, who are {share} of {everybody}, every one taken to "
            "have had the same chance of being among them. Classes of the population were estimated from all of them, "
            "told as in the release, and the risk is that of the people in it."
        )
    return (
        f"The data are {share} of {everybody}, every one taken to have had the same chance of being in them. A file "
        "that small classes were taken out of is no such sample. Nothing else is known of the others, so their classes "
        "were estimated."
    )


def _sensitivity_table(estimates: PopulationEstimates) -> Table:
    entries = [
        *((one.sampling, one.marketer, "") for one in estimates.sensitivity),
        (estimates.sampling, estimates.risk.marketer, "as said"),
    ]
    entries.sort(key=lambda entry: entry[0].population_size)
    return Table(
        caption="If the population has another size",
        columns=(
            Column("People", is_number=True),
            Column("Sampled", is_number=True),
            Column("Marketer's risk", is_number=True),
            Column("95 % interval", is_number=True),
            Column(""),
        ),
        rows=tuple(
            Row(
                cells(
                    count(sampling.population_size),
                    percent(sampling.fraction),
                    probability(marketer.value),
                    _interval(marketer, probability),
                    note,
                )
            )
            for sampling, marketer, note in entries
        ),
    )


def _row(figure_name: str, estimate: RiskEstimate, figure: Callable[[float], str]) -> Row:
    return Row(cells(figure_name, figure(estimate.value), _interval(estimate, figure)))


def _interval(estimate: RiskEstimate, figure: Callable[[float], str]) -> str:
    return f"{figure(estimate.lower)} to {figure(estimate.upper)}"


def _round_count(number: float) -> str:
    return count(round(number)) if number >= 10 else f"{number:.2g}"
