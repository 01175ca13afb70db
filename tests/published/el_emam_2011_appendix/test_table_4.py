from fractions import Fraction

import pytest

from bauta.engines.duckdb import DuckDbEngine
from published.el_emam_2011_appendix.example import RECORDS, TABLE_4
from published.printed import Row, class_sizes, would_print_as


@pytest.mark.parametrize("row", TABLE_4, ids=lambda row: f"{row['gender']} {row['year_of_birth']}")
def test_theta_of_a_class_is_one_over_its_size(row: Row, engine: DuckDbEngine) -> None:
    sizes = class_sizes(engine, RECORDS, ["gender", "year_of_birth"])
    size = sizes[RECORDS.index({"gender": row["gender"], "year_of_birth": row["year_of_birth"]})]
    assert would_print_as(Fraction(1, size), row["theta"])
