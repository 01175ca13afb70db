import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.population.dankar import estimate_uniques_by_dankar
from bauta.population.pitman import estimate_uniques_by_pitman
from bauta.population.snb import estimate_uniques_by_snb
from bauta.population.zayatz import estimate_uniques_by_zayatz

SIZES = np.array([1] * 300 + [2] * 90 + [3] * 40 + [6] * 30 + [20] * 5)
RECORDS = int(SIZES.sum())


def test_pitman_up_to_one_in_ten():
    sampling = Sampling(RECORDS, RECORDS * 10)
    estimate = estimate_uniques_by_dankar(SIZES, sampling)
    assert estimate.method == "dankar: pitman"
    assert estimate.value == estimate_uniques_by_pitman(SIZES, sampling).value


@pytest.mark.parametrize("times", [2, 4, 9])
def test_the_smaller_of_zayatz_and_snb_beyond(times):
    sampling = Sampling(RECORDS, RECORDS * times)
    both = [estimate_uniques_by_zayatz(SIZES, sampling), estimate_uniques_by_snb(SIZES, sampling)]
    estimate = estimate_uniques_by_dankar(SIZES, sampling)
    assert estimate.value == min(one.value for one in both)
    assert estimate.method in {"dankar: zayatz", "dankar: snb"}


def test_zayatz_where_the_other_has_no_answer():
    without_pairs = np.array([1] * 10 + [3] * 10)
    assert estimate_uniques_by_dankar(without_pairs, Sampling(40, 80)).method == "dankar: zayatz"
    all_unique = np.ones(40, dtype=np.int64)
    assert estimate_uniques_by_dankar(all_unique, Sampling(40, 4000)).method == "dankar: zayatz"


def test_no_unique_in_the_data_means_none_expected():
    estimate = estimate_uniques_by_dankar(np.array([2, 3]), Sampling(5, 50))
    assert (estimate.value, estimate.method) == (0, "dankar")
    assert estimate.upper > 0


def test_everybody_in_the_data_means_counting():
    assert estimate_uniques_by_dankar(np.array([1, 1, 2]), Sampling(4, 4)).value == 2
    assert estimate_uniques_by_dankar(np.array([2, 2]), Sampling(4, 4)).upper == 0
