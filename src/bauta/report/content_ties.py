"""What kept columns reveal of quasi-identifiers more finely than these are released."""

from collections.abc import Sequence

from bauta.model.ties import AssociationFact, TieFact, TiesOfRelease
from bauta.report.figures import count, name, names, people, percent, printable, probability
from bauta.report.page import Column, Paragraph, Row, Section, Table, cells

_MOST_SHOWN = 3


def ties_section(ties: TiesOfRelease | None) -> Section | None:
    """Every tie that was found, and the risk when those that leave with the release are counted; None without any."""
    if ties is None or not (ties.found or ties.associations):
        return None
    found = (ties_table(ties.found), Paragraph(ties_risk(ties))) if ties.found else ()
    weaker = (Paragraph(_weaker(ties.associations)),) if ties.associations else ()
    return Section("Columns that reveal one another", (*found, *weaker))


def _weaker(associations: Sequence[AssociationFact]) -> str:
    """What goes with a quasi-identifier and stops nothing."""
    shown = "; ".join(
        f"{names(one.columns)} with {name(one.variable)} ({name(one.level)}): {percent(one.right)} of people guessed "
        f"rightly, {percent(one.without)} without it"
        for one in associations[:_MOST_SHOWN]
    )
    more = len(associations) - _MOST_SHOWN
    return f"Weaker association, which stops nothing: {shown}{f'; and {more} more' if more > 0 else ''}."


def ties_table(found: Sequence[TieFact]) -> Table:
    """What each tie reveals, of how many people, how surely, and what became of it."""
    return Table(
        caption="What kept columns reveal of quasi-identifiers more finely than these are released",
        columns=(
            Column("Column"),
            Column("Reveals"),
            Column("By"),
            Column("People", is_number=True),
            Column("Right", is_number=True),
            Column("By chance", is_number=True),
            Column("What became of it"),
        ),
        rows=tuple(
            Row(
                cells(
                    names(tie.columns),
                    f"{name(tie.variable)} ({name(tie.level)})",
                    tie.how,
                    count(tie.people),
                    percent(tie.share),
                    percent(tie.chance),
                    str(tie.treatment) if tie.reason is None else f"{tie.treatment}: {printable(tie.reason, 400)}",
                )
            )
            for tie in found
        ),
    )


def ties_risk(ties: TiesOfRelease) -> str:
    """The figure to look at before a reason is written."""
    if ties.risk is not None:
        return (
            f"Counting what kept columns give away, the smallest class has {people(ties.risk.smallest_class)}: the "
            f"prosecutor's maximum risk is {probability(ties.risk.maximum)}, the average "
            f"{probability(ties.risk.average)}."
        )
    if ties.is_whole:
        return "None of these leaves with the release, so the figures above hold."
    return f"Found among {people(ties.people)} of the table. What these give away is not in the figures above."
