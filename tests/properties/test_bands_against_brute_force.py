"""The best levels, bands of days among them, against all levels tried one by one with sums written from definitions."""

import csv
import datetime as dt
import itertools
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.source import DataSource
from bauta.workflow.deidentify import deidentify_frame
from bauta.workflow.deidentify_request import build_deidentify_request

K = 3
STUDY = """
data: {{path: data.csv}}
variables:
  sex: {{role: quasi_identifier}}
  age: {{role: quasi_identifier, type: integer, hierarchy: {{kind: numbers, widths: [10]}}}}
  came: {{role: other, type: date, shift: true}}
  left: {{role: other, type: date, shift: true}}
  called: {{role: other, type: date, shift: true}}
thresholds: {{tau: {k}}}
deidentify: {{suppression_limit: {limit}, loss: dm-star, durations: {{bands: {bands}, first: came}}}}
"""
Row = tuple[str, int, int | None, int | None]


def rows_of(seed: int) -> list[Row]:
    chance = random.Random(seed)

    def days() -> int | None:
        return None if chance.random() < 0.1 else chance.choice((-1, 0, 0, 1, 2, 3, 5, 8, 13, 30, 90))

    return [("FM"[chance.random() < 0.4], chance.randrange(30, 60, 5), days(), days()) for _ in range(60)]


def told(row: Row, node: tuple[int, ...], bands: list[list[int]]) -> tuple[object, ...]:
    """What a row reads at a node, written anew."""
    sex, age = row[0] if node[0] == 0 else "*", (row[1], row[1] // 10, "*")[node[1]]
    days: list[object] = []
    for value, level in zip(row[2:], node[2:], strict=True):
        if level > len(bands):
            days.append("*")
        elif level == 0 or value is None:
            days.append(value)
        else:
            days.append(-1 if value < 0 else sum(value >= start for start in bands[level - 1]))
    return (sex, age, *days)


def best(rows: list[Row], bands: list[list[int]], limit: float) -> int:
    """The least DM* over all nodes that suppress no more than is allowed."""
    losses = []
    for node in itertools.product(range(2), range(3), range(len(bands) + 2), range(len(bands) + 2)):
        sizes = Counter(told(row, node, bands) for row in rows)
        suppressed = sum(size for size in sizes.values() if size < K)
        if suppressed <= limit * len(rows) and suppressed < len(rows):
            losses.append(sum(size * size for size in sizes.values()))
    return min(losses)


@pytest.mark.parametrize("seed", range(12))
def test_no_other_levels_lose_less(seed: int, tmp_path: Path):
    rows, limit = rows_of(seed), (0.0, 0.1, 0.3)[seed % 3]
    chance = random.Random(seed)
    came = [dt.date(2022, 1, 1) + dt.timedelta(chance.randrange(900)) for _ in rows]
    with (tmp_path / "data.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("sex", "age", "came", "left", "called"))
        for (sex, age, *days), first in zip(rows, came, strict=True):
            later = ["" if value is None else first + dt.timedelta(value) for value in days]
            writer.writerow((sex, age, first, *later))
    bands = [2, 7, 28]
    (tmp_path / "study.yaml").write_text(STUDY.format(k=K, limit=limit, bands=json.dumps(bands)), encoding="utf-8")
    request = build_deidentify_request(DataSource(str(tmp_path / "study.yaml")))
    with DuckDbEngine() as engine:
        _, result = deidentify_frame(engine, request)
    assert result.search.is_optimal
    losses = {str(kind): loss for kind, loss in result.solution.losses.items()}
    assert losses["dm-star"] == best(rows, [bands, [7]], limit)
