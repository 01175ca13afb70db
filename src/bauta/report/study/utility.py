"""The chapter on utility: what the changes did to what the data are good for."""

import math

from bauta.model.comparison import Coefficient, Comparison, ModelComparison, VariableChange
from bauta.model.study_record import StudyRecord
from bauta.report.content_loss import loss_section
from bauta.report.document import Chapter, CurveMark, Fact, Facts, Heading, Interval, Intervals, Part, RiskCurve
from bauta.report.figures import count, name, names, percent, probability
from bauta.report.page import Bar, Chart, ChartKind, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import not_stated, sentence, words
from bauta.report.study.works import EL_EMAM_MALIN, KARR

KEY = "utility"
NOT_KNOWN = "–"
CONSTANT = "constant"
"""Not in the picture: it is far from the others and says little."""
MOST_INTERVALS = 16
MOST_ASSOCIATIONS = 20


def utility_chapter(record: StudyRecord, number: str) -> Chapter:
    """Distributions, associations, models, and risk against loss."""
    parts: list[Part] = [
        Paragraph(
            "Data that protect everybody and are good for nothing need not be shared. This chapter compares the "
            "release with "
            "the source, as an analyst would."
        ),
        Heading("What matters most", "key-variables", ("N", "O")),
        _stated(record),
    ]
    comparison = record.comparison
    if comparison is None:
        why = (
            "The release was not compared with the source yet"
            if record.release
            else "There is no release to compare yet"
        )
        parts.append(Paragraph(f"{why}: bauta run does it.", Tone.WARNING))
    else:
        parts += _compared(comparison, record)
    if record.release is not None:
        loss = loss_section(record.release.solution, record.release.goal.loss)
        parts += [Heading("Information lost", "loss"), *loss.parts]
    parts += [
        Heading("Tables and narratives", "tables-and-narratives", ("P", "Q")),
        Paragraph(
            "This report is about a table of records. It covers no aggregated tables and no narratives (free text), "
            "so there "
            "was none to retain or to treat differently; neither is in the release unless a chapter above says so."
        ),
    ]
    return Chapter(KEY, number, "What the data are still good for", tuple(parts))


def _stated(record: StudyRecord) -> Facts:
    document = record.document
    variables = names(document.key_variables) if document.key_variables else ""
    return Facts(
        (
            Fact(
                "Variables of the highest utility",
                variables or not_stated("It", "document.key_variables"),
                Tone.PLAIN if variables else Tone.QUIET,
                ("N",),
            ),
            Fact(
                "What was done to keep the data useful",
                sentence(document.loss_mitigation)
                if document.loss_mitigation
                else "The levels were searched for so that the least information is lost; nothing further is stated "
                "in the "
                "study (document.loss_mitigation).",
                fields=("O",),
            ),
        )
    )


def _compared(comparison: Comparison, record: StudyRecord) -> list[Part]:
    parts: list[Part] = []
    if comparison.variables:
        parts += [
            Heading("Distributions", "distributions"),
            Paragraph(
                "The distance says how much the shares of a variable's values moved, both files told at the level of "
                "the "
                "release: 0 is the same, 1 is nothing in common. What is lost is then what was suppressed or made "
                "random; "
                "coarser values are counted under information lost."
            ),
            _variables(comparison.variables),
        ]
        moments = _moments(comparison.variables)
        if moments is not None:
            parts.append(moments)
    if comparison.associations:
        parts += _associations(comparison)
    if comparison.models:
        parts += [
            Heading("The same analyses on both files", "models"),
            Paragraph(
                "The analyses that the recipient plans were done twice, on the source and on the release. A "
                "coefficient says "
                "how the outcome changes with a variable; its 95 % interval says how certain that is. The overlap of "
                "the two "
                "intervals is 1 where they are the same and 0 where they have nothing in common.",
                cites=(KARR,),
            ),
        ]
        for model in comparison.models:
            parts += _model(model)
    if comparison.curve:
        parts += _curve(comparison, record)
    parts += [Paragraph(sentence(note), Tone.QUIET) for note in comparison.notes]
    return parts


def _variables(changes: tuple[VariableChange, ...]) -> Table:
    ordered = sorted(changes, key=lambda one: -(one.distance or 0.0))
    bars = tuple(Bar(name(one.variable), one.distance, _distance(one)) for one in ordered if one.distance is not None)
    return Table(
        caption="How far distributions moved, the farthest first",
        columns=(
            Column("Variable"),
            Column("Distance", is_number=True),
            Column("Values before", is_number=True),
            Column("After", is_number=True),
            Column("Missing before", is_number=True),
            Column("After", is_number=True),
        ),
        rows=tuple(
            Row(
                cells(
                    name(one.variable),
                    _distance(one),
                    count(one.values_before),
                    count(one.values_after),
                    _missing(one.missing_before, one.rows_before),
                    _missing(one.missing_after, one.rows_after),
                )
            )
            for one in ordered
        ),
        chart=Chart(
            ChartKind.DISTANCES,
            bars,
            "Bar chart of the distance between the distributions before and after, by variable."
            + (f" Farthest: {bars[0].label}, {bars[0].figure}." if bars else ""),
        ),
    )


def _distance(one: VariableChange) -> str:
    return NOT_KNOWN if one.distance is None else probability(one.distance)


def _missing(missing: int, rows: int) -> str:
    return f"{count(missing)} ({percent(missing / rows)})" if rows else count(missing)


def _moments(changes: tuple[VariableChange, ...]) -> Table | None:
    numbers = [one for one in changes if one.mean_before is not None or one.mean_after is not None]
    if not numbers:
        return None
    return Table(
        caption="Means and standard deviations of numbers",
        columns=(
            Column("Variable"),
            Column("Mean before", is_number=True),
            Column("After", is_number=True),
            Column("Standard deviation before", is_number=True),
            Column("After", is_number=True),
        ),
        rows=tuple(
            Row(
                cells(
                    name(one.variable),
                    *(figure(value) for value in (one.mean_before, one.mean_after, one.sd_before, one.sd_after)),
                )
            )
            for one in numbers
        ),
    )


def figure(value: float | None) -> str:
    """A number that is not a probability, to four digits."""
    if value is None or not math.isfinite(value):
        return NOT_KNOWN
    return f"{value:,.4g}" if abs(value) < 10_000 else f"{value:,.0f}"


def _associations(comparison: Comparison) -> list[Part]:
    ordered = sorted(comparison.associations, key=lambda one: -abs(one.after - one.before))
    shown = ordered[:MOST_ASSOCIATIONS]
    table = Table(
        caption="Associations of pairs of variables, the most changed first",
        columns=(
            Column("Variables"),
            Column("Measure"),
            Column("Before", is_number=True),
            Column("After", is_number=True),
        ),
        rows=tuple(
            Row(
                cells(
                    f"{name(one.first)}, {name(one.second)}",
                    words(one.measure),
                    f"{one.before:.3f}",
                    f"{one.after:.3f}",
                )
            )
            for one in shown
        ),
    )
    text = (
        "Whether variables that go together still do. Cramér's V (for categories) is 0 where two variables have "
        "nothing to do with each other and 1 where one determines the other, and so is eta (for a category and a "
        "number); Pearson's r (for numbers) goes from -1 to 1."
    )
    if len(shown) < len(ordered):
        text += f" The {count(len(shown))} that changed most of {count(len(ordered))} are listed."
    return [Heading("Associations", "associations"), Paragraph(text), table]


def _model(model: ModelComparison) -> list[Part]:
    head: list[Part] = [
        Heading(words(model.name)),
        Paragraph(
            f"{str(model.kind).capitalize()} model, {words(model.formula)}: {count(model.rows_before)} rows before, "
            f"{count(model.rows_after)} after."
        ),
    ]
    if not model.coefficients:
        return [*head, Paragraph(f"It could not be compared. {sentence(model.note or '')}".strip(), Tone.WARNING)]
    signs = (
        "No coefficient that can be told apart from 0 changed its sign."
        if model.same_signs
        else "A coefficient that could be told apart from 0 changed its sign: conclusions may differ."
    )
    overlaps = [one.overlap for one in model.coefficients if one.overlap is not None]
    mean = f" On average the intervals have {percent(sum(overlaps) / len(overlaps))} in common." if overlaps else ""
    drawn = [_interval(one) for one in model.coefficients if one.term != CONSTANT][:MOST_INTERVALS]
    chart = Intervals(
        tuple(drawn),
        "Coefficient with its 95 % interval",
        f"{words(model.name)}: coefficients before (circles) and after (squares).",
        f"Chart of the coefficients of {words(model.name)} before and after; the table below has the figures.",
    )
    table = Table(
        caption=f"{words(model.name)}: coefficients and 95 % intervals",
        columns=(
            Column("Term"),
            Column("Before", is_number=True),
            Column("After", is_number=True),
            Column("Overlap", is_number=True),
        ),
        rows=tuple(
            Row(
                cells(
                    words(one.term),
                    _with_interval(one.before, one.before_lower, one.before_upper),
                    _with_interval(one.after, one.after_lower, one.after_upper),
                    NOT_KNOWN if one.overlap is None else percent(one.overlap),
                )
            )
            for one in model.coefficients
        ),
    )
    note = [Paragraph(sentence(model.note), Tone.QUIET)] if model.note else []
    has_marks = any(one.before or one.after for one in drawn)
    return [
        *head,
        Paragraph(signs + mean, Tone.PLAIN if model.same_signs else Tone.WARNING),
        *([chart] if has_marks else []),
        table,
        *note,
    ]


def _interval(one: Coefficient) -> Interval:
    def drawn(estimate: float | None, lower: float | None, upper: float | None) -> tuple[float, float, float] | None:
        if estimate is None or lower is None or upper is None:
            return None
        return (estimate, lower, upper) if all(map(math.isfinite, (estimate, lower, upper))) else None

    return Interval(
        words(one.term),
        drawn(one.before, one.before_lower, one.before_upper),
        drawn(one.after, one.after_lower, one.after_upper),
    )


def _with_interval(estimate: float | None, lower: float | None, upper: float | None) -> str:
    if estimate is None:
        return NOT_KNOWN
    return (
        figure(estimate)
        if lower is None or upper is None
        else f"{figure(estimate)} ({figure(lower)} to {figure(upper)})"
    )


def _curve(comparison: Comparison, record: StudyRecord) -> list[Part]:
    both = sum(point.is_permitted and point.is_useful for point in comparison.curve)
    chosen = next((point for point in comparison.curve if point.is_chosen), None)
    largest = None if record.utility is None else record.utility.largest_loss
    limit = comparison.curve_limit
    shown = words(comparison.curve_risk)
    curve_risk = shown[:1].lower() + shown[1:]
    picture = RiskCurve(
        tuple(
            CurveMark(point.loss, point.risk, point.is_permitted and point.is_useful, point.is_chosen)
            for point in comparison.curve
        ),
        limit,
        "" if limit is None else f"permitted {probability(limit)}",
        largest,
        "Share of the information lost",
        "Risk",
        f"Risk ({curve_risk}) against information lost: each mark is one choice of levels. The shaded part is the "
        "operating range.",
        f"Chart of risk against information lost for {count(len(comparison.curve))} choices of levels, {count(both)} "
        "of "
        "them in the operating range."
        + (
            ""
            if chosen is None
            else f" The release loses {percent(chosen.loss)} at a risk of {probability(chosen.risk)}."
        ),
    )
    bound = f" The study allows a loss of at most {percent(largest)}." if largest is not None else ""
    where = (
        f" The release loses {percent(chosen.loss)} of the information at a risk of {probability(chosen.risk)}."
        if chosen is not None
        else ""
    )
    return [
        Heading("Risk against utility", "curve"),
        Paragraph(
            "The less is told, the lower the risk, and the less use the data are. In between lies the operating "
            "range, where a "
            f"release is both safe and useful: {count(both)} of {count(len(comparison.curve))} choices of levels on "
            "the best "
            f"possible curve are in it.{bound}{where}",
            cites=(EL_EMAM_MALIN,),
        ),
        picture,
    ]
