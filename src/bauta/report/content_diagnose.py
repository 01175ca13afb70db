"""How far a verdict depends on what was assumed, for people."""

from bauta.model.assessment import Verdict
from bauta.model.diagnostics import Diagnostics, Scenario
from bauta.report.figures import count, printable, probability, probability_beside
from bauta.report.page import Cell, Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells

TONES = {Verdict.HIGH: Tone.BAD, Verdict.LOW: Tone.GOOD}
NOT_KNOWN = "–"
KNOWLEDGE = "what an adversary knows"
"""The assumption of which there are many scenarios."""


def diagnose_sections(result: Diagnostics) -> Page:
    """The page of the diagnostics: what would change the verdict, then everything that was tried."""
    sections = _scenarios(result)
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
    others = "other assumption" if len(tried) == 1 else "other assumptions"
    sentence = f"The verdict {result.verdict} is the same under all {count(len(tried))} {others}."
    if flipping:
        which = ", ".join(dict.fromkeys(scenario.assumption for scenario in flipping))
        sentence = (
            f"The verdict {result.verdict} changes under {count(len(flipping))} of {count(len(tried))} {others}, "
            f"about: {which}."
        )
    basis = (
        f"Overall risk {probability_beside(result.overall, result.limit)}, the threshold being "
        f"{probability(result.limit)}. One assumption is changed at a time."
    )
    return Headline(word, Tone.WARNING if flipping else Tone.GOOD, sentence, basis, label="Sensitivity")


def _scenarios(result: Diagnostics) -> list[Section]:
    """The assumptions with what was assumed beside each; what an adversary knows in a table of its own."""
    known = [one for one in result.scenarios if one.assumption == KNOWLEDGE]
    others = [one for one in result.scenarios if one.assumption != KNOWLEDGE]
    sections = []
    if others:
        table = Table(
            caption="The release judged again",
            columns=(Column("Assumption"), Column("Instead"), Column("Risk", is_number=True), Column("Verdict")),
            rows=tuple(
                Row(cells(one.assumption, printable(one.instead), _risk(one), _verdict(one)), note=_assumed(one))
                for one in others
            ),
            note_title="What was assumed",
        )
        sections.append(Section("One assumption changed at a time", (table,)))
    if known:
        table = Table(
            caption="The release judged again, with one more variable known",
            columns=(Column("An adversary knows"), Column("Risk", is_number=True), Column("Verdict")),
            rows=tuple(
                Row(cells(printable(one.instead), _risk(one), _verdict(one)), note=one.note or "") for one in known
            ),
        )
        sections.append(Section("If more is known than the quasi-identifiers", (table,)))
    return sections


def _assumed(scenario: Scenario) -> str:
    if scenario.verdict is None:
        return printable(scenario.note or "It cannot be told.")
    return f"rather than: {printable(scenario.assumed)}"


def _risk(scenario: Scenario) -> str:
    return NOT_KNOWN if scenario.overall is None else probability_beside(scenario.overall, scenario.limit)


def _verdict(scenario: Scenario) -> str | Cell:
    if scenario.verdict is None:
        return NOT_KNOWN
    return Cell(f"{scenario.verdict}, changed" if scenario.flips else str(scenario.verdict), TONES[scenario.verdict])
