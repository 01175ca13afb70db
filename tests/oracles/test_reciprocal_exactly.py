"""E[1/F | f] against values computed with hundreds of digits: 1e-10 for f up to a million, p from 1e-9 to 1 - 1e-9.

The oracle is Python's decimal arithmetic. With F - f negative binomial of shape r and q = 1 - p, Euler's transformation
of Gauss's series gives

    E[1/F | f] = (p/f) 2F1(1, f+1-r; f+1; q) = (p/f) sum_k (f+1-r)_k / (f+1)_k q^k

whose terms are positive for r <= f + 1. It ends soon where f is not small. Where it is, and r = f, E[1/F] = p K_f with

    K_1 = -log(p)/q,   K_(f+1) = (1/f - p K_f)/q

which loses nine digits a step for q = 1e-9, and has 500 of them.
"""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest

from bauta.population.reciprocal import (
    negative_binomial_moments_of_means,
    negative_binomial_reciprocal,
    poisson_reciprocal,
)

DIGITS = 500
PROBABILITIES = ("1e-9", "1e-6", "0.001", "0.1", "0.5", "0.9", "0.999", "0.999999", "0.999999999")
SIZES = (1, 2, 3, 5, 10, 19, 20, 50, 300, 1_000, 30_000, 1_000_000)
RECURRED_BELOW = 20
PRECISE = 1e-10


def exact(f: int, r: Decimal, p: Decimal) -> float:
    with localcontext() as context:
        context.prec = DIGITS
        q = 1 - p
        if r == f and f < RECURRED_BELOW:
            k = -p.ln() / q
            for i in range(1, f):
                k = (Decimal(1) / i - p * k) / q
            return float(p * k)
        context.prec = 40
        total, term, k = Decimal(0), Decimal(1), 0
        while term > Decimal("1e-30") * total:
            total += term
            term *= (f + 1 - r + k) / Decimal(f + 1 + k) * q
            k += 1
        return float(p / f * total)


@pytest.mark.parametrize("p", PROBABILITIES)
@pytest.mark.parametrize("f", SIZES)
def test_the_shape_of_mu_argus(f: int, p: str) -> None:
    # 1 - 1e-9 is no double: what a double makes of it is what the oracle is asked for.
    found = float(negative_binomial_reciprocal(f, f, float(p)))
    assert found == pytest.approx(exact(f, Decimal(f), Decimal(float(p))), rel=PRECISE)


@pytest.mark.parametrize("p", PROBABILITIES)
@pytest.mark.parametrize("f", [size for size in SIZES if size >= RECURRED_BELOW])
@pytest.mark.parametrize("more", ["0.03125", "0.5", "0.9375"])
def test_the_shape_of_a_gamma_rate(f: int, p: str, more: str) -> None:
    r, probability = f + Decimal(more), Decimal(float(p))
    mean = float(r * (1 - probability) / probability)
    found = float(negative_binomial_moments_of_means(f, float(r), mean).mean)
    assert found == pytest.approx(exact(f, r, probability), rel=PRECISE)


@pytest.mark.parametrize("mean", [1e-9, 0.01, 1.0, 30.0, 700.0])
@pytest.mark.parametrize("f", SIZES)
def test_a_rate_that_is_known(f: int, mean: float) -> None:
    with localcontext() as context:
        context.prec = 60
        m = Decimal(mean)
        term, total = (-m).exp(), Decimal(0)
        for x in range(math.ceil(mean + 40 * math.sqrt(mean) + 60)):
            total += term / (f + x)
            term *= m / (x + 1)
    assert float(poisson_reciprocal(f, mean)) == pytest.approx(float(total), rel=PRECISE)


def test_very_many_at_once_are_as_exact() -> None:
    """More than a thousand of one size are interpolated."""
    p = 10 ** np.linspace(-9, -1e-9, 4000)
    found = negative_binomial_reciprocal(20, 20, p)
    for i in (0, 1, 1999, 3000, 3999):
        assert found[i] == pytest.approx(exact(20, Decimal(20), Decimal(float(p[i]))), rel=PRECISE)
