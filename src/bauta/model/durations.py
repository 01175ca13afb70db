"""Durations: the days between dates of a row that are shifted together, which shifting leaves as they are."""

from dataclasses import dataclass

DURATIONS = "durations"
"""Under `not_known` in a study: the days between dates that are shifted together."""


@dataclass(frozen=True)
class Duration:
    """The days from one date of a row to another, as a column that the data do not have."""

    name: str
    """What it is called: "days from admitted to discharged"."""
    first: str
    later: str


@dataclass(frozen=True)
class DurationFacts:
    """What became of the days between shifted dates in a release."""

    durations: tuple[Duration, ...]
    people: int
    unique_people: int
    """People of the source whom these days alone find."""
    reason: str | None = None
    """Why nobody could know them, as the study says; None where they were judged."""
    repeated_rows: int = 0
    """Rows beyond the first of each person: days between rows of a person are in the release and are not judged."""

    as_column: bool = False
    """Whether days are released as columns of their own, in place of the later dates."""

    @property
    def absent_columns(self) -> set[str]:
        """What is counted or was in the data and is no column of the release: the days, or the later dates."""
        return {one.later if self.as_column else one.name for one in self.durations}

    @property
    def is_judged(self) -> bool:
        return self.reason is None
