"""The charts of a study's report: risk before and after, risk against loss, coefficients with their intervals.

Filled and hollow, round and square marks tell apart what colours tell apart, for readers and printers without colours.
"""

from typing import Any

from bauta.report.charts import FAINT, MARKED, UNMARKED, WIDTH, dressed
from bauta.report.document import BeforeAfter, Intervals, RiskCurve

ROW_STEP = 44
INTERVAL_STEP = 20
CURVE_HEIGHT = 300
MOST_LABEL = 230


def before_after(chart: BeforeAfter) -> Any:
    """For each attack a hollow circle (before), a filled one (after) and an upright line (permitted), on one scale."""
    import altair

    names = ["before", "after", "permitted"]
    values = [
        {"order": number, "label": one.label, "risk": risk, "kind": kind}
        for number, one in enumerate(chart.measured)
        for kind, risk in zip(names, (one.before, one.after, one.permitted), strict=True)
        if risk is not None
    ]
    spans = [
        {"order": number, "first": one.after, "last": one.before}
        for number, one in enumerate(chart.measured)
        if one.before is not None and one.after is not None
    ]
    y = altair.Y("order:O", axis=None)
    x = altair.X(
        "risk:Q",
        title=chart.x_title,
        scale=altair.Scale(domain=[0, 1], nice=False),
        axis=altair.Axis(tickCount=6, format="~g", domain=False),
    )
    kind = altair.Scale(domain=names, range=[MARKED, UNMARKED, "currentColor"])
    shape = altair.Scale(domain=names, range=["circle", "square", "stroke"])
    filled = altair.Scale(domain=names, range=["transparent", UNMARKED, "transparent"])
    legend = altair.Legend(orient="top", direction="horizontal", columnPadding=18, symbolStrokeWidth=2)
    base = altair.Chart({"values": values}).encode(y=y, x=x)
    encoded: dict[str, Any] = {
        "color": altair.Color("kind:N", title=None, scale=kind, legend=legend, sort=names),
        "shape": altair.Shape("kind:N", title=None, scale=shape, legend=legend, sort=names),
        "fill": altair.Fill("kind:N", title=None, scale=filled, legend=legend, sort=names),
    }
    layers = [
        altair.Chart({"values": spans})
        .mark_rule(color=FAINT, strokeWidth=2)
        .encode(y=y, x=altair.X("first:Q"), x2="last:Q"),
        base.transform_filter("datum.kind == 'permitted'").mark_tick(
            color="currentColor", thickness=3, size=ROW_STEP * 0.72
        ),
        base.transform_filter("datum.kind != 'permitted'")
        .mark_point(size=130, strokeWidth=2)
        .encode(
            **encoded,
        ),
        _labels(base.transform_filter("datum.kind == 'permitted'")),
    ]
    return dressed(altair.layer(*layers).properties(width=WIDTH, height=altair.Step(ROW_STEP), padding=8))


def risk_curve(chart: RiskCurve) -> Any:
    """Every choice of levels as a mark, the operating range shaded, the release as a diamond."""
    import altair

    risks = [mark.risk for mark in chart.marks]
    highest = max([*risks, chart.limit or 0.0]) * 1.08 or 1.0
    kinds = ["safe and useful", "not both", "this release"]
    values = [
        {
            "x": mark.loss,
            "y": mark.risk,
            "kind": kinds[2] if mark.is_chosen else kinds[0] if mark.is_in_range else kinds[1],
        }
        for mark in sorted(chart.marks, key=lambda mark: mark.is_chosen)
    ]
    x = altair.X(
        "x:Q",
        title=chart.x_title,
        scale=altair.Scale(domain=[0, 1], nice=False),
        axis=altair.Axis(format="~%", tickCount=6, domain=False),
    )
    y = altair.Y(
        "y:Q",
        title=chart.y_title,
        scale=altair.Scale(domain=[0, highest], nice=False),
        axis=altair.Axis(format="~g", tickCount=6, domain=False),
    )
    legend = altair.Legend(orient="top", direction="horizontal", columnPadding=18)
    layers = []
    if chart.limit is not None:
        area = {"x": 0, "x2": chart.largest_loss or 1.0, "y": 0, "y2": chart.limit}
        layers.append(
            altair.Chart({"values": [area]})
            .mark_rect(color=UNMARKED, opacity=0.13)
            .encode(x=altair.X("x:Q"), x2="x2:Q", y=altair.Y("y:Q"), y2="y2:Q")
        )
        rule = altair.Chart({"values": [{"y": chart.limit, "label": chart.limit_means}]})
        layers += [
            rule.mark_rule(color="currentColor", strokeDash=[6, 4], strokeWidth=1.2).encode(y=y),
            rule.mark_text(align="right", dy=-8, color="currentColor").encode(
                x=altair.value(WIDTH), y=y, text="label:N"
            ),
        ]
    layers.append(
        altair.Chart({"values": values})
        .mark_point(filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            color=altair.Color(
                "kind:N",
                title=None,
                legend=legend,
                sort=kinds,
                scale=altair.Scale(domain=kinds, range=[UNMARKED, FAINT, MARKED]),
            ),
            shape=altair.Shape(
                "kind:N",
                title=None,
                legend=legend,
                sort=kinds,
                scale=altair.Scale(domain=kinds, range=["circle", "cross", "diamond"]),
            ),
            size=altair.condition("datum.kind == 'this release'", altair.value(190), altair.value(46)),
        )
    )
    return dressed(altair.layer(*layers).properties(width=WIDTH, height=CURVE_HEIGHT, padding=8))


def intervals(chart: Intervals) -> Any:
    """Each coefficient twice: a circle with its interval before, a square with its interval after."""
    import altair

    kinds = ["before", "after"]
    values: list[dict[str, Any]] = [
        {
            "order": number,
            "label": one.label,
            "kind": kind,
            "estimate": drawn[0],
            "lower": drawn[1],
            "upper": drawn[2],
        }
        for number, one in enumerate(chart.intervals)
        for kind, drawn in zip(kinds, (one.before, one.after), strict=True)
        if drawn is not None
    ]
    legend = altair.Legend(orient="top", direction="horizontal", columnPadding=18)
    y = altair.Y("order:O", axis=None)
    offset = altair.YOffset("kind:N", sort=kinds)
    colour = altair.Color(
        "kind:N",
        title=None,
        legend=legend,
        sort=kinds,
        scale=altair.Scale(domain=kinds, range=[MARKED, UNMARKED]),
    )
    shape = altair.Shape(
        "kind:N",
        title=None,
        legend=legend,
        sort=kinds,
        scale=altair.Scale(domain=kinds, range=["circle", "square"]),
    )
    axis = altair.Axis(tickCount=6, format="~g", domain=False)
    ends = [0.0, *(value[end] for value in values for end in ("lower", "upper"))]
    room = (max(ends) - min(ends)) * 0.04
    reach = altair.Scale(domain=[min(ends) - room, max(ends) + room], nice=False)
    base = altair.Chart({"values": values})
    first_of_each = altair.Chart(
        {"values": [{"order": number, "label": one.label} for number, one in enumerate(chart.intervals)]}
    ).encode(y=y)
    layers = [
        altair.Chart({"values": [{"zero": 0}]})
        .mark_rule(color="currentColor", strokeDash=[3, 3])
        .encode(x=altair.X("zero:Q")),
        base.mark_rule(strokeWidth=2).encode(
            y=y,
            yOffset=offset,
            x=altair.X("lower:Q", title=chart.x_title, axis=axis, scale=reach),
            x2="upper:Q",
            color=colour,
        ),
        base.mark_point(size=60, filled=True, opacity=1).encode(
            y=y, yOffset=offset, x=altair.X("estimate:Q"), color=colour, shape=shape
        ),
        _labels(first_of_each),
    ]
    return dressed(altair.layer(*layers).properties(width=WIDTH, height=altair.Step(INTERVAL_STEP), padding=8))


def _labels(base: Any) -> Any:
    """Names to the left of the rows, cut where they are long; the table has them in full."""
    import altair

    return base.mark_text(align="right", limit=MOST_LABEL, color="currentColor").encode(
        text="label:N", x=altair.value(-10)
    )
