"""A document as PDF/A-2b, set by typst.

The template is fixed. What the document says reaches it as JSON, so no string is ever read as typst's markup, whatever
is in it. Fonts are those that come with typst, so the same document gives the same file on every machine; characters
that they do not have are written out as their numbers.
"""

import json
import math
import re
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from importlib.resources import files
from typing import Any

from bauta.report.charts import FONT, chart_svg
from bauta.report.document import BeforeAfter, Document, Intervals, RiskCurve
from bauta.report.page import Chart, Column, Lines, Row, Scatter, Table
from bauta.report.version import bauta_version

CHART_FONT = "Libertinus Serif"
LONGEST_WORD = 18
"""Longer ones, such as hashes and column names, may be broken after a sign, or anywhere."""
LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")
BREAK = "\u200b"
AFTER_SIGNS = re.compile(r"(?<=[_/.:;,=\-])(?=[^\s_/.:;,=\-])")
DRAWABLE = (
    (0x20, 0x7E),
    (0xA0, 0x377),
    (0x38E, 0x3A1),
    (0x3A3, 0x4FF),
    (0x1E00, 0x1EFF),
    (0x2010, 0x2027),
    (0x2030, 0x2040),
    (0x2074, 0x208E),
    (0x20A0, 0x20BF),
    (0x2190, 0x23FF),
    (0x2500, 0x25FF),
)
"""What the fonts of typst 0.15 have, of what reports may need; PDF/A allows no sign without a picture of it."""


def render_document_pdf(document: Document, *, generated: datetime) -> bytes:
    """The document as a PDF file; the same document and time give the same bytes."""
    import typst

    content = {
        "document": _plain(document),
        "version": bauta_version(),
        "year": generated.year,
        "month": generated.month,
        "day": generated.day,
    }
    template = files("bauta.report").joinpath("templates/document.typ").read_bytes()
    compiler = typst.Compiler(ignore_system_fonts=True)
    data = compiler.compile(
        template,
        format="pdf",
        pdf_standards=["a-2b"],
        sys_inputs={"content": json.dumps(content)},
        timestamp=int(generated.timestamp()),
    )
    assert isinstance(data, bytes)
    return data


def _plain(value: Any) -> Any:
    """The document as JSON can hold it: every part with its kind, every chart as a picture, every string drawable."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return drawable(value)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Chart | Scatter | Lines | BeforeAfter | RiskCurve | Intervals):
        caption = "" if isinstance(value, Chart) else value.caption
        return {
            "kind": "Picture",
            "svg": _picture(value),
            "caption": drawable(caption),
            "description": drawable(value.description),
        }
    assert is_dataclass(value)
    plain = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Table):
        plain["widths"] = _widths(value)
    return {"kind": type(value).__name__, **plain}


def _picture(chart: Chart | Scatter | Lines | BeforeAfter | RiskCurve | Intervals) -> str:
    svg = chart_svg(chart).replace(FONT, CHART_FONT).replace(FONT.replace("'", "&apos;"), CHART_FONT)
    return "".join(_written_out(sign) for sign in svg)


def drawable(text: str) -> str:
    """Text with what the fonts lack written out, and with places where long words may be broken.

    >>> drawable("日 x")
    'U+65E5 x'
    """
    written = "".join(_written_out(sign) for sign in text)
    return LONG_WORD.sub(_breakable, written)


def _written_out(sign: str) -> str:
    code = ord(sign)
    if sign == "\n" or any(first <= code <= last for first, last in DRAWABLE):
        return sign
    return f"U+{code:04X}"


def _breakable(match: re.Match[str]) -> str:
    pieces = AFTER_SIGNS.split(match[0])
    short = (piece[i : i + LONGEST_WORD] for piece in pieces for i in range(0, len(piece), LONGEST_WORD))
    return BREAK.join(short)


def _widths(table: Table) -> list[float]:
    """For each column how much room it asks for; 0 for one that is as wide as its numbers."""
    texts = [_column_texts(number, table.rows) for number in range(len(table.columns))]
    widths = [_wish(column, own) for column, own in zip(table.columns, texts, strict=True)]
    if table.note_title:
        longest = max((len(row.note) for row in table.rows), default=12)
        widths.append(max(12.0, min(40.0, 4 * math.sqrt(longest))))
    return widths


def _column_texts(number: int, rows: tuple[Row, ...]) -> list[str]:
    return [row.cells[number].text for row in rows]


def _wish(column: Column, texts: list[str]) -> float:
    if column.is_number:
        return 0.0
    longest = max((len(text) for text in (column.title, *texts)), default=8)
    return max(7.0, min(40.0, 4 * math.sqrt(longest)))
