"""Reading a release as its recipient would, and counting in it as plainly as can be: nothing here is bauta's own."""

import csv
import datetime as dt
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

Row = dict[str, str | None]


def released(out: Path) -> list[Row]:
    """The rows of a release, whatever its format, every value as text and None where it is missing."""
    (path,) = (out / "release").glob("data.*")
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [{name: value or None for name, value in row.items()} for row in csv.DictReader(file)]
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        rows = pq.read_table(path).to_pylist()
    else:
        import pyreadstat

        read = {".xpt": pyreadstat.read_xport, ".sav": pyreadstat.read_sav, ".dta": pyreadstat.read_dta}[path.suffix]
        columns, _ = read(str(path), output_format="dict")
        rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return [{name: text(value) for name, value in row.items()} for row in rows]


def text(value: Any) -> str | None:
    """One spelling for a value that formats keep in their own ways."""
    if value is None or value == "" or value != value:  # NaN
        return None
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value)


def match_sizes(rows: list[Row], names: list[str], *, key: str | None = None) -> list[int]:
    """For every person of the release, how many people they could be taken for, where they are most exposed."""
    people: dict[tuple[str | None, ...], set[Any]] = defaultdict(set)
    for i, row in enumerate(rows):
        people[tuple(row[name] for name in names)].add(i if key is None else row[key])
    fewest: dict[Any, int] = {}
    for own in people.values():
        for person in own:
            fewest[person] = min(len(own), fewest.get(person, len(own)))
    return list(fewest.values())


def holds(criterion: str, sizes: list[int], *, k: int, alpha: str = "0") -> bool:
    """Whether a criterion holds for people who could be taken for so many; lambda is 1/k."""
    if criterion == "maximum":
        return min(sizes) >= k
    if criterion == "share":
        return sum(size < k for size in sizes) <= Fraction(alpha) * len(sizes)
    average_holds = sum(Fraction(1, size) for size in sizes) <= Fraction(len(sizes), k)
    return average_holds and (criterion == "average" or min(sizes) >= 3)
