"""The maximum, average and strict average that the text gives for Tables 3, 4 and 5."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from bauta.model.assessment import Assessment, RiskProfile
from published.printed import Row, arrow, read_table, would_print_as

QUASI_IDENTIFIERS = {
    "table_3": ("sex", "year_of_birth"),
    "table_4": ("sex", "decade_of_birth"),
    "table_5": ("sex", "decade_of_birth"),
}
WRONG = {
    ("table_5", "average"): "misprint: 0.22 is 5/23, with records 6, 23 and 25 taken for one class; it is 6/23",
    ("table_5", "strict_average"): "misprint: record 23 is unique in Table 5, so the strict average is 1",
}
CASES = [
    pytest.param(
        row,
        id=f"{row['table']} {row['measure']}",
        marks=[pytest.mark.xfail(strict=True, reason=WRONG[key])]
        if (key := (row["table"], row["measure"])) in WRONG
        else [],
    )
    for row in read_table(__file__, "summary.csv")
]


def prosecutor(measured: Callable[..., Assessment], table: str) -> RiskProfile:
    return measured(arrow(read_table(__file__, f"{table}.csv")), *QUASI_IDENTIFIERS[table]).prosecutor


@pytest.mark.parametrize("row", CASES)
def test_summary_of_the_text(row: Row, measured: Callable[..., Assessment]) -> None:
    assert would_print_as(getattr(prosecutor(measured, row["table"]), row["measure"]), row["printed"])


@pytest.mark.parametrize(
    ("table", "average"),
    [("table_3", Fraction(16, 27)), ("table_4", Fraction(9, 27)), ("table_5", Fraction(6, 23))],
)
def test_what_follows_from_the_records_themselves(
    table: str, average: Fraction, measured: Callable[..., Assessment]
) -> None:
    profile = prosecutor(measured, table)
    assert profile.exact_average == average
    assert profile.maximum == 1
    assert profile.strict_average == 1
    assert not profile.strict_average_holds
