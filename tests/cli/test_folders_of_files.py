"""A table in many files, from the command line."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest


@pytest.fixture
def folder(tmp_path):
    people = pa.table({"sex": ["F", "M"] * 10, "age": [30, 40] * 10})
    for year in ("2019", "2020"):
        (tmp_path / "data" / f"year={year}").mkdir(parents=True)
        pq.write_table(people, tmp_path / "data" / f"year={year}" / "p.parquet")
    return tmp_path / "data"


def test_a_folder_is_assessed_as_one_table(bauta, folder):
    ended = bauta("assess", folder, "--qi", "sex,age,year", "--json")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["classes"] == 4


def test_a_folder_is_released_as_one_file_with_a_hash_of_its_own(bauta, folder, tmp_path):
    ended = bauta("deidentify", folder, "--qi", "sex,age,year", "--k", "3", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    released = pq.ParquetFile(tmp_path / "out" / "release" / "data.parquet").read()
    assert released.num_rows == 40
    assert released.column_names == ["sex", "age", "year"]
    manifest = json.loads((tmp_path / "out" / "custodian" / "manifest.json").read_text())
    assert len(manifest["source_sha256"]) == 64


def test_links_to_folders_are_followed_and_links_to_nothing_are_said(bauta, folder, tmp_path):
    """What is passed over in silence is not measured."""
    linked = tmp_path / "linked"
    linked.mkdir()
    for year in ("2019", "2020"):
        (linked / f"year={year}").symlink_to(folder / f"year={year}")
    (folder / "year=2020" / "again").symlink_to(folder / "year=2020")  # a circle ends
    ended = bauta("assess", linked, "--qi", "sex,age,year", "--json")
    assert json.loads(ended.out)["records"] == 40
    (linked / "year=2019").unlink()
    (linked / "year=2019").symlink_to(tmp_path / "gone")
    (linked / "year=2020" / "lost.parquet").symlink_to(tmp_path / "gone.parquet")
    ended = bauta("assess", linked, "--qi", "sex,age,year")
    assert ended.code == 2
    assert ended.err.count("\n") == 1


def test_a_release_does_not_go_into_the_folder_that_is_read(bauta, folder):
    ended = bauta("deidentify", folder, "--qi", "sex,age", "--k", "3", "--out", folder / "year=2020" / "out")
    assert ended.code == 2
    assert "it lies in the folder that is read" in ended.err
    assert not (folder / "year=2020" / "out").exists()
