"""What a study says of how the dates of a column are written."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Order = Literal["day-first", "month-first"]
DAY_FIRST: Order = "day-first"
MONTH_FIRST: Order = "month-first"


class Serial(StrEnum):
    """What a number counts that stands for a date."""

    EXCEL = "excel"
    """Days since 30 December 1899."""
    SAS = "sas"
    """Days since 1 January 1960; Stata counts the same."""
    SAS_DATETIME = "sas-datetime"
    """Seconds since 1 January 1960."""
    UNIX = "unix"
    """Seconds since 1 January 1970."""
    UNIX_MS = "unix-ms"
    """Milliseconds since 1 January 1970."""


@dataclass(frozen=True)
class DateNotation:
    """How dates are written, as far as the values themselves may leave it open."""

    order: Order | None = None
    """Which of day and month comes first in 3/4/2024."""
    serial: Serial | None = None
    """What is counted, where dates are numbers."""
