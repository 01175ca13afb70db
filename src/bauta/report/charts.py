"""Charts as SVG: one function per chart, drawn with Vega-Lite so that other surfaces can draw the same definition.

Colours are from the Okabe-Ito palette, which readers with colour-blindness can tell apart; both stand out on light and
on dark paper. Text takes the colour of the page around it.
"""

from typing import Any

from bauta.report.page import Chart, ChartKind

MARKED = "#D55E00"
UNMARKED = "#3D8FC4"
FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
"""Fonts of the same width everywhere, because labels are measured here and drawn on the reader's machine."""
WIDTH = 560
BAR_STEP = 28
MOST_BARS = 20
"""The table below the chart has the rest."""


def chart_svg(chart: Chart) -> str:
    """The chart as an `<svg>` element, with no script, no style sheet and no reference to anything outside it."""
    import vl_convert

    definition = {ChartKind.CLASS_SIZES: class_sizes, ChartKind.CONTRIBUTIONS: contributions}[chart.kind]
    return str(vl_convert.vegalite_to_svg(definition(chart).to_dict(), allowed_base_urls=[]))


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
    return _bars(chart, x_title="Share of people", colour=colour, axis_format="%")


def contributions(chart: Chart) -> Any:
    """What each quasi-identifier adds to the average risk."""
    import altair

    return _bars(
        chart,
        x_title="Added to the average probability",
        colour=altair.value(UNMARKED),
        axis_format="~g",
    )


def _bars(chart: Chart, *, x_title: str, colour: Any, axis_format: str) -> Any:
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
    bars = base.mark_bar(height={"band": 0.66}).encode(color=colour)
    figures = base.mark_text(align="left", dx=6, color="currentColor").encode(text="figure:N")
    labels = base.mark_text(align="right", limit=240, color="currentColor").encode(text="label:N", x=altair.value(-8))
    return (
        (bars + figures + labels)
        .properties(width=WIDTH, height=altair.Step(BAR_STEP), padding=8)
        .configure(aria=False, background="transparent", font=FONT)
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
