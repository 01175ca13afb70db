"""The engine that somebody asked for. Spark is imported only where it is."""

from bauta.engines.engine import ProgressListener
from bauta.engines.sql_engine import SqlEngine
from bauta.model.engine import EngineKind, EngineSettings


def open_engine(settings: EngineSettings, *, on_progress: ProgressListener | None = None) -> SqlEngine:
    """An engine with these settings, to be closed by whoever asked; raises a sentence where it cannot be had."""
    if settings.kind is EngineKind.SPARK:
        from bauta.engines.spark import SparkEngine

        return SparkEngine(settings, on_progress=on_progress)
    from bauta.engines.duckdb import DuckDbEngine

    return DuckDbEngine(settings, on_progress=on_progress)
