"""Jobs side by side: what each cost, its ratio to the plain one, and whether it kept its limits; a table, and JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.measure import Cost, best_of


@dataclass(frozen=True)
class Job:
    name: str
    command: list[str]
    beside: str | None = None
    """The job it is compared with."""
    largest_ratio: float | None = None
    largest_megabytes: float | None = None


@dataclass(frozen=True)
class Measurement:
    """The best run of one job on one table."""

    part: str
    job: str
    rows: int
    variables: int
    classes: int | None
    cpu_seconds: float
    wall_seconds: float
    peak_megabytes: float
    read_megabytes: float
    written_megabytes: float
    beside: str | None
    ratio: float | None
    largest_ratio: float | None
    largest_megabytes: float | None

    @property
    def has_limit(self) -> bool:
        return self.largest_ratio is not None or self.largest_megabytes is not None

    @property
    def holds(self) -> bool:
        in_time = self.largest_ratio is None or self.ratio is None or self.ratio <= self.largest_ratio
        return in_time and (self.largest_megabytes is None or self.peak_megabytes <= self.largest_megabytes)


def measure_jobs(
    part: str, jobs: Sequence[Job], repeats: int, *, rows: int, variables: int, counts_classes: str | None = None
) -> list[Measurement]:
    """Run the jobs in turn; the one named by `counts_classes` prints how many classes there are."""
    costs = best_of(repeats, {job.name: job.command for job in jobs})
    classes = None if counts_classes is None else int(costs[counts_classes].said)
    return [compared(part, job, costs, rows=rows, variables=variables, classes=classes) for job in jobs]


def compared(
    part: str, job: Job, costs: Mapping[str, Cost], *, rows: int, variables: int, classes: int | None = None
) -> Measurement:
    cost = costs[job.name]
    return Measurement(
        part=part,
        job=job.name,
        rows=rows,
        variables=variables,
        classes=classes,
        cpu_seconds=cost.cpu_seconds,
        wall_seconds=cost.wall_seconds,
        peak_megabytes=cost.peak_megabytes,
        read_megabytes=cost.read_megabytes,
        written_megabytes=cost.written_megabytes,
        beside=job.beside,
        ratio=None if job.beside is None else cost.cpu_seconds / costs[job.beside].cpu_seconds,
        largest_ratio=job.largest_ratio,
        largest_megabytes=job.largest_megabytes,
    )


def write_json(measurements: Iterable[Measurement], path: Path) -> None:
    path.write_text(json.dumps([asdict(one) for one in measurements], indent=1) + "\n", encoding="utf-8")


def read_json(path: Path) -> list[Measurement]:
    return [Measurement(**one) for one in json.loads(path.read_text(encoding="utf-8"))]


def table(measurements: Iterable[Measurement]) -> str:
    """One line for each job, under a heading for each part."""
    heading = (
        f"{'job':31s} {'rows':>13s} {'QI':>3s} {'classes':>10s} {'CPU s':>8s} {'ratio':>7s} {'peak MB':>8s}  limit"
    )
    lines, part = [heading], None
    for one in measurements:
        if one.part != part:
            lines.append(f"-- {one.part}")
            part = one.part
        lines.append(_line(one))
    return "\n".join(lines)


def _line(one: Measurement) -> str:
    classes = "" if one.classes is None else f"{one.classes:,}"
    ratio = "" if one.ratio is None else f"{one.ratio:.2f}" if one.ratio >= 0.1 else f"{one.ratio:.4f}"
    limits = []
    if one.largest_ratio is not None:
        limits.append(f"{one.largest_ratio:g} x {one.beside}")
    if one.largest_megabytes is not None:
        limits.append(f"{one.largest_megabytes:,.0f} MB")
    verdict = ("ok" if one.holds else "MISSED") if one.has_limit else ""
    return (
        f"{one.job:31s} {one.rows:13,d} {one.variables:3d} {classes:>10s} {one.cpu_seconds:8.2f} {ratio:>7s} "
        f"{one.peak_megabytes:8,.0f}  {', '.join(limits)}  {verdict}"
    ).rstrip()
