"""Whom the kept columns of a release single out, and what that means."""

from bauta.model.deidentification import Deidentification
from bauta.model.uniqueness import NearUniqueness, ValueUniqueness
from bauta.report.figures import count, name, percent
from bauta.report.page import Column, Paragraph, Row, Section, Table, Tone, cells

FIRST = 5
"""Rows that a terminal shows of a long table."""


def uniqueness_section(release: Deidentification) -> Section | None:
    """None where nothing is kept beside quasi-identifiers and masks."""
    found = release.near_uniqueness
    if found is None:
        return None
    listed = sorted((*found.columns, *found.pairs), key=lambda one: (-one.alone, -one.few))
    shown = [one for one in listed if one.few]
    parts: list[Paragraph | Table] = []
    if shown:
        parts.append(
            Table(
                caption="People whom kept columns single out",
                columns=(
                    Column("Column or pair"),
                    Column("Alone with the value", is_number=True),
                    Column("Share", is_number=True),
                    Column(f"Fewer than {count(found.cell_size)} have it", is_number=True),
                ),
                rows=tuple(_row(one, found, is_minor=place >= FIRST) for place, one in enumerate(shown)),
                folded=f"{count(len(shown) - FIRST)} more are in the HTML report and in --json.",
            )
        )
    parts.append(Paragraph(_meaning(found, is_any=bool(shown)), Tone.QUIET))
    return Section("Rare values of kept columns", tuple(parts))


def _row(one: ValueUniqueness, found: NearUniqueness, *, is_minor: bool) -> Row:
    called = " + ".join(name(column) for column in one.columns) + (" †" if one.is_changed else "")
    share = one.alone / found.people if found.people else 0.0
    return Row(cells(called, count(one.alone), percent(share), count(one.few)), is_minor=is_minor)


def _meaning(found: NearUniqueness, *, is_any: bool) -> str:
    """One sentence about what it means, and what was not counted."""
    if not is_any:
        said = (
            f"No kept column, and no pair that was counted, has a value of fewer than {count(found.cell_size)} people."
        )
    else:
        said = (
            "Whoever knows such a value of somebody finds that person. Whether anybody does is yours to say: it "
            "decides nothing."
        )
    if is_any and any(one.is_changed for one in found.columns):
        said += " † shifted or with noise, so nobody knows it as it is released."
    if found.pairs_uncounted:
        said += f" {count(found.pairs_uncounted)} more pairs were not counted."
    return said
