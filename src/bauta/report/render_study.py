"""The report of a study as the content of a file."""

from datetime import datetime

from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.report.study.study_document import study_document


def render_study(record: StudyRecord, edition: Edition, ending: str, generated: datetime) -> tuple[str | bytes, bool]:
    """The report in an edition, as PDF where the ending asks for it and else as HTML, and whether it is a draft."""
    document = study_document(record, edition, generated=generated)
    if ending == ".pdf":
        from bauta.report.render_document_pdf import render_document_pdf

        return render_document_pdf(document, generated=generated), document.is_draft
    from bauta.report.render_document_html import render_document_html

    return render_document_html(document, generated=generated), document.is_draft
