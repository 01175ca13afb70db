"""CPU seconds and peak memory of a piece of Python, run in a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """What a process used: CPU seconds of all its threads, and its largest resident memory."""

    cpu_seconds: float
    peak_megabytes: float


def cost_of_command(command: list[str]) -> Cost:
    """A whole process, start included."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def best_of(repeats: int, *commands: list[str]) -> list[Cost]:
    """The cheapest of several runs of each command, taken in turn so that a busy moment hits all alike."""
    costs: list[list[Cost]] = [[] for _ in commands]
    for _ in range(repeats):
        for command, seen in zip(commands, costs, strict=True):
            seen.append(cost_of_command(command))
    return [min(seen, key=lambda cost: cost.cpu_seconds) for seen in costs]


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
