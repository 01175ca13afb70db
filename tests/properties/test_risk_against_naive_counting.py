import naive_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Rows, arrow, classes_of, law, law_with_engine, names, tables

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence import roll_up
from bauta.model.assessment import Adversary
from bauta.model.missing import Missing
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold, Thresholds
from bauta.risk.exposure import exposure
from bauta.risk.metrics import measure_risk
from bauta.risk.prosecutor import prosecutor_match_sizes
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest

RULES = pytest.mark.parametrize("missing", list(Missing), ids=str)
cell_sizes = st.integers(1, 12)
cell_texts = st.one_of(st.none(), st.sampled_from("abcdefgh"))


@RULES
@law
@given(rows=tables())
def test_every_record_could_be_taken_for_as_many_people_as_counted_by_hand(missing: Missing, rows: Rows) -> None:
    classes, class_of_row = classes_of(rows)
    ours = prosecutor_match_sizes(classes, missing)[class_of_row].tolist()
    assert ours == naive_oracle.match_sizes(rows, rows, naive_oracle.SAME[missing])


@RULES
@law
@given(rows=tables(), cell_size=cell_sizes)
def test_prosecutor_metrics_are_those_counted_by_hand(missing: Missing, rows: Rows, cell_size: int) -> None:
    classes, _ = classes_of(rows)
    profile = measure_risk(
        Adversary.PROSECUTOR, exposure(classes, prosecutor_match_sizes(classes, missing)), Threshold.parse(cell_size)
    )
    sizes = naive_oracle.match_sizes(rows, rows, naive_oracle.SAME[missing])
    naive = naive_oracle.risk(sizes, cell_size)
    assert profile.exact_average == naive.average
    assert profile.average == float(naive.average)
    assert profile.smallest_class == naive.smallest
    assert profile.maximum == 1 / naive.smallest
    assert profile.records_at_risk == naive.at_risk
    assert profile.share_at_risk == naive.at_risk / len(rows)
    holds = naive.smallest >= STRICT_AVERAGE_FLOOR.cell_size
    assert profile.strict_average == (profile.average if holds else profile.maximum)


@RULES
@law_with_engine
@given(rows=tables(), cell_size=cell_sizes)
def test_an_assessment_gives_the_metrics_counted_by_hand(
    missing: Missing, rows: Rows, cell_size: int, shared_engine: DuckDbEngine
) -> None:
    thresholds = Thresholds(tau=Threshold.parse(cell_size))
    assessment = assess(
        shared_engine,
        AssessmentRequest(arrow(rows), names(rows), missing=missing, thresholds=thresholds),
    )
    if missing is Missing.WILDCARD:
        loose = naive_oracle.risk(naive_oracle.match_sizes(rows, rows, naive_oracle.SAME[missing]), cell_size)
        assert assessment.wildcard is not None
        assert assessment.wildcard.average == pytest.approx(float(loose.average))
        found = assessment.wildcard.smallest_match, assessment.wildcard.records_at_risk
        assert found == (loose.smallest, loose.at_risk)
    sizes = naive_oracle.match_sizes(rows, rows, naive_oracle.SAME[Missing.CATEGORY])  # wildcards decide nothing
    naive = naive_oracle.risk(sizes, cell_size)
    assert assessment.prosecutor.exact_average == naive.average
    assert assessment.prosecutor.records_at_risk == naive.at_risk
    assert assessment.sample_uniques == naive.uniques
    assert assessment.smallest_class == naive.smallest
    assert assessment.classes == len(set(rows))
    assert {s.size: s.records for s in assessment.sizes} == {size: sizes.count(size) for size in sizes}
    assert assessment.marketer.exact_average == naive.average


@law_with_engine
@given(rows=tables(), data=st.data(), cell_size=cell_sizes)
def test_people_are_counted_once_in_the_class_that_exposes_them_most(
    rows: Rows, data: st.DataObject, cell_size: int, shared_engine: DuckDbEngine
) -> None:
    people = data.draw(st.lists(st.integers(1, 8), min_size=len(rows), max_size=len(rows)))
    thresholds = Thresholds(tau=Threshold.parse(cell_size))
    assessment = assess(
        shared_engine,
        AssessmentRequest(arrow(rows, who=people), names(rows), person_key="who", thresholds=thresholds),
    )
    naive = naive_oracle.risk(naive_oracle.people_match_sizes(rows, people), cell_size)
    assert assessment.unit.rows == len(rows)
    assert assessment.unit.people == len(set(people))
    assert assessment.prosecutor.exact_average == naive.average
    assert assessment.prosecutor.records_at_risk == naive.at_risk
    assert assessment.sample_uniques == naive.uniques
    assert assessment.smallest_class == naive.smallest
    wandering = [who for who in set(people) if len({r for r, p in zip(rows, people, strict=True) if p == who}) > 1]
    assert assessment.unit.people_in_several_classes == len(wandering)


@law_with_engine
@given(rows=tables())
def test_row_numbers_of_the_smallest_classes_are_where_these_classes_are(
    rows: Rows, shared_engine: DuckDbEngine
) -> None:
    assessment = assess(shared_engine, AssessmentRequest(arrow(rows), names(rows)))
    for place in assessment.smallest_classes:
        members = [number for number, row in enumerate(rows, start=1) if row == rows[place.rows[0] - 1]]
        assert list(place.rows) == members[:20]
        assert place.size == len(members)
    sizes = [place.size for place in assessment.smallest_classes]
    assert sizes == sorted(rows.count(row) for row in set(rows))[:10]


@pytest.mark.parametrize("is_dense", [True, False], ids=["one array of all cells", "sorted keys"])
@law_with_engine
@given(data=st.data())
def test_row_numbers_of_unique_records_are_the_first_in_the_file(
    is_dense: bool, data: st.DataObject, shared_engine: DuckDbEngine
) -> None:
    """With ten or more unique records the first rows are looked at instead of the whole file."""
    rows = data.draw(st.lists(st.tuples(cell_texts, cell_texts), min_size=12, max_size=40))
    with pytest.MonkeyPatch.context() as patched:
        if not is_dense:
            patched.setattr(roll_up, "MOST_DENSE_CELLS", 0)
        assessment = assess(shared_engine, AssessmentRequest(arrow(rows), names(rows)))
    uniques = [number for number, row in enumerate(rows, start=1) if rows.count(row) == 1]
    shown = [place.rows[0] for place in assessment.smallest_classes if place.size == 1]
    assert shown == uniques[:10]
