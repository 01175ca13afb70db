import itertools

import numpy as np
import numpy.typing as npt
import pytest

from bauta.transform import shuffle
from bauta.transform.draws import words_of
from bauta.transform.shuffle import OrderKeys, draw_lots, draw_order_keys
from bauta.transform.subsample import draw_subsample, risk_if_drawing_is_unknown
from drawing import draws_of


def people(n: int) -> list[str]:
    return [f"P{i}" for i in range(n)]


@pytest.mark.parametrize(("n", "fraction"), [(10, 0.01), (1, 0.5), (3, 1e-9)])
def test_at_least_one_person_is_drawn(n: int, fraction: float) -> None:
    assert all(len(draw_subsample(people(n), fraction, draws_of(seed))) >= 1 for seed in range(50))


def test_everybody_is_drawn_where_all_are_asked_for() -> None:
    assert len(draw_subsample(people(1_000), 1.0, draws_of(0))) == 1_000


def test_everybody_is_drawn_equally_often_and_independently() -> None:
    counts = np.zeros(2**4)
    for seed in range(8_000):
        counts[sum(1 << person for person in draw_subsample(people(4), 0.5, draws_of(seed)).tolist())] += 1
    assert counts[0] == 0  # somebody is drawn in the place of nobody
    assert np.abs(counts[1:] - 500)[[sum(map(int, f"{i:b}")) > 1 for i in range(1, 16)]].max() < 5 * 500**0.5


def test_whoever_was_not_drawn_is_never_drawn() -> None:
    """Six samples of 30 % that are drawn afresh hold 88 % of the people; with one secret they hold 30 %."""
    drawn: set[str] = set()
    for i in range(6):
        extract = [*people(1_000)[50 * i :], f"new{i}"]
        own = draw_subsample(extract, 0.3, draws_of(3, recipient=f"recipient {i}", release=f"release {i}"))
        drawn |= {extract[person] for person in own.tolist()}
    assert len(drawn) < 350
    smaller = {people(1_000)[i] for i in draw_subsample(people(1_000), 0.1, draws_of(3)).tolist()}
    assert smaller < drawn


def test_every_order_is_equally_likely() -> None:
    counts = dict.fromkeys(itertools.permutations(range(3)), 0)
    for seed in range(6_000):
        counts[tuple(draw_lots(3, draws_of(seed)).tolist())] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 20.5  # 5 degrees, once in a thousand


def test_the_order_of_many_rows_is_a_permutation() -> None:
    assert sorted(draw_lots(10_000, draws_of(1)).tolist()) == list(range(10_000))


SOURCE = (3, 8, 20, 29)
"""People of four classes in the source; thirty of the sixty are drawn."""


def simulate(suppression: str, repeats: int = 4_000) -> tuple[float, float, float, float]:
    """Success of an adversary who takes a record of the release for somebody of the source, and what is claimed of it.

    Classes with fewer than three people drawn are left out, or blanked if they are three together. The adversary knows
    how many of each class are released as what, and tries everybody of the source once for every record.
    """
    rng = np.random.default_rng(7)
    class_of = np.repeat(np.arange(4), SOURCE)
    average = claimed_average = highest = claimed_highest = 0.0
    drawn = np.zeros(60, bool)
    sizes = np.bincount(class_of[drawn], minlength=4)
    while sizes[0] != 1 or sizes[1] != 2:  # one draw with classes to suppress: its class sizes are what is known
        drawn[:] = False
        drawn[rng.permutation(60)[:30]] = True
        sizes = np.bincount(class_of[drawn], minlength=4)
    is_small = sizes < 3
    told = np.where(is_small, 4, np.arange(4))
    released = np.arange(4) if suppression == "quasi-identifiers" else np.flatnonzero(~is_small)
    match_sizes = np.bincount(told[class_of[drawn]], minlength=5)
    risk = risk_if_drawing_is_unknown(
        released, told[released], sizes[released], source_sizes=np.array(SOURCE), match_sizes=match_sizes
    )
    claimed_average, claimed_highest = risk[released] @ sizes[released] / sizes[released].sum(), risk.max()
    found = np.zeros(4)
    for _ in range(repeats):
        # Every draw with these class sizes is equally likely, so who of a class was drawn is drawn again.
        who = [rng.permutation(size)[:n] for size, n in zip(SOURCE, sizes, strict=True)]
        for j in released:
            target = rng.integers(SOURCE[j])
            alike = [(c, person) for c in range(4) if told[c] == told[j] for person in who[c]]
            found[j] += alike[rng.integers(len(alike))] == (j, target)
    rate = found / repeats
    average, highest = rate[released] @ sizes[released] / sizes[released].sum(), rate.max()
    return average, claimed_average, highest, claimed_highest


@pytest.mark.parametrize("suppression", ["records", "quasi-identifiers"])
def test_the_risk_of_somebody_who_may_not_have_been_drawn_agrees_with_simulation(suppression: str) -> None:
    average, claimed_average, highest, claimed_highest = simulate(suppression)
    assert average == pytest.approx(claimed_average, rel=0.1)
    assert highest == pytest.approx(claimed_highest, rel=0.15)


def test_a_class_that_is_released_as_it_is_has_its_size_in_the_source() -> None:
    risk = risk_if_drawing_is_unknown(
        np.array([0, 2]), np.array([0, 1]), np.array([3, 5]), source_sizes=np.array([6, 9, 50]),
        match_sizes=np.array([3, 5]),
    )  # fmt: skip
    assert risk.tolist() == pytest.approx([1 / 6, 0, 1 / 50])


@pytest.mark.parametrize("rows", [0, 1, 2, 3, 1_000, 2**17 + 1])
def test_no_two_rows_have_the_same_order_key(rows: int) -> None:
    assert len(set(all_keys(draw_order_keys(rows, draws_of(rows))).tolist())) == rows


def all_keys(keys: OrderKeys) -> npt.NDArray[np.int64]:
    return np.concatenate([*keys.stretches(), np.empty(0, np.int64)])


def test_order_keys_are_the_same_each_time_and_in_stretches_of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = draw_order_keys(10, draws_of(1))
    assert all_keys(keys).tolist() == all_keys(keys).tolist()
    monkeypatch.setattr(shuffle, "ROWS_OF_A_STRETCH", 3)
    assert [len(some) for some in keys.stretches()] == [3, 3, 3, 1]
    assert len(set(all_keys(keys).tolist())) == 10


def test_every_order_by_order_keys_is_equally_likely() -> None:
    counts = dict.fromkeys(itertools.permutations(range(3)), 0)
    for seed in range(6_000):
        counts[tuple(np.argsort(all_keys(draw_order_keys(3, draws_of(seed)))).tolist())] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 20.5  # 5 degrees, once in a thousand


def test_rows_whose_drawn_bits_are_alike_do_not_stand_as_in_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffle, "words_of", _upper_bits_alike)
    earlier, later = np.triu_indices(300, 1)
    stand_as_they_stood = []
    for seed in range(50):
        keys = all_keys(draw_order_keys(300, draws_of(seed)))
        stand_as_they_stood.append(np.mean(keys[earlier] < keys[later]))
    assert 0.4 < np.mean(stand_as_they_stood) < 0.6


def _upper_bits_alike(secret: bytes, stretch: int, count: int) -> npt.NDArray[np.uint64]:
    return words_of(secret, stretch, count) if count == 2 else np.zeros(count, np.uint64)
