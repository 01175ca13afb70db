"""Guesses from other people who look alike, against a count by hand and against chance."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauta.ties import cells
from bauta.ties.cells import given_by
from bauta.ties.tie import NOTHING, SURE, packed

PEOPLE = 4000


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def alike(n: int = PEOPLE) -> np.ndarray:
    return np.zeros(n, dtype=np.int64)


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
    counted = cells._count(released, finer, kept)
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
    assert given_by(alike(), race, chance(2).permutation(race)) is NOTHING


def test_a_column_in_which_everybody_is_alone_gives_nothing():
    """A birth date "predicts" every attribute of the person who has it, and of nobody else."""
    race = chance().integers(0, 5, PEOPLE)
    assert given_by(alike(), race, np.arange(PEOPLE)) is NOTHING


@pytest.mark.parametrize("in_a_cell", [2, 3, 5, 20])
@pytest.mark.parametrize("share", [0.5, 0.9, 0.94])
def test_small_cells_that_agree_by_chance_give_nothing(in_a_cell, share):
    for seed in range(20):
        flag = (chance(seed).random(PEOPLE) < share).astype(np.int64)
        kept = chance(seed + 100).integers(0, PEOPLE // in_a_cell, PEOPLE)
        assert given_by(alike(), flag, kept) is NOTHING


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
    assert given_by(band, retired, retired) is NOTHING


def test_an_association_is_not_a_tie():
    sex = chance().integers(0, 2, PEOPLE)
    smokes = (chance(2).random(PEOPLE) < 0.3 + 0.3 * sex).astype(np.int64)
    assert given_by(alike(), sex, smokes) is NOTHING


@pytest.mark.parametrize("wrong", [0.02, 0.1])
def test_a_twin_with_errors_is_one_while_few_are_wrong(wrong):
    state = chance().integers(0, 20, PEOPLE)
    other = np.where(chance(2).random(PEOPLE) < wrong, chance(3).integers(0, 20, PEOPLE), state)
    found = given_by(alike(), state, other)
    assert (found is NOTHING) == (wrong > 0.05)
    if wrong < 0.05:
        assert found.share == pytest.approx(1 - wrong * 19 / 20, abs=0.01)


def test_the_bound_is_never_below_the_binomial_tail():
    from scipy.stats import binom

    for made in (1, 5, 40):
        for right in range(made + 1):
            for share in (0.05, 0.5, 0.9):
                exact = binom.sf(right - 1, made, share)
                bound = np.exp(cells._log_tail(np.array([right]), np.array([made]), np.array([share])))[0]
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
