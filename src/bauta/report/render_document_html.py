"""A document as one HTML file: no script, nothing from the network, links only within itself."""

from datetime import datetime

from bauta.report.document import Document
from bauta.report.render_html import environment, moment
from bauta.report.version import bauta_version


def render_document_html(document: Document, *, generated: datetime) -> str:
    """A self-contained HTML file."""
    return (
        environment()
        .get_template("document.html")
        .render(document=document, generated=moment(generated), version=bauta_version())
    )
