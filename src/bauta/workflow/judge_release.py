"""A release together with everything its verdict rests on, and the verdict: what diagnostics change and ask again."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.engines.engine import Engine
from bauta.model.assessment import Adversary, Assessment
from bauta.model.context import DataMetric, Mechanism, Sharing
from bauta.model.durations import Duration
from bauta.model.threat import Attack, AttackKind, ChosenThreshold, ContextRisk, ReleaseContext
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind
from bauta.risk.context import permitted_risk, with_floor
from bauta.workflow.assess import measure
from bauta.workflow.context_risk import measure_context_risk
from bauta.workflow.read_release import ReadRelease
from bauta.workflow.requests import AssessmentRequest, SamplingRequest
from bauta.workflow.told_population import told_population

if TYPE_CHECKING:
    from bauta.model.study import Study


@dataclass(frozen=True, eq=False, repr=False)
class AssumedRelease:
    """What is measured, and the context it is judged in."""

    request: AssessmentRequest
    context: ReleaseContext
    people_before: int
    """People in the source, of whom the release holds some: both are a part of the same population."""
    further: tuple[str, ...]
    """Variables of the release, told as they are, that no adversary is taken to know."""
    notes: tuple[str, ...] = ()
    not_known: tuple[Duration, ...] = ()
    """Days between dates that nobody is taken to know, though the release has them."""

    def asked(self, **changes: Any) -> "AssumedRelease":
        """The same with another request."""
        return replace(self, request=replace(self.request, **changes))

    def sampled(self, fraction: float) -> "AssumedRelease":
        """The same, had the source held this share of the population."""
        assert self.request.sampling is not None
        return self.asked(
            sampling=_of_population(
                replace(self.request.sampling, fraction=fraction, population_size=None), self.people_before
            )
        )

    def attack(self, kind: AttackKind) -> Attack | None:
        return next((attack for attack in self.context.attacks if attack.kind is kind), None)

    def with_attack(self, changed: Attack) -> "AssumedRelease":
        """The same with this attack in the place of the one of its kind."""
        attacks = tuple(changed if one.kind is changed.kind else one for one in self.context.attacks)
        return replace(self, context=replace(self.context, attacks=attacks))


def with_probability(attack: Attack, probability: float, threshold: Threshold) -> Attack:
    """The attack at another probability, and what that permits the data."""
    permitted = with_floor(permitted_risk(threshold, probability), threshold, attack.metric)
    return replace(attack, probability=probability, permitted=permitted)


@dataclass(eq=False, repr=False)
class Judge:
    """Measures what it has not measured before."""

    engine: Engine
    known: dict[tuple[Any, ...], Assessment] = field(default_factory=dict)

    def risk(self, release: AssumedRelease) -> ContextRisk:
        """The largest risk over the attacks."""
        judged = [self._attack(release, attack) for attack in release.context.attacks]
        notes = dict.fromkeys(note for one in judged for note in one.notes)
        return ContextRisk(release.context.threshold, tuple(one.risks[0] for one in judged), tuple(notes))

    def _attack(self, release: AssumedRelease, attack: Attack) -> ContextRisk:
        everything = tuple(release.request.quasi_identifiers or ())
        names = everything if attack.knows is None else tuple(name for name in everything if name in attack.knows)
        request = replace(release.request, quasi_identifiers=names)
        if attack.measured_as is Adversary.PROSECUTOR:
            request = replace(request, population=None, sampling=None)
        key = (names, request.sampling, id(request.population))
        if key not in self.known:
            self.known[key] = measure(self.engine, request).assessment
        alone = replace(release.context, attacks=(replace(attack, knows=None),))
        return measure_context_risk(self.engine, request, alone, measured=self.known[key])


def assumed_release(
    engine: Engine, study: "Study", request: AssessmentRequest, release: ReadRelease, folder: Path
) -> AssumedRelease:
    """The release as it was judged: what the study says, measured on the file that was written."""
    data = engine.open(release.data)
    quasi = release.quasi_identifiers
    population = None if request.population is None else told_population(engine, request, release)
    context = _context(study, release, folder, has_population=population is not None or request.sampling is not None)
    asked = AssessmentRequest(
        data=release.data,
        quasi_identifiers=quasi,
        declared=quasi[:1],
        person_key=release.person_key if release.person_key in data.names else None,
        population=population,
        sampling=_sampling(engine, request, release),
        thresholds=Thresholds(tau=context.threshold.threshold),
        durations=release.durations,
        dates=release.request.assessed.dates,
        title=study.title,
    )
    changed = {*quasi, *release.request.masks, *release.request.shifted, *release.request.noise}
    return AssumedRelease(
        request=asked,
        context=context,
        people_before=release.people_before,
        further=tuple(name for name in data.names if name not in changed),
        not_known=() if release.request.assessed.durations else release.request.durations,
        notes=() if study.context is not None else (NO_CONTEXT, *JUDGED_OTHERWISE.get(release.criterion, ())),
    )


def _sampling(engine: Engine, request: AssessmentRequest, release: ReadRelease) -> SamplingRequest | None:
    """The population by its size, with the source as the sample that the release is what is left of."""
    if request.sampling is None:
        return None
    from bauta.workflow.whole_sample import whole_sample

    source = engine.open(request.data, missing_codes=request.missing_codes)
    key, lookups = request.person_key, release.lookups
    whole = whole_sample(engine, source, key, lookups, release.data, release.person_key)
    return replace(_of_population(request.sampling, release.people_before), whole=whole)


def _of_population(sampling: SamplingRequest, people: int) -> SamplingRequest:
    """The population by its size, which suppression and subsampling leave as it is."""
    size = sampling.resolve(people).population_size
    return replace(sampling, fraction=None, population_size=size)


NO_CONTEXT = (
    "The study has no `context:`, so an attack is taken to be certain, and its own `thresholds:` are what is permitted."
)


JUDGED_OTHERWISE = {
    CriterionKind.SHARE: (
        "The release was made for a share of people at risk, which no attack is measured by; here the maximum decides.",
    ),
    CriterionKind.AVERAGE: ("The release was made for the average; here the strict average decides.",),
}


def _context(study: "Study", release: ReadRelease, folder: Path, *, has_population: bool) -> ReleaseContext:
    """What the study says of its context; without one, an attack that is certain and the study's thresholds."""
    if study.context is not None:
        from bauta.workflow.context import settle_context

        return settle_context(study, folder)
    thresholds = release.request.assessed.thresholds
    is_average = release.criterion in {CriterionKind.AVERAGE, CriterionKind.STRICT_AVERAGE}
    threshold = thresholds.largest_average if is_average else thresholds.tau
    attack = Attack(
        kind=AttackKind.DEMONSTRATION,
        adversary="anybody",
        knows=None,
        probability=1.0,
        source="No context is declared, so an attempt is certain.",
        metric=DataMetric.STRICT_AVERAGE if is_average else DataMetric.MAXIMUM,
        measured_as=Adversary.JOURNALIST if has_population else Adversary.PROSECUTOR,
        permitted=threshold,
    )
    return ReleaseContext(
        sharing=Sharing.PUBLIC,
        mechanism=Mechanism.MICRODATA,
        recipient=None,
        purpose=None,
        is_closed=not has_population,
        membership="Not declared.",
        threshold=ChosenThreshold(threshold, "the study", "It is what the study asks for."),
        attacks=(attack,),
        not_applicable=(),
        scores=(),
        framework=None,
        conditions=(),
    )
