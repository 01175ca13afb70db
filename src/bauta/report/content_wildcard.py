"""What would be counted if a missing value matched anything: a figure beside the others, and what is wrong with it."""

from bauta.model.assessment import Assessment
from bauta.model.missing import WildcardFigures
from bauta.report.figures import count, people, probability
from bauta.report.page import Paragraph, Section, Tone


def wildcard_section(assessment: Assessment) -> Section | None:
    """None where nobody asked for it."""
    figures = assessment.wildcard
    if figures is None:
        return None
    cell_size = assessment.threshold.cell_size
    in_population = ""
    if figures.population_maximum is not None and figures.population_average is not None:
        in_population = (
            f" In the population: maximum {probability(figures.population_maximum)}, average "
            f"{probability(figures.population_average)}."
        )
    return Section(
        "If missing values matched anything",
        (
            Paragraph(
                f"The prosecutor's maximum risk would be {probability(figures.maximum)} and the average "
                f"{probability(figures.average)}, and {people(figures.records_at_risk)} would match fewer than "
                f"{count(cell_size)}.{in_population} That is optimistic and decides nothing."
            ),
            Paragraph(_hidden_from_us(figures, cell_size), Tone.WARNING),
        ),
    )


def _hidden_from_us(figures: WildcardFigures, cell_size: int) -> str:
    left = (
        f"Whoever knows what is missing may be left with fewer than {count(cell_size)} rows for "
        f"{people(figures.left_with_few)}, with one row for {count(figures.left_with_one)} of them."
    )
    if not figures.exact_and_alone:
        return left
    miss = "misses" if figures.exact_and_alone == 1 else "miss"
    return (
        f"{left} {people(figures.exact_and_alone)} {miss} nothing, and nobody has the same values: others fit them "
        "only by what they miss, and the row that fits exactly is the likelier one."
    )
