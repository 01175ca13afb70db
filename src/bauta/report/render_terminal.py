"""A page on a terminal, or in a pipe.

Every string is printed as a `Text`, never as Rich markup, so brackets in a column name are just brackets. Colour adds
nothing that the words do not say: NO_COLOR and pipes lose nothing.
"""

import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from bauta.report.page import Chart, Headline, Lines, Page, Paragraph, Scatter, Section, Table, Tone

if TYPE_CHECKING:
    from rich.console import Console
    from rich.segment import Segment
    from rich.table import Table as RichTable
    from rich.text import Text

WIDTH_OF_A_PIPE = 100
WIDEST = 110
"""Lines longer than this are tiring to read, however wide the window is."""
INDENT = 2
BAR_WIDTH = 16
GAP = 2
NARROWEST = 10
READABLE = 24
"""Text is folded down to this width before a name is cut."""
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
UNBROKEN = "\ue000"
"""Stands for the space before a percent sign until lines are folded; Rich folds at a no-break space too."""
MARKED_SIGN, UNMARKED_SIGN, FAINT_SIGN = "█", "▒", "▏"
PLAIN_SIGNS = str.maketrans({"–": "-", "…": "...", "†": "+", "█": "#", "▒": "=", "▏": "|"})
"""For consoles without Unicode."""
COMMANDS = {"Cc", "Cf", "Cs"}
"""Control, format and half characters, as Unicode calls them: names and notes of people can hold them."""


def make_console(file: TextIO | None = None) -> "Console":
    """A console of readable width: the window's, up to a limit, or a fixed one where there is no window."""
    from rich.console import Console

    console = Console(file=file or sys.stdout, highlight=False)
    console.width = min(console.width, WIDEST) if console.is_terminal else WIDTH_OF_A_PIPE
    return console


def print_page(page: Page, console: "Console") -> None:
    """Print the whole page."""
    printer = _Printer(console)
    printer.text(f"{page.title}: {page.source}", "bold")
    if page.headline is not None:
        printer.blank()
        printer.headline(page.headline)
    if page.lead:
        printer.blank()
    for paragraph in page.lead:
        printer.paragraph(paragraph)
    for section in page.sections:
        printer.blank()
        printer.text(section.title, "bold")
        for part in _parts(section):
            if isinstance(part, Paragraph):
                printer.paragraph(part, indent=INDENT)
            else:
                printer.table(part)


def _parts(section: Section) -> Iterable[Paragraph | Table]:
    """The parts but for plots, with minor rows of a long table told in one sentence after it.

    The first table is what the section's title says; later ones are told apart by their captions.
    """
    tables = 0
    for part in section.parts:
        if isinstance(part, Scatter | Lines):
            continue
        tables += isinstance(part, Table)
        if isinstance(part, Table) and tables > 1:
            yield Paragraph(f"{part.caption}:")
        if isinstance(part, Table) and (part.folded or len(part.rows) > LONG_TABLE):
            minor = [row.cells[0].text for row in part.rows if row.is_minor]
            yield Table(
                caption=part.caption,
                columns=part.columns,
                rows=tuple(row for row in part.rows if not row.is_minor),
                note_title=part.note_title,
                chart=part.chart if not minor else None,
            )
            if minor and part.folded:
                yield Paragraph(part.folded, Tone.QUIET)
            elif minor:
                more = f" and {len(minor) - FOLDED_NAMES:,} more" if len(minor) > FOLDED_NAMES else ""
                yield Paragraph(f"{len(minor):,} other: {', '.join(minor[:FOLDED_NAMES])}{more}.", Tone.QUIET)
        else:
            yield part


def _harmless(sign: str) -> str:
    """The sign, written out where it would command the terminal or turn the direction of a line around."""
    import unicodedata

    is_command = sign != "\n" and unicodedata.category(sign) in COMMANDS
    return sign.encode("unicode_escape").decode("ascii") if is_command else sign


@dataclass(frozen=True)
class _Layout:
    """How a table fits the console."""

    titles: list[str]
    names_width: int
    width: int


class _Printer:
    """Prints parts of a page, within the width and the characters the console has."""

    def __init__(self, console: "Console") -> None:
        self._console = console
        self._is_unicode = console.encoding.lower().startswith("utf")

    def blank(self) -> None:
        self._console.print()

    def text(self, words: str, style: str = "") -> None:
        self._print(self._text(words, style))

    def headline(self, headline: Headline) -> None:
        sentence = self._text("")  # without a style of its own, which would reach over the rest
        sentence.append_text(self._text(headline.verdict, STYLES[headline.tone]))
        sentence.append_text(self._text(f": {headline.sentence}", "bold"))
        self._print(sentence)
        if headline.basis:
            self.text(headline.basis)

    def paragraph(self, paragraph: Paragraph, indent: int = 0) -> None:
        if paragraph.is_command:
            self._console.print(self._text(" " * indent + paragraph.text, folds=False), soft_wrap=True)
            return
        mark = "! " if paragraph.tone is Tone.WARNING else ""
        words = self._text(paragraph.text, STYLES[paragraph.tone])
        lines = self._lines(words, indent + len(mark))
        self._print_lines(lines[:1], indent, mark)
        self._print_lines(lines[1:], indent + len(mark))

    def table(self, table: Table) -> None:
        """The table; each note under its row, which is then kept to one line."""
        layout = self._fit(table)
        lines = self._lines(self._rich_table(table, layout), INDENT, layout.width)
        if not table.note_title:
            self._print_lines(lines, INDENT)
            return
        heads = len(lines) - len(table.rows)
        self._print_lines(lines[:heads], INDENT)
        for line, row in zip(lines[heads:], table.rows, strict=True):
            self._print_lines([line], INDENT)
            self._print(self._text(row.note, STYLES[Tone.QUIET]), 2 * INDENT)

    def _rich_table(self, table: Table, layout: _Layout) -> "RichTable":
        from rich.table import Table as RichTable

        has_notes = bool(table.note_title)
        rich_table = RichTable(box=None, pad_edge=False, padding=(0, 0, 0, GAP), header_style="italic")
        for number, (column, title) in enumerate(zip(table.columns, layout.titles, strict=True)):
            rich_table.add_column(
                self._text(title),
                justify="right" if column.is_number else "left",
                overflow="ellipsis" if number == 0 else "fold",
                no_wrap=has_notes or column.is_number,
                max_width=layout.names_width if number == 0 else None,
                vertical="top",
            )
        if table.chart is not None:
            rich_table.add_column(self._text(self._legend(table.chart)), no_wrap=True, vertical="bottom")
        for number, row in enumerate(table.rows):
            fields = [self._text(cell.text, STYLES[cell.tone]) for cell in row.cells]
            if table.chart is not None:
                fields.append(self._bar(table.chart, number))
            rich_table.add_row(*fields)
        return rich_table

    def _fit(self, table: Table) -> _Layout:
        """Break titles first, then fold text, then cut names, and never a figure: 5,00 would be read as a number.

        Where even that is too wide, the lines run over and the terminal wraps them.
        """
        from rich.cells import cell_len

        bar = BAR_WIDTH + GAP if table.chart is not None else 0
        room = self._console.width - INDENT - bar
        titles = [column.title for column in table.columns]
        fields = [[row.cells[number].text for row in table.rows] for number in range(len(titles))]
        widest = [max(map(cell_len, texts), default=0) for texts in fields]

        def widths() -> list[int]:
            return [max(width, *map(cell_len, t.split("\n"))) for t, width in zip(titles, widest, strict=True)]

        gaps = GAP * (len(titles) - 1)
        if sum(widths()) + gaps > room:
            titles = [
                "\n".join(textwrap.wrap(title, max(width, NARROWEST), break_long_words=False))
                for title, width in zip(titles, widest, strict=True)
            ]
        foldable = [not (column.is_number or table.note_title) for column in table.columns[1:]]

        def others(narrowest: int) -> list[int]:
            return [min(w, narrowest) if folds else w for w, folds in zip(widths()[1:], foldable, strict=True)]

        excess = max(0, widths()[0] + sum(others(READABLE)) + gaps - room)
        names_width = max(NARROWEST, widths()[0] - excess)
        least = others(NARROWEST)
        return _Layout(titles, names_width, max(room, names_width + sum(least) + gaps) + bar)

    def _legend(self, chart: Chart) -> str:
        if not chart.marked_means:
            return ""
        return f"{MARKED_SIGN} {chart.marked_means}  {UNMARKED_SIGN} {chart.unmarked_means}"

    def _bar(self, chart: Chart, number: int) -> "Text":
        """A bar as long as its share of the longest; the faintest mark for what is there but too short to draw."""
        bar, longest = chart.bars[number], max(bar.value for bar in chart.bars)
        length = round(BAR_WIDTH * bar.value / longest) if longest else 0
        sign = MARKED_SIGN if bar.is_marked or not chart.marked_means else UNMARKED_SIGN
        return self._text(sign * length or (FAINT_SIGN if bar.value else ""), "red" if bar.is_marked else "cyan")

    def _text(self, words: str, style: str = "", *, folds: bool = True) -> "Text":
        from rich.text import Text

        if not words.isprintable():
            words = "".join(map(_harmless, words))
        if not self._is_unicode:
            words = words.translate(PLAIN_SIGNS).encode("ascii", "backslashreplace").decode("ascii")
        return Text(words.replace(" %", f"{UNBROKEN}%") if folds else words, style=style)

    def _print(self, words: "Text", indent: int = 0) -> None:
        self._print_lines(self._lines(words, indent), indent)

    def _lines(self, renderable: "Text | RichTable", indent: int, width: int | None = None) -> "list[list[Segment]]":
        options = self._console.options.update(width=width or self._console.width - indent)
        return self._console.render_lines(renderable, options, pad=False)

    def _print_lines(self, lines: "list[list[Segment]]", indent: int, mark: str = "") -> None:
        """Lines as they are, without the spaces that Rich fills them up with."""
        from rich.text import Text

        for line in lines:
            words = Text(" " * indent + mark)
            for segment in line:
                words.append(segment.text.replace(UNBROKEN, " "), segment.style)
            words.rstrip()
            self._console.print(words, soft_wrap=True)
