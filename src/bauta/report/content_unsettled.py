"""What no figure covers: columns that could identify people and were not judged, and what lies outside the table."""

from bauta.model.assessment import Decision, Unsettled, Verdict
from bauta.report.figures import printable
from bauta.report.page import Column, Paragraph, Row, Section, Table, Tone, cells

TONE_OF = {Verdict.HIGH: Tone.BAD, Verdict.UNSETTLED: Tone.WARNING, Verdict.LOW: Tone.GOOD}


def not_covered(decision: Decision) -> str:
    """What the verdict does not cover, to stand under it."""
    *others, last = decision.not_judged
    return f"Not judged: {', '.join(others)} and {last}."


def unsettled_section(decision: Decision, *, of: Verdict) -> Section | None:
    """Everything that was not judged, why, and what settles it; None where there is nothing or the verdict is another.

    It stands first where it makes the verdict, and last where the risk is HIGH anyway.
    """
    if not decision.unsettled or decision.verdict is not of:
        return None
    return Section(
        "What is not settled", (Paragraph(_meaning(decision), Tone.WARNING), unsettled_table(decision.unsettled))
    )


def _meaning(decision: Decision) -> str:
    if decision.verdict is Verdict.HIGH:
        return "The verdict is HIGH whatever becomes of this. It stays to be settled."
    return "By the figures the risk is LOW, but they do not cover this. Settle it before anybody relies on them."


def unsettled_table(unsettled: tuple[Unsettled, ...]) -> Table:
    """Each thing with the reason and the remedy."""
    return Table(
        caption="What was not judged",
        columns=(Column("Column"), Column("Why"), Column("What settles it")),
        rows=tuple(Row(cells(printable(one.column, 40), printable(one.why, 400), one.remedy)) for one in unsettled),
    )
