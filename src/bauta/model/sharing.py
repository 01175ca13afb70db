"""The ways data are shared and used, and how they are judged: words that a study and a result have in common."""

from enum import StrEnum


class Sharing(StrEnum):
    """Who can get the data (El Emam and Malin 2015, "Data Sharing Models")."""

    PUBLIC = "public"
    """Anybody, without conditions."""
    QUASI_PUBLIC = "quasi-public"
    """Anybody who accepts terms of use by a click."""
    BY_REQUEST = "by-request"
    """Whoever asked and was approved, under a contract."""


class Mechanism(StrEnum):
    """How the data are used (El Emam and Malin 2015, "Data Sharing Mechanisms")."""

    MICRODATA = "microdata"
    """The recipient has a file."""
    PORTAL = "portal"
    """The recipient works on the custodian's computers; nothing is downloaded, and what is done can be audited."""


class DataMetric(StrEnum):
    """Which figure of the data an attack is measured by (El Emam and Malin 2015, Table 6)."""

    MAXIMUM = "maximum"
    STRICT_AVERAGE = "strict-average"
