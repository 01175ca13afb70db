import datetime as dt
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from bauta.equivalence.coding import canonical_text, encode_classes, encode_rows


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (39, "39"), (39.0, "39"), (-0.0, "0"), (Decimal("39.00"), "39"), (39.5, "39.5"), (Decimal("39.50"), "39.5"),
        ("39.0", "39.0"), ("039", "039"), (True, "true"), (False, "false"), (1e22, "10000000000000000000000"),
        (dt.date(2020, 2, 29), "2020-02-29"), (dt.datetime(2020, 2, 29), "2020-02-29"),
        (dt.datetime(2020, 2, 29, 10, 5), "2020-02-29 10:05:00"), (float("inf"), "inf"), (float("-inf"), "-inf"),
        (1e-7, "1e-07"), (Decimal(10) ** 20, "100000000000000000000"),
    ],
)  # fmt: skip
def test_equal_values_from_different_sources_have_one_text(value: object, text: str) -> None:
    assert canonical_text(value) == text


@pytest.mark.parametrize(
    "column",
    [
        pa.array([-100, 100, 45], pa.int8()),
        pa.array([0, 55, -100, 100], pa.int8()),
        pa.array([-20_000, 20_000, 9_000], pa.int16()),
        pa.array([2**63 + 1, 2**63 + 2], pa.uint64()),
        pa.array([2**64 - 1], pa.uint64()),
        pa.array([-(2**63), -(2**63) + 1]),
        pa.array([255, 0], pa.uint8()),
    ],
    ids=lambda column: f"{column.type} {column.to_pylist()}",
)
def test_whole_numbers_at_the_end_of_their_range_keep_their_values(column: pa.Array) -> None:
    """Subtracting the lowest must not leave the range of the column's own type."""
    classes = encode_classes(pa.table({"v": column}), np.ones(len(column), dtype=np.int64))
    known = classes.domains[0].values.to_pylist()
    assert [known[code] for code in classes.codes[0]] == column.to_pylist()


def test_columns_in_pieces_share_their_codes() -> None:
    pieces = pa.chunked_array([["b", "a"], [], [None, "a"], ["c", "b"]], pa.string())
    classes = encode_classes(pa.table({"v": pieces}), np.ones(6, dtype=np.int64))
    domain, codes = classes.domains[0], classes.codes[0]
    spelled = [None if code == domain.missing_code else domain.values[int(code)].as_py() for code in codes]
    assert spelled == ["b", "a", None, "a", "c", "b"]
    assert encode_rows(pa.table({"v": pieces}), classes.domains)[0].tolist() == codes.tolist()


def test_classes_do_not_show_their_values() -> None:
    classes = encode_classes(pa.table({"name": ["Ms Smith"]}), np.ones(1, dtype=np.int64))
    assert repr(classes) == "EquivalenceClasses(1 classes, 1 records, 1 variables)"
    assert "Smith" not in repr(classes.domains)
