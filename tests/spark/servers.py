"""Spark as others run it, on this machine: a Spark Connect server, and a standalone master with one worker."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

QUICK = {
    "spark.sql.codegen.wholeStage": "false",  # compiling a query takes longer than running it over ten rows
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.shuffle.compress": "false",
}
SECONDS_TO_START = 120


def submit_arguments(settings: Mapping[str, str]) -> str:
    """What PYSPARK_SUBMIT_ARGS must be for a session with these settings, where bauta has none of its own."""
    return " ".join(f"--conf {name}={value}" for name, value in settings.items()) + " pyspark-shell"


@dataclass(frozen=True)
class ConnectServer:
    """A server that runs."""

    address: str
    log: Path
    scratch: Path
    """Where its tasks put what they work on."""
    process: "subprocess.Popen[bytes]"


@contextmanager
def connect_server(folder: Path, settings: Mapping[str, str], memory: str = "1g") -> Iterator[ConnectServer]:
    """A Spark Connect server of two cores on a free port."""
    scratch = folder / "scratch"
    scratch.mkdir()
    own = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
        "spark.connect.progress.reportInterval": "100ms",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": memory,
        "spark.local.dir": str(scratch),
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.ui.enabled": "false",
    }
    options = [part for name, value in {**own, **settings}.items() for part in ("--conf", f"{name}={value}")]
    command = ["spark-submit", "--master", "local[2]", "--class", "org.apache.spark.sql.connect.service"
               ".SparkConnectServer", *options]  # fmt: skip
    with _running(command, folder, "connect", r"Connect server started at: \S+:(\d+)") as (process, log, port):
        yield ConnectServer(f"sc://127.0.0.1:{port}", log, scratch, process)


@contextmanager
def standalone_cluster(folder: Path) -> Iterator[str]:
    """The address of a master with one worker of two cores."""
    classes = "org.apache.spark.deploy"
    here = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    master = ["spark-class", f"{classes}.master.Master", *here]
    with _running(master, folder, "master", r"Starting Spark master at (\S+)") as (_, _, address):
        size = ["--cores", "2", "--memory", "1g", "--work-dir", str(folder / "work")]
        worker = ["spark-class", f"{classes}.worker.Worker", *here, *size, address]
        with _running(worker, folder, "worker", r"(Successfully registered) with master"):
            yield address


@contextmanager
def _running(
    command: list[str], folder: Path, name: str, sign: str
) -> Iterator[tuple["subprocess.Popen[bytes]", Path, str]]:
    """A program of Spark's that has logged the sign that it is ready, and what the sign says."""
    import pyspark

    home = Path(pyspark.__file__).parent
    log = folder / f"{name}.log"
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"}
    environment.pop("PYSPARK_SUBMIT_ARGS", None)
    with log.open("wb") as target:
        process = subprocess.Popen(
            [str(home / "bin" / command[0]), *command[1:]], stdout=target, stderr=target, cwd=folder, env=environment
        )
    try:
        yield process, log, _awaited(process, log, sign)
    finally:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _awaited(process: "subprocess.Popen[bytes]", log: Path, sign: str) -> str:
    ends = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < ends and process.poll() is None:
        found = re.search(sign, log.read_text(errors="replace"))
        if found:
            return found[1]
        time.sleep(0.1)
    raise RuntimeError(f"Spark did not start: {log.read_text(errors='replace')[-2000:]}")
