"""Table 3: percentages of a cohort."""

import numpy as np
import pytest

from bauta.risk.policy import measure_policy_risk, record_risk
from published.printed import Row, read_table, would_print_as

COHORTS = {"G_DEM": 3616, "R_CAT": 2646, "Y_PAD": 3412, "N_T2D": 3383, "V_QRS": 2983, "N_QRS": 149, "V_T2D": 2015}
"""Cohort sizes, Table 1."""
NOT_A_COUNT = "26.369 % of 3,383 is no whole number of patients: 892 are 26.367 %"
PRINTED = read_table(__file__, "table_3.csv")


def cells() -> list:
    return [
        pytest.param(row, cohort, id=f"T={row['threshold']} {cohort}",
                     marks=[pytest.mark.xfail(strict=True, reason=NOT_A_COUNT)] * (row[cohort] == "26.369"))
        for row in PRINTED if row["risk_model"] == "Non-graduated risk" for cohort in COHORTS
    ]  # fmt: skip


@pytest.mark.parametrize(("row", "cohort"), cells())
def test_non_graduated_risk_is_a_number_of_patients_over_the_cohort(row: Row, cohort: str) -> None:
    n, threshold = COHORTS[cohort], int(row["threshold"])
    patients = round(float(row[cohort]) / 100 * n)
    risk = measure_policy_risk(
        np.array([patients, n - patients]), np.array([threshold, threshold + 1]), threshold=threshold
    )
    assert would_print_as(100 * risk.non_graduated, row[cohort])


@pytest.mark.parametrize(("cohort", "patients", "printed"), [("R_CAT", 2, "0.076"), ("Y_PAD", 3, "0.088")])
def test_the_figures_the_text_calls_graduated_are_patients_each_counting_one(
    cohort: str, patients: int, printed: str
) -> None:
    n = COHORTS[cohort]
    risk = measure_policy_risk(np.array([patients, n - patients]), np.array([10, 11]), threshold=10)
    assert would_print_as(100 * risk.non_graduated, printed)
    graduated = {row["threshold"]: row[cohort] for row in PRINTED if row["risk_model"] == "Graduated risk"}
    assert graduated["10"] != printed


def test_0_30_expected_patients_of_3412_are_printed_0_009() -> None:
    sizes = np.array([10, 10, 10, 50_000])  # three patients in groups of ten: 3 x 0.1
    risk = measure_policy_risk(np.array([1, 1, 1, 3409]), sizes, threshold=10)
    assert 3412 * risk.graduated == pytest.approx(0.30)
    assert would_print_as(100 * risk.graduated, "0.009")


def test_0_28_expected_patients_of_2646_are_0_0106_percent_which_the_table_cuts() -> None:
    assert not would_print_as(100 * 0.28 / 2646, "0.010")
    assert str(100 * 0.28 / 2646).startswith("0.010")


def test_total_risk_of_0_117_percent_leaves_about_four_of_3616_patients() -> None:
    total = next(row["G_DEM"] for row in PRINTED if row["risk_model"] == "Total risk")
    assert round(float(total) / 100 * COHORTS["G_DEM"]) == 4


def test_a_unique_counts_one_and_a_group_of_two_one_half() -> None:
    assert record_risk(np.array([1, 2])).tolist() == [1, 0.5]


def test_a_threshold_of_one_counts_the_uniques() -> None:
    risk = measure_policy_risk(np.array([1, 9]), np.array([1, 2]), threshold=1)
    assert (risk.non_graduated, risk.graduated) == (0.1, 0.1)


def test_a_scaling_factor_of_nought_makes_graduated_risk_non_graduated() -> None:
    risk = measure_policy_risk(np.array([1, 2, 3]), np.array([3, 10, 11]), threshold=10, scaling=0)
    assert risk.graduated == risk.non_graduated == 0.5
    assert risk.total == 1
