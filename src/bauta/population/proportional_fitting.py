"""Iterative proportional fitting of a table to two-way margins, and the doubt about what was fitted.

Deming and Stephan (1940). With n_uv the observed counts of the values of variables u and v, and a table mu to begin
with, every step multiplies

    mu(x) <- mu(x) n_uv(x_u, x_v) / mu_uv(x_u, x_v)          mu_uv: mu summed over all other variables

for one pair after the other, until all margins agree. Begun with a table without interactions, this converges to the
maximum-likelihood fit of the Poisson (or multinomial) log-linear model that has these pairs as interactions.

Had chance drawn other counts, the fit would be another. To first order, with X the 0-1 matrix that has a row for each
cell and a column for each value of each pair, and W = diag(mu),

    change of log mu = X (X'WX)^- X' (change of counts),   Var(g' log mu) = g'X (X'WX)^- X'g

since Poisson counts have the variances mu. Neither X nor the inverse is ever written down: X adds up tables over the
grid, X' takes margins, and conjugate gradients do the rest.

References
----------
Deming, W. E. and Stephan, F. F. (1940). On a least squares adjustment of a sampled frequency table when the expected
marginal totals are known. Annals of Mathematical Statistics 11, 427-444. doi:10.1214/aoms/1177731829
Bishop, Y. M. M., Fienberg, S. E. and Holland, P. W. (1975). Discrete Multivariate Analysis. MIT Press. Chapter 3.
"""

from collections.abc import Collection, Mapping

import numpy as np

from bauta.population.pair_graph import Pair
from bauta.population.posterior import Reals

TOLERANCE = 1e-5
"""Fitting ends when, in every margin, less than this share of the records is in the wrong place."""
MOST_SWEEPS = 500
"""Ten are usual. In sparse tables, where the fit wants cells to be all but empty, margins close in slowly, and what
still moves are those cells: on a tenth of Adult (age, occupation, country, marital status) a tolerance of 1e-4 or of
1e-9 changes the estimated risk by 4e-5 of it."""
VARIANCE_TOLERANCE = 1e-4
MOST_STEPS = 500


def fit_two_way_margins(margins: Mapping[Pair, Reals], start: Reals) -> Reals:
    """A table with these margins and, beyond them, no interactions that `start` does not have.

    `margins[u, v]` has one row for each value of axis u of `start`, one column for each of axis v.

    Examples
    --------
    Of three yes-or-no variables each two agree in six of eight people.

    >>> agree = np.array([[3.0, 1.0], [1.0, 3.0]])
    >>> table = fit_two_way_margins({(0, 1): agree, (0, 2): agree, (1, 2): agree}, np.ones((2, 2, 2)))
    >>> table.round(4).tolist()
    [[[2.5, 0.5], [0.5, 0.5]], [[0.5, 0.5], [0.5, 2.5]]]
    """
    table = start.copy()
    axes = range(start.ndim)
    steps = []
    for (u, v), margin in sorted(margins.items()):
        form = [size if axis in (u, v) else 1 for axis, size in enumerate(start.shape)]
        steps.append((margin.reshape(form), tuple(axis for axis in axes if axis not in (u, v))))
    records = float(steps[0][0].sum())
    for _ in range(MOST_SWEEPS):
        misplaced = 0.0
        for wanted, others in steps:
            current = table.sum(axis=others, keepdims=True)
            misplaced = max(misplaced, float(np.abs(wanted - current).sum()) / 2)
            table *= np.divide(wanted, current, out=np.zeros_like(current), where=current > 0)
        if misplaced <= TOLERANCE * records:
            break
    return table


def variance_of_log_means(weights: Reals, table: Reals, pairs: Collection[Pair]) -> float:
    """Variance of a weighted sum of logarithms of fitted means, sum over cells of g log mu: g'X (X'WX)^- X'g.

    g is `weights`, W has the cells of `table`, mu, on its diagonal; both have one axis for each variable of `pairs`.
    """
    others = [tuple(axis for axis in range(table.ndim) if axis not in pair) for pair in sorted(pairs)]

    def margins(cells: Reals) -> list[Reals]:
        return [cells.sum(axis=axes, keepdims=True) for axes in others]

    def inner(left: list[Reals], right: list[Reals]) -> float:
        return sum(float((a * b).sum()) for a, b in zip(left, right, strict=True))

    # X'WX has the margins of mu on its diagonal; dividing by them makes the steps few.
    diagonal = [np.where(margin > 0, margin, 1) for margin in margins(table)]
    residual = [np.where(of_table > 0, own, 0) for own, of_table in zip(margins(weights), margins(table), strict=True)]
    scaled = [own / by for own, by in zip(residual, diagonal, strict=True)]
    direction = scaled
    length = inner(residual, scaled)
    variance = 0.0
    for _ in range(MOST_STEPS):
        cells = np.zeros_like(table)
        for part in direction:
            cells += part
        image = margins(table * cells)
        curvature = inner(direction, image)
        if curvature <= 0:
            break
        step = length / curvature
        gain = step * length
        variance += gain
        if gain <= VARIANCE_TOLERANCE * variance:
            break
        residual = [own - step * change for own, change in zip(residual, image, strict=True)]
        scaled = [own / by for own, by in zip(residual, diagonal, strict=True)]
        length, before = inner(residual, scaled), length
        direction = [own + length / before * old for own, old in zip(scaled, direction, strict=True)]
    return variance
