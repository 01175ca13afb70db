"""The appendix with every question that was asked about the context, and who answered it how."""

from bauta.model.study_record import StudyRecord
from bauta.model.threat import QuestionnaireScore, QuestionScore
from bauta.report.document import Chapter, Heading, Part
from bauta.report.page import Cell, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import sentence, words

KEY = "answers"


def questionnaires_chapter(record: StudyRecord, number: str) -> Chapter | None:
    """All answers; nothing where nothing was asked."""
    if record.context is None or not record.context.scores:
        return None
    parts: list[Part] = [
        Paragraph(
            "Each answer gives points; the points in percent of what is possible give the band. An answer marked "
            "with ! forces "
            "the worst band by itself."
        )
    ]
    for score in record.context.scores:
        parts += [Heading(words(score.title)), _table(score)]
    return Chapter(KEY, number, "The questionnaires, answer by answer", tuple(parts))


def _table(score: QuestionnaireScore) -> Table:
    return Table(
        caption=f"{words(score.title)}: {score.percent:.0f} % of the points, band {words(score.band)}",
        columns=(
            Column("Question"),
            Column("Answer"),
            Column("Points", is_number=True),
            Column("Who, and on what grounds"),
        ),
        rows=tuple(
            Row(
                cells(
                    words(one.text),
                    Cell(f"! {words(one.answer)}", Tone.BAD) if one.is_trigger else words(one.answer),
                    f"{one.points:g} of {one.most_points:g}",
                    _grounds(one),
                )
            )
            for one in score.questions
        ),
    )


def _grounds(question: QuestionScore) -> str:
    who = words(question.by) if question.by else ""
    why = sentence(question.note) if question.note else ""
    return ": ".join(text for text in (who, why) if text) or "–"
