"""For whom the report of a study is."""

from enum import StrEnum


class Edition(StrEnum):
    """For whom a report is."""

    FULL = "full"
    """The custodian and the regulator."""
    RECIPIENT = "recipient"
    """Whoever gets the data."""
