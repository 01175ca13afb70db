"""Diagnose: the verdict on a release again, with one assumption changed at a time (El Emam and Malin 2015, step 10)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bauta.engines.engine import Engine
from bauta.errors import BautaError, shown
from bauta.model.assessment import Adversary
from bauta.model.context import DataMetric
from bauta.model.diagnostics import Diagnostics, Scenario
from bauta.model.estimates import Estimator
from bauta.model.threat import Attack, AttackKind, ContextRisk, ReleaseContext
from bauta.risk.context import acquaintance_probability, attempt_probability
from bauta.workflow.judge_release import AssumedRelease, Judge, assumed_release, with_probability
from bauta.workflow.read_release import read_release
from bauta.workflow.study_files import read_study, request_from_study
from bauta.workflow.tipping_points import find_tipping_points

if TYPE_CHECKING:
    from bauta.model.study import Study

LADDER = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""Steps of Pr(attempt) where no questionnaire says how it comes about: those of the published tables."""
MORE_ACQUAINTANCES = 190
"""The larger of the two published numbers of people somebody knows; 150 is the other."""
MOST_FURTHER = 40
"""Variables that an adversary could know beside the quasi-identifiers; each is a query."""


@dataclass(frozen=True)
class Change:
    """One assumption changed."""

    assumption: str
    assumed: str
    instead: str
    release: AssumedRelease


def diagnose(engine: Engine, study_file: Path, folder: Path, *, study_table: str | None = None) -> Diagnostics:
    """How far the verdict on the release in `folder` depends on what was assumed."""
    study = read_study(study_file)
    request = request_from_study(study, study_file, study_table)
    release = assumed_release(engine, study, request, read_release(folder), study_file.parent)
    judge = Judge(engine)
    found = judge.risk(release)
    changes = list(_changes(study, study_file.parent, release))
    further, n_left_out = release.further[:MOST_FURTHER], max(0, len(release.further) - MOST_FURTHER)
    scenarios = [_scenario(judge, release, found, change) for change in changes]
    scenarios += [_scenario(judge, release, found, _knowing(release, name)) for name in further]
    notes = [*release.notes, *found.notes]
    if n_left_out:
        notes.append(f"Of {len(release.further)} further variables the first {MOST_FURTHER} were added, one at a time.")
    return Diagnostics(
        verdict=found.verdict,
        overall=found.overall,
        limit=release.context.threshold.threshold.probability,
        scenarios=tuple(scenarios),
        tipping_points=find_tipping_points(judge, release, _prevalence(study, study_file.parent, release)),
        title=study.title,
        released=release.request.data.shown,
        notes=tuple(notes),
    )


def _scenario(judge: Judge, release: AssumedRelease, found: ContextRisk, change: Change) -> Scenario:
    limit = release.context.threshold.threshold.probability
    try:
        then = judge.risk(change.release)
    except BautaError as error:  # its sentence is ours and has no value in it
        return Scenario(change.assumption, change.assumed, change.instead, None, limit, None, False, str(error))
    return Scenario(
        assumption=change.assumption,
        assumed=change.assumed,
        instead=change.instead,
        overall=then.overall,
        limit=limit,
        verdict=then.verdict,
        flips=then.verdict is not found.verdict,
    )


def _changes(study: "Study", folder: Path, release: AssumedRelease) -> Iterator[Change]:
    """Every assumption but what an adversary knows, in the order they are shown."""
    yield from _sampling(release)
    yield from _membership(release)
    yield from _attempts(study, folder, release)
    yield from _acquaintances(study, folder, release)
    yield from _breach(release)
    yield from _durations(release)


def _sampling(release: AssumedRelease) -> Iterator[Change]:
    sampling = release.request.sampling
    if sampling is None or release.context.is_closed:
        return
    fraction = sampling.resolve(release.people_before).fraction
    told = f"{100 * fraction:.3g} % of the population are in the data"
    for factor in (0.5, 2.0):
        other = min(1.0, factor * fraction)
        if other != fraction:
            yield Change("sampling fraction", told, f"{100 * other:.3g} %", release.sampled(other))
    used = sampling.estimator or Estimator.POISSON_GAMMA  # the default
    for estimator in Estimator:
        if estimator is not used:
            asked = replace(sampling, estimator=estimator)
            yield Change("estimator", used.value, estimator.value, release.asked(sampling=asked))


def _membership(release: AssumedRelease) -> Iterator[Change]:
    if release.context.is_closed:
        return
    attacks = tuple(replace(attack, measured_as=Adversary.PROSECUTOR) for attack in release.context.attacks)
    closed = replace(release.context, is_closed=True, attacks=attacks)
    yield Change(
        "who is in the data", "an adversary cannot know it", "an adversary knows that a person is in the data",
        replace(release, context=closed),
    )  # fmt: skip


def _attempts(study: "Study", folder: Path, release: AssumedRelease) -> Iterator[Change]:
    attack = release.attack(AttackKind.DELIBERATE)
    if attack is None:
        return
    told = f"Pr(attempt) {attack.probability:g}"
    for words, worse in _worse_attempts(study, folder, release.context, attack):
        if worse > attack.probability:
            yield Change("Pr(attempt)", told, f"{worse:g}: {words}", release.with_attack(with_probability(
                attack, worse, release.context.threshold.threshold)))  # fmt: skip


def _worse_attempts(
    study: "Study", folder: Path, context: ReleaseContext, attack: Attack
) -> Iterator[tuple[str, float]]:
    """One band worse on either side of the table, or the next published step where no table was used."""
    from bauta.model.framework import QuestionnaireKind
    from bauta.risk.questionnaires import next_worse_band
    from bauta.workflow.context_answers import read_framework
    from bauta.workflow.context_attacks import attempt_bands

    if study.context is None or study.context.attacks.deliberate.probability is not None:
        yield "one step worse", next((step for step in LADDER if step > attack.probability), 1.0)
        return
    framework = read_framework(study.context, folder)
    scores = {QuestionnaireKind(score.questionnaire): score for score in context.scores}
    controls, motives = attempt_bands(study.context, framework, scores)
    worse = next_worse_band(framework.questionnaires[QuestionnaireKind.CONTROLS], controls)
    if worse is not None:
        yield "controls one band worse", attempt_probability(framework, worse, motives)
    worse = next_worse_band(framework.questionnaires[QuestionnaireKind.MOTIVES], motives)
    if worse is not None:
        yield "motives and capacity one band worse", attempt_probability(framework, controls, worse)


def _prevalence(study: "Study", folder: Path, release: AssumedRelease) -> tuple[float, int] | None:
    """The prevalence and the number of acquaintances that a study declares; None where nobody is asked for them."""
    from bauta.workflow.context_answers import answers_of, prevalence_of

    if study.context is None or release.attack(AttackKind.INADVERTENT) is None:
        return None
    if not study.context.attacks.inadvertent.plausible:
        return None
    prevalence = prevalence_of(study.context, answers_of(study.context, folder))
    return prevalence, study.context.attacks.inadvertent.acquaintances


def _acquaintances(study: "Study", folder: Path, release: AssumedRelease) -> Iterator[Change]:
    attack, declared = release.attack(AttackKind.INADVERTENT), _prevalence(study, folder, release)
    if attack is None:
        return
    threshold = release.context.threshold.threshold

    def at(probability: float) -> AssumedRelease:
        return release.with_attack(with_probability(attack, probability, threshold))

    if declared is None:
        yield Change(
            "acquaintances", "nobody there could know anybody in the data",
            "everybody there knows somebody in the data", at(1.0),
        )  # fmt: skip
        return
    prevalence, acquaintances = declared
    double = min(1.0, 2 * prevalence)
    told = f"prevalence {prevalence:.3g}"
    if double > prevalence:
        yield Change("prevalence", told, f"{double:.3g}", at(acquaintance_probability(double, acquaintances)))
    yield Change("prevalence", told, "everybody there knows somebody in the data", at(1.0))
    if acquaintances < MORE_ACQUAINTANCES:
        more = acquaintance_probability(prevalence, MORE_ACQUAINTANCES)
        yield Change("acquaintances", f"{acquaintances}", f"{MORE_ACQUAINTANCES}", at(more))


def _breach(release: AssumedRelease) -> Iterator[Change]:
    attack = release.attack(AttackKind.BREACH)
    if attack is None or attack.metric is DataMetric.MAXIMUM:
        return
    harder = with_probability(
        replace(attack, metric=DataMetric.MAXIMUM), attack.probability, release.context.threshold.threshold
    )
    yield Change(
        "breach", "whoever finds the data looks for anybody (strict average)",
        "looks for the person easiest to find (maximum)", release.with_attack(harder),
    )  # fmt: skip


def _durations(release: AssumedRelease) -> Iterator[Change]:
    """Days between shifted dates: known where nobody is taken to know them, and the other way round."""
    words = ("nobody knows the days between dates", "somebody knows the days between dates")
    if release.not_known:
        names = tuple(one.name for one in release.not_known)
        known = _with_known(release.asked(durations=release.not_known), names)
        yield Change("days between dates", *words, known)
    days = {one.name for one in release.request.durations}
    others = tuple(name for name in release.request.quasi_identifiers or () if name not in days)
    if days and others:
        attacks = tuple(
            attack
            if attack.knows is None
            else replace(attack, knows=tuple(name for name in attack.knows if name not in days))
            for attack in release.context.attacks
        )
        unknown = release.asked(quasi_identifiers=others, declared=others[:1], durations=())
        context = replace(release.context, attacks=attacks)
        yield Change("days between dates", *words[::-1], replace(unknown, context=context))


def _with_known(release: AssumedRelease, names: tuple[str, ...]) -> AssumedRelease:
    """The same with adversaries who know more."""
    attacks = tuple(
        attack if attack.knows is None else replace(attack, knows=(*attack.knows, *names))
        for attack in release.context.attacks
    )
    known = (*(release.request.quasi_identifiers or ()), *names)
    return replace(release.asked(quasi_identifiers=known), context=replace(release.context, attacks=attacks))


def _knowing(release: AssumedRelease, name: str) -> Change:
    changed = _with_known(release, (name,))
    return Change("what an adversary knows", "the quasi-identifiers", f"also {shown(name, 40)}", changed)
