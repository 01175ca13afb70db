"""What each level of a hierarchy would leave of the data, for the person who chooses or writes it."""

from typing import Any

from bauta.model.hierarchy_preview import HierarchyPreview, LevelPreview
from bauta.report.figures import count, counted, name, percent, printable
from bauta.report.page import Cell, Column, Page, Paragraph, Row, Section, Table, Tone, cells
from bauta.report.render_json import check_strict
from bauta.report.version import bauta_version

HIERARCHY_JSON_KEYS = {
    "bauta": "version that made the preview",
    "source": "the data",
    "column": "the variable",
    "hierarchy": "where the hierarchy comes from, in words; starts with `suggested:` if nobody chose it",
    "records": "people with the person key, rows without",
    "missing": "records without a value",
    "values": "different values in the data",
    "leaves": "values the hierarchy knows, in the data or not; a missing value counts as one",
    "cell_size": "the threshold's cell size",
    "levels[].level": "number of the level; 0 is the value itself",
    "levels[].name": "what the level is called",
    "levels[].groups": "different values that remain, missing included",
    "levels[].smallest_group": "records in the smallest group",
    "levels[].median_group": "records in the group in the middle",
    "levels[].records_in_small_groups": "records in groups smaller than the cell size",
    "levels[].share_in_small_groups": "the same as a share of the records",
    "levels[].examples": "what a few large groups of several values are told as",
    "notes": "what was detected rather than told",
}


def hierarchy_sections(preview: HierarchyPreview) -> Page:
    """The report on a hierarchy: where it comes from, then a line per level."""
    cell_size = preview.threshold.cell_size
    table = Table(
        caption="Levels of the hierarchy and the records in their groups",
        columns=(
            Column("Level"),
            Column("Groups", is_number=True),
            Column("Smallest", is_number=True),
            Column("Median", is_number=True),
            Column(f"In groups below {count(cell_size)}", is_number=True),
            Column("Such as"),
        ),
        rows=tuple(_row(level, preview) for level in preview.levels),
    )
    advice = (
        "Smallest and median are numbers of records. Groups here are by this variable alone; beside others they are "
        "smaller. Examples are shown only for groups of several values and at least as many records as the cell size."
    )
    notes = (Paragraph(printable(note), Tone.QUIET) for note in preview.notes)
    return Page(
        title="Hierarchy",
        source=f"{name(preview.variable)} in {printable(preview.source)}",
        headline=None,
        lead=(Paragraph(_summary(preview)),),
        sections=(Section("Levels", (table, Paragraph(advice, Tone.QUIET), *notes)),),
    )


def _summary(preview: HierarchyPreview) -> str:
    missing = f", {count(preview.missing)} of them without a value" if preview.missing else ""
    values = counted(preview.values, "different value")
    if preview.leaves > preview.values + bool(preview.missing):
        values += f" of the {count(preview.leaves)} the hierarchy lists"
    return f"{counted(preview.records, 'record')}{missing}; {values}. Hierarchy: {printable(preview.hierarchy)}."


def _row(level: LevelPreview, preview: HierarchyPreview) -> Row:
    small = level.records_in_small_groups
    share = f"{count(small)} ({percent(small / preview.records)})" if small else "0"
    median = f"{level.median_group:,.1f}".removesuffix(".0")
    return Row(
        cells=cells(
            f"{level.number} {name(level.name)}" if level.name != "*" else f"{level.number} *",
            count(level.groups),
            count(level.smallest_group),
            median,
            Cell(share, Tone.WARNING if small else Tone.PLAIN),
            ", ".join(printable(example, 40) for example in level.examples),
        )
    )


def hierarchy_json(preview: HierarchyPreview) -> dict[str, Any]:
    """The whole preview, for programs."""
    document = {
        "bauta": bauta_version(),
        "source": preview.source,
        "column": preview.variable,
        "hierarchy": preview.hierarchy,
        "records": preview.records,
        "missing": preview.missing,
        "values": preview.values,
        "leaves": preview.leaves,
        "cell_size": preview.threshold.cell_size,
        "levels": [
            {
                "level": level.number,
                "name": level.name,
                "groups": level.groups,
                "smallest_group": level.smallest_group,
                "median_group": level.median_group,
                "records_in_small_groups": level.records_in_small_groups,
                "share_in_small_groups": level.records_in_small_groups / preview.records,
                "examples": list(level.examples),
            }
            for level in preview.levels
        ],
        "notes": list(preview.notes),
    }
    check_strict(document)
    return document
