"""Where the rows of a release come from among the classes of the sample it was made from."""

import numpy as np
import pyarrow as pa
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.workflow.whole_sample import whole_sample

LOOKUPS = {"age": {"31": "30-39", "35": "30-39", "42": "40-49"}, "sex": {"F": "F", "M": "M"}}
SOURCE = {"age": [31, 35, 35, 42, 42, 42], "sex": ["F", "F", "M", "M", "M", "F"], "who": [1, 2, 3, 4, 5, 6]}


@pytest.fixture(scope="module")
def engine():
    with DuckDbEngine() as opened:
        yield opened


def sample(engine, released, variables=("age", "sex"), source=SOURCE, key=None, released_key=None):
    opened = engine.open(pa.table(source))
    return whole_sample(engine, opened, key, LOOKUPS, pa.table(released), released_key)(variables)


def texts(classes):
    columns = [
        [d.values.to_pylist()[code] for code in codes.tolist()]
        for d, codes in zip(classes.domains, classes.codes, strict=True)
    ]
    return list(zip(*columns, strict=True))


def test_the_source_is_told_as_the_release_and_its_people_are_found(engine):
    released = {"age": ["30-39", "40-49", "40-49"], "sex": ["F", "M", "M"]}
    found = sample(engine, released)
    assert texts(found.classes) == [("30-39", "F"), ("30-39", "M"), ("40-49", "F"), ("40-49", "M")]
    assert found.classes.sizes.tolist() == [2, 1, 1, 2]
    assert found.release.people.tolist() == [1, 0, 0, 2]
    assert found.release.joined == ()


def test_fewer_variables_have_classes_of_their_own(engine):
    found = sample(engine, {"age": ["30-39", "40-49"], "sex": ["F", "M"]}, ("sex",))
    assert found.classes.sizes.tolist() == [3, 3]
    assert found.release.people.tolist() == [1, 1]


def test_nothing_is_assumed_of_rows_without_any_quasi_identifier(engine):
    found = sample(engine, {"age": ["30-39", "*", "*"], "sex": ["F", "*", "*"]})
    (blank,) = found.release.joined
    assert (blank.people, blank.size, len(blank.members)) == (2, 2, 0)
    assert found.release.n_people == 3


def test_a_suppressed_cell_can_be_anybody_who_is_told_like_it_elsewhere(engine):
    found = sample(engine, {"age": ["*", "40-49"], "sex": ["F", "M"]})
    (one,) = found.release.joined
    assert (one.people, one.size) == (1, 3)
    assert [texts(found.classes)[j] for j in one.members] == [("30-39", "F"), ("40-49", "F")]


def test_rows_that_nobody_of_the_source_is_told_as_are_no_larger_than_they_are(engine):
    found = sample(engine, {"age": ["99", "30-39"], "sex": ["F", "F"]})
    (strange,) = found.release.joined
    assert (strange.people, strange.size, len(strange.members)) == (1, 1, 0)


def test_a_further_variable_is_read_as_it_is(engine):
    released = {"age": ["30-39", "40-49"], "sex": ["F", "M"], "who": [2, 4]}
    found = sample(engine, released, ("sex", "who"))
    assert len(found.classes) == 6
    assert found.release.people.sum() == 2


def test_people_with_several_rows_count_once_even_where_their_rows_become_alike(engine):
    source = {"age": [31, 35, 42, 42], "sex": ["F", "F", "M", "F"], "id": ["a", "a", "b", "b"]}
    released = {"age": ["30-39", "40-49", "40-49"], "sex": ["F", "M", "F"], "id": ["x", "y", "y"]}
    found = sample(engine, released, source=source, key="id", released_key="id")
    assert found.classes.n_records == 2
    assert texts(found.classes)[0] == ("30-39", "F")
    assert int(found.classes.sizes[0]) == 1
    assert found.release.n_people == 2


def test_it_is_counted_once(engine):
    opened = engine.open(pa.table(SOURCE))
    of = whole_sample(engine, opened, None, LOOKUPS, pa.table({"age": ["30-39"], "sex": ["F"]}), None)
    assert of(("age",)) is of(("age",))
    assert np.array_equal(of(("age", "sex")).classes.sizes, [2, 1, 1, 2])
