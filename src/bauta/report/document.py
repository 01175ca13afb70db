"""What a document says, before it is HTML or PDF: a page with chapters, definitions, references and a place to sign.

As with pages, every string is words for people and none is markup. Chapters and headings have keys, so that a table
can point to them, and name the fields of the form that they answer.
"""

from dataclasses import dataclass

from bauta.report.page import Headline, Lines, Paragraph, Scatter, Table, Tone


@dataclass(frozen=True)
class Heading:
    """A heading within a chapter."""

    title: str
    key: str = ""
    """What a table points to."""
    fields: tuple[str, ...] = ()
    """Fields of the form of EMA and Health Canada that are answered under it."""


@dataclass(frozen=True)
class Fact:
    """One thing and what it is."""

    term: str
    text: str
    tone: Tone = Tone.PLAIN
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    """Things and what they are, one below the other."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Bullets:
    """Sentences of equal rank."""

    items: tuple[str, ...]
    is_numbered: bool = False


@dataclass(frozen=True)
class FlowStep:
    """One station of a flow."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Flow:
    """A picture of stations joined by arrows, from left to right or from top to bottom."""

    steps: tuple[FlowStep, ...]
    description: str
    """What it shows, for a reader who cannot see it."""


@dataclass(frozen=True)
class KeyFigure:
    """A number to be seen at a glance."""

    figure: str
    label: str
    note: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True)
class KeyFigures:
    """A few numbers side by side."""

    figures: tuple[KeyFigure, ...]


@dataclass(frozen=True)
class Signature:
    """Where somebody signs: what they state, and the lines to be filled in."""

    statement: str
    lines: tuple[tuple[str, str], ...]
    """Label and what is known already, which may be nothing."""


@dataclass(frozen=True)
class Definition:
    """A term and what it means."""

    term: str
    meaning: str


@dataclass(frozen=True)
class Definitions:
    """Terms in alphabetical order."""

    entries: tuple[Definition, ...]


@dataclass(frozen=True)
class Reference:
    """A work that is cited."""

    key: str
    text: str


@dataclass(frozen=True)
class References:
    """The works that are cited, in the order of their numbers."""

    entries: tuple[Reference, ...]


@dataclass(frozen=True)
class Measured:
    """One attack in a picture: the risk before and after, and what is permitted."""

    label: str
    before: float | None
    after: float | None
    permitted: float


@dataclass(frozen=True)
class BeforeAfter:
    """Risks before and after against what is permitted, a line for each attack."""

    measured: tuple[Measured, ...]
    x_title: str
    caption: str
    description: str


@dataclass(frozen=True)
class CurveMark:
    """One choice of levels in the picture of risk against loss."""

    loss: float
    risk: float
    is_in_range: bool
    is_chosen: bool


@dataclass(frozen=True)
class RiskCurve:
    """Risk against information lost, with the range in which a release is both safe and useful."""

    marks: tuple[CurveMark, ...]
    limit: float | None
    limit_means: str
    largest_loss: float | None
    x_title: str
    y_title: str
    caption: str
    description: str


@dataclass(frozen=True)
class Interval:
    """One coefficient, before and after, with its interval."""

    label: str
    before: tuple[float, float, float] | None
    """Estimate, lower and upper end."""
    after: tuple[float, float, float] | None


@dataclass(frozen=True)
class Intervals:
    """Coefficients of a model before and after, one below the other."""

    intervals: tuple[Interval, ...]
    x_title: str
    caption: str
    description: str


Picture = Scatter | Lines | BeforeAfter | RiskCurve | Intervals
Part = (
    Paragraph
    | Table
    | Scatter
    | Lines
    | BeforeAfter
    | RiskCurve
    | Intervals
    | Heading
    | Facts
    | Bullets
    | Flow
    | KeyFigures
    | Signature
    | Definitions
    | References
)


@dataclass(frozen=True)
class Chapter:
    """A numbered chapter, or an appendix with a letter."""

    key: str
    number: str
    title: str
    parts: tuple[Part, ...]
    fields: tuple[str, ...] = ()
    starts_page: bool = False


@dataclass(frozen=True)
class Document:
    """A whole document: a first page that can stand alone, then chapters."""

    title: str
    subtitle: str
    edition: str
    """In words, for the running foot."""
    headline: Headline | None
    summary: tuple[Part, ...]
    """What the person who signs has to read; it fits on the first page."""
    chapters: tuple[Chapter, ...]
    prepared: str
    """The day it was made, as words."""
    author: str | None = None
    is_draft: bool = False
    numbers: tuple[tuple[str, int], ...] = ()
    """Key of a cited work -> its number."""

    def number_of(self, key: str) -> int:
        """The number of a cited work."""
        return dict(self.numbers)[key]

    def numbers_of(self, keys: tuple[str, ...]) -> list[int]:
        """The numbers of some, in order."""
        return sorted(self.number_of(key) for key in keys)
