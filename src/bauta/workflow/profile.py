"""Profile: look at every column, and suggest what it means to an adversary."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bauta.classification.suggest import suggest_all
from bauta.engines.engine import Engine
from bauta.model.columns import ColumnProfile
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource
from bauta.workflow.ties_in_table import find_repeats

ROWS_LOOKED_AT = 300
"""Rows whose values are held against patterns. Counts are always of the whole table."""


@dataclass(frozen=True)
class TableProfile:
    """What `bauta profile` shows."""

    data: Microdata
    rows: int
    columns: tuple[ColumnProfile, ...]
    repeats: Mapping[str, str] = field(default_factory=dict)
    """Columns that say again what a quasi-identifier says, and which; only where that was asked for."""

    @property
    def person_key(self) -> str | None:
        return next((c.summary.name for c in self.columns if c.suggestion.is_person_key), None)


def profile(engine: Engine, source: DataSource) -> TableProfile:
    """Measure every column of the table at `source` and suggest its role."""
    found = profile_table(engine, engine.open(source))
    return replace(found, repeats=find_repeats(engine, found.data, found.columns))


def profile_table(engine: Engine, data: Microdata) -> TableProfile:
    """The same for a table that is open already."""
    summaries = engine.summarize(data)
    samples = engine.sample_texts(data, rows=ROWS_LOOKED_AT)
    columns = suggest_all(summaries, samples)
    return TableProfile(data=data, rows=summaries[0].rows, columns=tuple(columns))
