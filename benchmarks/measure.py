"""CPU seconds, peak memory and bytes moved by a piece of work, run in a process of its own."""

import ctypes
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Cost:
    """What a process and those it started used: CPU seconds of all threads, and the largest one's resident memory."""

    cpu_seconds: float
    wall_seconds: float
    peak_megabytes: float
    read_megabytes: float
    """Asked for by the process itself, from a disk or from what the system kept of it; 0 where nobody counts it."""
    written_megabytes: float
    said: str
    """What it printed."""


def cost_of_command(command: list[str]) -> Cost:
    """A whole process, start included. Spark's Java counts too, although it outlives the Python that started it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)  # what a child leaves behind becomes our child
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    said = process.stdout.read()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # ended, and still there to be asked
    wall_seconds = time.perf_counter() - started
    moved = _bytes_moved(process.pid)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    cpu_seconds, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
    with suppress(ChildProcessError):
        while True:
            _, _, usage = os.wait4(-1, 0)
            cpu_seconds, peak = cpu_seconds + usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss)
    read, written = moved.get("rchar", 0), moved.get("wchar", 0)
    return Cost(cpu_seconds, wall_seconds, peak / 1024, read / 1e6, written / 1e6, said)


def _bytes_moved(process: int) -> dict[str, int]:
    counted = Path(f"/proc/{process}/io")
    if not counted.exists():
        return {}
    lines = (line.split(": ") for line in counted.read_text(encoding="ascii").splitlines())
    return {name: int(number) for name, number in lines}


def best_of(repeats: int, commands: Mapping[str, list[str]]) -> dict[str, Cost]:
    """The cheapest of several runs of each command, taken in turn so that a busy moment hits all alike."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for turn in range(repeats):
        for name, command in commands.items():
            cost = cost_of_command(command)
            costs[name].append(cost)
            told = f"turn {turn + 1} of {repeats}: {name}, {cost.cpu_seconds:.2f} CPU s, {cost.peak_megabytes:,.0f} MB"
            print(told, file=sys.stderr, flush=True)
    return {name: min(seen, key=lambda cost: cost.cpu_seconds) for name, seen in costs.items()}


def warm_cpu_seconds(setup: str, *statements: str, repeats: int) -> list[float]:
    """The least CPU each statement took in one process, after a first run that is not counted, taken in turn."""
    program = (
        "import json, time\n"
        f"{setup}\n"
        f"best = [float('inf')] * {len(statements)}\n"
        f"for turn in range({repeats + 1}):\n"
        + "".join(
            f"    start = time.process_time()\n    {statement}\n    spent = time.process_time() - start\n"
            f"    best[{i}] = min(best[{i}], spent if turn else float('inf'))\n"
            for i, statement in enumerate(statements)
        )
        + "print(json.dumps(best))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return list(json.loads(done.stdout.splitlines()[-1]))


def verdict(what: str, numbers: str, value: float, limit: float) -> bool:
    """Print one line of the table; whether the value is within its limit."""
    holds = value <= limit
    print(f"{what:42s} {numbers:36s} {value:8.2f}  limit {limit:g}  {'ok' if holds else 'MISSED'}", flush=True)
    return holds
