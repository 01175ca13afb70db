"""Latent groups: cells of the grid, drawn or enumerated, and groups that come back from what was drawn from them."""

import itertools

import numpy as np
import pytest
from samples import classes_of

import bauta.population.latent_groups as module
from bauta.population.latent_groups import LatentGroups, fit_latent_groups
from bauta.population.margins import estimate_margin

TWO = LatentGroups(
    shares=np.array([0.7, 0.3]),
    tables=(
        np.array([[0.6, 0.3, 0.05], [0.1, 0.8, 0.05]]),
        np.array([[0.5, 0.4, 0.1], [0.2, 0.7, 0.1]]),
    ),
    n_unseen=(2.0, 1.0),
    n_parameters=5.0,
)
"""Two variables; the last column is a value that was not seen, of which the first has two and the second has one."""


def fitted(classes, n_groups):
    margins = [
        estimate_margin(own, classes.sizes, domain.size)
        for own, domain in zip(classes.codes, classes.domains, strict=True)
    ]
    return fit_latent_groups(classes.codes, classes.sizes, margins, n_groups)


def test_probability_of_a_cell_by_hand():
    codes = [np.array([0, 1]), np.array([1, 1])]
    expected = [0.7 * 0.6 * 0.4 + 0.3 * 0.1 * 0.7, 0.7 * 0.3 * 0.4 + 0.3 * 0.8 * 0.7]
    assert np.exp(TWO.log_probabilities(codes)) == pytest.approx(expected, rel=1e-12)


def test_all_cells_are_there_as_often_as_there_are_values():
    probabilities, weights = TWO.cells()
    assert weights @ probabilities == pytest.approx(1)
    assert weights.sum() == (2 + 2) * (2 + 1)
    by_hand = {
        (x, y): 0.7 * TWO.tables[0][0, x] * TWO.tables[1][0, y] + 0.3 * TWO.tables[0][1, x] * TWO.tables[1][1, y]
        for x, y in itertools.product(range(3), range(3))
    }
    assert sorted(probabilities) == pytest.approx(sorted(by_hand.values()))


def large(n_groups=3, seed=4):
    rng = np.random.default_rng(seed)
    tables = tuple(
        np.column_stack([0.9 * rng.dirichlet(np.full(k, 2.0), n_groups), np.full(n_groups, 0.1 / unseen)])
        for k, unseen in ((40, 5.0), (12, 2.0), (8, 3.0))
    )
    return LatentGroups(rng.dirichlet(np.full(n_groups, 3.0)), tables, (5.0, 2.0, 3.0), 1.0)


@pytest.mark.parametrize(
    "smooth",
    [
        lambda p: p,
        lambda p: 1 - np.exp(-1000 * p),
        lambda p: 0.5 * np.log1p(2000 * p),
        lambda p: p * np.exp(-500 * p),
    ],
    ids=["all", "occupied", "likelihood", "uniques"],
)
def test_drawn_cells_sum_to_what_all_cells_sum_to(smooth, monkeypatch):
    groups = large()
    probabilities, weights = groups.cells()
    assert weights @ probabilities == pytest.approx(1, rel=1e-12)
    exact = weights @ smooth(probabilities)
    monkeypatch.setattr(module, "MOST_CELLS", 0)
    probabilities, weights = groups.cells()
    assert len(probabilities) == pytest.approx(module.DRAWS, abs=3)
    assert weights @ probabilities == pytest.approx(1, rel=1e-9)
    assert weights @ smooth(probabilities) == pytest.approx(exact, rel=0.01)


def test_drawn_cells_are_the_same_every_time(monkeypatch):
    monkeypatch.setattr(module, "MOST_CELLS", 0)
    once, again = large().cells(), large().cells()
    assert (once[0] == again[0]).all()
    assert (once[1] == again[1]).all()


def test_one_group_is_independence():
    rng = np.random.default_rng(3)
    classes = classes_of(rng.choice(4, 5000, p=[0.1, 0.2, 0.3, 0.4]), rng.choice(3, 5000, p=[0.1, 0.2, 0.7]))
    groups = fitted(classes, 1)
    shares = [np.bincount(own, classes.sizes) / 5000 for own in classes.codes]
    expected = shares[0][classes.codes[0]] * shares[1][classes.codes[1]]
    assert np.exp(groups.log_probabilities(classes.codes)) == pytest.approx(expected, rel=0.02)


def test_two_groups_come_back_from_people_drawn_from_them():
    rng = np.random.default_rng(2)
    n = 20_000
    group = rng.random(n) < 0.3
    tables = rng.dirichlet(np.full(6, 0.7), (4, 2))
    columns = [np.array([rng.choice(6, p=table[g]) for g in group.astype(int)]) for table in tables]
    classes = classes_of(*columns)
    truth = np.zeros((6,) * 4)
    for share, g in ((0.7, 0), (0.3, 1)):
        truth += share * np.einsum("a,b,c,d->abcd", *(table[g] for table in tables))
    values = [np.unique(column) for column in columns]
    cells = truth[tuple(own[codes] for own, codes in zip(values, classes.codes, strict=True))]
    # Records, not cells: what a person's cell is thought to hold, on average over people.
    error = {
        k: np.average(np.abs(fitted(classes, k).log_probabilities(classes.codes) - np.log(cells)), weights=cells)
        for k in (1, 2)
    }
    assert error[2] < 0.1
    assert error[2] < error[1] / 3


def test_more_groups_have_more_parameters_and_fit_no_worse():
    rng = np.random.default_rng(6)
    x = rng.integers(10, size=4000)
    classes = classes_of(x, (x + rng.integers(3, size=4000)) % 10, rng.integers(2, size=4000))
    fits = [fitted(classes, k) for k in (1, 2, 3)]
    likelihoods = [float(classes.sizes @ fit.log_probabilities(classes.codes)) for fit in fits]
    assert likelihoods == sorted(likelihoods)
    steps = np.diff([fit.n_parameters for fit in fits])
    assert steps == pytest.approx([1 + 9 + 9 + 1] * 2)


def test_shares_are_probabilities_and_nothing_is_impossible():
    rng = np.random.default_rng(6)
    groups = fitted(classes_of(rng.integers(500, size=300), rng.integers(3, size=300)), 3)
    assert groups.shares.sum() == pytest.approx(1)
    for table, unseen in zip(groups.tables, groups.n_unseen, strict=True):
        assert table[:, :-1].sum(axis=1) + unseen * table[:, -1] == pytest.approx(np.ones(3))
        assert (table > 0).all()
