"""Text that a spreadsheet would run when it opens a CSV file, and how it is made harmless and read again.

A cell that starts with = + - @ or a control character is a formula to a spreadsheet, and a formula can fetch and send.
A number such as -3.5 is none, nor is a sign that stands alone (-, ++). An apostrophe before the text makes it text.

The apostrophe also goes before text that looks like an escaped formula already ('=1). So what was escaped can be read
again without doubt: different values stay different, and a class is the same people before and after.
"""

import re

SIGNS = "=+-@\t\r\n＝＋－＠"
"""What a formula starts with; the last four are = + - @ as keyboards for Chinese and Japanese write them."""
APOSTROPHE = "'"
STARTS = f"^'*[{SIGNS.replace('-', '')}-]"
"""A formula, or one that was escaped, however often."""
HARMLESS = r"^'*([+-]*|[=@]|[+-]?([0-9]+([.,][0-9]+)*[.]?|[.,][0-9]+)([eE][+-]?[0-9]+)?)\z"
"""What starts so and is a number, or nothing but signs. RE2 and Java read it alike."""
_STARTS = re.compile(STARTS)
_HARMLESS = re.compile(HARMLESS.replace(r"\z", r"\Z"))


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would run the text."""
    return text[:1] in set(SIGNS) and _HARMLESS.match(text) is None


def escaped(text: str) -> str:
    """The text as it may be opened in a spreadsheet.

    >>> [escaped(text) for text in ("=1+1", "-3.5", "++", "'=1+1", "it's")]
    ["'=1+1", '-3.5', '++', "''=1+1", "it's"]
    """
    return APOSTROPHE + text if _is_marked(text) else text


def unescaped(text: str) -> str:
    """The text that `escaped` was given."""
    return text[1:] if text.startswith(APOSTROPHE) and _is_marked(text) else text


def _is_marked(text: str) -> bool:
    """Whether it starts like a formula, or like one that was escaped."""
    return _STARTS.match(text) is not None and _HARMLESS.match(text) is None
