"""Both editions of two studies' reports, as texts in tests/golden, so that a change of wording is seen and meant.

The studies go through all eleven steps. Times and hashes are fixed. After a change that is meant,
refresh the texts and read the difference before committing it:

    BAUTA_REFRESH_GOLDEN=1 .venv/bin/python -m pytest tests/study_reports/test_golden_study_reports.py
    git diff tests/golden
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
import ran_studies
from report_texts import text_of_html, text_of_pdf

from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.report import render_document_html, render_document_pdf

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> StudyRecord:
    return ran_studies.hospital(tmp_path_factory.mktemp("example"))


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory, shared_data: Callable[[str], Path]) -> StudyRecord:
    return ran_studies.stroke_trial(tmp_path_factory.mktemp("trial"), shared_data("ist/IST.csv.gz"))


def check(name: str, text: str) -> None:
    golden = GOLDEN / name
    if os.environ.get("BAUTA_REFRESH_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _fixed_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_document_html, "bauta_version", lambda: "0.0.0")
    monkeypatch.setattr(render_document_pdf, "bauta_version", lambda: "0.0.0")


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("study", ["example", "trial"])
def test_the_report_says_what_it_always_said(
    study: str, edition: Edition, request: pytest.FixtureRequest, rendered: Callable[..., tuple[str, bytes]]
) -> None:
    record = request.getfixturevalue(study)
    html, pdf = rendered(record, edition)
    check(f"study_{study}_{edition}.html.txt", text_of_html(html))
    check(f"study_{study}_{edition}.pdf.txt", text_of_pdf(pdf))


@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("study", ["example", "trial"])
def test_it_is_whole(study: str, edition: Edition, request: pytest.FixtureRequest, rendered) -> None:
    record = request.getfixturevalue(study)
    _, pdf = rendered(record, edition)
    pages = text_of_pdf(pdf).split("\f")
    assert "DRAFT" not in "".join(pages)
    assert "Signature" in pages[0]
    assert "Contents" in pages[1]
