"""More classes than memory: what their sizes alone tell.

The engine counts the classes where the rows are and says how many there are of each size, of which there are few. That
is enough for every figure of an adversary who is in the data's own classes, exactly.
"""

from collections.abc import Sequence

from bauta.engines.counts import SizeCounts
from bauta.engines.engine import Engine
from bauta.model.assessment import Adversary, Assessment, Contribution, RiskProfile, SizeCount, Unit
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.risk.decisions import decide
from bauta.risk.exposure import Exposure
from bauta.risk.marketer import marketer_risk
from bauta.risk.metrics import measure_risk
from bauta.risk.verification import measure_verifier_risk
from bauta.workflow.disclosures import measure_disclosures
from bauta.workflow.empty_rows import empty_rows_note
from bauta.workflow.requests import AssessmentRequest


def can_be_measured_by_sizes(request: AssessmentRequest) -> bool:
    """Whether nothing was asked that takes the classes themselves: a population, an estimate of one, wildcards."""
    return request.population is None and request.sampling is None and request.missing is Missing.CATEGORY


def measure_by_sizes(
    engine: Engine,
    data: Microdata,
    request: AssessmentRequest,
    variables: tuple[str, ...],
    *,
    were_suggested: bool,
) -> Assessment:
    """An assessment without the rows of the smallest classes."""
    counted = engine.count_sizes(data, variables, request.person_key)
    prosecuted, tau = _exposure(counted), request.thresholds.tau
    prosecutor = measure_risk(Adversary.PROSECUTOR, prosecuted, tau)
    marketer = marketer_risk(prosecuted, None, tau)
    verifier = None if request.verifier is None else measure_verifier_risk(prosecuted, request.verifier, tau)
    people = int(counted.people.sum())
    disclosures, unmeasured = measure_disclosures(engine, data, request, variables, people, None)
    return Assessment(
        title=request.title,
        source=data.shown,
        quasi_identifiers=variables,
        direct_identifiers=tuple(name for name in request.direct_identifiers if name in data.names),
        possible_person_key=request.possible_person_key,
        roles_were_suggested=were_suggested,
        unit=Unit(counted.rows, people, request.person_key, counted.wandering_people),
        classes=int(counted.groups.sum()),
        smallest_class=prosecutor.smallest_class,
        sample_uniques=_uniques(counted),
        sizes=tuple(
            SizeCount(size, groups, people)
            for size, groups, people in zip(
                counted.sizes.tolist(), counted.groups.tolist(), counted.people.tolist(), strict=True
            )
        ),
        prosecutor=prosecutor,
        journalist=None,
        marketer=marketer,
        decision=decide(request.thresholds, prosecutor, None, marketer, verifier),
        contributions=tuple(
            _contribution(engine, data, request, variables, name, counted, prosecutor) for name in variables
        ),
        smallest_classes=(),
        attribute_disclosure=disclosures,
        population=None,
        notes=(*data.notes, *_notes(counted, request), *unmeasured),
        verifier=verifier,
    )


def _exposure(counted: SizeCounts) -> Exposure:
    has_people = counted.people > 0
    return Exposure(people=counted.sizes[has_people], records=counted.people[has_people])


def _uniques(counted: SizeCounts) -> int:
    return int(counted.people[counted.sizes == 1].sum())


def _contribution(
    engine: Engine,
    data: Microdata,
    request: AssessmentRequest,
    variables: Sequence[str],
    name: str,
    full: SizeCounts,
    with_it: RiskProfile,
) -> Contribution:
    """What one quasi-identifier adds: the classes are counted once more without it."""
    others = [other for other in variables if other != name]
    people = int(full.people.sum())
    own = engine.count_sizes(data, [name], request.person_key)
    if others:
        reduced = engine.count_sizes(data, others, request.person_key)
        without = measure_risk(Adversary.PROSECUTOR, _exposure(reduced), request.thresholds.tau)
        uniques = _uniques(reduced)
    else:  # everybody is alike
        everybody = Exposure(people=full.people.sum(keepdims=True), records=full.people.sum(keepdims=True))
        without = measure_risk(Adversary.PROSECUTOR, everybody, request.thresholds.tau)
        uniques = int(people == 1)
    return Contribution(
        variable=name,
        values=int(own.groups.sum()),
        has_missing=engine.count_missing(data, name) > (full.empty_rows if request.person_key is not None else 0),
        average_without=without.average,
        average_added=with_it.average - without.average,
        maximum_without=without.maximum,
        uniques_without=uniques,
        uniques_added=_uniques(full) - uniques,
    )


def _notes(counted: SizeCounts, request: AssessmentRequest) -> list[str]:
    notes = list(empty_rows_note(counted.empty_rows, request.person_key))
    notes.append(
        f"There are more classes ({int(counted.groups.sum()):,}) than fit into memory, so they were counted by size "
        "where the rows are. All figures are as exact as otherwise."
    )
    return notes
