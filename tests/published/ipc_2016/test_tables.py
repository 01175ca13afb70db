"""Pr(attempt), thresholds with their cell sizes, and the worked product."""

import pytest

from bauta.model.threshold import Threshold
from bauta.risk.context import attempt_probability, overall_risk, permitted_risk
from bauta.standards.frameworks import framework_by_name
from bauta.standards.thresholds import threshold_table
from published.printed import Row, read_table


@pytest.mark.parametrize(
    "row", read_table(__file__, "attempt.csv"), ids=lambda row: f"{row['controls']} {row['motives']}"
)
def test_probability_of_an_attempt(row: Row) -> None:
    assert attempt_probability(framework_by_name("el-emam"), row["controls"], row["motives"]) == float(row["printed"])


@pytest.mark.parametrize("row", read_table(__file__, "thresholds.csv"), ids=lambda row: row["invasion"])
def test_thresholds_are_paired_with_cell_sizes_as_printed(row: Row) -> None:
    entry = threshold_table("ipc-2016").entries[row["invasion"]].threshold
    assert entry == Threshold(float(row["probability"]), int(row["cell_size"]))
    assert permitted_risk(entry, 1.0) == entry


def test_the_worked_product() -> None:
    """Step 6: a data risk of 0.2 and a context risk of 0.5 make 0.1."""
    assert overall_risk(0.2, 0.5) == 0.1
    assert permitted_risk(Threshold(0.1, 10), 0.5) == Threshold(0.2, 5)
