"""What a release did to what the data are good for, for people."""

from bauta.model.comparison import Coefficient, Comparison, CurvePoint, ModelComparison, VariableChange
from bauta.model.transformations import LossKind
from bauta.report.content_loss import LOSS_NAMES, loss_figure
from bauta.report.figures import count, name, percent, printable, probability
from bauta.report.page import (
    Cell,
    Column,
    Headline,
    Line,
    Lines,
    Page,
    Paragraph,
    Point,
    Row,
    Section,
    Table,
    Tone,
    cells,
)

HEADLINE_LABEL = "Before and after"
NOT_KNOWN = "–"
MUCH = 0.1
"""A distance or a change of an association from which on it is marked."""
SHOWN = 0.0005
"""A change of less is 0 to three decimals."""
MOST_PAIRS = 15
"""Pairs in the table, those that changed most; the JSON has all."""


def compare_sections(result: Comparison) -> Page:
    """The page of a comparison: what would strike an analyst first, then everything."""
    sections = [*_models(result), _variables(result), *_associations(result), *_curve(result), *_losses(result)]
    return Page(
        title=printable(result.title) if result.title else "Before and after",
        source=f"{printable(result.source)} and {printable(result.released)}",
        headline=_headline(result),
        lead=tuple(Paragraph(printable(note)) for note in result.notes),
        sections=tuple(sections),
    )


def _headline(result: Comparison) -> Headline:
    overlaps = [
        (one.overlap, model, one) for model in result.models for one in model.coefficients if one.overlap is not None
    ]
    distances = [(one.distance, one.variable) for one in result.variables if one.distance is not None]
    parts = []
    if distances:
        most, variable = max(distances)
        changed = f"The distribution that changed most is that of {name(variable)}: by {percent(most)}."
        parts.append(changed if most else "No distribution changed.")
    flipped = [model for model in result.models if not model.same_signs]
    failed = [model for model in result.models if model.note]
    if flipped:
        word, tone = "Signs changed", Tone.BAD
        sentence = f"A coefficient has the other sign after the release in {count(len(flipped))} of " + (
            f"{count(len(result.models))} models."
        )
    elif overlaps:
        least, model, one = min(overlaps, key=lambda entry: entry[0])
        word, tone = ("Not all fitted", Tone.WARNING) if failed else ("Signs kept", Tone.GOOD)
        sentence = (
            f"No coefficient changed its sign. The intervals that agree least are those of {printable(one.term)} in "
            f"{printable(model.name)}: they overlap by {percent(least)}."
        )
    elif failed:
        word, tone, sentence = (
            "Not fitted",
            Tone.WARNING,
            "None of the study's analyses could be fitted to both tables.",
        )
    else:
        word, tone, sentence = "Compared", Tone.PLAIN, "The study names no analyses under `utility:` to be tried."
    return Headline(word, tone, sentence, " ".join(parts), label=HEADLINE_LABEL)


def _models(result: Comparison) -> list[Section]:
    """A section for each analysis; the first says how to read them."""
    sections = [Section(f"{printable(model.name)} ({model.kind})", tuple(_model(model))) for model in result.models]
    if sections:
        how = Paragraph(
            "The same model on both files, with 95 % intervals. Numbers told in intervals enter at the middle; "
            "categories in the words of the release, in both. Overlap is the mean share of the two intervals that they "
            "have in common (Karr et al. 2006): 100 % same, 0 % none.",
            Tone.QUIET,
        )
        sections[0] = Section(sections[0].title, (how, *sections[0].parts))
    return sections


def _model(model: ModelComparison) -> list[Paragraph | Table]:
    parts: list[Paragraph | Table] = [Paragraph(printable(model.formula))]
    if model.coefficients:
        rows = f"{count(model.rows_before)} complete rows before, {count(model.rows_after)} after"
        parts[0] = Paragraph(f"{printable(model.formula)}; {rows}.")
        parts.append(
            Table(
                caption=f"Coefficients of {printable(model.name)}",
                columns=(
                    Column("Term"), Column("Before", is_number=True), Column("After", is_number=True),
                    Column("Overlap", is_number=True),
                ),
                rows=tuple(_coefficient(one) for one in model.coefficients),
            )
        )  # fmt: skip
    if model.note is not None:
        parts.append(Paragraph(printable(model.note), Tone.WARNING))
    return parts


def _coefficient(one: Coefficient) -> Row:
    overlap = NOT_KNOWN if one.overlap is None else percent(one.overlap)
    is_low = one.overlap is not None and one.overlap < 1 / 2
    return Row(
        cells(
            printable(one.term),
            _interval(one.before, one.before_lower, one.before_upper),
            _interval(one.after, one.after_lower, one.after_upper),
            Cell(overlap, Tone.WARNING) if is_low else overlap,
        )
    )


def _interval(value: float | None, lower: float | None, upper: float | None) -> str:
    if value is None or lower is None or upper is None:
        return NOT_KNOWN
    return f"{_number(value)} ({_number(lower)} to {_number(upper)})"


def _number(value: float | None) -> str:
    return NOT_KNOWN if value is None else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def _variables(result: Comparison) -> Section:
    table = Table(
        caption="How the distribution of each variable changed",
        columns=(
            Column("Variable"), Column("Distance", is_number=True), Column("Values", is_number=True),
            Column("Without value", is_number=True), Column("Mean", is_number=True), Column("SD", is_number=True),
        ),
        rows=tuple(_variable(one) for one in result.variables),
    )  # fmt: skip
    note = (
        "Distance is the total variation between the known values before and after, both in the words of the release: "
        "the most that the share of any group of values changed. Before is left of the arrow, after right of it."
    )
    return Section("Variable by variable", (table, Paragraph(note, Tone.QUIET)))


def _variable(one: VariableChange) -> Row:
    distance: str | Cell = NOT_KNOWN if one.distance is None else percent(one.distance)
    if one.distance is not None and one.distance >= MUCH:
        distance = Cell(percent(one.distance), Tone.WARNING)
    missing = [
        percent(missing / rows) if rows else NOT_KNOWN
        for missing, rows in ((one.missing_before, one.rows_before), (one.missing_after, one.rows_after))
    ]
    return Row(
        cells(
            name(one.variable),
            distance,
            f"{count(one.values_before)} → {count(one.values_after)}",
            f"{missing[0]} → {missing[1]}",
            _pair(one.mean_before, one.mean_after),
            _pair(one.sd_before, one.sd_after),
        )
    )


def _pair(before: float | None, after: float | None) -> str:
    return "" if before is None else f"{_number(before)} → {_number(after)}"


def _associations(result: Comparison) -> list[Section]:
    if not result.associations:
        return []
    changed = sorted(
        result.associations, key=lambda one: (-round(abs(one.after - one.before), 6), one.first, one.second)
    )
    rows = []
    for one in changed[:MOST_PAIRS]:
        difference = one.after - one.before
        figure = f"{difference:+.3f}" if abs(difference) >= SHOWN else "0"
        rows.append(
            Row(
                cells(
                    f"{name(one.first)}, {name(one.second)}",
                    one.measure,
                    f"{one.before:.3f}",
                    f"{one.after:.3f}",
                    Cell(figure, Tone.WARNING) if abs(difference) >= MUCH else figure,
                )
            )
        )
    more = len(changed) - len(rows)
    caption = "Associations of pairs, those that changed most first"
    table = Table(
        caption=caption if more <= 0 else f"{caption}; {count(more)} more in the JSON",
        columns=(
            Column("Pair"), Column("Measure"), Column("Before", is_number=True), Column("After", is_number=True),
            Column("Change", is_number=True),
        ),
        rows=tuple(rows),
    )  # fmt: skip
    return [Section("Pair by pair", (table,))]


def _curve(result: Comparison) -> list[Section]:
    if not result.curve or result.curve_limit is None:
        return []
    table = Table(
        caption=f"The least loss for several limits of {result.curve_risk}",
        columns=(Column("Information lost", is_number=True), Column("Risk", is_number=True), Column("Operating range")),
        rows=tuple(Row(cells(percent(one.loss), probability(one.risk), _range(one))) for one in result.curve),
    )
    best = [one for one in result.curve if not one.is_chosen]
    chosen = [one for one in result.curve if one.is_chosen]
    lines = [Line("the least loss at each risk", tuple(Point(one.loss, one.risk) for one in best))]
    within = tuple(Point(one.loss, one.risk) for one in result.curve if one.is_permitted and one.is_useful)
    if within:
        lines.append(Line("operating range", within))
    if chosen:
        lines.append(Line("the release", tuple(Point(one.loss, one.risk) for one in chosen)))
    inside = sum(one.is_permitted and one.is_useful for one in result.curve)
    asked = "" if result.largest_loss is None else f" and lose at most {percent(result.largest_loss)}"
    words = (
        f"{count(inside)} of {count(len(result.curve))} choices are within the permitted "
        f"{probability(result.curve_limit)}{asked}: the operating range (El Emam and Malin 2015, Figure 8)."
    )
    picture = Lines(
        lines=tuple(lines),
        limit=result.curve_limit,
        limit_means=f"permitted {probability(result.curve_limit)}",
        x_title="Share of the information lost",
        y_title="Risk",
        caption=f"Down and to the left is better. The risk is {result.curve_risk}.",
        description=words,
    )
    return [Section("Risk against utility", (Paragraph(words), picture, table))]


def _range(one: CurvePoint) -> str | Cell:
    if one.is_permitted and one.is_useful:
        return Cell("inside, the release" if one.is_chosen else "inside", Tone.GOOD)
    why = "too risky" if not one.is_permitted else "of too little use"
    return Cell(f"{why}, the release", Tone.BAD) if one.is_chosen else why


def _losses(result: Comparison) -> list[Section]:
    if not result.losses:
        return []
    table = Table(
        caption="Loss of information, by several measures; less is better",
        columns=(Column("Measure"), Column("Loss", is_number=True)),
        rows=tuple(
            Row(cells(LOSS_NAMES[LossKind(kind)], loss_figure(LossKind(kind), loss))) for kind, loss in result.losses
        ),
    )
    return [Section("Information lost", (table,))]
