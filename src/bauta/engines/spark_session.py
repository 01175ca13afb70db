"""Starting Spark: in this process's own machine, on a cluster, or through Spark Connect. Nothing it says is shown."""

import atexit
import logging
import os
import shutil
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bauta.engines.spill import bytes_of, spill_folder
from bauta.errors import EngineUnreachable, ExtraMissing, JavaMissing, OptionInvalid, shown
from bauta.model.engine import EngineSettings

SECONDS_TO_ANSWER = 5.0
"""So long a master is waited for; Spark itself would try for minutes."""
_PORTS = {"spark": 7077, "sc": 15002}

ANSWERS = {
    "spark.sql.ansi.enabled": "false",  # text that is no number is a missing number, as in DuckDB's TRY_CAST
    "spark.sql.caseSensitive": "true",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.timestampType": "TIMESTAMP_NTZ",
    "spark.sql.legacy.parquet.nanosAsLong": "true",
    "spark.sql.parquet.datetimeRebaseModeInRead": "CORRECTED",
    "spark.sql.parquet.int96RebaseModeInRead": "CORRECTED",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
}
"""Settings that answers depend on; set in every session, also in one that somebody else started."""


@dataclass(frozen=True)
class SparkSession:
    """A session, and where its temporary files go."""

    spark: Any
    spill: Path
    """A folder of this process, which executors can open where they run on this machine or share the disk."""
    shares_files: bool
    """Whether executors are known to see the spill folder."""
    is_connect: bool


def spark_session(settings: EngineSettings) -> SparkSession:
    """The process's session for these settings, started if there is none."""
    return _started(settings)


@cache
def _started(settings: EngineSettings) -> SparkSession:
    master = settings.spark_master or f"local[{settings.threads or '*'}]"
    is_local, is_connect = master.startswith("local"), master.startswith("sc://")
    _check_master(master)
    _check_installed(needs_java=not is_connect)
    spill = spill_folder(settings.spill_folder)
    folder = Path(spill.name)
    with _silence(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its opinions on versions of pandas
        try:
            spark = _build(settings, master, folder, is_local=is_local, is_connect=is_connect)
        except Exception:  # whatever its many layers raise, and none of their words
            spill.cleanup()
            raise EngineUnreachable(master=shown(master), why="it did not answer as Spark does") from None

    def tidy() -> None:
        with _silence():
            spark.stop()
        spill.cleanup()
        _started.cache_clear()

    atexit.register(tidy)
    shares = is_local or settings.spill_folder is not None
    return SparkSession(spark, folder, shares, is_connect)


def _build(settings: EngineSettings, master: str, folder: Path, *, is_local: bool, is_connect: bool) -> Any:
    from pyspark.sql import SparkSession as Builder

    if is_connect:
        builder = Builder.builder.remote(master)
    else:
        builder = Builder.builder.master(master).appName("bauta")
        options = {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.log.level": "OFF",  # a log would quote the data
            "spark.eventLog.enabled": "false",
            "spark.driver.maxResultSize": "0",
            "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.local.dir": str(folder),
        }
        if is_local:
            cores = os.cpu_count() or 2
            options |= {
                "spark.driver.bindAddress": "127.0.0.1",
                "spark.driver.host": "127.0.0.1",
                "spark.sql.shuffle.partitions": str(max(2, settings.threads or cores)),
                "spark.default.parallelism": str(max(2, settings.threads or cores)),
            }
        if settings.memory_limit is not None:
            options["spark.driver.memory"] = f"{bytes_of(settings.memory_limit) >> 20}m"
        elif is_local:
            options["spark.driver.memory"] = f"{_half_of_memory() >> 20}m"
        for name, value in options.items():
            builder = builder.config(name, value)
    for name, value in ANSWERS.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    for name, value in ANSWERS.items():
        spark.conf.set(name, value)
    logging.getLogger("SQLQueryContextLogger").disabled = True  # prints every query that fails, with what is in it
    spark.sql("SELECT 1").collect()
    return spark


def _half_of_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def _check_installed(*, needs_java: bool) -> None:
    try:
        import pyspark  # noqa: F401
    except ImportError:
        raise ExtraMissing(what="Spark is reached", package="PySpark", extra="spark") from None
    home = os.environ.get("JAVA_HOME")
    if needs_java and shutil.which("java") is None and not (home and Path(home, "bin", "java").exists()):
        raise JavaMissing()


def _check_master(master: str) -> None:
    """Raise EngineUnreachable, within seconds, where nobody listens at the master's address."""
    scheme = master.partition("://")[0]
    if master.startswith("local") or master == "yarn":
        return
    if scheme not in _PORTS:
        allowed = "local[4], spark://host:7077, yarn, or sc://host for Spark Connect"
        raise OptionInvalid(option="--spark-master", value=shown(master), allowed=allowed)
    try:
        first = urlsplit(master.partition(",")[0].partition(";")[0])
        host, port = first.hostname, first.port or _PORTS[scheme]
    except ValueError:
        host, port = None, 0
    if not host:
        raise OptionInvalid(option="--spark-master", value=shown(master), allowed=f"{scheme}://host:{_PORTS[scheme]}")
    try:
        socket.create_connection((host, port), timeout=SECONDS_TO_ANSWER).close()
    except OSError:
        raise EngineUnreachable(master=shown(master), why="nobody answers there") from None


@contextmanager
def _silence() -> Iterator[None]:
    """Send what the JVM says nowhere, for as long as it lives: it inherits where errors go, and quotes data."""
    sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:  # closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
