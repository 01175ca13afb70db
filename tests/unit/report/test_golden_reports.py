"""Whole reports compared with the texts in tests/golden, so that a change of wording is seen and meant.

After a change that is meant, refresh the texts and read the difference before committing it:

    BAUTA_REFRESH_GOLDEN=1 .venv/bin/python -m pytest tests/unit/report/test_golden_reports.py
    git diff tests/golden

Pictures are left out of the HTML: how wide a label is depends on the version of the drawing library.
"""

import io
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console

from bauta.model.assessment import Assessment
from bauta.model.columns import ColumnProfile
from bauta.model.deidentification import Deidentification, Exploration
from bauta.report import render_html
from bauta.report.content import assessment_sections, profile_sections
from bauta.report.content_deidentify import deidentify_sections
from bauta.report.content_explore import explore_sections
from bauta.report.page import Page
from bauta.report.render_terminal import print_page

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


@pytest.fixture(params=["high_risk", "with_population", "profile", "released", "explored"])
def named_page(
    request: pytest.FixtureRequest,
    high_risk: Assessment,
    with_population: Assessment,
    columns: tuple[ColumnProfile, ...],
    released: Deidentification,
    explored: Exploration,
) -> tuple[str, Page]:
    pages = {
        "high_risk": assessment_sections(high_risk),
        "with_population": assessment_sections(with_population),
        "profile": profile_sections("patients.csv", 1000, columns, ["Fields are separated by tabs (detected)."]),
        "released": deidentify_sections(released),
        "explored": explore_sections(explored),
    }
    return request.param, pages[request.param]


def check_against(golden: Path, text: str) -> None:
    if os.environ.get("BAUTA_REFRESH_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_the_terminal_says_what_it_always_said(named_page: tuple[str, Page]) -> None:
    name, page = named_page
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    print_page(page, Console(file=file, width=80, force_terminal=False, highlight=False))
    file.seek(0)
    check_against(GOLDEN / f"{name}.txt", file.read())


def test_the_html_says_what_it_always_said(named_page: tuple[str, Page], monkeypatch: pytest.MonkeyPatch) -> None:
    name, page = named_page
    monkeypatch.setattr(render_html, "bauta_version", lambda: "0.0.0")
    html = render_html.render_html(page, generated=datetime(2026, 1, 5, 14, 30, tzinfo=UTC))
    html = re.sub(r"<svg .*?</svg>", "<svg></svg>", html, flags=re.DOTALL)
    html = re.sub(r"<style>.*?</style>", "<style></style>", html, flags=re.DOTALL)
    check_against(GOLDEN / f"{name}.html", html)
