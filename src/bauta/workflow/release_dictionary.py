"""The dictionary of a release, read again: what it says was done to each column."""

import csv
from pathlib import Path

from bauta.errors import PlanInvalid
from bauta.model.formulas import unescaped
from bauta.model.source import DataSource
from bauta.workflow.release_folder_checks import MANIFEST

DICTIONARY = "dictionary.csv"
PSEUDONYMS = "pseudonyms"
"""The word in what was done to a column where bauta made codes of its values."""


def is_recipients_folder(folder: Path) -> bool:
    """Whether a folder is what a recipient got."""
    return (folder / DICTIONARY).is_file() and (folder / MANIFEST).is_file()


def read_treatments(folder: Path) -> dict[str, str]:
    """What was done to each column, without what comes after a semicolon; raises PlanInvalid."""
    try:
        with (folder / DICTIONARY).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return {unescaped(row["column"]): (row["treatment"] or "").partition(";")[0] for row in rows}
    except (OSError, ValueError, KeyError, csv.Error):
        raise PlanInvalid(path=folder, why="its dictionary is damaged") from None


def pseudonyms_beside(source: object) -> tuple[str, ...]:
    """The columns of which the dictionary beside a file says that they hold pseudonyms; none where there is none."""
    if not isinstance(source, DataSource) or source.is_database_address:
        return ()
    folder = Path(source.location).parent
    if not is_recipients_folder(folder):
        return ()
    return tuple(name for name, what in read_treatments(folder).items() if PSEUDONYMS in what)
