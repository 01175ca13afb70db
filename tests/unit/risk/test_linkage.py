"""Two releases linked: against simulated matchings, and the published cases."""

import numpy as np
import pytest

from bauta.risk.linkage import expected_matches, expected_notification

A, B, BOTH = np.array([3, 2, 4, 1, 5]), np.array([5, 2, 3, 0, 5]), np.array([2, 1, 3, 0, 0])


def simulated(rng: np.random.Generator, a: int, b: int, both: int, *, reuse: bool) -> int:
    """One random matching of a class: people 0 to `both` - 1 are in both, and person i has record i in each."""
    if reuse:
        partner = rng.integers(0, b, a) if b else np.full(a, -1)
        return int((partner[:both] == np.arange(both)).sum())
    size = max(a, b)
    partner = rng.permutation(size)[:a]  # of the larger side, some get nobody
    return int((partner[:both] == np.arange(both)).sum())


@pytest.mark.parametrize("reuse", [False, True], ids=["one to one", "any mapping"])
def test_expected_matches_are_the_mean_of_simulated_matchings(reuse):
    rng = np.random.default_rng(8)
    rounds = 20_000
    total = sum(
        simulated(rng, int(a), int(b), int(o), reuse=reuse)
        for a, b, o in zip(A, B, BOTH, strict=True)
        for _ in range(rounds)
    )
    found = expected_matches(A, B, BOTH)
    assert total / rounds == pytest.approx(found.any_mapping if reuse else found.one_to_one, abs=0.03)


def test_a_part_of_the_other_release_is_theorem_1():
    a, b = np.array([1, 2, 3]), np.array([2, 2, 12])
    found = expected_matches(a, b, a)
    assert found.one_to_one == found.any_mapping == 1 / 2 + 2 / 2 + 3 / 12


def test_the_same_people_are_matched_once_in_every_class():
    sizes = np.array([1, 2, 3, 50])
    assert expected_matches(sizes, sizes, sizes).one_to_one == pytest.approx(4)


def test_taking_everybody_to_be_in_both_who_can_be_is_the_most():
    most = expected_matches(A, B, np.minimum(A, B))
    assert expected_matches(A, B, BOTH).one_to_one <= most.one_to_one
    assert most.one_to_one == pytest.approx(sum(min(a, b) / max(a, b) for a, b in zip(A, B, strict=True)))


def test_people_reached_by_a_notification_are_the_mean_of_simulated_choices():
    exposed, listed = np.array([2, 1, 4]), np.array([5, 1, 6])
    found = expected_notification(exposed, listed, 40)
    rng = np.random.default_rng(4)
    rounds = 20_000
    reached = sum(
        int((rng.permutation(int(people))[: int(records)] < records).sum())
        for records, people in zip(exposed, listed, strict=True)
        for _ in range(rounds)
    )
    assert reached / rounds == pytest.approx(found.reached_if_linked, abs=0.03)
    assert found.reached_if_linked == pytest.approx(4 / 5 + 1 + 16 / 6)
    assert (found.told_if_linked, found.told_by_class, found.told_if_all) == (7, 12, 40)
