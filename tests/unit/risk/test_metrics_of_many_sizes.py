from fractions import Fraction

import numpy as np
import pytest

from bauta.model.assessment import Adversary
from bauta.model.threshold import Threshold
from bauta.risk import metrics
from bauta.risk.exposure import Exposure, totals_by_size
from bauta.risk.metrics import measure_risk

TAU = Threshold.parse(5)


def exposed(people: list[int], records: list[int]) -> Exposure:
    return Exposure(people=np.array(people, dtype=np.int64), records=np.array(records, dtype=np.int64))


def test_an_average_over_sizes_that_do_not_divide_is_exact() -> None:
    profile = measure_risk(Adversary.JOURNALIST, exposed([3, 7, 11], [2, 5, 1]), TAU)
    assert profile.exact_average == (Fraction(2, 3) + Fraction(5, 7) + Fraction(1, 11)) / 8
    assert profile.average == float(profile.exact_average)


def test_with_too_many_sizes_the_average_is_a_float_and_close(monkeypatch: pytest.MonkeyPatch) -> None:
    exposure = exposed(list(range(2, 400)), [3] * 398)
    exact = measure_risk(Adversary.JOURNALIST, exposure, TAU).exact_average
    assert exact is not None
    monkeypatch.setattr(metrics, "MOST_SIZES_FOR_FRACTION", 10)
    rounded = measure_risk(Adversary.JOURNALIST, exposure, TAU)
    assert rounded.exact_average is None
    assert rounded.average == pytest.approx(float(exact), rel=1e-15)


def test_billions_of_people_are_counted() -> None:
    profile = measure_risk(Adversary.JOURNALIST, exposed([8_000_000_000, 1], [10**12, 1]), TAU)
    assert profile.exact_average == (Fraction(10**12, 8 * 10**9) + 1) / (10**12 + 1)
    assert profile.records_at_risk == 1


@pytest.mark.parametrize("largest", [5, 10**9], ids=["a table over all sizes", "sizes far apart"])
def test_totals_by_size_are_the_same_either_way(largest: int) -> None:
    sizes, times, records = totals_by_size(np.array([2, largest, 2, 1]), np.array([4, 7, 6, 1]))
    assert (sizes.tolist(), times.tolist(), records.tolist()) == ([1, 2, largest], [1, 2, 1], [1, 10, 7])
