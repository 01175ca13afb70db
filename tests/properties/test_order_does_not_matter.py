from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Rows, arrow, law_with_engine, names, tables

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.assessment import Assessment
from bauta.model.missing import Missing
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest, PopulationRequest

SICK = ["flu", "cold", "flu", "gout", "cold"]


def facts(assessment: Assessment) -> dict[str, Any]:
    """All that an assessment says, except which rows are meant."""
    (disclosure,) = assessment.attribute_disclosure
    return {
        "prosecutor": assessment.prosecutor,
        "journalist": assessment.journalist,
        "marketer": assessment.marketer,
        "decision": assessment.decision,
        "sizes": assessment.sizes,
        "smallest": [place.size for place in assessment.smallest_classes],
        "contributions": {c.variable: c for c in assessment.contributions},
        "diversity": (disclosure.smallest_diversity, disclosure.homogeneous_records),
        "distance": pytest.approx(disclosure.largest_distance, abs=1e-12),
    }


@pytest.mark.parametrize("missing", list(Missing), ids=str)
@law_with_engine
@given(rows=tables(), data=st.data())
def test_risk_depends_neither_on_the_order_of_rows_nor_of_columns(
    missing: Missing, rows: Rows, data: st.DataObject, shared_engine: DuckDbEngine
) -> None:
    table = arrow(rows, dx=[SICK[i % len(SICK)] for i in range(len(rows))])
    row_order = data.draw(st.permutations(range(len(rows))))
    column_order = data.draw(st.permutations(table.column_names))
    variable_order = data.draw(st.permutations(names(rows)))

    def measure(content: Any, variables: list[str], population: Any) -> dict[str, Any]:
        return facts(
            assess(
                shared_engine,
                AssessmentRequest(
                    content,
                    variables,
                    sensitive=["dx"],
                    missing=missing,
                    population=PopulationRequest(population),
                ),
            )
        )

    shuffled = table.take(list(row_order)).select(column_order)
    assert measure(table, names(rows), table) == measure(shuffled, variable_order, shuffled)


def test_what_is_drawn_over_a_coarser_population_depends_on_no_order(shared_engine: DuckDbEngine) -> None:
    """Twenty orders of the same rows; engines return groups in any order too."""
    import numpy as np
    import pyarrow as pa

    rng = np.random.default_rng(8)
    people = pa.table({"age": rng.integers(20, 60, 300).astype(str), "sex": rng.choice(["F", "M"], 300)})
    ages = [f"{start}-{start + 9}" for start in range(20, 60, 10)] * 2
    groups = pa.table({"age": ages, "sex": ["F"] * 4 + ["M"] * 4, "people": list(range(900, 1700, 100))})

    def measure(data: Any, population: Any) -> Any:
        asked = PopulationRequest(population, count="people")
        return assess(shared_engine, AssessmentRequest(data, ["age", "sex"], population=asked)).population

    first = measure(people, groups)
    assert first.spread is not None
    for _ in range(20):
        assert measure(people.take(rng.permutation(300)), groups.take(rng.permutation(8))) == first
