"""Which engine holds the rows, and what it may use of the machine."""

from dataclasses import dataclass
from enum import StrEnum


class EngineKind(StrEnum):
    """The engines there are."""

    DUCKDB = "duckdb"
    SPARK = "spark"


@dataclass(frozen=True)
class EngineSettings:
    """What a person said about the engine. What is None is left to it."""

    kind: EngineKind = EngineKind.DUCKDB
    memory_limit: str | None = None
    """Memory for the engine's own work, such as 1GB; what does not fit goes to the spill folder."""
    threads: int | None = None
    spill_folder: str | None = None
    """Where temporary files go; by default the system's temporary folder."""
    spark_master: str | None = None
    """local[4], spark://host:7077, yarn, or sc://host for Spark Connect; by default all cores of this machine."""
