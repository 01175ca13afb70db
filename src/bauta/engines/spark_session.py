"""Starting Spark: in this process's own machine, on a cluster, or through Spark Connect. Nothing it says is shown."""

import atexit
import logging
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from bauta.engines.spark_checks import SECONDS_TO_ANSWER, check_answers, check_installed, check_master
from bauta.engines.spill import bytes_of, spill_folder
from bauta.errors import BautaError, EngineUnreachable, OptionInvalid, shown
from bauta.model.engine import EngineSettings

SECONDS_TO_END = 30.0
"""So long a Java process that lost its connection may take to end."""
LEAST_MEMORY = 600 * 10**6
"""Less than this and Spark's driver refuses to start."""

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

    def driver_ended_with(self) -> int | None:
        """The exit code of the Java process that this one started; None while it lives, or where there is none."""
        java = None if self.is_connect else getattr(self.spark.sparkContext._gateway, "proc", None)
        if java is None:
            return None
        with suppress(subprocess.TimeoutExpired):  # whose connection breaks is about to end
            return int(java.wait(SECONDS_TO_END))
        return None


def spark_session(settings: EngineSettings) -> SparkSession:
    """The process's session for these settings, started if there is none."""
    return _started(settings)


@cache
def _started(settings: EngineSettings) -> SparkSession:
    master = settings.spark_master or f"local[{settings.threads or '*'}]"
    is_local, is_connect = master.startswith("local"), master.startswith("sc://")
    check_master(master)
    check_installed(needs_java=not is_connect)
    options = {} if is_connect else _options(settings, is_local=is_local)
    spill = spill_folder(settings.spill_folder)
    with _silence(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its opinions on versions of pandas
        try:
            spark = _build(master, options, spill.path, is_connect=is_connect)
        except BaseException as error:
            spill.remove()
            if isinstance(error, BautaError) or not isinstance(error, Exception):
                raise
            # whatever its many layers raise, and none of their words
            raise EngineUnreachable(master=shown(master), why="it did not answer as Spark does") from None

    warnings.filterwarnings("ignore", module=r"pyspark\.")  # such as on how often it tried in vain

    def tidy() -> None:
        with _silence(), suppress(Exception):  # where it is gone already, there is nothing to stop
            spark.stop()
        spill.remove()
        _started.cache_clear()

    atexit.register(tidy)
    if not is_connect:
        _cancel_when_told_to_stop(spark.sparkContext)
    shares = is_local or settings.spill_folder is not None
    return SparkSession(spark, spill.path, shares, is_connect)


def _build(master: str, options: dict[str, str], folder: Path, *, is_connect: bool) -> Any:
    from pyspark.sql import SparkSession as Builder

    if is_connect:
        check_answers(master)
        builder = Builder.builder.remote(master)
    else:
        builder = Builder.builder.master(master).appName("bauta")
        options = {**options, "spark.sql.warehouse.dir": str(folder / "warehouse"), "spark.local.dir": str(folder)}
    for name, value in {**options, **ANSWERS}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    if is_connect:
        _give_up_early(spark.client)
    for name, value in ANSWERS.items():
        spark.conf.set(name, value)
    _quieten()
    spark.sql("SELECT 1").collect()
    return spark


def _options(settings: EngineSettings, *, is_local: bool) -> dict[str, str]:
    """How Spark is started by this process; a server that runs already has settings of its own."""
    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",  # a log would quote the data
        "spark.eventLog.enabled": "false",
        "spark.driver.maxResultSize": "0",
    }
    if is_local:
        cores = str(max(2, settings.threads or os.cpu_count() or 2))
        options |= {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.sql.shuffle.partitions": cores,
            "spark.default.parallelism": cores,
        }
    if settings.memory_limit is not None:
        memory = bytes_of(settings.memory_limit)
        if memory < LEAST_MEMORY:
            value, allowed = shown(settings.memory_limit, 20), "a size from 600MB up where Spark counts"
            raise OptionInvalid(option="--memory-limit", value=value, allowed=allowed)
        options["spark.driver.memory"] = f"{memory >> 20}m"
    elif is_local:
        options["spark.driver.memory"] = f"{_half_of_memory() >> 20}m"
    return options


def _give_up_early(client: Any) -> None:
    """Have a server that is gone told within seconds; by itself Spark Connect would try for ten minutes."""
    from pyspark.sql.connect.client.retries import DefaultPolicy

    client.set_retry_policies([DefaultPolicy(max_retries=5, max_backoff=2000)])
    with suppress(AttributeError):  # the first versions have no such limits
        limits = replace(client._rpc_deadlines, interrupt=SECONDS_TO_ANSWER, release_session=SECONDS_TO_ANSWER)
        client._rpc_deadlines = limits


def _cancel_when_told_to_stop(context: Any) -> None:
    """Have all signals to stop cancel Spark's jobs first, as it does on Ctrl-C by itself: it would wait for them."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        before = None if number is None else signal.getsignal(number)
        if number is None or not callable(before):  # nobody listens, so the process ends on the spot
            continue

        def cancel(given: int, frame: FrameType | None, before: Callable[..., object] = before) -> None:
            with suppress(Exception):
                context.cancelAllJobs()
            before(given, frame)

        signal.signal(number, cancel)


def _quieten() -> None:
    """Have nothing logged in this process: PySpark prints queries that fail, Py4J a traceback where Java is gone."""
    logging.getLogger("SQLQueryContextLogger").disabled = True
    logging.getLogger("py4j").setLevel(logging.CRITICAL + 1)
    logging.getLogger().addFilter(_is_not_of_py4j)  # some of it goes by no name of its own


def _is_not_of_py4j(record: logging.LogRecord) -> bool:
    return "py4j" not in record.pathname


def _half_of_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


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
