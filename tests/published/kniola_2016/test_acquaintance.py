"""How likely somebody who knows 150 people knows one with multiple sclerosis."""

import pytest

from bauta.model.context import BreachSection
from bauta.risk.context import acquaintance_probability
from published.printed import Row, read_table, would_print_as


@pytest.mark.parametrize("row", read_table(__file__, "acquaintance.csv"), ids=lambda row: row["where"])
def test_knowing_somebody_with_multiple_sclerosis(row: Row) -> None:
    prevalence = int(row["patients"]) / int(row["people"])
    assert would_print_as(acquaintance_probability(prevalence, 150), row["printed"])


def test_the_probability_of_a_breach_that_is_used() -> None:
    assert BreachSection().probability == 0.27
