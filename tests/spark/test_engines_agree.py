"""DuckDB and Spark answer alike, to the last digit, whatever is in a table."""

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tables import as_csv, as_parquet, as_parquet_folder, tables

from bauta.engines.counts import Recoding, SizeCounts
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.engine import Engine
from bauta.errors import BautaError
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.report.render_json import assessment_json
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest

random_tables = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # making an example smaller would take minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
SOURCES = {
    "frame": lambda table, _: table,
    "parquet": as_parquet,
    "folder": as_parquet_folder,
    "csv": as_csv,
}


def told(table: Any) -> list[Any]:
    """An Arrow table's types and rows, in the order they have; what is NaN in one is NaN in the other."""
    return [list(map(str, table.schema.types)), [repr(row) for row in table.to_pylist()]]


def counted(groups: Any) -> list[Any]:
    rows = [
        repr((*row.values(), size)) for row, size in zip(groups.values.to_pylist(), groups.sizes.tolist(), strict=True)
    ]
    return [list(map(str, groups.values.schema.types)), sorted(rows), groups.empty_rows]


def everything(engine: Engine, source: Any, codes: dict[str, list[str]]) -> list[Any]:
    """All that an engine says about a table."""
    data = engine.open(source, missing_codes=codes)
    some = [name for name in data.names if name != "person"]
    groups = engine.count_groups(data, some)
    people = engine.count_people(data, some, "person")
    kept = engine.keep_rows(data, np.array([1]))
    found = engine.find_rows(data, some, groups, classes=10, rows_per_class=2)
    return [
        data.columns,
        data.notes,
        engine.summarize(data),
        engine.sample_texts(data, rows=300),
        engine.count_rows(data),
        counted(groups),
        counted(people.groups),
        (people.rows, people.people, sorted(people.wandering_person.tolist())),
        told(engine.first_rows(data, some, rows=2)),
        told(engine.rows_of(data, some)),
        told(engine.rows_of(kept, some)),
        engine.count_rows(kept),
        found,
        *(by_size(engine.count_sizes(data, some, key)) for key in (None, "person")),
        *(counted(engine.smallest_groups(data, some, key, groups=100)) for key in (None, "person")),
        [engine.count_missing(data, name) for name in some],
        counted(engine.count_groups(recoded(engine, data, some[0]), data.names)),
    ]


def by_size(sizes: SizeCounts) -> list[Any]:
    arrays = sizes.sizes, sizes.groups, sizes.people
    return [*(array.tolist() for array in arrays), sizes.rows, sizes.wandering_people, sizes.empty_rows]


def recoded(engine: Engine, data: Microdata, name: str) -> Microdata:
    """Numbers in place of a column's values, the first two alike, in the order of their texts."""
    values = engine.count_groups(data, [name]).values.column(0).combine_chunks()
    values = values.take(pa.array(sorted(range(len(values)), key=lambda i: repr(values[i].as_py()))))
    return engine.recode(data, {name: Recoding(values, np.arange(len(values)) // 2)})


@pytest.mark.parametrize("place", SOURCES)
@random_tables
@given(table=tables(), codes=st.sampled_from([[], ["0", "a"], ["2020-01-01", "'"], ["\\", "true"]]))
def test_both_say_the_same_about_a_random_table(spark, place, table, codes):
    with tempfile.TemporaryDirectory() as folder, DuckDbEngine() as duckdb:
        source = SOURCES[place](table, Path(folder))
        by_name = dict.fromkeys(table.column_names[:-1], codes)
        assert everything(spark, source, by_name) == everything(duckdb, source, by_name)


def assessed(engine: Engine, request: AssessmentRequest) -> str:
    try:
        return json.dumps(assessment_json(assess(engine, request)))
    except BautaError as error:
        return str(error)


@random_tables
@given(table=tables(), has_key=st.booleans(), missing=st.sampled_from(Missing))
def test_an_assessment_is_the_same_to_the_last_byte(spark, table, has_key, missing):
    some = tuple(table.column_names[:-1])
    request = AssessmentRequest(
        data=table,
        quasi_identifiers=some[:2],
        sensitive=some[2:],
        person_key="person" if has_key else None,
        missing=missing,
    )
    with DuckDbEngine() as duckdb:
        assert assessed(spark, request) == assessed(duckdb, request)
