"""Policies: the risk of telling a cohort by other rules than Safe Harbor's, beside Safe Harbor's own."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts, encode_classes
from bauta.equivalence.roll_up import pack
from bauta.errors import HierarchyDoesNotFit, LevelInvalid, OptionInvalid, shown
from bauta.hierarchies.policies import (
    AGES,
    BIRTHS,
    OLDEST_TOLD,
    Demographic,
    age_like,
    demographic_of,
    in_words,
    tell,
    three_values_of,
)
from bauta.model.assessment import PopulationFacts
from bauta.model.estimates import RiskEstimate
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.model.policies import (
    ALTERNATIVES,
    SAFE_HARBOR,
    EthnicityDetail,
    Overlay,
    Policy,
    PolicyComparison,
    PolicyMeasure,
    PolicyNode,
    PolicyOutcome,
    PolicyRisk,
)
from bauta.model.transformations import FileHierarchy, LossKind, NumberHierarchy, TreeHierarchy, ZipHierarchy
from bauta.population.spread import Reals, SpreadGroups
from bauta.risk.policy import compare_with, measure_policy_risk
from bauta.utility.loss import ADDITIVE
from bauta.workflow.assess import check_column, count_population, written_rows
from bauta.workflow.count_classes import count_classes
from bauta.workflow.count_data import CountedData, count_data
from bauta.workflow.deidentify_request import DeidentifyRequest, parse_levels, resolve, written_hierarchies
from bauta.workflow.fixed_order import in_fixed_order_with
from bauta.workflow.known_population import (
    METHOD,
    estimate_spread,
    fit_population,
    interval_of,
    population_facts,
    write_out,
)
from bauta.workflow.united import United
from bauta.workflow.without_effect import refuse_without_effect

DEFAULT_THRESHOLD = 10
PUBLISHED_WIDTHS = (1, 5, 10)
"""Years per range of ages in Table 2 of Malin, Benitez and Masys (2011)."""
DRAWS = 500
MOST_NODES = 100_000
MOST_WORK = 5_000_000_000
"""Nodes times classes, beyond which the frontier is not looked for."""


@dataclass(frozen=True)
class PoliciesRequest:
    """A cohort and the population it came from, to be told by several policies."""

    release: DeidentifyRequest
    """The data, what its columns mean, its hierarchies and the population."""
    threshold: int = DEFAULT_THRESHOLD
    scaling: float = 1.0
    age: str | None = None
    """The column of ages, years or dates of birth; found by its name if None."""
    ethnicity: str | None = None
    year: int | None = None
    """The year in which ages are counted, where births are told."""
    overlay: Sequence[str] = field(default_factory=tuple)
    """Two policies, by name or by levels such as age=1,sex=0."""


@dataclass(frozen=True, eq=False, repr=False)
class Cohort:
    """Data and population in one numbering, what each variable is to a policy, and how the population was spread."""

    united: United
    demographics: tuple[Demographic, ...]
    texts: tuple[tuple[str | None, ...], ...]
    """For each variable, the text of every code."""
    counted: CountedData
    asked: PoliciesRequest
    spread: SpreadGroups | None


def compare_policies(engine: Engine, asked: PoliciesRequest) -> PolicyComparison:
    """The risk of Safe Harbor, of the published alternatives, and of every node of the lattice that is no riskier."""
    _check(asked)
    assessed = asked.release.assessed
    data = engine.open(assessed.data, missing_codes=assessed.missing_codes)
    request = _additive(resolve(engine, data, asked.release))
    asked = replace(asked, release=request)
    names = [one.name for one in request.quasi_identifiers]
    classes, facts, written, spread = _population(engine, data, request, names)
    request = _with_published_ages(request, classes, asked.age, asked.year)
    asked = replace(asked, release=request)
    counted = count_data(engine, data, request, population=written)
    cohort = _cohort(data, counted, asked, spread)
    not_tried = {policy.name: why for policy in ALTERNATIVES if (why := _why_not(cohort, policy))}
    tried = [SAFE_HARBOR, *(policy for policy in ALTERNATIVES if policy.name not in not_tried)]
    told = {policy.name: _told(cohort, policy) for policy in tried}
    outcomes = _outcomes(cohort, tried, told)
    frontier, judged, note = _frontier(cohort, told[SAFE_HARBOR.name])
    return PolicyComparison(
        title=request.assessed.title,
        source=data.shown,
        population=facts,
        records=counted.space.n_records,
        threshold=asked.threshold,
        scaling=asked.scaling,
        variables=tuple(names),
        level_names=tuple(tuple(level.name for level in hierarchy.levels) for hierarchy in counted.hierarchies),
        loss=request.settings.loss,
        safe_harbor=outcomes[0],
        alternatives=tuple(outcomes[1:]),
        not_tried=not_tried,
        lattice_nodes=counted.space.n_nodes,
        nodes_judged=judged,
        frontier=frontier,
        overlay=_overlay(cohort, told) if asked.overlay else None,
        notes=(*data.notes, *request.notes, *note),
    )


def _check(asked: PoliciesRequest) -> None:
    if asked.release.assessed.population is None:
        raise OptionInvalid(
            option="bauta policies",
            value="data without a population",
            allowed="--population FILE, or `population:` in the study",
        )
    if asked.release.assessed.missing is Missing.WILDCARD:
        raise OptionInvalid(option="bauta policies", value="missing: wildcard", allowed="missing: category")
    if asked.threshold < 1:
        raise OptionInvalid(option="--threshold", value=str(asked.threshold), allowed="a number of people from 1 up")
    if not 0 <= asked.scaling <= 100:
        raise OptionInvalid(option="--scaling", value=f"{asked.scaling:g}", allowed="a number from 0 to 100")
    if asked.overlay and len(asked.overlay) != 2:
        allowed = "it twice, once for each of two releases"
        raise OptionInvalid(option="--overlay", value=f"{len(asked.overlay)} policies", allowed=allowed)


def check_loss(loss: str | None) -> None:
    """Refuse a loss that no share of the information kept can be told by; raises OptionInvalid."""
    if loss in set(LossKind) - set(ADDITIVE):
        raise OptionInvalid(option="--loss", value=repr(loss), allowed=f"one of {', '.join(sorted(ADDITIVE))}")


def _additive(request: DeidentifyRequest) -> DeidentifyRequest:
    """Information kept is told by a loss that adds up over variables."""
    if request.settings.loss in ADDITIVE:
        return request
    settings = request.settings.model_copy(update={"loss": LossKind.NON_UNIFORM_ENTROPY})
    return replace(request, settings=settings)


def _population(
    engine: Engine, data: Microdata, request: DeidentifyRequest, names: Sequence[str]
) -> tuple[EquivalenceClasses, PopulationFacts, EquivalenceClasses, SpreadGroups | None]:
    """The data's classes, what was assumed of the population, the population as fine as the data, and its spread."""
    assessed = request.assessed
    assert assessed.population is not None
    groups, unit, wandering = count_classes(engine, data, names, assessed.person_key)
    groups, wandering = in_fixed_order_with(groups, wandering)
    classes = encode_classes(groups.values, groups.sizes)
    population, facts = count_population(engine, assessed.population, assessed, classes, unit.people)
    rows_of = written_rows(written_hierarchies(request))
    known = fit_population(classes, population, Missing.CATEGORY, population_shown=facts.shown, rows_of=rows_of)
    spread = estimate_spread(known, classes, wandering) if known.is_spread else None
    facts = population_facts(facts, known, spread)
    if spread is None and not known.absent.any():
        return classes, facts, population, None
    written, cells = write_out(classes, population, known, population_shown=facts.shown, rows_of=rows_of)
    return classes, facts, written, cells if spread is not None else None


def _with_published_ages(
    request: DeidentifyRequest, classes: EquivalenceClasses, age: str | None, year: int | None
) -> DeidentifyRequest:
    """The request with the levels of the published policies for ages of which nothing was said."""
    changed, told = [], []
    for asked, domain in zip(request.quasi_identifiers, classes.domains, strict=True):
        quasi = asked
        texts = canonical_texts(domain.values)
        found = age_like(texts) if asked.name == age else demographic_of(asked.name, texts, is_zip=False)
        is_open = asked.choice.section is None and asked.choice.kind is None and asked.lookup is None
        if is_open and (age is None or asked.name == age) and found in (Demographic.AGE, Demographic.BIRTH_YEAR):
            section = NumberHierarchy(widths=PUBLISHED_WIDTHS, top=OLDEST_TOLD + 1)
            if found is Demographic.BIRTH_YEAR:
                first = None if year is None else year - OLDEST_TOLD
                section = NumberHierarchy(widths=PUBLISHED_WIDTHS, bottom=first)
            quasi = replace(asked, choice=replace(asked.choice, section=section))
            told.append(
                f"Nothing was said of the hierarchy of {shown(asked.name)}, so it has the levels of the published "
                "policies: years with the ages over 89 alike, then ranges of five and of ten years."
            )
        changed.append(quasi)
    return replace(request, quasi_identifiers=tuple(changed), notes=(*request.notes, *told))


def _cohort(data: Microdata, counted: CountedData, asked: PoliciesRequest, spread: SpreadGroups | None) -> Cohort:
    united = counted.united
    assert united is not None
    names = counted.classes.variables
    for name in (asked.age, asked.ethnicity):
        if name is not None:
            check_column(data, name)
            if name not in names:
                raise LevelInvalid(variable=shown(name), problem="it is not a quasi-identifier")
    demographics = []
    for name, domain, built in zip(names, counted.classes.domains, counted.built, strict=True):
        own = canonical_texts(domain.values)
        found = demographic_of(name, own, is_zip=isinstance(built.section, ZipHierarchy))
        if name == asked.age:
            given = age_like(own)
            if given is None:
                raise HierarchyDoesNotFit(
                    values="Some values", name=shown(name), records="", expected="ages, years or dates of birth"
                )
            found = given
        elif name == asked.ethnicity:
            found = Demographic.ETHNICITY
        elif (found in AGES and asked.age) or (found is Demographic.ETHNICITY and asked.ethnicity):
            found = Demographic.OTHER  # another column was named
        demographics.append(found)
    if not any(found in AGES for found in demographics):
        raise OptionInvalid(
            option="bauta policies",
            value="data in which no quasi-identifier seems to be an age or a birth",
            allowed="--age COLUMN to say which is",
        )
    if not any(found in BIRTHS for found in demographics):
        refuse_without_effect({"--year": asked.year}, "on ages, which need no year to be counted in")
    if asked.year is None and any(found in BIRTHS for found in demographics):
        raise OptionInvalid(
            option="Safe Harbor",
            value="births without the year in which ages are counted",
            allowed="--year, as in --year 2026",
        )
    texts = tuple(
        tuple(hierarchy.levels[0].labels[group] for group in hierarchy.levels[0].groups)
        for hierarchy in united.hierarchies
    )
    return Cohort(united, tuple(demographics), texts, counted, asked, spread)


def _why_not(cohort: Cohort, policy: Policy) -> str:
    """Why a policy cannot be tried on this cohort; empty if it can."""
    if policy.ethnicity is not EthnicityDetail.THREE_VALUES:
        return ""
    if Demographic.ETHNICITY not in cohort.demographics:
        return "no quasi-identifier seems to be an ethnicity; name it with --ethnicity"
    if _three_values(cohort, cohort.demographics.index(Demographic.ETHNICITY)) is None:
        return "its values do not say which are African-American and white; give the variable a hierarchy"
    return ""


def _three_values(cohort: Cohort, v: int) -> dict[str | None, str] | None:
    """The generalized ethnicity: level 1 of the study's own hierarchy, or three values by the words of each."""
    if isinstance(cohort.counted.built[v].section, TreeHierarchy | FileHierarchy):
        level = cohort.united.hierarchies[v].levels[1]
        told = zip(cohort.texts[v], level.groups, strict=True)
        return {text: str(level.labels[group]) for text, group in told}
    return three_values_of(cohort.texts[v])


def _told(cohort: Cohort, policy: Policy) -> tuple[Codes, ...]:
    """For every variable and class of the cohort and its population, the number of what the policy tells."""
    told = []
    for v, demographic in enumerate(cohort.demographics):
        hierarchy, texts = cohort.united.hierarchies[v], cohort.texts[v]
        zip3: Sequence[str | None] = ()
        if demographic is Demographic.ZIP:
            zip3 = [hierarchy.levels[1].labels[group] for group in hierarchy.levels[1].groups]
        three = _three_values(cohort, v) if demographic is Demographic.ETHNICITY else None
        labels = tell(demographic, policy, texts, year=cohort.asked.year, three_values=three, zip3=zip3)
        told.append(_numbered(labels)[cohort.united.codes[v]])
    return tuple(told)


def _numbered(labels: Sequence[str | None]) -> Codes:
    number: dict[str | None, int] = {}
    return np.array([number.setdefault(label, len(number)) for label in labels], np.int32)


def _classes(columns: Sequence[Codes]) -> tuple[Integers, int]:
    """The class of every row, and how many classes there are."""
    keys, _ = pack(columns, [int(column.max()) + 1 for column in columns])
    distinct, number = np.unique(keys, return_inverse=True)
    return number, len(distinct)


def _risk(cohort: Cohort, number: Integers, n_classes: int, matches: Integers | None = None) -> PolicyRisk:
    people = np.bincount(number, weights=cohort.united.people, minlength=n_classes).astype(np.int64)
    sizes = cohort.united.matches if matches is None else matches
    groups = np.bincount(number, weights=sizes, minlength=n_classes)
    return measure_policy_risk(people, groups, threshold=cohort.asked.threshold, scaling=cohort.asked.scaling)


def _outcomes(cohort: Cohort, policies: Sequence[Policy], told: dict[str, tuple[Codes, ...]]) -> list[PolicyOutcome]:
    classes = {policy.name: _classes(told[policy.name]) for policy in policies}
    risks = {name: _risk(cohort, *found) for name, found in classes.items()}
    estimates: dict[str, dict[PolicyMeasure, RiskEstimate]] = {}
    if cohort.spread is not None:
        estimates = _estimates(cohort, cohort.spread, classes)
        risks = {
            name: PolicyRisk(*(own[measure].value for measure in PolicyMeasure)) for name, own in estimates.items()
        }
    occurs = cohort.united.people > 0
    return [
        PolicyOutcome(
            name=policy.name,
            told=tuple(in_words(found, policy, cohort.asked.year) for found in cohort.demographics),
            classes=len(np.unique(classes[policy.name][0][occurs])),
            risk=risks[policy.name],
            acceptable=compare_with(risks[policy.name], risks[SAFE_HARBOR.name]),
            estimates=estimates.get(policy.name),
        )
        for policy in policies
    ]


def _estimates(
    cohort: Cohort, spread: SpreadGroups, classes: dict[str, tuple[Integers, int]]
) -> dict[str, dict[PolicyMeasure, RiskEstimate]]:
    """Every policy's risks in the same populations, drawn at random: means and the middle 95 %."""
    drawn: dict[str, list[Reals]] = {name: [] for name in classes}
    rows = cohort.united.rows_of_population
    for sizes in spread.draws(np.random.default_rng(DRAWS), DRAWS):
        matches = np.bincount(rows, weights=sizes, minlength=len(cohort.united.people))
        for name, found in classes.items():
            risk = _risk(cohort, *found, matches=matches)
            drawn[name].append(np.array([risk.of(measure) for measure in PolicyMeasure]))
    estimates = {}
    for name, all_ in drawn.items():
        table = np.array(all_)
        estimates[name] = {
            measure: interval_of(float(table[:, i].mean()), table[:, i], METHOD)
            for i, measure in enumerate(PolicyMeasure)
        }
    return estimates


# ---- beyond the published policies -----------------------------------------------------------------------------


def _frontier(
    cohort: Cohort, safe_harbor: tuple[Codes, ...]
) -> tuple[tuple[PolicyNode, ...] | None, int, tuple[str, ...]]:
    """The finest nodes of the lattice that are no riskier than Safe Harbor by any measure, most information first."""
    from bauta.search.evaluate import NodeJudge
    from bauta.search.space import Node
    from bauta.search.up_set import finest_acceptable

    counted, asked = cohort.counted, cohort.asked
    space = counted.space
    if space.n_nodes > MOST_NODES or space.n_nodes * len(space.table) > MOST_WORK:
        note = f"The lattice has {space.n_nodes:,} nodes, too many to look for all policies that are no riskier."
        return None, 0, (note,)
    limit = _risk(cohort, *_classes(safe_harbor))
    judge = NodeJudge(space, counted.criterion.rules(space.n_records, has_population=True))
    risks: dict[Node, PolicyRisk] = {}

    def is_acceptable(node: Node) -> bool:
        table = judge.classes_at(node)
        risks[node] = measure_policy_risk(table.people, table.matches, threshold=asked.threshold, scaling=asked.scaling)
        return all(compare_with(risks[node], limit).values())

    everything = tuple(hierarchy.height - 1 for hierarchy in space.hierarchies)
    most = space.generalized_loss(everything)
    assert space.additive is not None
    scale = space.additive.scale
    nodes = [
        PolicyNode(
            levels=node,
            loss=space.generalized_loss(node) / scale,
            information_kept=1 - space.generalized_loss(node) / most if most else 1.0,
            risk=risks[node],
        )
        for node in finest_acceptable(space.bottom, space.top, is_acceptable)
    ]
    return tuple(sorted(nodes, key=lambda node: (node.loss, node.levels))), len(risks), ()


def _overlay(cohort: Cohort, told: dict[str, tuple[Codes, ...]]) -> Overlay:
    """What two releases tell together: people are alike only if they are in both."""
    first, second = (_release(cohort, told, text) for text in cohort.asked.overlay)
    found = [_classes(first[1]), _classes(second[1]), _classes((*first[1], *second[1]))]
    risk = _risk(cohort, *found[2])
    limit = _risk(cohort, *_classes(told[SAFE_HARBOR.name]))
    return Overlay(
        names=(first[0], second[0]),
        is_finer=found[2][1] > max(found[0][1], found[1][1]),
        classes=(found[0][1], found[1][1], found[2][1]),
        risk=risk,
        acceptable=compare_with(risk, limit),
    )


def _release(cohort: Cohort, told: dict[str, tuple[Codes, ...]], text: str) -> tuple[str, tuple[Codes, ...]]:
    """A release as a person names it: a policy, or levels of the study's hierarchies (0 where none is given)."""
    by_name = {_plain(name): name for name in told}
    if "=" not in text:
        name = by_name.get(_plain(text))
        if name is None:
            allowed = f"one of {', '.join(told)}, or levels such as {cohort.counted.classes.variables[0]}=1"
            raise OptionInvalid(option="--overlay", value=repr(text[:40]), allowed=allowed)
        return name, told[name]
    levels = parse_levels(text.split(","))
    columns = []
    for name in levels:
        if name not in cohort.counted.classes.variables:
            raise LevelInvalid(variable=shown(name), problem="it is not a quasi-identifier")
    for v, name in enumerate(cohort.counted.classes.variables):
        hierarchy, level = cohort.united.hierarchies[v], levels.get(name, 0)
        if level >= hierarchy.height:
            raise LevelInvalid(variable=shown(name), problem=f"{level} is above its highest, {hierarchy.height - 1}")
        columns.append(hierarchy.levels[level].groups[cohort.united.codes[v]])
    return text, tuple(columns)


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())
