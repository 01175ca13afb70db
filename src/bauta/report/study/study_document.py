"""A study's record becomes a document: which chapters there are, their numbers, the terms and works they use."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import datetime

from bauta.model.edition import Edition
from bauta.model.steps import Acceptance
from bauta.model.study_record import StudyRecord
from bauta.report.document import Chapter, Definitions, Document, Part, References
from bauta.report.page import Paragraph
from bauta.report.study.attacks import attacks_chapter
from bauta.report.study.conditions import conditions_chapter, governance_chapter
from bauta.report.study.context import context_chapter
from bauta.report.study.editions import Told, told_in
from bauta.report.study.evidence import evidence_chapter
from bauta.report.study.form import form_chapter
from bauta.report.study.limits import limits_chapter
from bauta.report.study.questionnaires import questionnaires_chapter
from bauta.report.study.reading import limits_for_recipient, reading_chapter
from bauta.report.study.risk import risk_chapter
from bauta.report.study.sensitivity import sensitivity_chapter
from bauta.report.study.standards import standards_chapter
from bauta.report.study.summary import headline, summary
from bauta.report.study.terms import used_terms
from bauta.report.study.threshold import threshold_chapter
from bauta.report.study.transformations import suppression_chapter, transformations_chapter
from bauta.report.study.utility import utility_chapter
from bauta.report.study.variables import variables_chapter
from bauta.report.study.words import words
from bauta.report.study.works import HIPAA, works

EDITION_NAMES = {
    Edition.FULL: "Full edition, for the custodian and the regulator",
    Edition.RECIPIENT: "Recipient's edition",
}
APPENDICES = ("form", "answers", "terms", "references")


def study_document(record: StudyRecord, edition: Edition, *, generated: datetime) -> Document:
    """The report of a study in one of its editions."""
    told = told_in(edition, record)
    # A recipient's edition is of a release that was accepted and exported; it looks at nothing else of the record.
    missing = missing_parts(record) if edition is Edition.FULL else ()
    chapters = [chapter for chapter in _chapters(told) if chapter is not None]
    first = summary(told, missing)
    answer = headline(told)
    terms = used_terms(_texts((answer, first, chapters)))
    chapters.append(Chapter("terms", "", "Terms", (Definitions(terms),)))
    cited = tuple(dict.fromkeys([*_cited(chapters), HIPAA]))
    chapters.append(Chapter("references", "", "References", (References(works(cited)),)))
    return Document(
        title=words(record.title) if record.title else "De-identification of a data set",
        subtitle="Report on the risk of re-identification",
        edition=EDITION_NAMES[edition],
        headline=answer,
        summary=first,
        chapters=_numbered(chapters),
        prepared=f"{generated.day} {generated:%B %Y}",
        author=words(record.document.prepared_by) if record.document.prepared_by else None,
        is_draft=bool(missing),
        numbers=tuple((key, number) for number, key in enumerate(cited, 1)),
    )


def missing_parts(record: StudyRecord) -> tuple[str, ...]:
    """What is not recorded yet, in words; nothing where the study went through all its steps."""
    needs_release = record.needs_change is not False
    parts = (
        ("the context and the threshold", record.context is None),
        ("the risk of the data as they are", record.before is None or record.risk_before is None),
        ("the release", needs_release and record.release is None),
        ("the risk of the release by attack", needs_release and record.risk_after is None),
        ("what would change the verdict", record.diagnostics is None),
        ("the comparison with the source", needs_release and record.comparison is None),
        ("that somebody accepted it", not any(one.decision == Acceptance.ACCEPTED for _, one in record.decisions)),
        ("the handing over", record.export is None),
    )
    return (*record.stale, *(name for name, is_missing in parts if is_missing))


def _chapters(told: Told) -> list[Chapter | None]:
    if told.record is None:
        return [
            context_chapter(told, ""),
            variables_chapter(told, ""),
            reading_chapter(told, ""),
            conditions_chapter(told, ""),
            attacks_chapter(told, ""),
            limits_for_recipient(""),
            evidence_chapter(told, ""),
        ]
    record = told.record
    return [
        context_chapter(told, ""),
        attacks_chapter(told, ""),
        variables_chapter(told, ""),
        threshold_chapter(record, ""),
        risk_chapter(record, ""),
        transformations_chapter(record, ""),
        suppression_chapter(record, ""),
        utility_chapter(record, ""),
        sensitivity_chapter(record, ""),
        standards_chapter(record, ""),
        limits_chapter(record, ""),
        conditions_chapter(told, ""),
        governance_chapter(""),
        evidence_chapter(told, ""),
        form_chapter(record, ""),
        questionnaires_chapter(record, ""),
    ]


def _numbered(chapters: list[Chapter]) -> tuple[Chapter, ...]:
    """Chapters with numbers, appendices with letters."""
    numbers = iter(range(1, len(chapters) + 1))
    letters = iter("ABCDEFGH")
    return tuple(
        replace(chapter, number=next(letters) if chapter.key in APPENDICES else str(next(numbers)))
        for chapter in chapters
    )


def _cited(chapters: list[Chapter]) -> Iterator[str]:
    for chapter in chapters:
        for part in chapter.parts:
            yield from _works_of(part)


def _works_of(part: Part) -> tuple[str, ...]:
    return part.cites if isinstance(part, Paragraph) else ()


def _texts(value: object) -> Iterator[str]:
    """Every string in a tree of parts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
