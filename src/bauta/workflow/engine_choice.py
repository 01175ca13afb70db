"""Which engine a job runs on: what the command line says, then what the study says, then DuckDB."""

from dataclasses import replace
from pathlib import Path

from bauta.errors import OptionInvalid, shown
from bauta.model.engine import EngineKind, EngineSettings
from bauta.workflow.study_files import is_study_file, read_study
from bauta.workflow.without_effect import refuse_without_effect


def chosen_engine(
    data: str | Path | None = None,
    *,
    kind: EngineKind | None = None,
    spark_master: str | None = None,
    memory_limit: str | None = None,
    threads: int | None = None,
    spill_folder: str | Path | None = None,
) -> EngineSettings:
    """The settings meant; `data` is what a command was given, perhaps a study. An address of Spark means Spark."""
    settings = _of_study(Path(data)) if data is not None and is_study_file(str(data)) else EngineSettings()
    if kind == EngineKind.DUCKDB:
        settings = replace(settings, spark_master=None)
    if spark_master is not None:
        kind = EngineKind.SPARK
    kind, master = kind or settings.kind, spark_master or settings.spark_master
    if kind == EngineKind.SPARK and master is not None:
        refuse_without_effect({"--threads": threads}, "where the address of Spark says how many cores there are")
        if master.startswith("sc://"):
            refuse_without_effect({"--memory-limit": memory_limit}, "on a Spark that runs already")
    return EngineSettings(
        kind=kind,
        memory_limit=memory_limit or settings.memory_limit,
        threads=threads or settings.threads,
        spill_folder=settings.spill_folder if spill_folder is None else str(spill_folder),
        spark_master=master,
    )


def parse_kind(kind: str, option: str) -> EngineKind:
    """The engine of this name; raises OptionInvalid if there is none."""
    try:
        return EngineKind(kind)
    except ValueError:
        allowed = "duckdb or spark"
        raise OptionInvalid(option=option, value=shown(kind, 20), allowed=allowed) from None


def _of_study(path: Path) -> EngineSettings:
    """What the study says about the engine; a relative spill folder starts from the study file's own folder."""
    section = read_study(path).engine
    folder = None if section.spill_folder is None else str(path.parent / Path(section.spill_folder).expanduser())
    means_spark = section.spark_master is not None and "kind" not in section.model_fields_set
    kind = EngineKind.SPARK if means_spark else section.kind
    return EngineSettings(kind, section.memory_limit, section.threads, folder, section.spark_master)
