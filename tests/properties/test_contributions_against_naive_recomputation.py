import naive_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Rows, arrow, classes_of, law, law_with_engine, names, tables

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.roll_up import dense_sizes
from bauta.model.assessment import Adversary, Contribution
from bauta.model.missing import Missing
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.risk.contribution import measure_contributions
from bauta.risk.exposure import NOBODY, exposure
from bauta.risk.metrics import measure_risk
from bauta.risk.prosecutor import prosecutor_match_sizes
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest


def check(contribution: Contribution, full: naive_oracle.NaiveRisk, reduced: naive_oracle.NaiveRisk) -> None:
    assert contribution.average_without == float(reduced.average)
    assert contribution.average_added == pytest.approx(float(full.average - reduced.average), abs=1e-12)
    assert contribution.maximum_without == 1 / reduced.smallest
    assert contribution.uniques_without == reduced.uniques
    assert contribution.uniques_added == full.uniques - reduced.uniques


def contributions_of(rows: Rows, *, is_dense: bool) -> tuple[Contribution, ...]:
    classes, _ = classes_of(rows)
    exposed = exposure(classes, prosecutor_match_sizes(classes, Missing.CATEGORY))
    full = measure_risk(Adversary.PROSECUTOR, exposed, DEFAULT_THRESHOLD)
    sizes, records = exposed.by_size()
    uniques = int(records[sizes == 1].sum())
    return measure_contributions(
        classes,
        full,
        uniques,
        wandering=NOBODY,
        tau=DEFAULT_THRESHOLD,
        dense=dense_sizes(classes) if is_dense else None,
    )


@pytest.mark.parametrize("is_dense", [True, False], ids=["one array of all cells", "sorted keys"])
@law
@given(rows=tables())
def test_leaving_a_variable_out_is_counting_again_without_it(is_dense: bool, rows: Rows) -> None:
    same = naive_oracle.alike
    full = naive_oracle.risk(naive_oracle.match_sizes(rows, rows, same), 5)
    ours = contributions_of(rows, is_dense=is_dense)
    for column, contribution in enumerate(ours):
        fewer = naive_oracle.without(rows, column)
        check(contribution, full, naive_oracle.risk(naive_oracle.match_sizes(fewer, fewer, same), 5))
        assert contribution.values == len({row[column] for row in rows})
        assert contribution.has_missing == any(row[column] is None for row in rows)


@law_with_engine
@given(rows=tables(), data=st.data())
def test_the_same_where_people_have_several_rows(rows: Rows, data: st.DataObject, shared_engine: DuckDbEngine) -> None:
    people = data.draw(st.lists(st.integers(1, 8), min_size=len(rows), max_size=len(rows)))
    assessment = assess(shared_engine, AssessmentRequest(arrow(rows, who=people), names(rows), person_key="who"))
    full = naive_oracle.risk(naive_oracle.people_match_sizes(rows, people), 5)
    for column, contribution in enumerate(assessment.contributions):
        fewer = naive_oracle.without(rows, column)
        check(contribution, full, naive_oracle.risk(naive_oracle.people_match_sizes(fewer, people), 5))
