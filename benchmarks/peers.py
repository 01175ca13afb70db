"""The libraries a Python user would pick, on Adult with eight quasi-identifiers; those that are installed take part.

They pin old versions of what bauta builds on, so they are called in an environment of their own:

    python3 -m venv peers && peers/bin/pip install pycanon anjana
    .venv/bin/python -m benchmarks.peers --python peers/bin/python
"""

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import verdict

ADULT = Path(__file__).resolve().parents[2] / "shared" / "data" / "adult" / "adult.csv"
QUASI_IDENTIFIERS = [
    "sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation",
]  # fmt: skip
SENSITIVE = "salary-class"
A_FIFTIETH = 0.02
"""bauta must take at most this part of anjana's time: fifty times faster."""

_TIMED = """
import time, warnings
warnings.simplefilter("ignore")
{setup}
{statement}
started = time.process_time()
{statement}
print(time.process_time() - started)
"""
_FRAME = f"import pandas as pd; data = pd.read_csv({str(ADULT)!r}, sep=None, engine='python', dtype=str)"
_BAUTA_FRAME = f"import pandas as pd, bauta; data = pd.read_csv({str(ADULT)!r}, sep=None, engine='python', dtype=str)"
MEASURE_PYCANON = (
    "from pycanon import anonymity as a; "
    f"a.k_anonymity(data, {QUASI_IDENTIFIERS}), a.l_diversity(data, {QUASI_IDENTIFIERS}, [{SENSITIVE!r}]), "
    f"a.t_closeness(data, {QUASI_IDENTIFIERS}, [{SENSITIVE!r}])"
)
MEASURE_BAUTA = f"bauta.assess(data, {QUASI_IDENTIFIERS}, sensitive=[{SENSITIVE!r}])"
RELEASE_ANJANA = (
    "from anjana.anonymity import k_anonymity; import numpy as np; "
    f"h = {{n: {{0: data[n].values, 1: np.array(['*'] * len(data))}} for n in {QUASI_IDENTIFIERS}}}; "
    f"k_anonymity(data.copy(), [], {QUASI_IDENTIFIERS}, 5, 5, h)"
)
RELEASE_BAUTA = f"bauta.deidentify(data, {QUASI_IDENTIFIERS}, k=5, suppression_limit=0.05)"


def seconds(python: str, setup: str, statement: str) -> float | None:
    """CPU seconds of a statement, called once before; None where a library is not there."""
    program = _TIMED.format(setup=setup, statement=statement)
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"skipped: {done.stderr.strip().splitlines()[-1][:110] if done.stderr.strip() else 'it failed'}")
        return None
    return float(done.stdout.split()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("--python", default=sys.executable, help="the Python that has pycanon and anjana")
    arguments = parser.parse_args()
    if not ADULT.exists():
        print("skipped: the Adult data are not there")
        return
    holds = True
    for what, peer, ours, limit in (
        ("assess beside pycanon (k, l, t)", MEASURE_PYCANON, MEASURE_BAUTA, 1.0),
        ("deidentify beside anjana (k = 5)", RELEASE_ANJANA, RELEASE_BAUTA, A_FIFTIETH),
    ):
        theirs = seconds(arguments.python, _FRAME, peer)
        own = seconds(sys.executable, _BAUTA_FRAME, ours)
        if theirs is not None and own is not None:
            holds &= verdict(what, f"{own:.2f} / {theirs:.2f} CPU s", own / theirs, limit)
    sys.exit(0 if holds else 1)


if __name__ == "__main__":
    main()
