"""Made-up tables of any size, the same rows every time.

Values come from a hash of the row number, so a table does not depend on threads or on a random generator's version.
DuckDB keeps the order of `range`, so nothing has to be sorted.
"""

import os
import subprocess
import sys
from pathlib import Path

import duckdb

FOLDER = Path(os.environ.get("BENCHMARK_DATA", Path(__file__).parent / "data"))
SHARED = Path(__file__).resolve().parents[2] / "shared"
"""What is kept beside the repository."""
ADULT = SHARED / "data" / "adult"
"""The Adult data with their hierarchies."""
QUASI_IDENTIFIERS = ("age", "sex", "race", "region", "year", "marital")
VALUES_OF_EVEN = 32

_REGISTER = """
    with u as (
        select i, {uniforms}
        from range({rows}) t(i)
    )
    select
        cast(least(100, floor(abs(u0 + u1 - 0.7) * 75)) as integer) as age,
        case when u2 < 0.507 then 'F' else 'M' end as sex,
        ['White', 'Black', 'Asian', 'Native', 'Other'][1 + cast(floor(power(u3, 3) * 5) as integer)] as race,
        lpad(cast(cast(floor(power(u4, 2) * 30) as integer) as varchar), 3, '0') as region,
        2015 + cast(floor(u5 * 8) as integer) as year,
        ['single', 'married', 'widowed'][1 + cast(floor(power(u6, 2) * 3) as integer)] as marital
    from u
"""


def register(rows: int) -> Path:
    """A register with six quasi-identifiers, two numbers and four texts, skewed like a real one."""
    uniforms = ", ".join(f"hash(i * 7 + {k}) / 18446744073709551616.0 as u{k}" for k in range(7))
    return _made(f"register_{rows}", _REGISTER.format(uniforms=uniforms, rows=rows))


def even_table(rows: int, variables: int, classes: int) -> Path:
    """Small whole numbers (v0, v1, ...) in so many classes at most, evenly filled.

    A row's class comes from a hash of its number, and every variable tells some bits of another hash of the class.
    """
    columns = ", ".join(f"cast((hash(k) >> {5 * v}) % {VALUES_OF_EVEN} as utinyint) as v{v}" for v in range(variables))
    query = f"select {columns} from (select hash(i) % {classes} as k from range({rows}) t(i))"
    return _made(f"even_{rows}_{variables}_{classes}", query)


def _made(name: str, query: str) -> Path:
    """A Parquet file with the result of a query, made once and kept.

    Made by a process of its own: what it needs in memory would count as a later child's peak.
    """
    path = FOLDER / f"{name}.parquet"
    if not path.exists():
        print(f"making {path.name}", file=sys.stderr, flush=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "benchmarks.data", str(path), query], check=True)
    return path


def _write(path: Path, query: str) -> None:
    aside = path.with_suffix(".part")
    with duckdb.connect() as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute("set memory_limit = '4GB'")
        connection.execute(f"copy ({query}) to '{aside}' (format parquet)")
    aside.rename(path)


if __name__ == "__main__":
    _write(Path(sys.argv[1]), sys.argv[2])
