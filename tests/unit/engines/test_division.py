"""Which rows go into which file is settled before a row is written."""

from pathlib import PurePosixPath

import pytest

from bauta.engines import division as module
from bauta.engines.division import Division, Partition, files_of, in_partitions
from bauta.errors import FolderNameTooLong, TooManyFiles


def listed(division: Division, *partitions: tuple[str, int]) -> list[tuple[str, int]]:
    given = [Partition(PurePosixPath(folder), rows) for folder, rows in partitions]
    return [(str(file.path), file.rows) for file in files_of(division, given, "csv")]


def test_files_are_full_but_for_the_last() -> None:
    assert listed(Division(rows_per_file=4), ("", 9)) == [
        ("part-00001.csv", 4),
        ("part-00002.csv", 4),
        ("part-00003.csv", 1),
    ]
    assert listed(Division(rows_per_file=4), ("", 8)) == [("part-00001.csv", 4), ("part-00002.csv", 4)]


def test_every_folder_numbers_its_own_files() -> None:
    assert listed(Division(("sex",), rows_per_file=2), ("sex=F", 3), ("sex=M", 1)) == [
        ("sex=F/part-00001.csv", 2),
        ("sex=F/part-00002.csv", 1),
        ("sex=M/part-00001.csv", 1),
    ]


def test_without_a_limit_a_folder_has_one_file() -> None:
    assert listed(Division(("sex",)), ("sex=F", 3)) == [("sex=F/part-00001.csv", 3)]


@pytest.mark.parametrize("partitions", [[], [("", 0)]])
def test_a_release_without_rows_is_a_file_without_rows(partitions: list[tuple[str, int]]) -> None:
    assert listed(Division(rows_per_file=2), *partitions) == [("part-00001.csv", 0)]


def test_more_files_than_anybody_can_handle_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 3)
    assert len(listed(Division(rows_per_file=2), ("a", 4), ("b", 1))) == 3
    with pytest.raises(TooManyFiles, match="more than 3 files"):
        listed(Division(rows_per_file=2), ("a", 4), ("b", 3))


def test_partitions_are_in_the_order_of_their_folders_and_not_of_the_source() -> None:
    partitions, numbers = in_partitions(["sex", "zip"], [("M", "2"), ("F", None), ("F", "10"), ("F", "")], [1, 2, 3, 4])
    assert [(str(one.folder), one.rows) for one in partitions] == [
        ("sex=F/zip=10", 3),
        ("sex=F/zip=__HIVE_DEFAULT_PARTITION__", 6),
        ("sex=M/zip=2", 1),
    ]
    assert numbers == [2, 1, 0, 1]


def test_a_value_too_long_for_a_folder_is_refused_by_its_column() -> None:
    with pytest.raises(FolderNameTooLong, match="column 'note' is too long") as told:
        in_partitions(["sex", "note"], [("F", "secret " * 40)], [1])
    assert "secret" not in str(told.value)
