"""The cost model: a straight line through two measured points, held against all the others.

What bauta does is a few passes over the rows and then work on classes, so one thing at a time costs as a line does: so
much to start, and so much for each row or class more.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks import growth, rows
from benchmarks.measurements import Measurement


@dataclass(frozen=True)
class Line:
    """One job's cost by one thing that grows."""

    job: str
    part: str
    of: Callable[[Measurement], float]
    """What grows."""
    cost: str
    """The field of a measurement that is predicted."""
    fitted_on: tuple[float, float]


@dataclass(frozen=True)
class Fitted:
    """A line with its coefficients, and the points it was held against."""

    line: Line
    start: float
    """The cost at nothing."""
    slope: float
    """The cost of one more."""
    points: Mapping[float, float]
    """What was measured at each size."""
    ends: tuple[float, float]
    """The sizes it goes through."""

    def predicted(self, size: float) -> float:
        return self.start + self.slope * size

    def error(self, size: float) -> float:
        return self.predicted(size) / self.points[size] - 1


def _rows(one: Measurement) -> float:
    return one.rows


def _classes(one: Measurement) -> float:
    return one.classes or 0


def _variables(one: Measurement) -> float:
    return one.variables


BY_ROWS, BY_VARIABLES = (10_000_000, 100_000_000), (4, 12)
LINES = (
    *(Line(job, rows.PART, _rows, "cpu_seconds", BY_ROWS)
      for job in (rows.GROUP_BY, rows.ASSESS, rows.COPY, rows.DEIDENTIFY)),
    Line(rows.ASSESS, rows.PART, _rows, "read_megabytes", BY_ROWS),
    Line(rows.ASSESS, growth.VARIABLES_PART, _variables, "cpu_seconds", BY_VARIABLES),
    *(Line(rows.ASSESS, growth.CLASSES_PART, _classes, cost, (10_000, 10_000_000))
      for cost in ("cpu_seconds", "peak_megabytes")),
)  # fmt: skip


def fitted_lines(measurements: Iterable[Measurement]) -> list[Fitted]:
    """Every line whose two points were measured."""
    measured = list(measurements)
    found = (_through_two_points(line, measured) for line in LINES)
    return [one for one in found if one is not None]


def model_table(measurements: Iterable[Measurement]) -> str:
    lines: list[str] = []
    for one in fitted_lines(measurements):
        what = f"{one.line.job}, {one.line.cost.replace('_', ' ')} by {one.line.part}"
        lines.append(f"-- {what}: {one.start:.3g}, and {one.slope:.3g} for each")
        for size in sorted(one.points):
            off = "fitted" if size in one.ends else f"off by {one.error(size):+.0%}"
            numbers = f"predicted {one.predicted(size):10,.2f}  measured {one.points[size]:10,.2f}"
            lines.append(f"  {size:16,.0f}  {numbers}  {off}")
    return "\n".join(lines)


def _through_two_points(line: Line, measurements: Sequence[Measurement]) -> Fitted | None:
    points = {
        line.of(one): float(getattr(one, line.cost))
        for one in measurements
        if one.job == line.job and one.part == line.part
    }
    first, second = (_nearest(points, size) for size in line.fitted_on)
    if first is None or second is None or first == second:
        return None
    slope = (points[second] - points[first]) / (second - first)
    return Fitted(line, points[first] - slope * first, slope, points, (first, second))


def _nearest(points: Mapping[float, float], size: float) -> float | None:
    """The measured size nearest to the one meant, if it is near: some of the classes asked for stay empty."""
    found = min(points, key=lambda one: abs(one - size), default=None)
    return found if found is not None and abs(found - size) <= size / 2 else None
