"""What profiling found, column by column, for the person who has to accept or refuse the suggestions."""

from collections.abc import Sequence

from bauta.model.columns import ColumnProfile
from bauta.model.roles import Role
from bauta.report.figures import count, counted, name, names, percent, printable
from bauta.report.page import Cell, Column, Page, Paragraph, Row, Section, Table, Tone, cells

ROLE_WORDS = {
    Role.DIRECT_IDENTIFIER: ("direct", Tone.BAD),
    Role.QUASI_IDENTIFIER: ("quasi", Tone.WARNING),
    Role.SENSITIVE: ("sensitive", Tone.PLAIN),
    Role.GENOMIC: ("genomic", Tone.BAD),
    Role.OTHER: ("other", Tone.QUIET),
}


def profile_sections(shown: str, rows: int, columns: Sequence[ColumnProfile], notes: Sequence[str] = ()) -> Page:
    """The report on a profile: how many columns of each role, then every column with the reason for its role."""
    table = Table(
        caption="Columns, what was counted, and the suggested role",
        columns=(
            Column("Column"),
            Column("Suggested role"),
            Column("Type"),
            Column("Distinct", is_number=True),
            Column("Missing", is_number=True),
            Column("Uniqueness", is_number=True),
        ),
        rows=tuple(_row(column) for column in columns),
        note_title="Reason",
    )
    advice = (
        "Roles are suggestions, made from names and counts and a sample of values. Someone who knows the data must "
        "check them: bauta profile DATA -o study.yaml writes them down to be corrected."
    )
    return Page(
        title="Profile",
        source=printable(shown),
        headline=None,
        lead=(Paragraph(_summary(rows, columns)), Paragraph(advice, Tone.WARNING)),
        sections=(
            Section("Columns", (table, *(Paragraph(printable(note), Tone.QUIET) for note in notes))),
            _roles_section(),
        ),
    )


def _summary(rows: int, columns: Sequence[ColumnProfile]) -> str:
    found = {role: sum(c.suggestion.role is role for c in columns) for role in Role}
    keys = [c.summary.name for c in columns if c.suggestion.is_person_key]
    key = f"{names(keys)} seems to tell people apart (person key)" if keys else "No person key was found"
    direct, quasi = found[Role.DIRECT_IDENTIFIER], found[Role.QUASI_IDENTIFIER]
    genomic = f"{count(found[Role.GENOMIC])} genomic, " if found[Role.GENOMIC] else ""
    return (
        f"{counted(rows, 'row')}, {counted(len(columns), 'column')}: "
        f"{count(direct)} direct {_plural('identifier', direct)}, {count(quasi)} {_plural('quasi-identifier', quasi)}, "
        f"{count(found[Role.SENSITIVE])} sensitive, {genomic}{count(found[Role.OTHER])} other. {key}."
    )


def _plural(word: str, number: int) -> str:
    return word if number == 1 else f"{word}s"


def _row(column: ColumnProfile) -> Row:
    summary, suggestion = column.summary, column.suggestion
    role, tone = ROLE_WORDS[suggestion.role]
    missing = count(summary.missing)
    if summary.missing:
        missing += f" ({percent(summary.missing / summary.rows)})"
    return Row(
        cells=cells(
            name(summary.name),
            Cell(f"{role}, key" if suggestion.is_person_key else role, tone),
            str(suggestion.type),
            count(summary.distinct),
            missing,
            percent(summary.uniqueness),
        ),
        note=printable(suggestion.reason),
        is_minor=suggestion.role is Role.OTHER,
    )


def _roles_section() -> Section:
    return Section(
        "What the roles mean",
        (
            Paragraph(
                "direct: points at one person by itself; remove or pseudonymise it. quasi: an adversary may know it, "
                "and with others it singles people out. sensitive: what an adversary would learn. other: neither.",
                Tone.QUIET,
            ),
        ),
    )
