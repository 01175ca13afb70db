"""Bethlehem's superpopulation: every cell has a rate from one gamma distribution, F Poisson around it.

Dankar and El Emam (2010), section 2.4.3, after Bethlehem, Keller and Pannekoek (1990) and Rinott (2003). With J cells,
gamma_j ~ Gamma(alpha, beta), alpha beta = 1/J, F_j | gamma_j ~ Poisson(N gamma_j), and every person in the data with
probability pi = n/N,

    P(F = h | f) = C(alpha+h-1, h-f) P^(alpha+f) (1-P)^(h-f),   P = (N pi + 1/beta) / (N + 1/beta)

so F - f is negative binomial with shape alpha + f and mean (alpha+f)(N-n)/(n + alpha J). **The paper's E[1/F | f] is
misprinted**: it has p, the sampling fraction, where P belongs, which gives 0.152 instead of 0.207 in a case where the
truth is 0.204.

The mean and variance over the J cells, empty ones included, are m = n/J and m + m^2/alpha, so

    alpha = m^2 / (s^2 - m),   s^2 = sum_j (f_j - m)^2 / (J-1)

Cells less spread than Poisson (s^2 <= m) have alpha infinite: equal rates, F - f Poisson with mean (N-n)/J.

J is the number of cells that can hold people. Where it is not known the paper takes the number of classes of the
population, estimated by Haas and Stokes; that is biased where few were sampled, leaves out the cells that happen to be
empty, and takes the estimate with it (by -17 % for alpha = 0.5, ten people a cell and pi = 0.1, though the population
is the model's own). By default J is therefore the number for which the model expects as many classes as were seen:

    d = J (1 - (1 + n/(alpha J))^-alpha)

References
----------
Bethlehem, J. G., Keller, W. J. and Pannekoek, J. (1990). Disclosure control of microdata. Journal of the American
Statistical Association 85, 38-45.
Rinott, Y. (2003). On models for statistical disclosure risk estimation. UNECE work session on statistical data
confidentiality, Luxembourg.
"""

import numpy as np
from scipy.optimize import brentq

from bauta.equivalence.classes import Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator
from bauta.model.sampling import Sampling
from bauta.population.frequencies import SizeFrequencies, deviation_by_delta_method
from bauta.population.number_of_classes import ClassCounter, number_of_classes, total_weights
from bauta.population.posterior import Posterior, Reals, everybody_is_in_the_data
from bauta.population.reciprocal import negative_binomial_moments_of_means
from bauta.population.unseen import Unseen

MOST_CELLS = 1e6
"""Times the classes seen."""


def estimate_by_negative_binomial(
    class_sizes: Integers,
    sampling: Sampling,
    cells: float | ClassCounter | None = None,
) -> Posterior:
    """What the gamma superpopulation says of every class.

    `cells` is J where it is known, such as the number of combinations that can occur, or says how to estimate it: by
    the model itself (None) or, as published, by an estimator of Haas and Stokes. The deviation is that of alpha and of
    an estimated J, by the delta method.
    """
    frequencies = SizeFrequencies.of(class_sizes)
    position = np.searchsorted(frequencies.sizes, class_sizes)
    if sampling.records == sampling.population_size:
        return everybody_is_in_the_data(class_sizes)
    if cells is None and frequencies.n_classes == frequencies.n_records:
        raise EstimatorCannotAnswer(
            method=Estimator.NEGATIVE_BINOMIAL.value,
            why="no two records are alike, so that any number of cells is possible",
            instead="",
        )
    fraction = sampling.fraction
    weights = total_weights(frequencies.sizes, fraction)
    totals = frequencies.totals(weights)
    record_shares = frequencies.sizes * frequencies.counts / frequencies.n_records

    def number_of_cells(at: Reals) -> float:
        if isinstance(cells, ClassCounter):
            return number_of_classes(at, fraction, cells)
        return cells if cells is not None else cells_by_the_model(classes=at[0], records=at[2], pairs=at[3])

    def fitted(at: Reals) -> tuple[Reals, Reals]:
        """Shape and mean of F - f for each size, the totals being `at`."""
        j = number_of_cells(at)
        alpha = gamma_shape(records=at[2], pairs=at[3], cells=j)
        shape = np.asarray(alpha + frequencies.sizes, dtype=np.float64)
        return shape, _unseen_means(frequencies.sizes, alpha, j, sampling)

    def marketer_risk(at: Reals) -> float:
        return float(negative_binomial_moments_of_means(frequencies.sizes, *fitted(at)).mean @ record_shares)

    def tau_1(at: Reals) -> float:
        return float(np.where(frequencies.sizes == 1, _nobody_unseen(*fitted(at)), 0.0) @ frequencies.counts)

    shape, means = fitted(totals)
    moments = negative_binomial_moments_of_means(frequencies.sizes, shape, means)
    covariance = frequencies.covariance(weights, max(number_of_cells(totals), frequencies.n_classes))
    return Posterior(
        reciprocal=moments.mean[position],
        reciprocal_variance=moments.variance[position],
        unique=np.where(frequencies.sizes == 1, _nobody_unseen(shape, means), 0.0)[position],
        parameter_deviation=deviation_by_delta_method(marketer_risk, totals, covariance),
        uniques_deviation=deviation_by_delta_method(tau_1, totals, covariance),
        unseen=Unseen.of_one(shape[position], means[position]).of,
    )


def gamma_shape(records: float, pairs: float, cells: float) -> float:
    """m^2/(s^2 - m), which may be infinite; sum f_j is `records`, sum f_j(f_j - 1) is `pairs`, J is `cells`.

    Examples
    --------
    Six people in three cells as 4, 2, 0: m = 2, s^2 = 4.

    >>> gamma_shape(records=6, pairs=4 * 3 + 2 * 1, cells=3)
    2.0
    """
    mean = records / cells
    variance = (pairs + records - cells * mean**2) / max(cells - 1, 1)
    return float(mean**2 / (variance - mean)) if variance > mean else float("inf")


def cells_by_the_model(classes: float, records: float, pairs: float) -> float:
    """J for which the model expects `classes` cells with at least one record, alpha being that of `gamma_shape`.

    Where no J is large enough the gamma distribution has degenerated to Fisher's log series, J infinite and alpha 0;
    then J is a million times the classes seen, which is as near as makes no difference.
    """

    def surplus(log_cells: float) -> float:
        cells = float(np.exp(log_cells))
        alpha = gamma_shape(records, pairs, cells)
        log_empty = -records / cells if np.isinf(alpha) else -alpha * np.log1p(records / (alpha * cells))
        return float(-cells * np.expm1(log_empty)) - classes

    fewest, most = np.log(classes), np.log(classes * MOST_CELLS)
    if surplus(fewest) >= 0:  # not one cell in a thousand billion is empty
        return classes
    return float(np.exp(brentq(surplus, fewest, most, xtol=1e-13))) if surplus(most) > 0 else classes * MOST_CELLS


def _unseen_means(sizes: Integers, alpha: float, cells: float, sampling: Sampling) -> Reals:
    """E[F - f] = (alpha+f)(N-n)/(n + alpha J)."""
    unseen = sampling.population_size - sampling.records
    if np.isinf(alpha):
        return np.full(len(sizes), unseen / cells)
    return np.asarray((alpha + sizes) * unseen / (sampling.records + alpha * cells), dtype=np.float64)


def _nobody_unseen(shape: Reals, means: Reals) -> Reals:
    """P(F = f): P^(alpha+f), or e^-mean in the Poisson limit; P = 1/(1 + mean/shape)."""
    is_poisson = np.isinf(shape)
    finite = np.where(is_poisson, 1, shape)
    return np.exp(-np.where(is_poisson, means, finite * np.log1p(means / finite)))
