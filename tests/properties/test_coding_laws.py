from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import law

from bauta.equivalence import coding
from bauta.equivalence.coding import encode_classes, encode_rows
from bauta.equivalence.roll_up import merged_sizes, pack

INTEGERS = {
    "int8": st.integers(-(2**7), 2**7 - 1),
    "int16": st.integers(-(2**15), 2**15 - 1),
    "int32": st.integers(-(2**31), 2**31 - 1),
    "int64": st.integers(-(2**63), 2**63 - 1),
    "uint8": st.integers(0, 2**8 - 1),
    "uint16": st.integers(0, 2**16 - 1),
    "uint32": st.integers(0, 2**32 - 1),
    "uint64": st.integers(0, 2**64 - 1),
}


def check_numbering(column: list[Any], kind: pa.DataType) -> None:
    table = pa.table({"v": pa.array(column, kind)})
    classes = encode_classes(table, np.ones(len(column), dtype=np.int64))
    (domain,), (codes,) = classes.domains, classes.codes
    known = domain.values.to_pylist()
    assert len(set(known)) == len(known)
    assert [None if code == domain.missing_code else known[code] for code in codes] == column
    assert domain.size == len(set(column))
    assert domain.has_missing == (None in column)
    assert encode_rows(table, classes.domains)[0].tolist() == codes.tolist()


@pytest.mark.parametrize("kind", INTEGERS)
@law
@given(data=st.data())
def test_a_code_leads_back_to_its_whole_number(kind: str, data: st.DataObject) -> None:
    column = data.draw(st.lists(INTEGERS[kind], min_size=1, max_size=12))
    check_numbering(column, getattr(pa, kind)())


@law
@given(st.lists(st.one_of(st.none(), st.integers(-300, 300)), min_size=1, max_size=12))
def test_a_code_leads_back_to_its_number_or_to_missing(column: list[int | None]) -> None:
    check_numbering(column, pa.int64())


@law
@given(st.lists(st.one_of(st.none(), st.text(max_size=3)), min_size=1, max_size=12))
def test_a_code_leads_back_to_its_text_or_to_missing(column: list[str | None]) -> None:
    check_numbering(column, pa.string())


@law
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=12))
def test_numbers_close_together_are_coded_like_others(column: list[int]) -> None:
    check_numbering(column, pa.int32())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(coding, "SHORT_RANGE", 0)
        check_numbering(column, pa.int32())


@st.composite
def digits_and_radices(draw: st.DrawFn) -> tuple[list[Any], list[int]]:
    """Up to ten variables with up to 2^31 - 1 codes each: far more combinations than 64 bits can number."""
    radices = draw(st.lists(st.sampled_from([1, 2, 3, 1000, 2**20, 2**31 - 1]), min_size=1, max_size=10))
    rows = draw(st.integers(1, 15))
    columns = [
        np.array(draw(st.lists(st.sampled_from(_some(radix)), min_size=rows, max_size=rows)), dtype=np.int32)
        for radix in radices
    ]
    return columns, radices


def _some(radix: int) -> list[int]:
    return sorted({0, radix // 2, radix - 1})


@law
@given(digits_and_radices())
def test_packed_keys_are_equal_exactly_where_all_codes_are(drawn: tuple[list[Any], list[int]]) -> None:
    columns, radices = drawn
    keys, cells = pack(columns, radices)
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    key_of = dict(zip(rows, keys.tolist(), strict=True))
    assert keys.tolist() == [key_of[row] for row in rows]
    assert len(set(key_of.values())) == len(key_of)
    assert keys.min() >= 0
    assert keys.max() < cells


@law
@given(digits_and_radices(), st.data())
def test_merged_sizes_add_up_what_has_the_same_key(drawn: tuple[list[Any], list[int]], data: st.DataObject) -> None:
    columns, radices = drawn
    keys, cells = pack(columns, radices)
    sizes = data.draw(st.lists(st.integers(1, 2**40), min_size=len(keys), max_size=len(keys)))
    totals: dict[int, int] = {}
    for key, size in zip(keys.tolist(), sizes, strict=True):
        totals[key] = totals.get(key, 0) + size
    ours = merged_sizes(keys, cells, np.array(sizes, dtype=np.int64))
    assert ours.tolist() == [totals[key] for key in sorted(totals)]
