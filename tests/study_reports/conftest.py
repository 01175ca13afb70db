from collections.abc import Callable
from datetime import datetime

import pytest
from hospital_record import NOW, hospital_record

from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.report.document import Document
from bauta.report.render_document_html import render_document_html
from bauta.report.render_document_pdf import render_document_pdf
from bauta.report.study.study_document import study_document


@pytest.fixture(scope="session")
def hospital(tmp_path_factory: pytest.TempPathFactory) -> StudyRecord:
    """The record of the example study, every part there."""
    return hospital_record(tmp_path_factory.mktemp("hospital"))


@pytest.fixture
def document(hospital: StudyRecord) -> Document:
    return study_document(hospital, Edition.FULL, generated=NOW)


@pytest.fixture
def rendered() -> Callable[..., tuple[str, bytes]]:
    """A record as HTML and as PDF."""

    def render(record: StudyRecord, edition: Edition, now: datetime = NOW) -> tuple[str, bytes]:
        made = study_document(record, edition, generated=now)
        return render_document_html(made, generated=now), render_document_pdf(made, generated=now)

    return render
