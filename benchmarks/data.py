"""Made-up tables of any size: six quasi-identifiers with the skew of a real register, the same rows every time.

Values come from a hash of the row number, so the table does not depend on threads or on a random generator's version.
"""

import subprocess
import sys
from pathlib import Path

import duckdb

FOLDER = Path(__file__).parent / "data"
QUASI_IDENTIFIERS = ("age", "sex", "race", "region", "year", "marital")

_TABLE = """
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
    from u order by i
"""


def parquet(rows: int) -> Path:
    """A Parquet file with this many rows, made once and kept.

    Made by a process of its own: what it needs in memory would count as a later child's peak.
    """
    path = FOLDER / f"register_{rows}.parquet"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "benchmarks.data", str(rows), str(path)], check=True)
    return path


def write(rows: int, path: Path) -> None:
    aside = path.with_suffix(".part")
    uniforms = ", ".join(f"hash(i * 7 + {k}) / 18446744073709551616.0 as u{k}" for k in range(7))
    with duckdb.connect() as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute("set memory_limit = '4GB'")
        connection.execute(f"copy ({_TABLE.format(uniforms=uniforms, rows=rows)}) to '{aside}' (format parquet)")
    aside.rename(path)


if __name__ == "__main__":
    write(int(sys.argv[1]), Path(sys.argv[2]))
