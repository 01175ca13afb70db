"""Words that several steps use in their summaries."""

from collections.abc import Sequence

from bauta.errors import listed

SOME = 6
"""Names in a summary; all of them are in the evidence."""


def some(names: Sequence[str]) -> str:
    """A few names, safe to print, and how many more there are."""
    more = len(names) - SOME
    return listed(names[:SOME]) + (f" and {more:,} more" if more > 0 else "")


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 variable`, `1,200 variables`."""
    return f"1 {one}" if number == 1 else f"{number:,} {many or one + 's'}"
