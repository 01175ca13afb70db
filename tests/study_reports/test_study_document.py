"""The content of the report: whole, findable, explained, and a draft where something is missing."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hospital_record import NOW

from bauta.model.assessment import Verdict
from bauta.model.document import DocumentSection
from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.report.document import Chapter, Definitions, Document, Fact, Facts, Heading, References
from bauta.report.page import Paragraph, Table
from bauta.report.study.study_document import study_document
from bauta.report.study.terms import TERMS, used_terms

LETTERS = "ABCDEFGHIJKLMNOPQR"


def headings(document: Document) -> list[Heading]:
    return [part for chapter in document.chapters for part in chapter.parts if isinstance(part, Heading)]


def chapter(document: Document, key: str) -> Chapter:
    return next(one for one in document.chapters if one.key == key)


def tables(document: Document) -> list[Table]:
    return [part for one in document.chapters for part in one.parts if isinstance(part, Table)]


def test_every_field_of_the_form_stands_beside_one_heading(document: Document) -> None:
    fields = Counter(field for heading in headings(document) for field in heading.fields)
    assert fields == Counter(LETTERS)


def test_the_index_lists_every_field_and_points_to_a_place_that_is_there(document: Document) -> None:
    index = next(table for table in tables(document) if table.caption.startswith("Fields A to R"))
    assert [row.cells[0].text for row in index.rows] == list(LETTERS)
    places = {"summary", *(one.key for one in document.chapters), *(one.key for one in headings(document))}
    targets = {cell.target for table in tables(document) for row in table.rows for cell in row.cells if cell.target}
    assert targets <= places
    by_field = {field: heading.key for heading in headings(document) for field in heading.fields}
    for row in index.rows:
        field, target = row.cells[0].text, row.cells[3].target
        assert by_field[field] == target


def test_keys_are_given_once(document: Document) -> None:
    keys = [one.key for one in document.chapters] + [one.key for one in headings(document) if one.key]
    assert max(Counter(keys).values()) == 1


@pytest.mark.parametrize("edition", list(Edition))
def test_no_chapter_and_no_heading_is_empty(hospital: StudyRecord, edition: Edition) -> None:
    made = study_document(hospital, edition, generated=NOW)
    for one in made.chapters:
        assert one.parts
        for part, following in zip(one.parts, (*one.parts[1:], None), strict=True):
            assert not isinstance(part, Heading) or (following is not None and not isinstance(following, Heading))
            if isinstance(part, Table):
                assert part.rows
            if isinstance(part, Facts):
                assert all(fact.text for fact in part.facts)


@pytest.mark.parametrize("edition", list(Edition))
def test_what_is_cited_is_listed_and_what_is_listed_is_cited(hospital: StudyRecord, edition: Edition) -> None:
    made = study_document(hospital, edition, generated=NOW)
    cited = {key for one in made.chapters for part in one.parts if isinstance(part, Paragraph) for key in part.cites}
    listed = next(part for part in chapter(made, "references").parts if isinstance(part, References))
    keys = [entry.key for entry in listed.entries]
    assert cited <= set(keys)
    assert set(keys) - cited <= {"hipaa"}  # the statement that is signed is in its words
    assert [made.number_of(key) for key in keys] == list(range(1, len(keys) + 1))


def test_terms_that_are_used_are_explained_and_others_are_not() -> None:
    terms = {entry.term for entry in used_terms(["The values were generalized.", "a strict average"])}
    assert {"generalization", "strict average", "class"} <= terms  # class: a strict average is told by it
    assert "marketer" not in terms
    assert {entry.term for entry in used_terms(["classical maskara"])} == set()


def test_every_term_of_the_report_is_in_its_list(document: Document) -> None:
    listed = next(part for part in chapter(document, "terms").parts if isinstance(part, Definitions))
    terms = {entry.term for entry in listed.entries}
    assert {"adversary", "cell size", "class", "data risk", "prosecutor", "strict average", "operating range"} <= terms
    assert terms <= set(TERMS)


def test_the_first_page_has_the_verdict_three_numbers_and_what_could_flip_it(document: Document) -> None:
    assert document.headline is not None
    assert document.headline.verdict == "LOW"
    kinds = [type(part).__name__ for part in document.summary]
    assert kinds.count("KeyFigures") == 1
    assert kinds[-1] == "Signature"
    shown = repr(document.summary)
    assert "In 1 of 5 scenarios the verdict is another." in shown
    assert "also diagnosis" in shown


def test_a_high_risk_cannot_be_signed_as_a_determination(hospital: StudyRecord) -> None:
    assert hospital.risk_after is not None
    risks = tuple(replace(risk, verdict=Verdict.HIGH) for risk in hospital.risk_after.risks)
    made = study_document(
        replace(hospital, risk_after=replace(hospital.risk_after, risks=risks)), Edition.FULL, generated=NOW
    )
    assert made.headline is not None
    assert made.headline.verdict == "HIGH"
    assert "cannot be signed" in repr(made.summary[-1])


def test_a_study_without_a_release_is_a_draft_that_says_what_is_missing(hospital: StudyRecord) -> None:
    early = replace(
        hospital,
        release=None,
        risk_after=None,
        diagnostics=None,
        comparison=None,
        export=None,
        records=(),
        decisions=(),
    )
    made = study_document(early, Edition.FULL, generated=NOW)
    assert made.is_draft
    assert made.headline is not None
    assert made.headline.verdict == "OPEN"
    text = repr(made.summary)
    assert "the release; the risk of the release by attack; what would change the verdict" in text
    assert "cannot be signed" in text


PARTS = ("context", "utility", "source", "before", "risk_before", "needs_change", "release", "risk_after")
LATER_PARTS = ("diagnostics", "comparison", "export")


@pytest.mark.parametrize("part", [*PARTS, *LATER_PARTS])
def test_any_part_may_be_missing(hospital: StudyRecord, part: str, rendered) -> None:
    html, pdf = rendered(replace(hospital, **{part: None}), Edition.FULL)
    assert not re.search(r"\bNone\b(?!\.| of the same year)", html)
    assert pdf.startswith(b"%PDF")


def test_nothing_is_recorded_but_the_risk(hospital: StudyRecord, rendered) -> None:
    bare = StudyRecord(
        None, "s.yaml", "0.1.0", DocumentSection(), (), (), None, None, None, hospital.before, None, None, None, None,
        None, None, (), None, (), (),
    )  # fmt: skip
    html, _ = rendered(bare, Edition.FULL)
    assert "DRAFT" in html
    assert "not stated" in html


def test_a_stale_step_makes_a_draft(hospital: StudyRecord) -> None:
    made = study_document(
        replace(hospital, stale=("Step 9 (Transform the data) no longer holds: the data changed.",)),
        Edition.FULL,
        generated=NOW,
    )
    assert made.is_draft
    assert "no longer holds: the data changed." in repr(made.summary)


def test_a_release_that_nobody_accepted_is_a_draft(hospital: StudyRecord) -> None:
    made = study_document(replace(hospital, decisions=()), Edition.FULL, generated=NOW)
    assert made.is_draft
    assert any("Not recorded yet: that somebody accepted it." in str(part) for part in made.summary)


def test_a_whole_study_is_no_draft(document: Document) -> None:
    assert not document.is_draft


def test_unanswered_fields_say_where_the_answer_goes(hospital: StudyRecord) -> None:
    made = study_document(replace(hospital, document=DocumentSection()), Edition.FULL, generated=NOW)
    facts = [fact for one in made.chapters for part in one.parts if isinstance(part, Facts) for fact in part.facts]
    rare = next(fact for fact in facts if fact.term == "Rare disease")
    assert isinstance(rare, Fact)
    assert "document.rare_disease" in rare.text
