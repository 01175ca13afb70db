from fractions import Fraction

import numpy as np
import pytest

from bauta.model.assessment import Adversary
from bauta.model.threshold import Threshold
from bauta.risk.exposure import Exposure
from bauta.risk.metrics import measure_risk
from published.printed import Row, read_table, would_print_as

MEASURE = {"R_a": "share_at_risk", "R_b": "maximum", "R_c": "average"}


@pytest.mark.xfail(
    strict=True,
    raises=FileNotFoundError,
    reason="the class sizes behind Table 6 are only in Figure 2, a picture that is not in the text at hand",
)
@pytest.mark.parametrize("row", read_table(__file__, "table_6.csv"), ids=lambda row: row["metric"])
def test_derived_journalist_metric(row: Row) -> None:
    classes = read_table(__file__, "figure_2.csv")
    exposure = Exposure(
        people=np.array([int(row["F"]) for row in classes]), records=np.array([int(row["f"]) for row in classes])
    )
    profile = measure_risk(Adversary.JOURNALIST, exposure, Threshold.parse("0.33"))
    assert would_print_as(getattr(profile, MEASURE[row["metric"]]), row["risk_value"])


def test_fewest_records_for_which_the_share_above_tau_prints_as_0_053() -> None:
    possible = [
        (above, records)
        for records in range(1, 57)
        for above in range(records + 1)
        if would_print_as(Fraction(above, records), "0.053")
    ]
    assert possible == [(1, 19), (2, 38)]
