"""E[1/F | f], the probability that a record is matched correctly, for the distributions that F - f is given.

With X = F - f unseen people and G its probability generating function,

    E[1/(f+X)]   = integral from 0 to 1 of          t^(f-1) G(t) dt
    E[1/(f+X)^2] = integral from 0 to 1 of (-log t) t^(f-1) G(t) dt

(integrate t^(f+X-1) and take expectations). Equation (2.4.1) of Dankar and El Emam (2010) is the first, with t = e^-s;
published sums for it alternate in sign and lose every digit for f beyond ten or so. Here

    t = exp(-exp(u)),   G(e^-s) = (1 + c(1 - e^-s))^-r   negative binomial, c = (1-p)/p
                        G(e^-s) = exp(-m (1 - e^-s))     Poisson

and the integral over u, from -infinity to infinity, is summed by the trapezoidal rule. Where s = e^u has a positive
real part, 1 - e^-s has one too, so the integrand is analytic and bounded for |Im u| < pi/2, whatever the parameters:
the rule with step h is off by about exp(-pi^2/h), and every term is positive. All scales of s, from 1/(rc) to 1/f,
are covered evenly, which is why a probability of 1e-9 needs no more care than one of 0.5.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bauta.population.posterior import Reals

STEP = 0.25
"""Of the trapezoidal rule over u: exp(-pi^2/0.25) is below the rounding of a double."""
LEFT_END = 10.0
"""The sum starts this far below the logarithm of the smallest scale; the rest is added as a series, off by e^-30."""
NEGLIGIBLE = 32.0
"""It ends where the integrand has fallen by e^-32, relative to the result."""
ROWS_AT_ONCE = 1024
"""Entries of one block: small enough for the block's nodes to stay in the processor's cache."""
NODES = 18
"""Chebyshev nodes of a panel one unit of log c (or log m) wide. The nearest trouble is pi/2 away: off by 6^-18."""


class ReciprocalMoments(NamedTuple):
    """First and second moment of 1/F, entry by entry."""

    mean: Reals
    square: Reals

    @property
    def variance(self) -> Reals:
        return np.maximum(self.square - self.mean**2, 0)


def negative_binomial_reciprocal(
    sizes: npt.ArrayLike, shape: npt.ArrayLike, probability: npt.ArrayLike
) -> npt.NDArray[np.float64]:
    """E[1/(f+X)], X negative binomial: failures before the r-th success.

    f is `sizes`, r is `shape` (any real from 0), p is `probability`, the chance of a success; they are broadcast.
    For r = f it is p^f/f 2F1(f, f; f+1; 1-p), mu-Argus's individual risk. Relative error below 1e-11.

    Examples
    --------
    >>> float(negative_binomial_reciprocal(1, 1, 0.5).round(12)), round(float(np.log(2)), 12)
    (0.69314718056, 0.69314718056)
    """
    return negative_binomial_moments(sizes, shape, probability).mean


def negative_binomial_reciprocal_square(
    sizes: npt.ArrayLike, shape: npt.ArrayLike, probability: npt.ArrayLike
) -> npt.NDArray[np.float64]:
    """E[1/(f+X)^2], X negative binomial, as in `negative_binomial_reciprocal`."""
    return negative_binomial_moments(sizes, shape, probability).square


def negative_binomial_moments(
    sizes: npt.ArrayLike, shape: npt.ArrayLike, probability: npt.ArrayLike
) -> ReciprocalMoments:
    """Both moments of 1/(f+X), X negative binomial, at hardly more than the price of one."""
    f, r, p = (np.asarray(values, dtype=np.float64) for values in (sizes, shape, probability))
    return _moments(f, r, (1 - p) / p)


def negative_binomial_moments_of_means(
    sizes: npt.ArrayLike, shape: npt.ArrayLike, means: npt.ArrayLike
) -> ReciprocalMoments:
    """The same, X being given by its mean E[X] = r(1-p)/p, `means`; an infinite `shape` makes X Poisson.

    To be preferred where r is large: p is then next to 1, and 1 - p has lost its digits.
    """
    f, r, mean = (np.asarray(values, dtype=np.float64) for values in (sizes, shape, means))
    return _moments(f, r, mean / np.where(np.isinf(r), 1, np.where(r > 0, r, 1)))


def poisson_reciprocal(sizes: npt.ArrayLike, mean: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """E[1/(f+X)], X Poisson: f is `sizes`, the mean of X is `mean`. Relative error below 1e-11.

    Examples
    --------
    >>> float(poisson_reciprocal(1, 2.0).round(12)), round(float((1 - np.exp(-2)) / 2), 12)
    (0.432332358382, 0.432332358382)
    """
    return poisson_moments(sizes, mean).mean


def poisson_reciprocal_square(sizes: npt.ArrayLike, mean: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """E[1/(f+X)^2], X Poisson, as in `poisson_reciprocal`."""
    return poisson_moments(sizes, mean).square


def poisson_moments(sizes: npt.ArrayLike, mean: npt.ArrayLike) -> ReciprocalMoments:
    """Both moments of 1/(f+X), X Poisson."""
    f, m = (np.asarray(values, dtype=np.float64) for values in (sizes, mean))
    return _moments(f, np.array(np.inf), m)


def _moments(sizes: Reals, shape: Reals, odds: Reals) -> ReciprocalMoments:
    """Both moments; `odds` is c = (1-p)/p, or the mean m of a Poisson distribution where `shape` is infinite."""
    form = np.broadcast_shapes(sizes.shape, shape.shape, odds.shape)
    f, r, c = (np.broadcast_to(values, form).ravel() for values in (sizes, shape, odds))
    result = np.stack([1 / f, 1 / f**2])  # nobody unseen
    uncertain = np.flatnonzero((r > 0) & (c > 0))
    if len(uncertain) <= ROWS_AT_ONCE:
        result[:, uncertain] = _by_quadrature(f[uncertain], r[uncertain], c[uncertain])
    else:
        alone = []
        for group in _alike(f[uncertain], r[uncertain]):
            members = uncertain[group]
            log_odds = np.log(c[members])
            low, panels = panels_for(log_odds)
            if panels:
                size, own_shape = f[members[0]], r[members[0]]
                result[:, members] = interpolated(_exactly(size, own_shape), log_odds, low, panels)
            else:
                alone.append(members)
        if alone:
            rest = np.concatenate(alone)
            result[:, rest] = _by_quadrature(f[rest], r[rest], c[rest])
    mean, square = result.reshape(2, *form)
    return ReciprocalMoments(mean, square)


def _alike(sizes: Reals, shape: Reals) -> list[npt.NDArray[np.int64]]:
    """Positions of the entries that share size and shape, and so differ in one number only."""
    order = _sorting(sizes)
    changes = np.diff(sizes[order]) != 0
    in_order = shape[order]
    if ((in_order[1:] != in_order[:-1]) & ~changes).any():  # the same size with several shapes
        order = np.lexsort((shape, sizes))
        changes = (np.diff(sizes[order]) != 0) | (shape[order][1:] != shape[order][:-1])
    return list(np.split(order, np.flatnonzero(changes) + 1))


def _sorting(sizes: Reals) -> npt.NDArray[np.int64]:
    """The order of sizes; nearly all are small whole numbers, which are sorted by their digits in no time."""
    small = np.minimum(sizes, np.iinfo(np.uint16).max).astype(np.uint16)
    return np.argsort(small if (small == sizes).all() else sizes, kind="stable")


def _by_quadrature(sizes: Reals, shape: Reals, odds: Reals) -> Reals:
    """Rows: first and second moment, by the trapezoidal rule described at the top of this file."""
    result = np.empty((2, len(sizes)))
    for start in range(0, len(sizes), ROWS_AT_ONCE):
        block = slice(start, start + ROWS_AT_ONCE)
        result[:, block] = _block_by_quadrature(sizes[block], shape[block], odds[block])
    return result


def _block_by_quadrature(f: Reals, r: Reals, c: Reals) -> Reals:
    is_poisson = np.isinf(r)
    finite_r = np.where(is_poisson, 0, r)
    slope = np.where(is_poisson, c, finite_r * c)  # E[X]: at s = 0 the integrand falls at the rate f + E[X]
    fastest = f + slope + np.where(is_poisson, 0, c)
    first = -np.log(fastest) - LEFT_END
    last = np.log(_end(f, r, c, slope))
    nodes = int(np.ceil((last - first).max() / STEP)) + 1
    step = (last - first) / (nodes - 1)
    s = np.exp(first + step * np.arange(nodes)[:, None])
    seen = -np.expm1(-s)  # 1 - e^-s
    exponent = np.where(is_poisson, c * seen, finite_r * np.log1p(c * seen))
    integrand = s * np.exp(-f * s - exponent)
    # Nodes left of the first: the integrand there is s - (f + E[X]) s^2, summed as two geometric series.
    s_0, growth = s[0], np.exp(step)
    tail = s_0 / (growth - 1) - (f + slope) * s_0**2 / (growth**2 - 1)
    square_tail = s_0**2 / (growth**2 - 1)
    return np.stack([step * (integrand.sum(axis=0) + tail), step * ((s * integrand).sum(axis=0) + square_tail)])


def _end(f: Reals, r: Reals, c: Reals, slope: Reals) -> Reals:
    """The s beyond which nothing counts: t^f or G alone has fallen far enough."""
    fall = NEGLIGIBLE + 2 * np.log1p(slope / f)
    with np.errstate(over="ignore", divide="ignore"):
        needed = np.where(np.isinf(r), fall, np.expm1(fall / r)) / c  # 1 - e^-s at that point, if below 1
        by_generating_function = np.where(needed < 1, -np.log1p(-np.minimum(needed, 1)), np.inf)
    return np.minimum(fall / f, by_generating_function)


def _exactly(size: float, shape: float) -> Callable[[Reals], Reals]:
    """Both moments as a function of log c."""

    def moments(log_odds: Reals) -> Reals:
        count = len(log_odds)
        return _by_quadrature(np.full(count, size), np.full(count, shape), np.exp(log_odds))

    return moments


def panels_for(places: Reals) -> tuple[float, int]:
    """The lowest of these places, and the panels of width 1 to interpolate in; 0 where there are too few places."""
    low, high = float(places.min()), float(places.max())
    panels = int(high - low) + 1
    return low, panels if len(places) > 2 * NODES * panels else 0


def interpolated(function: Callable[[Reals], Reals], places: Reals, low: float, panels: int) -> Reals:
    """Rows of `function` at very many places (of log c): by Chebyshev interpolation in panels from `low` on.

    On a panel of width 1 the moments change by a factor of e and e^2 at most, so absolute accuracy is relative too.
    """
    angles = (np.arange(NODES) + 0.5) * np.pi / NODES
    nodes = low + np.arange(panels)[:, None] + (np.cos(angles) + 1) / 2
    exact = function(nodes.ravel())
    transform = np.cos(np.outer(angles, np.arange(NODES))) * (2 / NODES)
    transform[:, 0] /= 2
    coefficients = exact.reshape(len(exact), panels, NODES) @ transform
    offset = places - low
    panel = np.minimum(offset.astype(np.int64), panels - 1)
    x = 2 * (offset - panel) - 1
    return np.stack([_clenshaw(table, panel, x) for table in coefficients])


def _clenshaw(coefficients: Reals, panel: npt.NDArray[np.int64], x: Reals) -> Reals:
    """The Chebyshev series of each entry's panel at x in [-1, 1]."""
    later = np.zeros_like(x)
    current = np.zeros_like(x)
    twice = 2 * x
    for column in coefficients.T[:0:-1]:
        later, current = current, np.take(column, panel) + twice * current - later
    total: Reals = coefficients[panel, 0] + x * current - later
    return total
