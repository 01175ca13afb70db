"""The published thresholds, as a page and for programs."""

from collections.abc import Mapping
from typing import Any

from bauta.model.framework import ThresholdTable
from bauta.report.page import Column, Page, Paragraph, Row, Section, Table, Tone, cells


def tables_sections(tables: Mapping[str, ThresholdTable]) -> Page:
    """Every table with its lines and its source."""
    columns = (Column("Line"), Column("Probability", is_number=True), Column("Cell size", is_number=True))
    sections = [
        Section(
            f"{name}: {table.title}",
            (
                Table(
                    "",
                    columns,
                    tuple(
                        Row(
                            cells(line, f"{entry.probability:g}", str(entry.threshold.cell_size)), note=entry.note or ""
                        )
                        for line, entry in table.entries.items()
                    ),
                ),
                Paragraph(_source(table), Tone.QUIET),
            ),
        )
        for name, table in tables.items()
    ]
    return Page("Published thresholds", "for `context: threshold: table:`", None, (), tuple(sections))


def _source(table: ThresholdTable) -> str:
    meant = "" if table.metric is None else f" Judged by the {table.metric.value.replace('-', ' ')}."
    printed = all(entry.cell_size is not None for entry in table.entries.values())
    cells_of = "" if printed else " Cell sizes are not printed there; they follow from 1/probability."
    return f"{table.source}.{meant}{cells_of}"


def tables_json(tables: Mapping[str, ThresholdTable]) -> dict[str, Any]:
    """The same for programs."""
    return {
        name: {
            "title": table.title,
            "source": table.source,
            "metric": None if table.metric is None else str(table.metric),
            "by_invasion": table.by_invasion,
            "entries": {
                line: {"probability": entry.probability, "cell_size": entry.threshold.cell_size, "note": entry.note}
                for line, entry in table.entries.items()
            },
        }
        for name, table in tables.items()
    }
