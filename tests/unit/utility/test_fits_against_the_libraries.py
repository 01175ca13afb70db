"""Models fitted to counts give what the libraries give for the rows."""

import lifelines
import numpy as np
import pandas
import pytest
import statsmodels.api as sm

from bauta.model.comparison import ModelKind
from bauta.utility.fit import CannotFit, fit


@pytest.fixture
def counts():
    rng = np.random.default_rng(8)
    design = np.column_stack((np.ones(40), rng.integers(20, 80, 40), rng.integers(0, 2, 40))).astype(float)
    return design, rng.integers(1, 9, 40), rng


def test_linear_is_ordinary_least_squares_of_the_rows(counts):
    design, n, rng = counts
    outcome = design @ [1.0, 0.3, -2.0] + rng.normal(size=40)
    result = fit(ModelKind.LINEAR, design, outcome, n)
    rows = sm.OLS(np.repeat(outcome, n), np.repeat(design, n, axis=0)).fit()
    assert result.estimate == pytest.approx(rows.params)
    assert np.column_stack((result.lower, result.upper)) == pytest.approx(rows.conf_int())


@pytest.mark.parametrize(
    ("kind", "model"), [(ModelKind.LOGISTIC, sm.Logit), (ModelKind.POISSON, sm.Poisson)], ids=["logistic", "poisson"]
)
def test_logistic_and_poisson_are_those_of_the_rows(counts, kind, model):
    design, n, rng = counts
    outcome = rng.integers(0, 2 if kind is ModelKind.LOGISTIC else 5, 40).astype(float)
    result = fit(kind, design, outcome, n)
    rows = model(np.repeat(outcome, n), np.repeat(design, n, axis=0)).fit(disp=False)
    assert result.estimate == pytest.approx(rows.params, rel=1e-5, abs=1e-6)
    assert np.column_stack((result.lower, result.upper)) == pytest.approx(rows.conf_int(), rel=1e-5, abs=1e-6)


def test_cox_is_that_of_the_rows_with_ties(counts):
    design, n, rng = counts
    time, event = rng.integers(1, 12, 40).astype(float), rng.integers(0, 2, 40).astype(float)
    result = fit(ModelKind.COX, design[:, 1:], time, n, event=event)
    frame = pandas.DataFrame(np.repeat(design[:, 1:], n, axis=0), columns=["age", "sex"])
    frame["t"], frame["e"] = np.repeat(time, n), np.repeat(event, n)
    rows = lifelines.CoxPHFitter().fit(frame, "t", "e")
    assert result.estimate == pytest.approx(rows.params_.to_numpy())
    assert result.lower == pytest.approx(rows.confidence_intervals_.to_numpy()[:, 0])


def test_what_cannot_be_fitted_says_why_in_our_words(counts):
    design, n, rng = counts
    zero_or_one = rng.integers(0, 2, 40).astype(float)
    cases = [
        (ModelKind.LOGISTIC, design, design[:, 2], None, "tells the outcome for certain"),
        (ModelKind.LINEAR, design, np.full(40, 7.0), None, "the same for everybody"),
        (ModelKind.LINEAR, design[:, [0, 1, 1]], zero_or_one, None, "follows from the others"),
        (ModelKind.POISSON, design, zero_or_one - 1, None, "not a count"),
        (ModelKind.COX, design[:, 1:], zero_or_one - 1, zero_or_one, "below 0"),
        (ModelKind.COX, design[:, 1:], zero_or_one + 1, np.zeros(40), "nobody has the event"),
    ]
    for kind, matrix, outcome, event, words in cases:
        with pytest.raises(CannotFit, match=words):
            fit(kind, matrix, outcome, n, event=event)
    with pytest.raises(CannotFit, match="too few"):
        fit(ModelKind.LINEAR, design[:2], zero_or_one[:2], np.array([1, 1]))


def test_poisson_with_a_group_without_events_is_refused(counts):
    design, n, _ = counts
    with pytest.raises(CannotFit, match="for certain"):
        fit(ModelKind.POISSON, design, np.where(design[:, 2] == 1, 0.0, 1.0 + (design[:, 1] > 50)), n)
