"""The chapter on sensitivity: how far the verdict depends on what was assumed, and what would flip it."""

from bauta.model.diagnostics import Diagnostics, Scenario
from bauta.model.study_record import StudyRecord
from bauta.report.document import Bullets, Chapter, Heading, Part
from bauta.report.figures import count, probability, probability_beside
from bauta.report.page import Cell, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import missing_part, sentence, words
from bauta.report.study.works import EL_EMAM_MALIN

KEY = "sensitivity"


def sensitivity_chapter(record: StudyRecord, number: str) -> Chapter:
    """Every assumption changed, one at a time."""
    title = "What would change the verdict"
    diagnostics = record.diagnostics
    if diagnostics is None:
        return Chapter(KEY, number, title, (missing_part("The verdict was not tested yet: bauta run does it."),))
    parts: list[Part] = [
        Paragraph(
            "The verdict rests on assumptions. Here each is changed by itself, the rest staying as it is, and the "
            "release is "
            f"judged again. {flips_in_words(diagnostics)}",
            cites=(EL_EMAM_MALIN,),
        )
    ]
    if diagnostics.scenarios:
        parts += [Heading("If one assumption were another", "scenarios"), _table(diagnostics)]
    if diagnostics.tipping_points:
        parts += [
            Heading("How far an assumption would have to be off", "tipping-points"),
            Bullets(tuple(sentence(point.text) for point in diagnostics.tipping_points)),
        ]
    return Chapter(KEY, number, title, tuple(parts))


def flips_in_words(diagnostics: Diagnostics) -> str:
    """How many of the scenarios change the verdict."""
    flipping, every = len(diagnostics.flipping), len(diagnostics.scenarios)
    if not every:
        return "No other assumptions could be tried."
    if not flipping:
        return f"In none of {count(every)} scenarios is the verdict another."
    return f"In {count(flipping)} of {count(every)} scenarios the verdict is another."


def _table(diagnostics: Diagnostics) -> Table:
    return Table(
        caption=f"Scenarios; with the assumptions as they are the risk is {probability(diagnostics.overall)}, at most "
        f"{diagnostics.limit:.4g} being acceptable",
        columns=(
            Column("Assumption"),
            Column("Assumed"),
            Column("Instead"),
            Column("Risk then", is_number=True),
            Column("Verdict then"),
        ),
        rows=tuple(_row(scenario) for scenario in diagnostics.scenarios),
    )


def _row(scenario: Scenario) -> Row:
    if scenario.verdict is None:
        verdict = Cell("cannot be told", Tone.QUIET)
    else:
        flipped = " (flips)" if scenario.flips else ""
        verdict = Cell(f"{scenario.verdict}{flipped}", Tone.BAD if scenario.flips else Tone.PLAIN)
    risk = "–" if scenario.overall is None else probability_beside(scenario.overall, scenario.limit)
    instead = words(scenario.instead) + (f" ({words(scenario.note)})" if scenario.note else "")
    return Row(cells(words(scenario.assumption), words(scenario.assumed), instead, risk, verdict))
