"""The chapter on standards: the data held against lists of identifiers such as HIPAA's Safe Harbor."""

from bauta.model.standards import Outcome, StandardCheck
from bauta.model.study_record import StudyRecord
from bauta.report.document import Bullets, Chapter, Heading, Part
from bauta.report.figures import count, name
from bauta.report.page import Cell, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import sentence, words
from bauta.report.study.works import HIPAA

KEY = "standards"
TONES = {Outcome.PASS: Tone.GOOD, Outcome.FAIL: Tone.BAD, Outcome.CANNOT_TELL: Tone.WARNING}


def standards_chapter(record: StudyRecord, number: str) -> Chapter | None:
    """What each standard says; nothing where none was asked."""
    if not record.standards:
        return None
    parts: list[Part] = [
        Paragraph(
            "Some laws give a list of identifiers that must not be there. Such a list is easy to check, and blind to "
            "what it "
            "does not name; the verdict of this report does not rest on it. It is shown for comparison.",
            cites=(HIPAA,),
        )
    ]
    for check in record.standards:
        parts += _check(check)
    return Chapter(KEY, number, "Standards the data were held against", tuple(parts))


def _check(check: StandardCheck) -> list[Part]:
    tallies = {outcome: sum(one.outcome is outcome for one in check.findings) for outcome in Outcome}
    told = ", ".join(f"{count(number)} {outcome}" for outcome, number in tallies.items() if number)
    # Rules that nothing speaks against are counted, not listed: eighteen lines of "pass" hide the one that matters.
    listed = [one for one in check.findings if one.outcome is not Outcome.PASS or one.column is not None]
    parts: list[Part] = [
        Heading(f"{words(check.title)}: {words(check.data)}"),
        Paragraph(
            f"{str(check.outcome).capitalize()}. {count(len(check.findings))} findings: {told}. "
            f"{sentence(check.source)}",
            Tone.PLAIN,
        ),
    ]
    if listed:
        parts.append(
            Table(
                caption=f"Findings by rule and column, {words(check.title)}",
                columns=(Column("Rule"), Column("Column"), Column("Outcome"), Column("Why")),
                rows=tuple(
                    Row(
                        cells(
                            f"{words(one.rule.key)} {words(one.rule.title)}",
                            "the table" if one.column is None else name(one.column),
                            Cell(str(one.outcome), TONES[one.outcome]),
                            sentence(one.why),
                        )
                    )
                    for one in listed
                ),
            )
        )
    concerns = [f"{words(one.title)}: {sentence(one.text)}" for one in check.caveats if one.concerns_this_table]
    if concerns:
        parts += [Paragraph("What this standard does not look at, and these data have:"), Bullets(tuple(concerns))]
    return parts
