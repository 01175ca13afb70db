from collections.abc import Callable
from fractions import Fraction

import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.assessment import Assessment
from bauta.model.threshold import Threshold, Thresholds
from published.el_emam_2011_appendix.example import RECORDS
from published.printed import Row, arrow, class_sizes, read_table, would_print_as

MEASURE = {"R_a": "share_at_risk", "R_b": "maximum", "R_c": "average"}


@pytest.mark.parametrize("row", read_table(__file__, "table_5.csv"), ids=lambda row: row["metric"])
def test_derived_prosecutor_metric(row: Row, measured: Callable[..., Assessment]) -> None:
    thresholds = Thresholds(tau=Threshold.parse("0.33"))
    profile = measured(arrow(RECORDS), "gender", "year_of_birth", thresholds=thresholds).prosecutor
    assert would_print_as(getattr(profile, MEASURE[row["metric"]]), row["risk_value"])


def test_0_33_taken_literally_would_put_every_record_above_it(engine: DuckDbEngine) -> None:
    sizes = class_sizes(engine, RECORDS, ["gender", "year_of_birth"])
    above = [size for size in sizes if Fraction(1, size) > Fraction("0.33")]
    assert Fraction(len(above), len(sizes)) == 1


def test_0_33_read_as_a_third_puts_eight_of_eleven_above_it(engine: DuckDbEngine) -> None:
    sizes = class_sizes(engine, RECORDS, ["gender", "year_of_birth"])
    above = [size for size in sizes if not Threshold.parse("0.33").accepts_class_of(size)]
    assert Fraction(len(above), len(sizes)) == Fraction(8, 11)
