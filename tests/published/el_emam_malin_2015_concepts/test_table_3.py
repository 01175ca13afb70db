from fractions import Fraction

import pytest

from bauta.engines.duckdb import DuckDbEngine
from published.printed import Row, class_sizes, read_table, would_print_as

TABLE_3 = read_table(__file__, "table_3.csv")


@pytest.mark.parametrize("row", TABLE_3, ids=lambda row: f"record {row['id']}")
def test_probability_of_a_record_is_one_over_the_size_of_its_class(row: Row, engine: DuckDbEngine) -> None:
    size = class_sizes(engine, TABLE_3, ["sex", "year_of_birth"])[TABLE_3.index(row)]
    assert would_print_as(Fraction(1, size), row["probability"])
