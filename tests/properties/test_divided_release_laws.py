"""Whatever the table, a release in several files has the rows of the release in one, and nothing else."""

import tempfile
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauta.engines.division import Division
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.release import KeptColumn, MappedColumn, ReleasePlan
from bauta.model.transformations import ReleaseFormat
from bauta.transform.shuffle import draw_order_keys
from bauta.workflow.write_data import write_data
from drawing import draws_of

CODED = pa.array(["a", "b", "c"])
"""Values of a column with a lookup table, which is sorted and written as codes."""
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
kinds = st.sampled_from([(st.sampled_from(CODED.to_pylist()), pa.string()), (texts, pa.string()),
                         (st.integers(-3, 3), pa.int64()), (st.booleans(), pa.bool_()),
                         (st.dates(), pa.date32())])  # fmt: skip


@st.composite
def tables(draw):
    n = draw(st.integers(1, 40))
    names = draw(st.lists(texts.filter(bool), min_size=2, max_size=4, unique=True))
    columns = [pa.array(draw(st.lists(st.none() | st.sampled_from(CODED.to_pylist()), min_size=n, max_size=n)))]
    for _ in names[1:]:
        values, kind = draw(kinds)
        columns.append(pa.array(draw(st.lists(st.none() | values, min_size=n, max_size=n)), kind))
    return pa.table([columns[0].cast(pa.string()), *columns[1:]], names=names)


@settings(max_examples=60, deadline=None)
@given(tables(), st.data())
@pytest.mark.parametrize("release_format", [ReleaseFormat.CSV, ReleaseFormat.PARQUET])
def test_a_folder_reads_back_as_the_rows_of_one_file(engine, release_format, table, data):
    names = table.column_names
    by = data.draw(st.lists(st.sampled_from(names), max_size=len(names) - 1, unique=True))
    rows_per_file = data.draw(st.none() | st.integers(1, 10))
    keys = draw_order_keys(table.num_rows, draws_of(data.draw(st.integers(0, 99))))
    coded = MappedColumn(names[0], CODED, data.draw(st.lists(texts, min_size=3, max_size=3).map(pa.array)))
    plan = ReleasePlan((coded, *map(KeptColumn, names[1:])), keys)
    released = engine.release(engine.open(table), plan)
    division = Division(tuple(by), rows_per_file)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        one = write_data(engine, released, folder, release_format, Division(), name="one", labels={})
        many = write_data(engine, released, folder, release_format, division, name="many", labels={})
        assert rows_of(engine, many.source, names) == rows_of(engine, one.source, names)
        if many.rows is not None:
            assert sum(many.rows) == table.num_rows
            assert 0 < min(many.rows) <= max(many.rows) <= (rows_per_file or table.num_rows)


@pytest.fixture(scope="module")
def engine():
    with DuckDbEngine() as one:
        yield one


def rows_of(engine, source, names):
    """The rows in any order, every value as text: names of folders are nothing else."""
    data = engine.open(source)
    rows = engine._as_texts(engine.rows_of(data, list(names))).to_pylist()
    return sorted(str(list(row.values())) for row in rows)
