"""A study file that is far too large is refused at once, and one as large as can be is read quickly."""

import time

import pytest

from bauta.errors import StudyInvalid
from bauta.model.study_text import MOST_ENTRIES, parse_study

HEAD = "data: {path: data.csv}\nvariables:\n"


def study_of(variables: int) -> str:
    return HEAD + "".join(f"  v{i}: {{role: other, type: integer}}\n" for i in range(variables))


def test_three_hundred_thousand_variables_are_refused_within_five_seconds():
    begun = time.process_time()
    with pytest.raises(StudyInvalid, match=r"line 3: more than 32,767 entries follow; no table has so many columns"):
        parse_study(study_of(300_000), path="study.yaml")
    assert time.process_time() - begun < 5


def test_as_many_variables_as_a_table_can_have_are_read():
    study = parse_study(study_of(MOST_ENTRIES), path="study.yaml")
    assert len(study.tables["data"].variables) == MOST_ENTRIES
    with pytest.raises(StudyInvalid, match="32,767"):
        parse_study(study_of(MOST_ENTRIES + 1), path="study.yaml")


def test_a_long_list_is_no_list_of_columns():
    """A tree may have more values in one group than a table has columns."""
    values = ", ".join(f"v{i}" for i in range(2 * MOST_ENTRIES))
    tree = f"  code: {{role: quasi_identifier, hierarchy: {{kind: tree, tree: {{all: [{values}]}}}}}}\n"
    assert parse_study(HEAD + tree, path="study.yaml").tables["data"].variables.keys() == {"code"}


@pytest.mark.parametrize("text", ["a: " + "[" * 300_000, "- " * 300_000 + "x", HEAD + "  x: " + "{a: " * 1_000])
def test_depth_is_refused_before_a_reader_falls_into_it(text):
    with pytest.raises(StudyInvalid, match="nested far too deeply"):
        parse_study(text, path="study.yaml")


def test_a_million_parts_are_no_study():
    with pytest.raises(StudyInvalid, match="far too large"):
        parse_study("a: [" + "1, " * 1_100_000 + "1]", path="study.yaml")
