"""The jobs that are compared, each a command that runs in a process of its own."""

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.data import QUASI_IDENTIFIERS

BAUTA = str(Path(sys.executable).with_name("bauta"))

_QUIET = "duckdb.execute('set enable_progress_bar = false')"
_STUDY = """
data: {{path: {path}}}
variables:
  age: {{role: quasi_identifier, hierarchy: {{kind: numbers, widths: [5, 10, 20]}}}}
  sex: {{role: quasi_identifier}}
  race: {{role: quasi_identifier}}
  region: {{role: quasi_identifier}}
  year: {{role: quasi_identifier}}
  marital: {{role: quasi_identifier}}
"""


def duckdb_group_by(path: Path, variables: Sequence[str] = QUASI_IDENTIFIERS) -> list[str]:
    """Prints the number of classes."""
    counted = f"duckdb.sql({group_by(path, variables)!r}).to_arrow_table()"
    return _python(f"import duckdb; {_QUIET}; print({counted}.num_rows)")


def group_by(path: Path, variables: Sequence[str] = QUASI_IDENTIFIERS) -> str:
    keys = ", ".join(variables)
    return f"SELECT {keys}, count(*) FROM '{path}' GROUP BY {keys}"


def polars_group_by(path: Path, variables: Sequence[str] = QUASI_IDENTIFIERS) -> list[str]:
    counted = f"pl.scan_parquet({str(path)!r}).group_by({list(variables)!r}).len().collect(engine='streaming')"
    return _python(f"import polars as pl; {counted}")


def pandas_group_by(path: Path, variables: Sequence[str] = QUASI_IDENTIFIERS) -> list[str]:
    counted = f"pd.read_parquet({str(path)!r}).groupby({list(variables)!r}, dropna=False).size()"
    return _python(f"import pandas as pd; {counted}")


def duckdb_copy(path: Path, folder: Path) -> list[str]:
    query = f"COPY (FROM '{path}') TO '{folder / 'copy.parquet'}' (FORMAT parquet, COMPRESSION zstd)"
    return _python(f"import duckdb; {_QUIET}; duckdb.execute({query!r})")


def assess(path: Path, variables: Sequence[str] = QUASI_IDENTIFIERS, *options: str) -> list[str]:
    return [BAUTA, "assess", str(path), "--qi", ",".join(variables), *options]


def deidentify(path: Path, folder: Path, *options: str) -> list[str]:
    """A release of the register with k = 5: count, search, join, write and measure what was written."""
    study = folder / "study.yaml"
    study.write_text(_STUDY.format(path=path), encoding="utf-8")
    out = str(folder / "released")
    return [BAUTA, "deidentify", str(study), "--out", out, "--force", "--k", "5", "--test-seed", "1", *options]


def _python(program: str) -> list[str]:
    return [sys.executable, "-c", program]
