"""Beside libraries a Python user would pick, on Adult with eight quasi-identifiers: pycanon measures, anjana releases.

They pin old versions of what bauta builds on, so they live in an environment of their own.
"""

import json
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.data import ADULT, FOLDER
from benchmarks.measure import Cost, best_of, cost_of_command
from benchmarks.measurements import Job, Measurement, compared
from benchmarks.peer_tasks import QUASI_IDENTIFIERS

PART = "peers on Adult"
ENVIRONMENT = FOLDER / "peers"
PEERS = ("pycanon", "anjana")
ROWS = 30_162
CALLS = 4
A_FIFTIETH = 0.02
"""bauta must take at most this part of anjana's time: fifty times faster."""
LARGEST_DIFFERENCE = 1e-9
"""Between two computations of t by the same formula."""
PAIRS = (("pycanon_measure", "bauta_measure", 1.0), ("anjana_release", "bauta_release", A_FIFTIETH))


def make_environment() -> None:
    """An environment with the peers, made once."""
    if not ENVIRONMENT.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    subprocess.run([python_of_peers(), "-m", "pip", "install", "--quiet", *PEERS], check=True)


def python_of_peers() -> str:
    return str(ENVIRONMENT / "bin" / "python")


def measure_peers(repeats: int) -> Iterator[Measurement]:
    """Whole processes, and single calls once everything is imported, read and compiled."""
    if not ADULT.exists():
        print("peers: skipped, the Adult data are not there", file=sys.stderr)
        return
    if not Path(python_of_peers()).exists():
        folder = ENVIRONMENT.relative_to(Path.cwd()) if ENVIRONMENT.is_relative_to(Path.cwd()) else ENVIRONMENT
        print(f"peers: skipped, they are not there. Call again with --make-peers, or:\n"
              f"  python3 -m venv {folder} && {folder}/bin/pip install {' '.join(PEERS)}", file=sys.stderr)  # fmt: skip
        return
    for theirs, ours, limit in PAIRS:
        whole = best_of(repeats, {theirs: command(theirs), ours: command(ours)})
        calls = {name: in_calls(name) for name in (theirs, ours)}
        for costs, what, largest in ((whole, "process", None), (calls, "call", limit)):
            named = {f"{name.replace('_', ' ')}, {what}": cost for name, cost in costs.items()}
            peer, own = named
            for job in (Job(peer, []), Job(own, [], peer, largest)):
                yield compared(PART, job, named, rows=ROWS, variables=len(QUASI_IDENTIFIERS))
        tell(theirs, found_by(whole[theirs]), ours, found_by(whole[ours]))


def command(task: str, *options: str) -> list[str]:
    python = sys.executable if task.startswith("bauta") else python_of_peers()
    return [python, "-m", "benchmarks.peer_tasks", task, str(ADULT), *options]


def in_calls(task: str) -> Cost:
    """The cheapest call after the first, which compiles."""
    cost = cost_of_command(command(task, "--calls", str(CALLS)))
    return replace(cost, cpu_seconds=min(json.loads(cost.said.splitlines()[-1])["cpu_seconds"][1:]))


def found_by(cost: Cost) -> dict[str, Any]:
    return dict(json.loads(cost.said.splitlines()[-1])["found"])


def tell(theirs: str, they: dict[str, Any], ours: str, we: dict[str, Any]) -> None:
    """What each found, and whether it is the same; of two releases, which lost more, by the same measure."""
    if "levels" in they:
        at_theirs = command(ours, "--levels", json.dumps(they["levels"]))
        they["bits_lost"] = found_by(cost_of_command(at_theirs))["bits_lost"]
    print(f"{theirs} found {they}\n{ours} found {we}")
    if "t" in they:
        agree = (they["k"], they["l"]) == (we["k"], we["l"]) and abs(they["t"] - we["t"]) <= LARGEST_DIFFERENCE
        print("They agree." if agree else "THEY DIFFER.")
