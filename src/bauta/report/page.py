"""What a report says, before it is text, HTML or anything else.

A page is plain data: strings that are already words for people, in the order they should be read. The renderers decide
how a table or a warning looks and never what it says, so the terminal and the HTML file cannot disagree.

No string here is markup. A renderer has to escape all of it for its own medium: column names come from files.
"""

from dataclasses import dataclass
from enum import StrEnum


class Tone(StrEnum):
    """How a piece of text should strike the reader. Never the only sign of it: the words say the same."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    WARNING = "warning"
    QUIET = "quiet"


@dataclass(frozen=True)
class Paragraph:
    """A few sentences."""

    text: str
    tone: Tone = Tone.PLAIN
    is_command: bool = False
    """Whether it is something to type, to be set apart and not broken over lines."""
    cites: tuple[str, ...] = ()
    """In a document: keys of the works it rests on."""


@dataclass(frozen=True)
class Cell:
    """One field of a table."""

    text: str
    tone: Tone = Tone.PLAIN
    target: str = ""
    """In a document: the key of the chapter or heading that it points to."""


@dataclass(frozen=True)
class Column:
    """The head of a table's column; numbers stand to the right."""

    title: str
    is_number: bool = False


@dataclass(frozen=True)
class Row:
    """One line of a table. The first cell names the row."""

    cells: tuple[Cell, ...]
    note: str = ""
    """What the row means: a last column in HTML, a line of its own in the terminal."""
    is_minor: bool = False
    """Whether a terminal may fold the row away when the table is long."""


class ChartKind(StrEnum):
    """The charts there are; each is one function in charts.py."""

    CLASS_SIZES = "class sizes"
    CONTRIBUTIONS = "contributions"
    REPORTS_AT_RISK = "reports at risk"
    DISTANCES = "distances"


@dataclass(frozen=True)
class Bar:
    """One bar: its length is `value`, its figure in words is `figure`."""

    label: str
    value: float
    figure: str
    is_marked: bool = False
    """Whether this bar is what the chart is about, such as a class size under the threshold."""


@dataclass(frozen=True)
class Chart:
    """A picture of a table's rows, one bar each, in the same order."""

    kind: ChartKind
    bars: tuple[Bar, ...]
    description: str
    """What it shows, for a reader who cannot see it."""
    marked_means: str = ""
    unmarked_means: str = ""
    """What the two kinds of bars are, where there are two."""


@dataclass(frozen=True)
class Table:
    """Figures in rows and columns, and perhaps a picture of them."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note_title: str = ""
    """The head of the column that the rows' notes make."""
    chart: Chart | None = None
    folded: str = ""
    """What a terminal says in place of minor rows, however few there are; without it they are folded in long tables."""


@dataclass(frozen=True)
class Point:
    """One point of a scatter plot."""

    x: float
    y: float
    is_marked: bool = False
    """Whether it is of the kind that the plot is about, such as a solution within the limit."""


@dataclass(frozen=True)
class Scatter:
    """Two figures of many things against each other: less of both is better, and nothing lies below the frontier.

    A terminal leaves it out, so what it shows is also said in a table.
    """

    points: tuple[Point, ...]
    frontier: tuple[Point, ...]
    """From left to right."""
    best: Point | None
    best_means: str
    limit: float
    """The largest acceptable y."""
    limit_means: str
    x_title: str
    y_title: str
    marked_means: str
    unmarked_means: str
    caption: str
    description: str
    """What it shows, for a reader who cannot see it."""


@dataclass(frozen=True)
class Line:
    """One line of a chart, from left to right."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Lines:
    """A figure against a number from 0 to 1, as a line for each of a few things.

    A terminal leaves it out, so what it shows is also said in a table.
    """

    lines: tuple[Line, ...]
    """In the order they are named above the chart."""
    limit: float
    """A y to compare with, such as the largest acceptable one."""
    limit_means: str
    x_title: str
    y_title: str
    caption: str
    description: str
    """What it shows, for a reader who cannot see it."""
    lowest: float = 0.0
    highest: float = 1.0
    """What the y axis reaches from and to."""


@dataclass(frozen=True)
class Section:
    """A heading and what stands under it."""

    title: str
    parts: tuple[Paragraph | Table | Scatter | Lines, ...]


@dataclass(frozen=True)
class Headline:
    """The answer, in one sentence, and what it rests on."""

    verdict: str
    """HIGH or LOW, with the condition it holds under, if any; another word where no risk is judged."""
    tone: Tone
    sentence: str
    basis: str
    label: str = "Re-identification risk"
    """What the verdict is about; the terminal has it in its first line."""


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    source: str
    headline: Headline | None
    lead: tuple[Paragraph, ...]
    """What must be read before any figure."""
    sections: tuple[Section, ...]


def cells(*texts: str | Cell) -> tuple[Cell, ...]:
    """Table cells from plain strings, with a Cell wherever the tone matters."""
    return tuple(text if isinstance(text, Cell) else Cell(text) for text in texts)
