"""Published thresholds as named choices."""

from functools import cache
from importlib import resources

from bauta.errors import ThresholdTableUnknown, shown
from bauta.model.framework import ThresholdTable, ThresholdTables
from bauta.model.study_text import FileKind, parse_part


@cache
def threshold_tables() -> dict[str, ThresholdTable]:
    """Every table, by name, in the order of the file."""
    text = (resources.files("bauta.standards") / "thresholds.yaml").read_text(encoding="utf-8")
    kind = FileKind("a file of thresholds", "it starts with `tables:`", set())
    return parse_part(text, ThresholdTables, kind, path="thresholds.yaml").tables


def threshold_table(name: str) -> ThresholdTable:
    """One of them; raises ThresholdTableUnknown."""
    tables = threshold_tables()
    if name not in tables:
        raise ThresholdTableUnknown(name=shown(name), known=", ".join(tables))
    return tables[name]
