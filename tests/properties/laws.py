"""How the laws are tried: the same examples in every run, no time limit on a single one, and small made-up tables."""

from typing import Any

import pyarrow as pa
from hypothesis import settings
from hypothesis import strategies as st

from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.coding import encode_classes

law = settings(deadline=None, derandomize=True, max_examples=80)
law_with_engine = settings(deadline=None, derandomize=True, max_examples=15)

Row = tuple[Any, ...]
Rows = list[Row]

values = st.sampled_from(["a", "b", "c"])
values_or_missing = st.one_of(st.none(), values)


@st.composite
def tables(draw: st.DrawFn, cells: st.SearchStrategy[Any] = values_or_missing, most_columns: int = 4) -> Rows:
    """1 to 25 rows of 1 to 4 columns."""
    columns = draw(st.integers(1, most_columns))
    return draw(st.lists(st.tuples(*[cells] * columns), min_size=1, max_size=25))


def names(rows: Rows) -> list[str]:
    return [f"v{i}" for i in range(len(rows[0]))]


def arrow(rows: Rows, **further: list[Any]) -> pa.Table:
    columns: dict[str, Any] = {
        name: pa.array([row[i] for row in rows], pa.string()) for i, name in enumerate(names(rows))
    }
    return pa.table({**columns, **{name: pa.array(content) for name, content in further.items()}})


def classes_of(rows: Rows) -> tuple[EquivalenceClasses, list[int]]:
    """The equivalence classes of the rows and the class of each row, counted without an engine."""
    import numpy as np

    distinct = list(dict.fromkeys(rows))
    number = {row: i for i, row in enumerate(distinct)}
    class_of_row = [number[row] for row in rows]
    sizes = np.bincount(class_of_row, minlength=len(distinct)).astype(np.int64)
    return encode_classes(arrow(distinct), sizes), class_of_row
