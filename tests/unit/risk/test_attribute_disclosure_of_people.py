"""Attribute disclosure when a person may have several rows, and several sensitive values."""

import pyarrow as pa
import pytest

from bauta.errors import WildcardNeedsOneRow
from bauta.model.assessment import Assessment
from bauta.model.missing import Missing
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest, PopulationRequest


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


def test_a_person_with_known_and_missing_values_is_known(engine):
    found = disclosed(engine, [("P1", "F", "A"), ("P1", "F", None), ("P2", "F", "B")])
    assert (found.smallest_diversity, found.homogeneous_records) == (2, 0)


def test_a_variable_may_be_the_only_quasi_identifier_and_sensitive(engine):
    table = pa.table({"person": ["P1", "P1", "P2"], "dx": ["A", "B", "A"]})
    request = AssessmentRequest(table, ["dx"], sensitive=["dx"], person_key="person")
    assert assess(engine, request).attribute_disclosure[0].homogeneous_records == 2


def test_a_registry_of_people_in_several_classes_is_refused_with_wildcards(engine):
    data = pa.table({"id": ["P1"], "sex": ["F"]})
    registry = pa.table({"id": ["P1", "P1"], "sex": ["F", None]})
    request = AssessmentRequest(
        data, ["sex"], person_key="id", population=PopulationRequest(registry), missing=Missing.WILDCARD
    )
    with pytest.raises(WildcardNeedsOneRow):
        assess(engine, request)
