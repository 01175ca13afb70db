"""Log-linear means by hand, their margins, and their doubt against the hat matrix written out."""

from itertools import chain, combinations

import numpy as np
import pytest

from bauta.equivalence.classes import Domain, EquivalenceClasses
from bauta.errors import EstimatorCannotAnswer
from bauta.population import log_linear
from bauta.population.log_linear import fit_log_linear, number_of_parameters, sample_over_grid
from bauta.population.pair_graph import all_pairs, blocks

FOUR = sorted(all_pairs(4))
MODELS_OF_FOUR = list(chain.from_iterable(combinations(FOUR, k) for k in range(7)))


def classes_of(table: np.ndarray) -> EquivalenceClasses:
    """The classes of a sample given as counts over a grid."""
    cells = np.nonzero(table)
    return EquivalenceClasses(
        variables=tuple(f"v{axis}" for axis in range(table.ndim)),
        domains=tuple(Domain(range(size), has_missing=False) for size in table.shape),
        codes=tuple(codes.astype(np.int32) for codes in cells),
        sizes=table[cells].astype(np.int64),
    )


@pytest.fixture(scope="module")
def sample() -> np.ndarray:
    rng = np.random.default_rng(4)
    rates = rng.gamma(0.7, 2.0, size=(3, 4, 2, 3))
    return rng.poisson(rates)


def margin(table: np.ndarray, *kept: int) -> np.ndarray:
    return table.sum(axis=tuple(axis for axis in range(table.ndim) if axis not in kept))


def test_independence_multiplies_shares():
    # ten people: sexes 6 and 4, regions 5, 3 and 2
    table = np.array([[4, 2, 0], [1, 1, 2]])
    fit = fit_log_linear(classes_of(table), pairs=())
    assert fit.over_grid() == pytest.approx(np.array([[3.0, 1.8, 1.2], [2.0, 1.2, 0.8]]))
    assert fit.means == pytest.approx([3.0, 1.8, 2.0, 1.2, 0.8])  # the empty cell is no class


def test_a_chain_is_independent_given_its_middle(sample):
    table = margin(sample, 0, 1, 2)
    fitted = fit_log_linear(classes_of(table), pairs=[(0, 1), (1, 2)]).over_grid()
    by_hand = margin(table, 0, 1)[:, :, None] * margin(table, 1, 2)[None] / margin(table, 1)[None, :, None]
    assert fitted == pytest.approx(by_hand)


def test_three_variables_that_agree_two_by_two():
    # a + b = 3 and 2b = 1 for each pair: the cells in which all agree have 2.5, the others 0.5
    table = np.array([[[3, 0], [0, 1]], [[0, 1], [1, 2]]])
    fitted = fit_log_linear(classes_of(table)).over_grid()
    assert fitted == pytest.approx(np.array([[[2.5, 0.5], [0.5, 0.5]], [[0.5, 0.5], [0.5, 2.5]]]), abs=1e-4)


@pytest.mark.parametrize("pairs", MODELS_OF_FOUR, ids=str)
def test_fitted_margins_are_those_of_the_sample(sample, pairs):
    classes = classes_of(sample)
    fit = fit_log_linear(classes, pairs)
    grid = fit.over_grid()
    for kept in [(v,) for v in range(4)] + list(pairs):
        assert margin(grid, *kept) == pytest.approx(margin(sample, *kept), abs=1e-4 * sample.sum())
    assert grid[tuple(classes.codes)] == pytest.approx(fit.means, rel=1e-9)
    # the fit has no interactions but these: the logarithm is a sum of functions of the pairs
    inhabited = grid.ravel() > 0  # a pair of values nobody has leaves cells of mean 0
    design, logs = design_matrix(sample.shape, pairs)[inhabited], np.log(grid.ravel()[inhabited])
    assert design @ np.linalg.lstsq(design, logs, rcond=None)[0] == pytest.approx(logs, abs=1e-6)


def design_matrix(shape: tuple[int, ...], pairs) -> np.ndarray:
    """X: a 0-1 column for each value of each variable and of each pair."""
    codes = np.indices(shape).reshape(len(shape), -1)
    keys = [codes[v] for v in range(len(shape))] + [codes[u] * shape[v] + codes[v] for u, v in pairs]
    return np.hstack([(key[:, None] == np.unique(key)).astype(float) for key in keys])


@pytest.mark.parametrize("pairs", MODELS_OF_FOUR[::3], ids=str)
def test_the_doubt_is_that_of_the_hat_matrix(sample, pairs):
    classes = classes_of(sample)
    fit = fit_log_linear(classes, pairs)
    weights = np.random.default_rng(5).normal(size=len(classes)) + 0.5
    spread = np.zeros(sample.shape)
    spread[tuple(classes.codes)] = weights
    design, grid = design_matrix(sample.shape, pairs), fit.over_grid().ravel()
    score = design.T @ spread.ravel()
    expected = score @ np.linalg.pinv(design.T @ (grid[:, None] * design)) @ score - weights.sum() ** 2 / sample.sum()
    assert fit.variance_of_log_means(weights) == pytest.approx(expected, rel=2e-3)


def test_blocks_are_parts_no_variable_cuts():
    bow_tie = frozenset({(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)})
    assert sorted(blocks(bow_tie, 6)) == [(0, 1, 2), (2, 3, 4), (5,)]
    square = frozenset({(0, 1), (1, 2), (2, 3), (0, 3)})
    assert blocks(square, 4) == [(0, 1, 2, 3)]
    assert sorted(blocks(frozenset({(0, 2), (1, 2)}), 3)) == [(0, 2), (1, 2)]


def test_values_nobody_has_change_nothing(sample):
    wider = np.zeros((4, 4, 3, 3), dtype=np.int64)
    wider[:3, :, :2] = sample
    pairs = [(0, 1), (1, 2), (0, 2)]
    assert fit_log_linear(classes_of(wider), pairs).means == pytest.approx(
        fit_log_linear(classes_of(sample), pairs).means
    )
    assert sample_over_grid(classes_of(wider)).sum() == sample.sum()


def many_values() -> EquivalenceClasses:
    rng = np.random.default_rng(6)
    codes = tuple(rng.integers(0, 3000, size=5000).astype(np.int32) for _ in range(3))
    domain = Domain(range(3000), has_missing=False)
    return EquivalenceClasses(("a", "b", "c"), (domain,) * 3, codes, rng.integers(1, 5, size=5000))


def test_forests_need_no_grid():
    classes = many_values()  # 27,000 million cells, and 9 million for each pair
    fit = fit_log_linear(classes, [(0, 1), (1, 2)])
    a, b, c = classes.codes
    j = 17
    first = classes.sizes[(a == a[j]) & (b == b[j])].sum()
    second = classes.sizes[(b == b[j]) & (c == c[j])].sum()
    assert fit.means[j] == pytest.approx(first * second / classes.sizes[b == b[j]].sum())
    assert fit.variance_of_log_means(np.ones(len(classes))) > 0


def test_a_circle_over_too_many_cells_is_refused():
    with pytest.raises(EstimatorCannotAnswer, match=r"27,000,000,000 combinations"):
        fit_log_linear(many_values())


def test_a_grid_that_is_too_large_is_not_written_down(sample, monkeypatch):
    fit = fit_log_linear(classes_of(sample), ())
    monkeypatch.setattr(log_linear, "MOST_CELLS", 50)
    with pytest.raises(EstimatorCannotAnswer, match="72 combinations"):
        fit.over_grid()
    with pytest.raises(EstimatorCannotAnswer, match="72 combinations"):
        sample_over_grid(classes_of(sample))


def test_interactions_with_more_parameters_than_records_are_refused():
    # eight people, all different, with five values of each variable
    table = np.zeros((5, 5, 5), dtype=np.int64)
    table[range(5), range(5), [0, 2, 4, 1, 3]] = 1
    table[0, 1, 2] = table[1, 2, 0] = table[2, 0, 4] = 1
    classes = classes_of(table)
    assert number_of_parameters(classes, frozenset({(0, 1)})) == 12 + 0
    with pytest.raises(EstimatorCannotAnswer, match="too sparse for it, with 12 parameters for 8 records"):
        fit_log_linear(classes, [(0, 1)])
    assert fit_log_linear(classes, ()).means.sum() < 8  # independence asks for no more than single variables
