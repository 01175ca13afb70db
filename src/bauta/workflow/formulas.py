"""Cells of a release that a spreadsheet would run: counted in the written file, named by column, escaped if asked."""

from bauta.engines.engine import Engine
from bauta.errors import listed, shown
from bauta.model.formulas import is_formula
from bauta.workflow.write_data import WrittenData

MOST_NAMES = 10


def notes_on_formulas(engine: Engine, written: WrittenData) -> tuple[list[str], list[str]]:
    """Warnings and notes about the written data: which columns have cells that a spreadsheet would run, and how many.

    What is in the names of folders is in no cell.
    """
    if not any(path.suffix == ".csv" for path in written.files):
        return [], []
    data = engine.open(written.source)
    counts = {name: n for name, n in engine.count_formulas(data).items() if n and name not in written.partition_by}
    names = [name for name in data.names if is_formula(name)]
    if not counts and not names:
        return [], []
    found = [f"{shown(name, 40)[1:-1]} ({n:,})" for name, n in list(counts.items())[:MOST_NAMES]]
    if len(counts) > MOST_NAMES:
        found.append(f"and {len(counts) - MOST_NAMES:,} more columns")
    if names:
        found.append(f"the names of columns {listed(names[:MOST_NAMES])}")
    where = ", ".join(found)
    if written.has_escaped_formulas:
        return [], [
            f"An apostrophe stands before cells that a spreadsheet would run as formulas: {where}. The dictionary and "
            "the manifest say so."
        ]
    return [
        f"Whoever opens the release in a spreadsheet runs cells of it as formulas: {where}. --escape-formulas (or "
        "deidentify: {escape_formulas: true}) puts an apostrophe before each."
    ], []
