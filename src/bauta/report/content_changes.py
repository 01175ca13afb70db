"""What was done to the data: levels of the quasi-identifiers, what was suppressed, what became of other columns."""

from collections.abc import Sequence

from bauta.model.deidentification import ColumnOutcome, Deidentification, Solution, VariableOutcome
from bauta.model.transformations import SuppressionKind
from bauta.report.figures import count, name, names, people, percent, percent_beside, printable
from bauta.report.page import Column, Paragraph, Row, Section, Table, cells

ORIGINAL, NOTHING_TOLD = "original", "*"
"""What the lowest and the highest level of a hierarchy are called."""
MOST_COLUMNS = 60


def changes_section(solution: Solution) -> Section:
    """How coarsely each quasi-identifier is told now."""
    has_cells = any(variable.suppressed_cells for variable in solution.variables)
    table = Table(
        caption="Quasi-identifiers: level of generalization and number of different values",
        columns=(
            Column("Variable"),
            Column("Level"),
            Column("Values before", is_number=True),
            Column("After", is_number=True),
            *([Column("Cells suppressed", is_number=True)] if has_cells else []),
            Column("Hierarchy"),
        ),
        rows=tuple(_variable_row(variable, has_cells=has_cells) for variable in solution.variables),
    )
    return Section("What was changed", (table,))


def suppression_section(result: Deidentification) -> Section:
    """What was taken from people who would have remained at risk."""
    goal, number = result.goal, result.solution.suppressed_records
    everyone = result.subsample.people_drawn if result.subsample else result.before.records
    allowed = f"Allowed: {percent(goal.suppression_limit)} of people."
    if not number:
        return Section("What was suppressed", (Paragraph(f"Nothing: nobody remained at risk. {allowed}"),))
    who = f"{count(number)} of {people(everyone)} ({percent_beside(number / everyone, goal.suppression_limit)})"
    was = "was" if number == 1 else "were"
    match goal.suppression:
        case SuppressionKind.RECORDS:
            text = f"{who} {was} left out. {allowed}"
            if result.before.unit.people_in_several_classes:
                text = f"{who} lost rows in classes that are too small: {_rows_left_out(result, everyone)} {allowed}"
        case SuppressionKind.QUASI_IDENTIFIERS:
            blanked = result.solution.rows_blanked
            in_rows = f" in {count(blanked)} {'row' if blanked == 1 else 'rows'}" if blanked != number else ""
            text = (
                f"{who} lost all quasi-identifiers{in_rows}; the rest of their rows is released. {allowed} "
                "A suppressed cell reads * in text and is empty elsewhere."
            )
            if result.solution.rows_left_out:
                text = (
                    f"{who} lost rows in classes that are too small: {_rows_left_out(result, everyone)} They were too "
                    f"few to be released without their quasi-identifiers. {allowed}"
                )
        case SuppressionKind.CELLS:
            cells_lost = result.solution.suppressed_cells
            text = (
                f"{who} lost {count(cells_lost)} {'cell' if cells_lost == 1 else 'cells'} in all. {allowed} "
                f"A suppressed cell reads * in text and is empty elsewhere. In the figures it counts as a "
                "value of its own."
            )
    return Section("What was suppressed", (Paragraph(text),))


def _rows_left_out(result: Deidentification, everyone: int) -> str:
    """How many rows, and what is left of the people they belong to."""
    rows, gone = result.solution.rows_left_out, everyone - result.after.records
    what = f"{count(rows)} {'row was' if rows == 1 else 'rows were'} left out."
    if not gone:
        return f"{what} Nobody is missing altogether."
    return f"{what} {count(gone)} of the people {'has' if gone == 1 else 'have'} no row in the release."


def other_columns_section(columns: Sequence[ColumnOutcome]) -> Section | None:
    """What became of the columns that are not quasi-identifiers, those treated alike together."""
    if not columns:
        return None
    alike: dict[str, list[str]] = {}
    for column in columns:
        alike.setdefault(column.what, []).append(column.column)
    table = Table(
        caption="Columns that are not quasi-identifiers, by what became of them",
        columns=(Column("What became of them"), Column("Columns")),
        rows=tuple(Row(cells(_capitalized(what), names(listed, MOST_COLUMNS))) for what, listed in alike.items()),
    )
    return Section("Other columns", (table,))


def level_name(number: int, called: str) -> str:
    """What a level is called, for people; nothing where that would repeat its number.

    >>> level_name(2, "year"), level_name(4, "*"), level_name(1, "level 1")
    ('year', 'nothing told', '')
    """
    if called == f"level {number}":
        return ""
    return {ORIGINAL: "unchanged", NOTHING_TOLD: "nothing told"}.get(called, name(called))


def _variable_row(variable: VariableOutcome, *, has_cells: bool) -> Row:
    called = level_name(variable.level, variable.level_name)
    return Row(
        cells(
            name(variable.variable),
            f"{variable.level} of {variable.highest_level}" + (f" ({called})" if called else ""),
            count(variable.values_before),
            count(variable.values_after),
            *([count(variable.suppressed_cells)] if has_cells else []),
            printable(variable.hierarchy, 100),
        )
    )


def _capitalized(what: str) -> str:
    text = printable(what)
    return text[:1].upper() + text[1:]
