"""The text of a report as somebody reads it, from HTML and from PDF."""

import io
import re
from html.parser import HTMLParser


class _Text(HTMLParser):
    """What a reader sees: no style sheet, no markup; pictures by what is written in them."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hidden += tag in ("style", "svg")
        if tag in ("p", "h1", "h2", "h3", "li", "tr", "dt", "div", "caption", "section", "pre", "figcaption"):
            self.lines.append("")
        if tag in ("td", "th", "dd", "span", "time") and self.lines[-1]:
            self.lines[-1] += " "
        label = dict(attrs).get("aria-label")
        if label:
            self.lines.append(f"[{label}]")

    def handle_endtag(self, tag: str) -> None:
        self.hidden -= tag in ("style", "svg")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.lines[-1] += data.replace("\n", " ")


def text_of_html(html: str) -> str:
    parser = _Text()
    parser.feed(html)
    lines = (re.sub(r"\s+", " ", line).strip() for line in parser.lines)
    return "\n".join(line for line in lines if line) + "\n"


def text_of_pdf(pdf: bytes) -> str:
    """The text of every page, places where a word may be broken left out."""
    from pypdf import PdfReader

    pages = (page.extract_text().replace("\u200b", "") for page in PdfReader(io.BytesIO(pdf)).pages)
    return "\f\n".join(f"{page.strip()}\n" for page in pages)
