"""How far a verdict depends on what was assumed, for people."""

from bauta.model.assessment import Verdict
from bauta.model.diagnostics import Diagnostics, Scenario
from bauta.report.figures import count, printable, probability, probability_beside
from bauta.report.page import Cell, Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells

TONES = {Verdict.HIGH: Tone.BAD, Verdict.LOW: Tone.GOOD}
NOT_KNOWN = "–"
KNOWLEDGE = "what an adversary knows"
"""The assumption that there are many scenarios of; that only the quasi-identifiers are known is said once."""


def diagnose_sections(result: Diagnostics) -> Page:
    """The page of the diagnostics: what would change the verdict, then everything that was tried."""
    sections = [_scenarios(result)]
    if result.tipping_points:
        rows = tuple(Paragraph(printable(point.text)) for point in result.tipping_points)
        sections.append(Section("How far an assumption may be off", rows))
    return Page(
        title=printable(result.title) if result.title else "Diagnostics",
        source=printable(result.released),
        headline=_headline(result),
        lead=tuple(Paragraph(printable(note)) for note in result.notes),
        sections=tuple(sections),
    )


def _headline(result: Diagnostics) -> Headline:
    flipping = result.flipping
    tried = [scenario for scenario in result.scenarios if scenario.verdict is not None]
    word = "Verdict holds" if not flipping else "Verdict depends on assumptions"
    sentence = f"The verdict {result.verdict} is the same under all {count(len(tried))} other assumptions."
    if flipping:
        which = ", ".join(dict.fromkeys(scenario.assumption for scenario in flipping))
        sentence = (
            f"The verdict {result.verdict} changes under {count(len(flipping))} of {count(len(tried))} other "
            f"assumptions, about: {which}."
        )
    basis = (
        f"Overall risk {probability_beside(result.overall, result.limit)}, the threshold being "
        f"{probability(result.limit)}. One assumption is changed at a time."
    )
    return Headline(word, Tone.WARNING if flipping else Tone.GOOD, sentence, basis, label="Sensitivity")


def _scenarios(result: Diagnostics) -> Section:
    table = Table(
        caption="The release judged again",
        columns=(Column("Assumption"), Column("Instead"), Column("Risk", is_number=True), Column("Verdict")),
        rows=(
            Row(cells("as assumed", "", probability_beside(result.overall, result.limit), _verdict(result.verdict))),
            *(_row(scenario) for scenario in result.scenarios),
        ),
        note_title="What was assumed",
    )
    return Section("One assumption changed at a time", (table,))


def _row(scenario: Scenario) -> Row:
    is_known = scenario.verdict is not None
    assumed = "" if scenario.assumption == KNOWLEDGE else f"rather than: {printable(scenario.assumed)}"
    return Row(
        cells(
            scenario.assumption,
            printable(scenario.instead),
            NOT_KNOWN if scenario.overall is None else probability_beside(scenario.overall, scenario.limit),
            _verdict(scenario.verdict, flips=scenario.flips),
        ),
        note=assumed if is_known else printable(scenario.note or "cannot be told"),
    )


def _verdict(verdict: Verdict | None, *, flips: bool = False) -> str | Cell:
    if verdict is None:
        return NOT_KNOWN
    return Cell(f"{verdict}, changed" if flips else str(verdict), TONES[verdict])
