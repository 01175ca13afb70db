import naive_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Rows, arrow, classes_of, law, law_with_engine, names, tables

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import PopulationClassMissing
from bauta.model.missing import Missing
from bauta.risk.journalist import journalist_match_sizes
from bauta.risk.prosecutor import prosecutor_match_sizes
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest, PopulationRequest

RULES = pytest.mark.parametrize("missing", list(Missing), ids=str)


@st.composite
def samples(draw: st.DrawFn) -> tuple[Rows, Rows]:
    """A population, and the people of it that are in the data."""
    population = draw(tables())
    chosen = draw(st.sets(st.integers(0, len(population) - 1), min_size=1))
    return population, [population[i] for i in draw(st.permutations(sorted(chosen)))]


@RULES
@law
@given(drawn=samples())
def test_people_of_the_population_are_those_counted_by_hand(missing: Missing, drawn: tuple[Rows, Rows]) -> None:
    population, rows = drawn
    classes, class_of_row = classes_of(rows)
    people, _ = classes_of(population)
    ours = journalist_match_sizes(classes, people, missing, population_shown="")[0][class_of_row].tolist()
    assert ours == naive_oracle.match_sizes(rows, population, naive_oracle.SAME[missing])


@RULES
@law
@given(drawn=samples())
def test_no_record_is_more_at_risk_from_the_journalist_than_from_the_prosecutor(
    missing: Missing, drawn: tuple[Rows, Rows]
) -> None:
    population, rows = drawn
    classes, _ = classes_of(rows)
    people, _ = classes_of(population)
    prosecuted = 1 / prosecutor_match_sizes(classes, missing)
    reported = 1 / journalist_match_sizes(classes, people, missing, population_shown="")[0]
    assert (prosecuted >= reported).all()
    assert (reported > 0).all()


@RULES
@law_with_engine
@given(drawn=samples())
def test_a_registry_and_a_table_of_counts_give_the_average_counted_by_hand(
    missing: Missing, drawn: tuple[Rows, Rows], shared_engine: DuckDbEngine
) -> None:
    population, rows = drawn
    distinct = list(dict.fromkeys(population))
    counts = arrow(distinct, people=[population.count(row) for row in distinct])
    average = {rule: naive_oracle.risk(naive_oracle.match_sizes(rows, population, same), 5).average
               for rule, same in naive_oracle.SAME.items()}  # fmt: skip
    for request in (PopulationRequest(arrow(population)), PopulationRequest(counts, count="people")):
        assessment = assess(
            shared_engine, AssessmentRequest(arrow(rows), names(rows), population=request, missing=missing)
        )
        assert assessment.journalist is not None
        assert assessment.journalist.exact_average == average[Missing.CATEGORY], "wildcards decide nothing"
        assert assessment.marketer.exact_average == average[Missing.CATEGORY]
        if missing is Missing.WILDCARD:
            assert assessment.wildcard is not None
            assert assessment.wildcard.population_average == pytest.approx(float(average[Missing.WILDCARD]))
        assert assessment.population is not None
        assert assessment.population.people == len(population)


@law
@given(rows=tables(st.sampled_from(["a", "b"])), strangers=tables(st.sampled_from(["y", "z"])))
def test_a_population_that_lacks_every_class_of_the_data_is_refused(rows: Rows, strangers: Rows) -> None:
    width = min(len(rows[0]), len(strangers[0]))
    classes, _ = classes_of([row[:width] for row in rows])
    people, _ = classes_of([row[:width] for row in strangers])
    with pytest.raises(PopulationClassMissing) as caught:
        journalist_match_sizes(classes, people, Missing.CATEGORY, population_shown="the registry")
    assert caught.value.facts["records"] == len(rows)
