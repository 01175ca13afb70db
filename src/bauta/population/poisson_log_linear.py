"""Poisson log-linear model: F - f Poisson around a mean that all classes together were fitted to.

Skinner and Holmes (1998), Skinner and Shlomo (2008); Dankar and El Emam (2010), section 2.4.2. The population has
F_j ~ Poisson(lambda_j), and every person is in the data with probability pi. Then sample and remainder are independent,

    f_j ~ Poisson(pi lambda_j),   F_j - f_j | f_j ~ Poisson(x_j),   x_j = (1-pi) lambda_j
    E[1/F_j | f_j] = E[1/(f_j + X)],                P(F_j = 1 | f_j = 1) = e^-x_j

The sample's means mu_j = pi lambda_j come from a log-linear model of the variables, so lambda_j = mu_j/pi. **Two
traps**: Dankar and El Emam write that mu_j/pi estimates gamma_j, but it estimates N gamma_j; and sdcMicro's `modRisk`
takes mu_j for lambda_j, which counts 909 population uniques where there are 250.

Too poor a model (independence) overstates risk where variables do depend on each other, too rich a one understates it:
its means follow the sample's own chance. Choose between them with `model_choice`.

The doubt about the fit. R = (1/n) sum_j f_j theta_j changes with log mu_j by

    g_j = (1/n) f_j x_j dtheta_j/dx_j = (1/n) f_j (1 - (f_j + x_j) theta_j)

(E[X/(f+X)] = x E[1/(f+1+X)] for a Poisson X), and the delta method gives Var(sum_j g_j log mu_j) by `log_linear`. It
says how far chance moved the fit, not how far the model is from the population.

References
----------
Skinner, C. J. and Holmes, D. J. (1998). Estimating the re-identification risk per record in microdata. Journal of
Official Statistics 14, 361-372.
Skinner, C. and Shlomo, N. (2008). Assessing identification risk in survey microdata using log-linear models. Journal
of the American Statistical Association 103, 989-1001. doi:10.1198/016214507000001328
"""

import math
from collections.abc import Iterable

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.model.sampling import Sampling
from bauta.population.log_linear import LogLinearFit, fit_log_linear
from bauta.population.posterior import Posterior, Reals
from bauta.population.reciprocal import poisson_moments
from bauta.population.unseen import Unseen


def estimate_by_log_linear(
    classes: EquivalenceClasses, sampling: Sampling, pairs: Iterable[tuple[int, int]] | None = None
) -> Posterior:
    """What the log-linear model in which `pairs` of variables interact says of every class.

    Pairs are given by the positions of variables: none of them is independence, None all two-way interactions.

    Examples
    --------
    Two people of different sex and region, and one like the first of them. Half of the population is in the data:
    x = mu, and independence expects 2 x 2/3 and 1 x 1/3 people.

    >>> from bauta.equivalence.classes import Domain
    >>> two, codes = Domain(["a", "b"], has_missing=False), np.array([0, 1], np.int32)
    >>> people = EquivalenceClasses(("sex", "region"), (two, two), (codes, codes), np.array([2, 1]))
    >>> posterior = estimate_by_log_linear(people, Sampling(records=3, population_size=6), pairs=())
    >>> posterior.unique.round(4), round(float(np.exp(-1 / 3)), 4)
    (array([0.    , 0.7165]), 0.7165)
    """
    return posterior_of_means(fit_log_linear(classes, pairs), classes.sizes, sampling)


def posterior_of_means(fit: LogLinearFit, class_sizes: Integers, sampling: Sampling) -> Posterior:
    """The same from a fitted model."""
    x = unseen_means(fit.means, sampling)
    moments = poisson_moments(class_sizes, x)
    return Posterior(
        reciprocal=moments.mean,
        reciprocal_variance=moments.variance,
        unique=np.where(class_sizes == 1, np.exp(-x), 0.0),
        parameter_deviation=math.sqrt(fit.variance_of_log_means(change_of_risk(class_sizes, x, moments.mean))),
        unseen=Unseen.of_one(np.full(len(x), np.inf), x).of,
    )


def unseen_means(means: Reals, sampling: Sampling) -> Reals:
    """People of each class that are not in the data: x = (1-pi) lambda = mu (N-n)/n, mu being `means`."""
    unseen_for_each_seen = (sampling.population_size - sampling.records) / sampling.records
    return means * unseen_for_each_seen


def change_of_risk(class_sizes: Integers, x: Reals, theta: Reals) -> Reals:
    """g_j: by how much the marketer's risk changes with log mu_j."""
    f = class_sizes.astype(np.float64)
    change: Reals = f * (1 - (f + x) * theta) / f.sum()
    return change
