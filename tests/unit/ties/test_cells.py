"""Guesses from other people who look alike, against a count by hand and against chance."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauta.ties import cells
from bauta.ties.cells import Cases
from bauta.ties.tie import SURE, distinct, packed

PEOPLE = 4000


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def alike(n: int = PEOPLE) -> np.ndarray:
    return np.zeros(n, dtype=np.int64)


def given_by(released, finer, kept, **more):
    return cells.given_by(Cases(released, finer, kept, **more))


def guesses_by_hand(released, finer, kept) -> tuple[int, int]:
    """Right guesses and all guesses, person by person."""
    right = made = 0
    of_group = Counter(zip(released, finer, strict=True))
    sizes = Counter(released)
    for i in range(len(kept)):
        cell = [j for j in range(len(kept)) if released[j] == released[i] and kept[j] == kept[i]]
        whole = Counter(finer[j] for j in cell).most_common()
        mode = min(group for group, count in whole if count == whole[0][1])
        if of_group[released[i], mode] / sizes[released[i]] >= SURE:
            continue
        others = Counter(finer[j] for j in cell if j != i)
        if others and (best := others.most_common(1)[0])[1] >= SURE * others.total():
            made += 1
            right += best[0] == finer[i]
    return right, made


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 4)), min_size=1, max_size=30))
def test_guesses_are_those_counted_person_by_person(people):
    released, finer, kept = (np.array(own, dtype=np.int64) for own in zip(*people, strict=True))
    counted = cells.count_cells(Cases(released, finer, kept))
    assert (int(counted.right.sum()), int(counted.guesses.sum())) == guesses_by_hand(
        *map(list, (released, finer, kept))
    )


def test_a_twin_gives_everybody_away():
    race = chance().choice(5, PEOPLE, p=[0.7, 0.15, 0.1, 0.04, 0.01])
    found = given_by(alike(), race, (race * 7) % 5)
    assert (found.people, found.guesses) == (PEOPLE, PEOPLE)
    shares = np.bincount(race) / PEOPLE
    assert found.chance == pytest.approx((shares**2).sum())


def test_a_shuffled_twin_gives_nobody_away():
    race = chance().choice(5, PEOPLE, p=[0.7, 0.15, 0.1, 0.04, 0.01])
    assert given_by(alike(), race, chance(2).permutation(race)) is None


def test_a_column_in_which_everybody_is_alone_gives_nothing():
    """A birth date "predicts" every attribute of the person who has it, and of nobody else."""
    race = chance().integers(0, 5, PEOPLE)
    assert given_by(alike(), race, np.arange(PEOPLE)) is None


@pytest.mark.parametrize("in_a_cell", [2, 3, 5, 20])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.94])
def test_small_cells_that_agree_by_chance_give_nothing(in_a_cell, share):
    for seed in range(20):
        flag = (chance(seed).random(PEOPLE) < share).astype(np.int64)
        kept = chance(seed + 100).integers(0, PEOPLE // in_a_cell, PEOPLE)
        assert given_by(alike(), flag, kept) is None


def test_small_cells_that_always_agree_give_people_away():
    """A provider with three patients each, and the region of the provider."""
    provider = chance().integers(0, PEOPLE // 3, PEOPLE)
    region = chance(2).integers(0, 4, PEOPLE // 3)[provider]
    found = given_by(alike(), region, provider)
    assert found.share == 1
    assert found.people > 0.9 * PEOPLE


def test_one_value_that_gives_a_group_away_is_found_among_others_that_do_not():
    sex = chance().integers(0, 2, PEOPLE)
    diagnosis = chance(2).integers(0, 50, PEOPLE)
    diagnosis = np.where((diagnosis == 7) & (sex == 0), 8, diagnosis)  # only men have number 7
    found = given_by(alike(), sex, diagnosis)
    assert found.people == (diagnosis == 7).sum()
    assert found.share == 1


def test_what_the_released_group_says_already_is_not_given():
    """Everybody released as 60-64 is retired: a column that says so, too, adds nothing."""
    band = chance().integers(0, 5, PEOPLE)
    retired = (band == 4).astype(np.int64)
    assert given_by(band, retired, retired) is None


def test_an_association_is_not_a_tie():
    sex = chance().integers(0, 2, PEOPLE)
    smokes = (chance(2).random(PEOPLE) < 0.3 + 0.3 * sex).astype(np.int64)
    assert given_by(alike(), sex, smokes) is None


@pytest.mark.parametrize("wrong", [0.02, 0.1])
def test_a_twin_with_errors_is_one_while_few_are_wrong(wrong):
    state = chance().integers(0, 20, PEOPLE)
    other = np.where(chance(2).random(PEOPLE) < wrong, chance(3).integers(0, 20, PEOPLE), state)
    found = given_by(alike(), state, other)
    assert (found is None) == (wrong > 0.05)
    if wrong < 0.05:
        assert found.share == pytest.approx(1 - wrong * 19 / 20, abs=0.01)


def test_the_bound_is_never_below_the_binomial_tail():
    from scipy.stats import binom

    for made in (1, 5, 40):
        for right in range(made + 1):
            for share in (0.05, 0.5, 0.9):
                exact = binom.sf(right - 1, made, share)
                bound = np.exp(cells.log_tail(np.array([right]), np.array([made]), np.array([share])))[0]
                assert bound >= exact - 1e-12


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=20))
def test_packed_codes_are_equal_where_all_codes_are(pairs):
    one, other = (np.array(own, dtype=np.int64) for own in zip(*pairs, strict=True))
    numbers = packed(one, other)
    assert len(set(numbers.tolist())) == len(set(pairs))


def test_packed_codes_do_not_run_over():
    wide = np.array([0, 2**40, 2**40], dtype=np.int64)
    assert len(set(packed(wide, wide, wide).tolist())) == 2


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([0, 1, 5, 2**23, 2**40]), max_size=20))
def test_different_codes_are_numbered_alike_whether_counted_or_sorted(codes):
    array = np.array(codes, dtype=np.int64)
    different, numbers = distinct(array)
    assert different.tolist() == sorted(set(codes))
    assert different[numbers].tolist() == codes


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 4)), min_size=1, max_size=40))
def test_people_counted_together_give_what_they_give_one_by_one(people):
    released, finer, kept = (np.array(own, dtype=np.int64) for own in zip(*people, strict=True))
    different, counts = np.unique(np.array(people), axis=0, return_counts=True)
    together = cells.count_cells(Cases(*(column.copy() for column in different.T), counts=counts))
    one_by_one = cells.count_cells(Cases(released, finer, kept))
    assert together.right.tolist() == one_by_one.right.tolist()
    assert together.guesses.tolist() == one_by_one.guesses.tolist()


def test_ten_pairs_that_agree_could_be_luck():
    """Two thousand such columns would have one or two by chance: a pair that agrees is one trial, not two."""
    coin = np.repeat(np.arange(10) % 2, 2)
    others = chance(3).integers(0, 2, 400)
    finer, kept = np.r_[coin, others], np.r_[np.repeat(np.arange(10), 2), np.arange(400) + 10]
    assert given_by(alike(len(finer)), finer, kept) is None


def test_many_rows_of_few_people_are_few_people():
    """Five people who came on the same forty days: that they are of one sex is no news of the days."""
    rng = chance(4)
    person = np.tile(np.arange(5), 40)
    days = np.repeat(np.arange(40), 5)
    other_people = np.arange(5, 2005)
    finer = np.r_[np.zeros(200, np.int64), rng.integers(0, 2, 2000)]
    kept = np.r_[days, np.arange(2000) + 40]
    cases = {"person": np.r_[person, other_people]}
    assert given_by(alike(2200), finer, kept, **cases) is None
    assert given_by(alike(2200), finer, kept) is not None


def test_people_with_several_rows_count_once():
    person = np.repeat(np.arange(1000), 3)
    group = np.repeat(chance(5).integers(0, 4, 1000), 3)
    visit = group * 3 + np.tile(np.arange(3), 1000)
    found = given_by(alike(3000), group, visit, person=person)
    assert (found.people, found.share) == (1000, 1.0)
