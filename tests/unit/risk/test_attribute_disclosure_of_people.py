"""Attribute disclosure when a person may have several rows, and several sensitive values."""

import pyarrow as pa

from bauta.model.assessment import Assessment
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest


def disclosed(engine, rows: list[tuple], sensitive: str = "diagnosis") -> Assessment:
    names = ["person", "sex", "diagnosis"]
    table = pa.table({name: [row[i] for row in rows] for i, name in enumerate(names)})
    request = AssessmentRequest(table, ["sex"], sensitive=[sensitive], person_key="person")
    return assess(engine, request).attribute_disclosure[0]


def test_everything_is_told_about_a_person_alone_in_their_class(engine):
    found = disclosed(engine, [(1, "F", "flu"), (1, "F", "hiv"), (2, "M", "flu"), (2, "M", "cold")])
    assert found.homogeneous_records == 2
    assert found.homogeneous_records_not_unique == 0


def test_a_value_that_everyone_in_a_class_has_is_told_even_if_they_have_others(engine):
    rows = [(1, "F", "hiv"), (1, "F", "flu"), (2, "F", "hiv"), (2, "F", "cold"), (3, "M", "flu"), (4, "M", "cold")]
    found = disclosed(engine, rows)
    assert found.homogeneous_classes == 1
    assert found.homogeneous_records == found.homogeneous_records_not_unique == 2


def test_a_missing_value_makes_no_class_more_diverse(engine):
    found = disclosed(
        engine, [(i, "F", "hiv") for i in range(9)] + [(9, "F", None), (10, "M", "flu"), (11, "M", "cold")]
    )
    assert found.smallest_diversity == 1
    assert found.homogeneous_records == 10


def test_nobody_is_told_anything_where_nothing_is_known(engine):
    found = disclosed(engine, [(1, "F", None), (2, "M", None)])
    assert (found.smallest_diversity, found.homogeneous_records, found.largest_distance) == (0, 0, 0.0)
