"""How a document is set: HTML that stands alone, PDF/A with its metadata, the same bytes for the same record."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hospital_record import NOW
from pypdf import PdfReader
from report_texts import text_of_html, text_of_pdf

from bauta.model.document import DocumentSection
from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.report.render_document_pdf import BREAK, drawable

Rendered = Callable[..., tuple[str, bytes]]
HOSTILE = (
    "#panic([x]) $x$ *b* _i_ @ref <label> \\ `raw` // comment",
    "<script>alert('x')</script>",
    '"><img src=http://evil.example/x onerror=x>',
    "two\nlines\x1b[31m",
    "n" * 300,
    "abc\u202etxt.exe",
    "病院 😀 ɐ",
    '#import "@preview/x:1.0.0"',
)


def hostile_record(hospital: StudyRecord, name: str) -> StudyRecord:
    """The same study, with a column, its title and its reasons called so."""
    assert hospital.release is not None
    assert hospital.comparison is not None
    release = hospital.release
    first, *others = release.solution.variables
    solution = replace(release.solution, variables=(replace(first, variable=name, level_name=name), *others))
    variables = tuple(replace(one, variable=name, why=name, by=name) for one in hospital.variables[:5])
    change = replace(hospital.comparison.variables[0], variable=name)
    return replace(
        hospital,
        title=name,
        variables=variables,
        release=replace(release, solution=solution),
        document=hospital.document.model_copy(update={"custodian": name, "conditions": (name,), "prepared_by": name}),
        comparison=replace(hospital.comparison, variables=(change,)),
    )


@pytest.mark.parametrize("edition", list(Edition))
def test_the_html_file_has_no_script_and_asks_the_network_for_nothing(
    hospital: StudyRecord, rendered: Rendered, edition: Edition
) -> None:
    html, _ = rendered(hospital, edition)
    for namespace in ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"):
        html = html.replace(namespace, "")
    for reference in ("http:", "https:", "src=", "@import", "url(", "<script", "<link", "<iframe", "javascript:"):
        assert reference not in html
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', html))


def test_links_lead_to_places_that_are_there(hospital: StudyRecord, rendered: Rendered) -> None:
    html, _ = rendered(hospital, Edition.FULL)
    places = set(re.findall(r'id="([^"]*)"', html))
    assert {target[1:] for target in re.findall(r'href="([^"]*)"', html)} <= places


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_shown_and_never_obeyed(
    hospital: StudyRecord, rendered: Rendered, name: str, edition: Edition
) -> None:
    html, pdf = rendered(hostile_record(hospital, name), edition)
    assert "<script" not in html
    assert "<img" not in html
    assert "\x1b" not in html
    assert "\u202e" not in html
    text = text_of_pdf(pdf)
    if name.startswith("#panic"):
        assert "#panic([x]) $x$ *b* _i_" in text
        assert "#panic([x]) $x$ *b* _i_" in text_of_html(html)
    if name.startswith("病"):
        assert "U+75C5" in text
        assert "病院" in html


def test_what_fonts_lack_is_written_out_and_long_words_can_be_broken() -> None:
    assert drawable("Größe ≤ 5 → α") == "Größe ≤ 5 → α"
    assert drawable("病") == "U+75C5"
    assert drawable("a" * 40).replace(BREAK, "") == "a" * 40
    assert max(map(len, drawable("0123456789abcdef" * 4).split(BREAK))) <= 18
    assert BREAK in drawable("a_very_long_column_name")
    assert BREAK not in drawable("short_name")


def test_the_pdf_says_what_it_is(hospital: StudyRecord, rendered: Rendered) -> None:
    _, pdf = rendered(hospital, Edition.FULL)
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "Extract for the diabetes study: Report on the risk of re-identification"
    assert reader.metadata.author == "A. Analyst, MSc Biostatistics"
    assert reader.metadata.creation_date == datetime(2026, 1, 5, tzinfo=UTC) or reader.metadata.creation_date == NOW
    assert re.search(rb"pdfaid:part[=>\"]+2", pdf)
    assert re.search(rb"pdfaid:conformance[=>\"]+B", pdf)


def test_nobody_is_its_author_unless_named(hospital: StudyRecord, rendered: Rendered) -> None:
    _, pdf = rendered(replace(hospital, document=DocumentSection()), Edition.FULL)
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.metadata is not None
    assert not reader.metadata.author


def test_a_time_with_microseconds_is_fine(hospital: StudyRecord, rendered: Rendered) -> None:
    assert rendered(hospital, Edition.RECIPIENT, NOW + timedelta(microseconds=7)) == rendered(
        hospital, Edition.RECIPIENT
    )


def test_the_same_record_and_time_give_the_same_bytes(hospital: StudyRecord, rendered: Rendered) -> None:
    assert rendered(hospital, Edition.FULL) == rendered(hospital, Edition.FULL)
    assert rendered(hospital, Edition.FULL, NOW + timedelta(days=1)) != rendered(hospital, Edition.FULL)


def test_the_first_page_ends_with_the_signature_and_nothing_of_it_is_on_the_second(
    hospital: StudyRecord, rendered: Rendered
) -> None:
    for edition in Edition:
        _, pdf = rendered(hospital, edition)
        pages = text_of_pdf(pdf).split("\f")
        assert "Signature" in pages[0]
        assert "Contents" in pages[1]
        assert "Signature" not in pages[1]


def test_the_first_page_stays_one_page_when_much_is_said(hospital: StudyRecord, rendered: Rendered) -> None:
    """Conditions of a paragraph each, long names, and the notice of a draft: it is set smaller, not continued."""
    assert hospital.context is not None
    long = "The recipient " + "keeps to everything that was agreed in the contract and " * 5 + "says so."
    crowded = replace(
        hospital,
        export=None,
        comparison=None,
        title="A study with a title that goes on " * 3,
        context=replace(hospital.context, conditions=(long,) * 12, purpose=long),
    )
    _, pdf = rendered(crowded, Edition.FULL)
    pages = text_of_pdf(pdf).split("\f")
    assert "Signature" in pages[0]
    assert "Contents" in pages[1]


def test_every_page_has_its_number_and_later_ones_a_running_title(hospital: StudyRecord, rendered: Rendered) -> None:
    _, pdf = rendered(hospital, Edition.FULL)
    pages = text_of_pdf(pdf).split("\f")
    for number, page in enumerate(pages, 1):
        assert f"{number} of {len(pages)}" in page
        assert ("Extract for the diabetes study" in page.split("\n")[0:2][-1]) or number == 1 or page.count("Extract")


def test_a_draft_says_so_on_every_page(hospital: StudyRecord, rendered: Rendered) -> None:
    html, pdf = rendered(replace(hospital, export=None), Edition.FULL)
    assert 'class="draft"' in html
    assert all("DRAFT" in page for page in text_of_pdf(pdf).split("\f"))


def test_both_say_the_same(hospital: StudyRecord, rendered: Rendered) -> None:
    """Every word of the HTML is in the PDF: one content, two looks."""
    for edition in Edition:
        html, pdf = rendered(hospital, edition)
        in_pdf = re.sub(r"[\s\u00ad-]+", "", text_of_pdf(pdf)).lower()
        for line in text_of_html(html).splitlines():
            if line.startswith("[") or "Made with bauta" in line:
                continue  # what is read aloud for a picture, and the foot
            for word in re.findall(r"[A-Za-z]{4,}", line):
                assert word.lower() in in_pdf, line
