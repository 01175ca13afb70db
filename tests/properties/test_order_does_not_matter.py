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
