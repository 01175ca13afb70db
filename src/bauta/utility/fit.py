"""A model fitted to a table of counts: linear, logistic and Poisson by statsmodels, Cox by lifelines.

Combinations of values come with how often each occurs, so that a table of millions of rows is fitted by its few
thousand different ones; the estimates are those of the rows. What cannot be fitted is said in a clause of ours: the
libraries' own messages name values.
"""

import warnings
from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.errors import ExtraMissing
from bauta.model.comparison import ModelKind
from bauta.utility.loss import Reals

LEVEL = 0.95
HOPELESS_ERROR = 50.0
"""A standard error of so much, on the log scale and for a change of one standard deviation, is no estimate: some
combination of terms tells the outcome of some rows for certain, and the coefficient runs away."""


@dataclass(frozen=True, eq=False, repr=False)
class Fitted:
    """Coefficients in the order of the design's columns, with their 95 % intervals."""

    estimate: Reals
    lower: Reals
    upper: Reals


class CannotFit(Exception):
    """Why a model has no estimates, as a clause that follows "because" and quotes nobody's value."""


def check_extra() -> None:
    """Raise ExtraMissing unless the libraries that fit models are installed."""
    from importlib.util import find_spec

    for package in ("statsmodels", "lifelines", "pandas"):
        if find_spec(package) is None:
            raise ExtraMissing(what="Models are fitted", package=package, extra="analyses")


def fit(kind: ModelKind, design: Reals, outcome: Reals, records: Integers, *, event: Reals | None = None) -> Fitted:
    """The model's estimates; raises CannotFit. `design` has its constant column if the model has one.

    For a Cox model `outcome` is the time under observation and `event` whether it ended with the event.
    """
    _check(kind, design, outcome, records, event)
    try:
        fitted = _cox(design, outcome, event, records) if event is not None else _glm(kind, design, outcome, records)
    except (ArithmeticError, ValueError, np.linalg.LinAlgError):  # their words may quote values
        raise CannotFit("the search for its coefficients did not end") from None
    if not np.isfinite(np.concatenate((fitted.estimate, fitted.lower, fitted.upper))).all():
        raise CannotFit("the search for its coefficients did not end")
    if kind is not ModelKind.LINEAR:
        error = (fitted.upper - fitted.lower) / 2 / 1.96
        spread = _spread(design, records)
        if (error * np.where(spread > 0, spread, 1) > HOPELESS_ERROR).any():
            raise CannotFit("some combination of terms tells the outcome for certain, so that a coefficient is endless")
    return fitted


def _check(kind: ModelKind, design: Reals, outcome: Reals, records: Integers, event: Reals | None) -> None:
    """Raise CannotFit for everything that can be seen beforehand."""
    n = int(records.sum())
    if n <= design.shape[1]:
        raise CannotFit(f"{n:,} complete rows are too few for {design.shape[1]:,} coefficients")
    if kind is ModelKind.POISSON and ((outcome < 0).any() or (outcome != np.floor(outcome)).any()):
        raise CannotFit("its outcome is not a count: some values are below 0 or not whole")
    if kind is ModelKind.COX and (outcome < 0).any():
        raise CannotFit("some times under observation are below 0")
    if event is not None:
        if not event.any():
            raise CannotFit("nobody has the event")
    elif (outcome == outcome[0]).all():
        raise CannotFit("the outcome is the same for everybody")
    weighted = design / np.where((scale := np.abs(design).max(axis=0)) > 0, scale, 1)
    if np.linalg.matrix_rank(weighted) < design.shape[1]:
        raise CannotFit("its terms tell each other: one does not vary, or follows from the others")


def _spread(design: Reals, records: Integers) -> Reals:
    n = records.sum()
    mean = records @ design / n
    return np.asarray(np.sqrt(records @ (design - mean) ** 2 / n))


def _glm(kind: ModelKind, design: Reals, outcome: Reals, records: Integers) -> Fitted:
    import statsmodels.api as sm
    from statsmodels.tools.sm_exceptions import PerfectSeparationError

    family = {
        ModelKind.LINEAR: sm.families.Gaussian,
        ModelKind.LOGISTIC: sm.families.Binomial,
        ModelKind.POISSON: sm.families.Poisson,
    }[kind]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = sm.GLM(outcome, design, family=family, freq_weights=records.astype(np.float64)).fit(
                use_t=kind is ModelKind.LINEAR
            )
        except PerfectSeparationError:
            raise CannotFit("some combination of terms tells the outcome for certain") from None
        interval = np.asarray(result.conf_int(alpha=1 - LEVEL))
    return Fitted(np.asarray(result.params), interval[:, 0], interval[:, 1])


def _cox(design: Reals, time: Reals, event: Reals, records: Integers) -> Fitted:
    import pandas
    from lifelines import CoxPHFitter
    from lifelines.exceptions import ConvergenceError

    names = [f"x{i}" for i in range(design.shape[1])]
    # Row by row: ties are told apart by rows, and a row that counts twice is not two rows that tie.
    rows = pandas.DataFrame(np.repeat(design, records, axis=0), columns=names)
    rows["time"], rows["event"] = np.repeat(time, records), np.repeat(event, records)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = CoxPHFitter(alpha=1 - LEVEL).fit(rows, duration_col="time", event_col="event")
        except ConvergenceError:
            raise CannotFit("the search for its coefficients did not end") from None
    interval = result.confidence_intervals_.to_numpy()
    return Fitted(result.params_.to_numpy(), interval[:, 0], interval[:, 1])
