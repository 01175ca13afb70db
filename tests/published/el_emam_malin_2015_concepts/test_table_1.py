from collections.abc import Callable

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.assessment import Assessment
from published.printed import Row, arrow, class_sizes, read_table

TABLE_1 = read_table(__file__, "table_1.csv")


def test_males_born_in_1967_are_records_10_13_14_17_and_22(engine: DuckDbEngine) -> None:
    sizes = class_sizes(engine, TABLE_1, ["sex", "year_of_birth"])
    assert [row["id"] for row, size in zip(TABLE_1, sizes, strict=True) if size == 5] == ["10", "13", "14", "17", "22"]


def test_eight_males_were_born_in_the_five_years_from_1965(engine: DuckDbEngine) -> None:
    rows: list[Row] = [{**row, "five_years": str(int(row["year_of_birth"]) // 5 * 5)} for row in TABLE_1]
    sizes = class_sizes(engine, rows, ["sex", "five_years"])
    together = [row["id"] for row, size in zip(rows, sizes, strict=True) if size == 8]
    assert together == ["2", "10", "11", "13", "14", "17", "22", "27"]


def test_all_males_born_in_1967_had_the_same_laboratory_test(measured: Callable[..., Assessment]) -> None:
    assessment = measured(arrow(TABLE_1), "sex", "year_of_birth", sensitive=["lab_test"])
    (notice,) = assessment.attribute_disclosure
    assert notice.homogeneous_records_not_unique == 5
    assert notice.smallest_diversity == 1
