"""Folders, files and their order tell what was released, and nothing of who was left out or where rows stood."""

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bauta

ROWS = 3_000
BOTH = pytest.mark.parametrize("format", ["csv", "parquet"])


def table() -> pa.Table:
    """In the order of an admission book; two people are alone in their region."""
    return pa.table(
        {
            "region": ["north", "south"] * (ROWS // 2 - 1) + ["Atlantis", "Avalon"],
            "age": pa.array([30 + i % 5 for i in range(ROWS)]),
            "score": pa.array([i // 10 for i in range(ROWS)]),
        }
    )


def released(tmp_path: Path, source: pa.Table, name: str = "out", **options: object) -> Path:
    bauta.deidentify(
        source, ["region", "age"], out=tmp_path / name, k=5, levels={"region": 0, "age": 0}, **options
    )  # fmt: skip
    return tmp_path / name / "release"


def names_below(folder: Path) -> set[str]:
    return {name for _, folders, files in os.walk(folder) for name in (*folders, *files)}


@BOTH
def test_there_is_no_folder_for_what_only_suppressed_people_had(tmp_path: Path, format: str) -> None:
    release = released(tmp_path, table(), partition_by="region", format=format)
    assert {path.name for path in (release / "data").iterdir()} == {"region=north", "region=south"}
    everything = b"".join(path.read_bytes() for path in release.rglob("*") if path.is_file())
    for gone in (b"Atlantis", b"Avalon"):
        assert gone not in everything


@BOTH
def test_suppressed_people_who_stay_share_a_folder(tmp_path: Path, format: str) -> None:
    release = released(tmp_path, table(), partition_by="region", format=format, suppression="quasi-identifiers")
    assert {path.name for path in (release / "data").iterdir()} == {"region=north", "region=south", "region=%2A"}


@BOTH
def test_names_and_numbers_of_files_do_not_depend_on_the_order_of_the_source(tmp_path: Path, format: str) -> None:
    source = table()
    there = released(tmp_path, source, "there", partition_by="region", rows_per_file=1_000, format=format, test_seed=1)
    backwards = source.take(pa.array(range(ROWS - 1, -1, -1)))
    back = released(tmp_path, backwards, "back", partition_by="region", rows_per_file=1_000, format=format, test_seed=2)
    told = [json.loads((folder / "manifest.json").read_text()) for folder in (there, back)]
    assert told[0]["rows_of_files"] == told[1]["rows_of_files"]
    assert list(told[0]["rows_of_files"]) == list(told[1]["rows_of_files"])


@pytest.mark.parametrize("options", [{}, {"partition_by": "region"}])
def test_a_row_s_place_in_the_source_does_not_say_in_which_file_it_is(tmp_path: Path, options: dict) -> None:
    release = released(tmp_path, table(), rows_per_file=1_000, format="parquet", test_seed=3, **options)
    for path in sorted((release / "data").rglob("part-*.parquet")):
        scores = pq.ParquetFile(path).read(columns=["score"]).column(0).to_pylist()
        assert scores != sorted(scores)
        # Of the first half of the source about one half is in each file, give or take 8 standard deviations.
        share = sum(score < ROWS / 20 for score in scores) / len(scores)
        assert abs(share - 0.5) < 8 * 0.5 / len(scores) ** 0.5


def test_nothing_in_a_file_says_when_or_where_it_was_written(tmp_path: Path) -> None:
    first = released(tmp_path, table(), "first", partition_by="region", format="parquet", test_seed=4)
    second = released(tmp_path, table(), "second", partition_by="region", format="parquet", test_seed=4)
    for path in (first / "data").rglob("*.parquet"):
        assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()
    assert names_below(first) == names_below(second)
