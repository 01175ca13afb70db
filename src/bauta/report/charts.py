"""Charts as SVG: one function per chart, drawn with Vega-Lite so that other surfaces can draw the same definition.

Colours are from the Okabe-Ito palette, which readers with colour-blindness can tell apart; both stand out on light and
on dark paper. Text takes the colour of the page around it.
"""

from typing import Any

from bauta.report.document import BeforeAfter, Intervals, Picture, RiskCurve
from bauta.report.page import Chart, ChartKind, Lines, Point, Scatter

MARKED = "#D55E00"
UNMARKED = "#3D8FC4"
FAINT = "#8A939B"
FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
"""Fonts of the same width everywhere, because labels are measured here and drawn on the reader's machine."""
WIDTH = 560
BAR_STEP = 28
HEIGHT = 340
LINE_COLOURS = ["#8A939B", "#E69F00", "#3D8FC4", "#009E73", "#CC79A7", "#D55E00", "#5B6FC7"]
LINE_DASHES = [[1, 0], [8, 3], [2, 2], [12, 3, 2, 3], [5, 2], [1, 0], [3, 1]]
"""Lines differ in dashes too, for readers who see no colours."""
LABELS_IN_A_ROW = 3
LETTERS_IN_A_ROW = 60
"""Names of lines that are longer together are put in several rows."""
FEW_ON_A_LINE = 12
"""Points of a line that are drawn, so that a line of one can be seen."""
FEW_POINTS = 300
SHARE_TICKS = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1]
MOST_BARS = 20
"""The table below the chart has the rest."""


def chart_svg(chart: Chart | Picture) -> str:
    """The chart as an `<svg>` element, with no script, no style sheet and no reference to anything outside it."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(_definition(chart).to_dict(), allowed_base_urls=[]))


def _definition(chart: Chart | Picture) -> Any:
    from bauta.report import charts_study

    match chart:
        case Scatter():
            return solution_space(chart)
        case Lines():
            return lines_chart(chart)
        case BeforeAfter():
            return charts_study.before_after(chart)
        case RiskCurve():
            return charts_study.risk_curve(chart)
        case Intervals():
            return charts_study.intervals(chart)
        case Chart():
            return {
                ChartKind.CLASS_SIZES: class_sizes,
                ChartKind.CONTRIBUTIONS: contributions,
                ChartKind.REPORTS_AT_RISK: reports_at_risk,
                ChartKind.DISTANCES: distances,
            }[chart.kind](chart)


def class_sizes(chart: Chart) -> Any:
    """Share of people by class size, with the sizes below the threshold in the warning colour."""
    import altair

    colour = altair.Color(
        "kind:N",
        title=None,
        scale=altair.Scale(
            domain=[chart.marked_means, chart.unmarked_means],
            range=[MARKED, UNMARKED],
        ),
        legend=altair.Legend(orient="top", direction="horizontal", symbolType="square", columnPadding=18),
    )
    # Fainter too: on paper without colours both would be the same grey.
    faint = altair.FillOpacity(
        "kind:N", legend=None, scale=altair.Scale(domain=[chart.marked_means, chart.unmarked_means], range=[1, 0.45])
    )
    return _bars(chart, x_title="Share of people", colour=colour, axis_format="%", opacity=faint)


def contributions(chart: Chart) -> Any:
    """What each quasi-identifier adds to the average risk."""
    import altair

    return _bars(
        chart,
        x_title="Added to the average probability",
        colour=altair.value(UNMARKED),
        axis_format="~g",
    )


def reports_at_risk(chart: Chart) -> Any:
    """Share of reports at risk, by what would be told."""
    import altair

    return _bars(chart, x_title="Share of reports at risk", colour=altair.value(UNMARKED), axis_format="%")


def distances(chart: Chart) -> Any:
    """How far the distribution of each variable moved, from 0 to 1."""
    import altair

    return _bars(
        chart, x_title="Distance (0 the same, 1 nothing in common)", colour=altair.value(UNMARKED), axis_format="~g"
    )


def solution_space(scatter: Scatter) -> Any:
    """Every solution as a point, the frontier as a staircase, the limit as a line across, the best one as a diamond.

    Shares of people are drawn on a square-root scale: limits are small, and what happens near them matters most.
    """
    import altair

    every = (*scatter.points, *scatter.frontier)
    low, high = min(point.x for point in every), max(point.x for point in every)
    room = (high - low) * 0.04 or 1.0
    room_for_label = 3 * room  # at the left, where nothing can be below the best
    x = altair.X(
        "x:Q",
        title=scatter.x_title,
        scale=altair.Scale(domain=[low - room_for_label, high + room], nice=False, zero=False),
        axis=altair.Axis(tickCount=6, format="~s" if high >= 10_000 else "~g", domain=False),
    )
    y = altair.Y(
        "y:Q",
        title=scatter.y_title,
        scale=altair.Scale(type="sqrt", domain=[0, 1]),
        axis=altair.Axis(values=SHARE_TICKS, format="~%", domain=False),
    )
    colour = altair.Color(
        "kind:N",
        title=None,
        scale=altair.Scale(domain=[scatter.marked_means, scatter.unmarked_means], range=[UNMARKED, FAINT]),
        legend=altair.Legend(orient="top", direction="horizontal", symbolType="circle", columnPadding=18),
    )
    # Squares: a circle takes twice as many characters, and there may be thousands.
    size = 9 if len(scatter.points) > FEW_POINTS else 25
    cloud = altair.Chart(_points(scatter, scatter.points)).mark_point(
        shape="square", filled=True, size=size, opacity=0.8
    )
    frontier = altair.Chart(_points(scatter, scatter.frontier)).encode(x=x, y=y)
    limit = altair.Chart({"values": [{"y": scatter.limit, "label": scatter.limit_means}]})
    layers = [
        cloud.encode(x=x, y=y, color=colour),
        frontier.mark_line(interpolate="step-after", color="currentColor", strokeWidth=1.2),
        frontier.mark_point(filled=True, size=22, color="currentColor", opacity=1),
        limit.mark_rule(color=MARKED, strokeDash=[6, 4], strokeWidth=1.5).encode(y=y),
        limit.mark_text(align="right", dy=-8, color="currentColor").encode(x=altair.value(WIDTH), y=y, text="label:N"),
    ]
    if scatter.best is not None:
        best = altair.Chart({"values": [{"x": scatter.best.x, "y": scatter.best.y, "label": scatter.best_means}]})
        layers += [
            best.mark_point(shape="diamond", filled=True, size=170, color=MARKED, opacity=1).encode(x=x, y=y),
            best.mark_text(align="right", dx=-10, dy=10 if scatter.best.y > 0.01 else 0, color="currentColor").encode(
                x=x, y=y, text="label:N"
            ),
        ]
    return dressed(altair.layer(*layers).properties(width=WIDTH, height=HEIGHT, padding=8))


def lines_chart(chart: Lines) -> Any:
    """A line for each thing, named above, and the limit as a line across."""
    import altair

    labels = [line.label for line in chart.lines]
    values = [{"x": point.x, "y": point.y, "line": line.label} for line in chart.lines for point in line.points]
    x = altair.X("x:Q", title=chart.x_title, scale=altair.Scale(domain=[0, 1]), axis=altair.Axis(domain=False))
    reach = altair.Scale(domain=[chart.lowest, chart.highest], nice=False)
    y = altair.Y("y:Q", title=chart.y_title, scale=reach, axis=altair.Axis(domain=False))
    is_wide = sum(map(len, labels)) > LETTERS_IN_A_ROW
    in_rows: dict[str, Any] = {"columns": LABELS_IN_A_ROW} if is_wide else {}
    legend = altair.Legend(orient="top", direction="horizontal", symbolType="stroke", columnPadding=18, **in_rows)
    is_sparse = all(len(line.points) <= FEW_ON_A_LINE for line in chart.lines)
    marks: dict[str, Any] = {"point": {"size": 36}} if is_sparse else {}
    n = len(LINE_COLOURS)
    colours = altair.Scale(domain=labels, range=[LINE_COLOURS[i % n] for i in range(len(labels))])
    dashes = altair.Scale(domain=labels, range=[LINE_DASHES[i % n] for i in range(len(labels))])
    lines = (
        altair.Chart({"values": values})
        .mark_line(strokeWidth=2, **marks)
        .encode(
            x=x,
            y=y,
            color=altair.Color("line:N", title=None, scale=colours, legend=legend, sort=labels),
            strokeDash=altair.StrokeDash("line:N", title=None, scale=dashes, legend=legend, sort=labels),
        )
    )
    limit = altair.Chart({"values": [{"y": chart.limit, "label": chart.limit_means}]})
    layers = [
        limit.mark_rule(color="currentColor", strokeDash=[6, 4], strokeWidth=1.2).encode(y=y),
        limit.mark_text(align="left", dy=-8, dx=4, color="currentColor").encode(x=altair.value(0), y=y, text="label:N"),
        lines,
    ]
    return dressed(altair.layer(*layers).properties(width=WIDTH, height=HEIGHT, padding=8))


def _points(scatter: Scatter, points: tuple[Point, ...]) -> dict[str, Any]:
    return {
        "values": [
            {"x": point.x, "y": point.y, "kind": scatter.marked_means if point.is_marked else scatter.unmarked_means}
            for point in points
        ]
    }


def _bars(chart: Chart, *, x_title: str, colour: Any, axis_format: str, opacity: Any = None) -> Any:
    """Horizontal bars in the order given, each with its figure written beside it."""
    import altair

    values = [
        {
            "order": number,
            "label": bar.label,
            "value": bar.value,
            "figure": bar.figure,
            "kind": chart.marked_means if bar.is_marked else chart.unmarked_means,
        }
        for number, bar in enumerate(chart.bars[:MOST_BARS])
    ]
    longest = max((bar.value for bar in chart.bars), default=0.0) or 1.0
    base = altair.Chart({"values": values}).encode(
        # By number, not by label: two long names may be cut to the same one.
        y=altair.Y("order:O", axis=None),
        x=altair.X(
            "value:Q",
            title=x_title,
            scale=altair.Scale(domain=[0, longest * 1.12], nice=False),  # room for the last figure
            axis=altair.Axis(format=axis_format, tickCount=5, domain=False),
        ),
    )
    # Square corners: rounded ones are drawn with clip paths, numbered anew in every call, and bytes would differ.
    bars = base.mark_bar(height={"band": 0.66}, strokeWidth=1.2).encode(color=colour)
    if opacity is not None:
        bars = bars.encode(stroke=colour, fillOpacity=opacity)
    figures = base.mark_text(align="left", dx=6, color="currentColor").encode(text="figure:N")
    labels = base.mark_text(align="right", limit=240, color="currentColor").encode(text="label:N", x=altair.value(-8))
    return dressed((bars + figures + labels).properties(width=WIDTH, height=altair.Step(BAR_STEP), padding=8))


def dressed(chart: Any) -> Any:
    """The chart in the report's fonts and in the colours of the page around it."""
    return (
        chart.configure(aria=False, background="transparent", font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor="currentColor",
            titleColor="currentColor",
            labelFontSize=13,
            titleFontSize=12,
            titleFontWeight="normal",
            gridColor="currentColor",
            gridOpacity=0.12,
            tickColor="currentColor",
            tickOpacity=0.4,
        )
        .configure_text(fontSize=13)
        .configure_legend(labelColor="currentColor", labelFontSize=13)
    )
