from fractions import Fraction

import pytest

from bauta.engines.duckdb import DuckDbEngine
from published.printed import class_sizes, read_table, would_print_as

TABLE_4 = read_table(__file__, "table_4.csv")
TABLE_5 = read_table(__file__, "table_5.csv")
MISPRINTED = {
    "6": "misprint: the females born 1970-79 are 6 and 25, so 0.5",
    "23": "misprint: with record 20 left out, 23 is the only male born 1970-79, so 1",
    "25": "misprint: the females born 1970-79 are 6 and 25, so 0.5",
}

CASES = [
    pytest.param(
        position,
        id=f"record {row['id']}",
        marks=[pytest.mark.xfail(strict=True, reason=MISPRINTED[row["id"]])] if row["id"] in MISPRINTED else [],
    )
    for position, row in enumerate(TABLE_5)
]


@pytest.mark.parametrize("position", CASES)
def test_probability_of_a_record_after_suppression(position: int, engine: DuckDbEngine) -> None:
    size = class_sizes(engine, TABLE_5, ["sex", "decade_of_birth"])[position]
    assert would_print_as(Fraction(1, size), TABLE_5[position]["probability"])


def test_the_misprinted_records_are_a_unique_and_a_double(engine: DuckDbEngine) -> None:
    sizes = class_sizes(engine, TABLE_5, ["sex", "decade_of_birth"])
    size_of = {row["id"]: size for row, size in zip(TABLE_5, sizes, strict=True)}
    assert {record: size_of[record] for record in MISPRINTED} == {"6": 2, "23": 1, "25": 2}


def test_table_5_is_table_4_without_records_5_8_20_and_26() -> None:
    def kept(row: dict[str, str]) -> tuple[str, str, str]:
        return row["id"], row["sex"], row["decade_of_birth"]

    assert list(map(kept, TABLE_5)) == [kept(row) for row in TABLE_4 if row["id"] not in {"5", "8", "20", "26"}]
