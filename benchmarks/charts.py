"""How cost grows, as a chart: CPU seconds by rows, by quasi-identifiers and by classes, all axes logarithmic."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bauta.report.charts import LINE_COLOURS, MARKED, UNMARKED, dressed
from benchmarks import growth, rows
from benchmarks.measurements import Measurement

GREY, ORANGE, GREEN = LINE_COLOURS[0], LINE_COLOURS[1], LINE_COLOURS[3]
LOOKS: dict[str, tuple[str, list[int]]] = {
    rows.GROUP_BY: (GREY, [1, 0]),
    rows.ASSESS: (UNMARKED, [1, 0]),
    rows.POLARS: (ORANGE, [6, 3]),
    rows.PANDAS: (GREEN, [2, 2]),
    rows.COPY: (GREY, [6, 3]),
    rows.DEIDENTIFY: (MARKED, [1, 0]),
}
"""Colour and dashes of each job: plain DuckDB grey, bauta in full colours."""
RATIO_BESIDE = {rows.ASSESS: (17, 9), rows.DEIDENTIFY: (-15, -8)}
"""Where the ratio of each of bauta's jobs stands, seen from its point: on the side where no lines are."""
WIDTH, HEIGHT = 260, 320
PIXELS_PER_POINT = 1.25
SECONDS = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000]
POWERS = [10**power for power in range(3, 13)]


@dataclass(frozen=True)
class Panel:
    """One of the charts side by side."""

    part: str
    title: str
    grows: Callable[[Measurement], int | None]
    ticks: Sequence[int]
    room: float
    """By how much the axis goes beyond the first and the last point, as a factor."""


PANELS = (
    Panel(rows.PART, "Rows of the register", lambda one: one.rows, POWERS, 2.6),
    Panel(growth.VARIABLES_PART, "Quasi-identifiers", lambda one: one.variables, growth.VARIABLES, 1.1),
    Panel(growth.CLASSES_PART, "Classes", lambda one: one.classes, POWERS, 1.8),
)


def write_charts(measurements: Sequence[Measurement], folder: Path, name: str = "scale") -> list[Path]:
    """The chart as SVG and as PNG; none where nothing that grows was measured."""
    import vl_convert

    shown = [panel for panel in PANELS if any(one.part == panel.part for one in measurements)]
    if not shown:
        return []
    definition = growth_chart(measurements, shown).to_dict()
    svg, png = folder / f"{name}.svg", folder / f"{name}.png"
    svg.write_text(vl_convert.vegalite_to_svg(definition, allowed_base_urls=[]) + "\n", encoding="utf-8")
    png.write_bytes(vl_convert.vegalite_to_png(definition, scale=PIXELS_PER_POINT, allowed_base_urls=[]))
    return [svg, png]


def growth_chart(measurements: Sequence[Measurement], panels: Sequence[Panel]) -> Any:
    import altair

    drawn = [_drawn(measurements, panel, is_first=number == 0) for number, panel in enumerate(panels)]
    return dressed(altair.hconcat(*drawn, spacing=28)).properties(background="white", padding=10)


def _drawn(measurements: Sequence[Measurement], panel: Panel, *, is_first: bool) -> Any:
    """Lines with a mark at each measured point, and beside those of bauta the ratio to the plain job."""
    import altair

    points = [one for one in measurements if one.part == panel.part and one.job in LOOKS]
    sizes = [panel.grows(one) or 1 for one in points]
    values = [
        {"size": size, "seconds": one.cpu_seconds, "job": one.job, "ratio": _ratio(one)}
        for size, one in zip(sizes, points, strict=True)
    ]
    x = altair.X(
        "size:Q",
        title=panel.title,
        scale=altair.Scale(type="log", domain=[min(sizes) / panel.room, max(sizes) * panel.room], nice=False),
        axis=altair.Axis(
            values=list(panel.ticks), labelExpr="replace(format(datum.value, '~s'), 'G', ' bn')", domain=False
        ),
    )
    seconds = [one.cpu_seconds for one in measurements if one.job in LOOKS and one.part in {p.part for p in PANELS}]
    y = altair.Y(
        "seconds:Q",
        title="CPU seconds, start included" if is_first else None,
        scale=altair.Scale(type="log", domain=[min(seconds) / 1.3, max(seconds) * 1.6], nice=False),
        axis=altair.Axis(values=SECONDS, format="~g", domain=False),
    )
    jobs = [job for job in LOOKS if any(one.job == job for one in measurements)]
    legend = altair.Legend(
        orient="top", direction="horizontal", symbolType="stroke", symbolSize=300, columnPadding=18, columns=6
    )
    colours = altair.Scale(domain=jobs, range=[LOOKS[job][0] for job in jobs])
    dashes = altair.Scale(domain=jobs, range=[LOOKS[job][1] for job in jobs])
    base = altair.Chart({"values": values}).encode(
        x=x, y=y, color=altair.Color("job:N", title=None, scale=colours, legend=legend, sort=jobs)
    )
    lines = base.mark_line(strokeWidth=2, point={"size": 30}).encode(
        strokeDash=altair.StrokeDash("job:N", title=None, scale=dashes, legend=legend, sort=jobs)
    )
    ratios = [
        base.transform_filter(f"datum.job == '{job}'").mark_text(dx=dx, dy=dy, fontSize=11).encode(text="ratio:N")
        for job, (dx, dy) in RATIO_BESIDE.items()
    ]
    return altair.layer(lines, *ratios).properties(width=WIDTH, height=HEIGHT)


def _ratio(one: Measurement) -> str:
    return "" if one.ratio is None else f"{one.ratio:.1f}×"
