"""mu-Argus: F | f negative binomial, as if people were drawn one by one until the f-th of the class was in the data.

Benedetti and Franconi (1998); Dankar and El Emam (2010), section 2.4.1:

    P(F = h | f) = C(h-1, f-1) p^f (1-p)^(h-f),   h >= f > 0
    E[1/F | f]   = p^f/f 2F1(f, f; f+1; 1-p)

p, the chance that a member of the class is in the data, is the sampling fraction for every class. The estimate looks
at nothing but f: it learns nothing from other classes, and understates risk where most classes are small (measured on
Adult: by 30 % at a fraction of 0.1). Kept because official statistics has used it for decades.

References
----------
Benedetti, R. and Franconi, L. (1998). Statistical and technological solutions for controlled data dissemination.
Pre-proceedings of New Techniques and Technologies for Statistics 1, 225-232.
"""

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.sampling import Sampling
from bauta.population.posterior import Posterior
from bauta.population.reciprocal import negative_binomial_moments, negative_binomial_reciprocal
from bauta.population.unseen import Unseen


def estimate_by_mu_argus(class_sizes: Integers, sampling: Sampling, population_deviation: float = 0.0) -> Posterior:
    """What mu-Argus says of every class.

    The only parameter is the sampling fraction. It is known where the population was counted; where its size was
    itself estimated, `population_deviation` is the standard deviation of that estimate.

    Examples
    --------
    >>> estimate_by_mu_argus(np.array([1, 2]), Sampling(records=3, population_size=6)).reciprocal.round(4)
    array([0.6931, 0.3069])
    """
    sizes, position = np.unique(class_sizes, return_inverse=True)
    moments = negative_binomial_moments(sizes, sizes, sampling.fraction)
    unique = np.where(sizes == 1, sampling.fraction, 0.0)
    shapes = class_sizes.astype(np.float64)
    return Posterior(
        reciprocal=moments.mean[position],
        reciprocal_variance=moments.variance[position],
        unique=unique[position],
        parameter_deviation=_deviation_of_fraction(class_sizes, sampling, population_deviation),
        unseen=Unseen.of_one(shapes, shapes * (1 / sampling.fraction - 1)).of,
    )


def _deviation_of_fraction(class_sizes: Integers, sampling: Sampling, population_deviation: float) -> float:
    """Standard deviation of sum_j f_j E[1/F_j]/n, the population's size having `population_deviation`."""
    if not population_deviation:
        return 0.0
    sizes, counts = np.unique(class_sizes, return_counts=True)
    weights = sizes * counts / (sizes @ counts)
    ends = sampling.population_size + np.array([[1.0], [-1.0]]) * population_deviation
    fractions = np.clip(sampling.records / ends, 0, 1)
    smaller_risk, larger_risk = negative_binomial_reciprocal(sizes, sizes, fractions) @ weights
    return float(larger_risk - smaller_risk) / 2
