"""A page on a terminal, or in a pipe.

Every string is printed as a `Text`, never as Rich markup, so brackets in a column name are just brackets. Colour adds
nothing that the words do not say: NO_COLOR and pipes lose nothing.
"""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from bauta.report.page import Bar, Cell, Headline, Page, Paragraph, Row, Section, Table, Tone

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

WIDTH_OF_A_PIPE = 100
WIDEST = 110
"""Lines longer than this are tiring to read, however wide the window is."""
INDENT = 2
BAR_WIDTH = 16
LONG_TABLE = 60
"""Rows above which minor rows are folded into one sentence."""
FOLDED_NAMES = 60

STYLES = {
    Tone.PLAIN: "",
    Tone.GOOD: "bold green",
    Tone.BAD: "bold red",
    Tone.WARNING: "yellow",
    Tone.QUIET: "dim",
}
PLAIN_SIGNS = str.maketrans({"–": "-", "≈": "~", "…": "...", "†": "+", "█": "#", "▌": "#", "▏": "|", "─": "-"})


def make_console(file: TextIO | None = None) -> "Console":
    """A console of readable width: the window's, up to a limit, or a fixed one where there is no window."""
    from rich.console import Console

    console = Console(file=file or sys.stdout, highlight=False)
    console.width = min(console.width, WIDEST) if console.is_terminal else WIDTH_OF_A_PIPE
    return console


def print_page(page: Page, console: "Console") -> None:
    """Print the whole page."""
    from rich.padding import Padding

    signs = _Signs(console)
    console.print(signs.text(f"{page.title}: {page.source}", "bold"), soft_wrap=False)
    if page.headline is not None:
        console.print()
        console.print(signs.headline(page.headline))
    for paragraph in page.lead:
        console.print()
        console.print(signs.paragraph(paragraph))
    for section in page.sections:
        console.print()
        console.print(signs.text(section.title, "bold"))
        for part in _parts(section):
            shown = signs.paragraph(part) if isinstance(part, Paragraph) else signs.table(part)
            console.print(Padding(shown, (0, 0, 0, INDENT)))


def _parts(section: Section) -> Iterable[Paragraph | Table]:
    """The parts, with minor rows of a long table told in one sentence after it."""
    for part in section.parts:
        if isinstance(part, Table) and len(part.rows) > LONG_TABLE:
            minor = [row.cells[0].text for row in part.rows if row.is_minor]
            yield Table(
                caption=part.caption,
                columns=part.columns,
                rows=tuple(row for row in part.rows if not row.is_minor),
                note_title=part.note_title,
                chart=part.chart if not minor else None,
            )
            if minor:
                more = f" and {len(minor) - FOLDED_NAMES:,} more" if len(minor) > FOLDED_NAMES else ""
                yield Paragraph(f"{len(minor):,} other: {', '.join(minor[:FOLDED_NAMES])}{more}.", Tone.QUIET)
        else:
            yield part


class _Signs:
    """Turns parts of a page into what Rich prints, within the characters the output can carry."""

    def __init__(self, console: "Console") -> None:
        self._console = console
        self._encoding = console.encoding
        self._is_unicode = console.encoding.lower().startswith("utf")

    def text(self, words: str, style: str = "") -> "Text":
        from rich.text import Text

        if not self._is_unicode:
            words = words.translate(PLAIN_SIGNS)
            words = words.encode(self._encoding, "backslashreplace").decode(self._encoding)
        return Text(words, style=style)

    def headline(self, headline: Headline) -> "Text":
        verdict = self.text(headline.verdict, STYLES[headline.tone])
        return verdict + self.text(f": {headline.sentence}", "bold") + self.text(f"\n{headline.basis}")

    def paragraph(self, paragraph: Paragraph) -> "Text":
        mark = "! " if paragraph.tone is Tone.WARNING else ""
        return self.text(mark + paragraph.text, STYLES[paragraph.tone])

    def table(self, table: Table) -> "RichTable":
        from rich import box
        from rich.table import Table as RichTable

        rich_table = RichTable(
            box=box.SIMPLE_HEAD if self._is_unicode else box.ASCII2,
            show_edge=False,
            pad_edge=False,
            padding=(0, 1),
            header_style="none",
        )
        for number, column in enumerate(table.columns):
            rich_table.add_column(
                self.text(column.title),
                justify="right" if column.is_number else "left",
                overflow="ellipsis" if number == 0 else "fold",
                vertical="bottom",
            )
        longest = 0.0
        if table.chart is not None:
            rich_table.add_column("", no_wrap=True, min_width=BAR_WIDTH)
            longest = max((bar.value for bar in table.chart.bars), default=0.0)
        for number, row in enumerate(table.rows):
            cells = [self._cell(cell) for cell in row.cells]
            if table.chart is not None:
                cells.append(self._bar(table.chart.bars[number], longest))
            rich_table.add_row(*cells)
        return rich_table

    def _cell(self, cell: Cell) -> "Text":
        return self.text(cell.text, STYLES[cell.tone])

    def _bar(self, bar: Bar, longest: float) -> "Text":
        """A bar in half characters; the faintest mark for what is there but too short to draw."""
        halves = round(2 * BAR_WIDTH * bar.value / longest) if longest else 0
        drawn = "█" * (halves // 2) + "▌" * (halves % 2)
        return self.text(drawn or ("▏" if bar.value else ""), "red" if bar.is_marked else "cyan")
