"""The cost model: a straight line through two measured points, held against all the others.

What bauta does is a few passes over the rows and then work on classes, so one thing at a time costs as a line does: so
much to start, and so much for each row or class more.
"""

from collections.abc import Callable, Iterable, Sequence
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
class Prediction:
    line: Line
    size: float
    predicted: float
    measured: float
    is_fitted: bool

    @property
    def error(self) -> float:
        return self.predicted / self.measured - 1


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
    *(Line(rows.DEIDENTIFY, rows.PART, _rows, cost, BY_ROWS)
      for cost in ("peak_megabytes", "read_megabytes", "written_megabytes")),
    *(Line(rows.ASSESS, rows.PART, _rows, cost, BY_ROWS) for cost in ("peak_megabytes", "read_megabytes")),
    Line(rows.ASSESS, growth.VARIABLES_PART, _variables, "cpu_seconds", BY_VARIABLES),
    *(Line(rows.ASSESS, growth.CLASSES_PART, _classes, cost, (10_000, 10_000_000))
      for cost in ("cpu_seconds", "peak_megabytes")),
)  # fmt: skip


def predictions(measurements: Iterable[Measurement]) -> list[Prediction]:
    """Every line whose two points were measured, at every point that was."""
    measured = list(measurements)
    return [one for line in LINES for one in _along(line, measured)]


def coefficients(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The cost at nothing, and for each one more."""
    (first, cost_of_first), (second, cost_of_second) = points
    slope = (cost_of_second - cost_of_first) / (second - first)
    return cost_of_first - slope * first, slope


def model_table(measurements: Iterable[Measurement]) -> str:
    lines: list[str] = []
    told: Line | None = None
    for one in predictions(measurements):
        if one.line is not told:
            lines.append(f"-- {one.line.job}: {one.line.cost} by {one.line.part}")
            told = one.line
        off = "fitted" if one.is_fitted else f"off by {one.error:+.0%}"
        lines.append(f"  {one.size:16,.0f}  predicted {one.predicted:12,.2f}  measured {one.measured:12,.2f}  {off}")
    return "\n".join(lines)


def _along(line: Line, measurements: Sequence[Measurement]) -> list[Prediction]:
    points = {
        line.of(one): float(getattr(one, line.cost))
        for one in measurements
        if one.job == line.job and one.part == line.part
    }
    ends = [_nearest(points, size) for size in line.fitted_on]
    if None in ends or ends[0] == ends[1]:
        return []
    fitted = [size for size in ends if size is not None]
    start, slope = coefficients([(size, points[size]) for size in fitted])
    return [
        Prediction(line, size, start + slope * size, points[size], size in fitted)
        for size in sorted(points)
        if points[size] > 0
    ]


def _nearest(points: dict[float, float], size: float) -> float | None:
    """The measured size nearest to the one meant, if it is near: some of the classes asked for stay empty."""
    found = min(points, key=lambda one: abs(one - size), default=None)
    return found if found is not None and abs(found - size) <= size / 2 else None
