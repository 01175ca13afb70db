"""What must be there before Spark is started: the library, a Java it runs on, and somebody who answers."""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from bauta.errors import EngineUnreachable, ExtraMissing, JavaMissing, OptionInvalid, shown

SECONDS_TO_ANSWER = 5.0
"""So long a master is waited for; Spark itself would try for minutes."""
LEAST_JAVA = 17
_PORTS = {"spark": 7077, "sc": 15002}


def check_installed(*, needs_java: bool) -> None:
    """Raise ExtraMissing without PySpark, and JavaMissing without a Java that is new enough for it."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        raise ExtraMissing(what="Spark is reached", package="PySpark", extra="spark") from None
    if not needs_java:
        return
    home = os.environ.get("JAVA_HOME")  # comes first for Spark too, also where there is nothing in it
    java = shutil.which(str(Path(home, "bin", "java")) if home else "java")
    if java is None:
        raise JavaMissing(found="no java was found")
    version = _version_of(java)
    if version is not None and version < LEAST_JAVA:
        raise JavaMissing(found=f"the java here is version {version}")


def _version_of(java: str) -> int | None:
    """The version of a Java, 8 for what calls itself 1.8; None where it does not say."""
    try:
        ended = subprocess.run([java, "-version"], capture_output=True, text=True, check=False, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r'version "(?:1\.)?(\d+)', ended.stderr + ended.stdout)
    return int(found[1]) if found else None


def check_master(master: str) -> None:
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


def check_answers(master: str) -> None:
    """Raise EngineUnreachable, within seconds, where somebody listens who does not speak as Spark Connect does."""
    import grpc
    from pyspark.sql.connect.client import DefaultChannelBuilder

    with DefaultChannelBuilder(master).toChannel() as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=SECONDS_TO_ANSWER)
        except grpc.FutureTimeoutError:
            raise EngineUnreachable(master=shown(master), why="it did not answer as Spark does") from None
