"""Estimators tried on a population of eleven, by hand."""

from itertools import count

import numpy as np
import pytest

from bauta.equivalence.classes import Domain, EquivalenceClasses
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator, RiskEstimate, UniquenessEstimator
from bauta.population import evaluation
from bauta.population.evaluation import draw_sample, evaluate_estimators

EVERY = (*Estimator, *UniquenessEstimator)
CODES = ((0, 0, 1, 2, 2), (0, 1, 0, 1, 0))
SIZES = (2, 1, 1, 3, 4)


def population(codes=CODES, sizes=SIZES):
    domains = tuple(Domain(range(max(own) + 1), has_missing=False) for own in codes)
    arrays = tuple(np.array(own, np.int32) for own in codes)
    return EquivalenceClasses(("a", "b"), domains, arrays, np.array(sizes, np.int64))


def tried(methods=EVERY, people=None, *, fractions=(0.5,), samples=4, seed=1, clock=lambda: 0.0, listener=None):
    rng = np.random.default_rng(seed)
    return evaluate_estimators(
        people or population(), methods, fractions=fractions, samples=samples, rng=rng, clock=clock, listener=listener
    )


def test_with_everybody_in_the_sample_every_error_is_0():
    for comparison in tried(fractions=(1.0,)):
        assert comparison.methods
        for row in comparison.rows:
            assert row.mean_error == pytest.approx(0, abs=1e-12), row.method
            assert row.deviation == pytest.approx(0, abs=1e-12)
            assert (row.coverage, row.unanswered, row.why_unanswered) == (1, 0, None)


def test_a_sample_has_its_own_values_and_the_truth():
    people = population()
    for seed in range(20):
        sample = draw_sample(people, 3, np.random.default_rng(seed))
        assert sample.classes.n_records == sample.sampling.records == 3
        assert sample.sampling.population_size == 11
        assert (sample.classes.sizes <= sample.population_sizes).all()
        for codes, domain in zip(sample.classes.codes, sample.classes.domains, strict=True):
            assert sorted(set(codes.tolist())) == list(range(domain.size))
        by_hand = sum(f / F for f, F in zip(sample.classes.sizes, sample.population_sizes, strict=True)) / 3
        assert sample.marketer_risk == pytest.approx(by_hand)


def test_everybody_is_drawn_equally_often():
    people, rng = population(), np.random.default_rng(7)
    drawn = np.zeros(12)
    for _ in range(4000):
        drawn += np.bincount(
            draw_sample(people, 4, rng).population_sizes, minlength=12
        )  # 2, 3 and 4 are one class each
    assert drawn[1] / 4000 == pytest.approx(2 * 4 / 11, abs=0.03)  # each of the two uniques with probability 4/11
    assert drawn[2] / 4000 == pytest.approx(1 - (7 * 6) / (11 * 10), abs=0.03)


def test_errors_intervals_times_and_refusals_are_added_up(monkeypatch):
    truth = 2  # uniques of the population
    answers = iter(
        [RiskEstimate(3, 2.5, 4, "x"), EstimatorCannotAnswer(method="x", why="first", instead=""),
         RiskEstimate(1, 0, 2, "x"), EstimatorCannotAnswer(method="x", why="second", instead="")]
    )  # fmt: skip

    def answer(*_):
        told = next(answers)
        if isinstance(told, Exception):
            raise told
        return told

    monkeypatch.setattr(evaluation, "estimate_uniques", answer)
    ticks = count()
    marketer, uniques = tried((UniquenessEstimator.ZAYATZ,), clock=lambda: 0.5 * next(ticks))
    assert marketer.rows == marketer.overall == ()
    (row,) = uniques.rows
    assert row.mean_error == pytest.approx((3 / truth + 1 / truth) / 2 - 1)
    assert row.deviation == pytest.approx(np.sqrt(0.5))
    assert (row.coverage, row.cpu_seconds, row.unanswered, row.why_unanswered) == (0.5, 0.5, 2, "first")
    (overall,) = uniques.overall
    assert (overall.mean_absolute_error, overall.unanswered) == (pytest.approx(0.5), 2)


def test_who_always_answers_comes_first_and_who_never_does_last(monkeypatch):
    def answer(_, __, method):
        if method is UniquenessEstimator.SNB or (method is UniquenessEstimator.PITMAN and next(asked)):
            raise EstimatorCannotAnswer(method="x", why="it cannot", instead="")
        return RiskEstimate({"zayatz": 5, "pitman": 2, "dankar": 3}[method.value], 0, 9, "x")

    asked = count()
    monkeypatch.setattr(evaluation, "estimate_uniques", answer)
    _, uniques = tried(tuple(UniquenessEstimator))
    assert [entry.method for entry in uniques.overall] == ["dankar", "zayatz", "pitman", "snb"]
    assert uniques.methods == ("zayatz", "pitman", "snb", "dankar")
    assert uniques.of("snb")[0].mean_error is None


def test_without_uniques_only_risk_is_compared():
    heard = []
    marketer, uniques = tried(people=population(sizes=(2, 2, 2, 3, 4)), listener=lambda *told: heard.append(told))
    assert uniques.rows == uniques.overall == ()
    assert set(marketer.methods) == set(Estimator)
    assert heard == [(done, 4 * 6) for done in range(1, 4 * 6 + 1)]


def test_the_samples_do_not_depend_on_who_is_tried():
    alone, beside = tried((Estimator.MU_ARGUS,))[0], tried()[0]
    assert alone.rows == beside.of("mu-argus")
    assert alone.rows != tried((Estimator.MU_ARGUS,), seed=2)[0].rows
