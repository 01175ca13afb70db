import io
from dataclasses import replace

import pytest
from rich.console import Console

from bauta.model.assessment import Assessment
from bauta.model.columns import ColumnProfile
from bauta.model.deidentification import ColumnOutcome, Deidentification, Exploration
from bauta.report.content import assessment_sections, profile_sections
from bauta.report.content_deidentify import deidentify_sections
from bauta.report.content_explore import explore_sections
from bauta.report.page import Headline, Page, Paragraph, Tone
from bauta.report.render_terminal import WIDTH_OF_A_PIPE, make_console, print_page


def printed(page: Page, *, width: int = 80, colour: bool = False, encoding: str = "utf-8") -> str:
    buffer = io.BytesIO()
    file = io.TextIOWrapper(buffer, encoding=encoding)
    colours = "standard" if colour else None
    console = Console(
        file=file, width=width, force_terminal=colour, highlight=False, color_system=colours, legacy_windows=False
    )
    print_page(page, console)
    file.flush()
    return buffer.getvalue().decode(encoding)


def test_the_verdict_is_a_word_and_not_only_a_colour(high_risk: Assessment) -> None:
    plain = printed(assessment_sections(high_risk))
    assert "\x1b" not in plain
    assert "\nHIGH: 40 of 1,000 people (4.0 %) are unique" in plain
    assert "\x1b[1;31mHIGH" in printed(assessment_sections(high_risk), colour=True)


@pytest.mark.parametrize("width", range(12, 40))
def test_a_percent_sign_stays_with_its_figure(width: int) -> None:
    lead = (
        Paragraph("Chance would agree on 28.1 % of them, and on 0.5 % here."),
        Paragraph("run 5 %", is_command=True),
    )
    text = printed(Page("A", "b", Headline("LOW", Tone.GOOD, "so it is", ""), lead, ()), width=width)
    assert "28.1 %" in text
    assert "0.5 %" in text
    assert "run 5 %" in text
    assert "\n\n\n" not in text


def test_colour_changes_nothing_else(high_risk: Assessment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in printed(assessment_sections(high_risk), colour=True)


@pytest.mark.parametrize("width", [80, 100, 140])
def test_lines_fit_the_width_and_have_no_trailing_spaces(
    width: int,
    high_risk: Assessment,
    with_population: Assessment,
    columns: tuple[ColumnProfile, ...],
    released: Deidentification,
    released_by_population: Deidentification,
    explored: Exploration,
) -> None:
    pages = [
        *(assessment_sections(assessment) for assessment in (high_risk, with_population)),
        profile_sections("patients.csv", 1000, columns),
        *(deidentify_sections(result) for result in (released, released_by_population)),
        explore_sections(explored),
    ]
    for page in pages:
        lines = printed(page, width=width).splitlines()
        assert max(map(len, lines)) <= width
        assert lines == [line.rstrip() for line in lines]


def test_a_usual_report_fits_on_a_screen_and_a_half(high_risk: Assessment) -> None:
    assert len(printed(assessment_sections(high_risk)).splitlines()) <= 76


def test_figures_are_never_cut_even_in_a_very_narrow_window(high_risk: Assessment) -> None:
    text = printed(assessment_sections(high_risk), width=30)
    for figure in ("130 (13.0 %)", "0.00400", "0.0700", "60 (6.0 %)", "76.0 %"):
        assert figure in text


def test_a_console_without_unicode_gets_plain_signs(with_population: Assessment) -> None:
    text = printed(assessment_sections(with_population), encoding="ascii")
    assert "# below 5  = 5 or more" in text
    assert "?" not in text


def test_hostile_names_are_printed_as_they_are_and_harmless(
    hostile: Assessment,
    hostile_columns: tuple[ColumnProfile, ...],
    hostile_release: Deidentification,
    hostile_space: Exploration,
) -> None:
    pages = (
        assessment_sections(hostile),
        profile_sections("x\x1b.csv", 9, hostile_columns, ["n\x07"]),
        deidentify_sections(hostile_release),
        explore_sections(hostile_space),
    )
    for page in pages:
        text = printed(page)
        assert all(character.isprintable() or character == "\n" for character in text)
        assert "[bold red]zip[/]" in text
        assert "n" * 60 not in text


def test_a_long_profile_folds_the_columns_that_do_not_matter(many_columns: tuple[ColumnProfile, ...]) -> None:
    text = printed(profile_sections("wide.csv", 1000, many_columns))
    assert "mrn" in text
    assert "201 other: batch, lab_0, lab_1" in text
    assert "and 141 more." in text
    assert len(text.splitlines()) < 60


def test_a_short_profile_gives_the_reason_under_every_column(columns: tuple[ColumnProfile, ...]) -> None:
    text = printed(profile_sections("patients.csv", 1000, columns))
    assert text.count("Because it looks like") == 4


def test_a_pipe_is_given_a_fixed_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "37")
    assert make_console(io.StringIO()).width == WIDTH_OF_A_PIPE


def test_text_is_folded_before_a_name_is_cut(released: Deidentification) -> None:
    columns = (*(ColumnOutcome(f"lab_{i}", "dates shifted by up to 182 days") for i in range(40)),)
    text = printed(deidentify_sections(replace(released, columns=columns)))
    assert "  Dates shifted by up to 182 days  lab_0, lab_1" in text
    assert "lab_39" in text


def test_a_command_is_not_broken_over_lines(explored: Exploration) -> None:
    text = printed(explore_sections(explored), width=40)
    assert "\n  bauta deidentify STUDY --out DIR --levels birth_date=3,zip=1,sex=0\n" in text


def test_a_release_is_told_on_two_screens(released: Deidentification) -> None:
    assert len(printed(deidentify_sections(released), width=100).splitlines()) <= 76
