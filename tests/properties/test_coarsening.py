import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Rows, classes_of, law, tables

from bauta.model.assessment import Adversary, RiskProfile
from bauta.model.missing import Missing
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.risk.exposure import exposure
from bauta.risk.metrics import measure_risk
from bauta.risk.prosecutor import prosecutor_match_sizes

hierarchies = st.fixed_dictionaries({value: st.sampled_from(["low", "high"]) for value in "abc"})


def profile(rows: Rows, missing: Missing) -> RiskProfile:
    classes, _ = classes_of(rows)
    return measure_risk(
        Adversary.PROSECUTOR, exposure(classes, prosecutor_match_sizes(classes, missing)), DEFAULT_THRESHOLD
    )


@pytest.mark.parametrize("missing", list(Missing), ids=str)
@law
@given(rows=tables(), coarser=hierarchies, data=st.data())
def test_coarsening_a_variable_never_lowers_the_smallest_class_and_never_raises_a_risk(
    missing: Missing, rows: Rows, coarser: dict[str, str], data: st.DataObject
) -> None:
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    generalized = [
        tuple(coarser.get(value, value) if i == column else value for i, value in enumerate(row)) for row in rows
    ]
    before, after = profile(rows, missing), profile(generalized, missing)
    assert after.smallest_class >= before.smallest_class
    assert after.maximum <= before.maximum
    assert after.exact_average is not None
    assert before.exact_average is not None
    assert after.exact_average <= before.exact_average
    assert after.records_at_risk <= before.records_at_risk


@law
@given(rows=tables(), data=st.data())
def test_suppressing_a_value_never_raises_a_risk_when_missing_matches_anything(rows: Rows, data: st.DataObject) -> None:
    column = data.draw(st.integers(0, len(rows[0]) - 1))
    row_number = data.draw(st.integers(0, len(rows) - 1))
    suppressed = list(rows)
    suppressed[row_number] = tuple(None if i == column else v for i, v in enumerate(rows[row_number]))
    before, after = profile(rows, Missing.WILDCARD), profile(suppressed, Missing.WILDCARD)
    assert after.smallest_class >= before.smallest_class
    assert after.records_at_risk <= before.records_at_risk
