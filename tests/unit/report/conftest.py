"""Results written by hand: assessments, a release, a solution space. Every figure on a page is a line here."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from bauta.model.assessment import (
    Adversary,
    AdversaryDecision,
    Assessment,
    AttributeDisclosure,
    Contribution,
    Decision,
    PopulationFacts,
    RiskProfile,
    RuleOutcome,
    SizeCount,
    SmallClass,
    Unit,
    Verdict,
    VerifierRisk,
)
from bauta.model.columns import ColumnProfile, ColumnSummary, Suggestion
from bauta.model.deidentification import (
    ColumnOutcome,
    Deidentification,
    Exploration,
    Goal,
    NodeOutcome,
    SearchFacts,
    Solution,
    VariableOutcome,
)
from bauta.model.estimates import (
    AtAnotherSize,
    Estimator,
    PopulationEstimates,
    PopulationRisk,
    RiskEstimate,
    UniquenessEstimate,
    UniquenessEstimator,
)
from bauta.model.missing import WildcardFigures
from bauta.model.roles import Role, VariableType
from bauta.model.sampling import Sampling
from bauta.model.threshold import Thresholds
from bauta.model.transformations import CellReading, CriterionKind, LossKind, SuppressionKind
from bauta.model.uniqueness import NearUniqueness, ValueUniqueness
from bauta.model.verification import Verifier

HOSTILE_NAMES = (
    "[bold red]zip[/]",
    "<script>alert('x')</script>",
    "two\nlines\x1b[31m",
    "n" * 300,
    "abc\u202etxt.exe",
    '"><img onerror=x>',
)


def risk(adversary: Adversary, smallest: int, average: Fraction, at_risk: int, people: int) -> RiskProfile:
    holds = smallest >= 3
    return RiskProfile(
        adversary=adversary,
        maximum=1 / smallest,
        average=float(average),
        exact_average=average,
        strict_average=float(average) if holds else 1 / smallest,
        strict_average_holds=holds,
        records_at_risk=at_risk,
        share_at_risk=at_risk / people,
        smallest_class=smallest,
    )


def rules(profile: RiskProfile, *, limit: float = 0.2, cell_size: int = 5) -> AdversaryDecision:
    def verdict(is_acceptable: bool) -> Verdict:
        return Verdict.LOW if is_acceptable else Verdict.HIGH

    by_average = profile.average <= limit
    return AdversaryDecision(
        profile.adversary,
        (
            RuleOutcome("D_a", profile.share_at_risk, 0.0, verdict(profile.share_at_risk == 0)),
            RuleOutcome("D_b", profile.maximum, limit, verdict(profile.smallest_class >= cell_size)),
            RuleOutcome("D_c", profile.average, limit, verdict(by_average)),
            RuleOutcome(
                "strict average",
                profile.strict_average,
                limit,
                verdict(profile.strict_average_holds and by_average),
            ),
        ),
    )


def marketer_rule(profile: RiskProfile, limit: float = 0.2) -> AdversaryDecision:
    verdict = Verdict.LOW if profile.average <= limit else Verdict.HIGH
    return AdversaryDecision(Adversary.MARKETER, (RuleOutcome("D_c", profile.average, limit, verdict),))


@pytest.fixture
def verifier() -> Verifier:
    return Verifier(4, Fraction(9, 10))


@pytest.fixture
def verified(verifier: Verifier) -> Callable[[Assessment], Assessment]:
    """The same with an adversary of four attempts, from whom classes of 18 would be safe."""

    def add(assessment: Assessment) -> Assessment:
        profile = replace(risk(Adversary.VERIFIER, 8, Fraction(31, 1000), 120, 1000), maximum=0.45)
        adversaries = (*assessment.decision.adversaries, rules(profile, cell_size=18))
        decision = replace(assessment.decision, adversaries=adversaries)
        return replace(assessment, verifier=VerifierRisk(verifier, profile, 18), decision=decision)

    return add


@pytest.fixture
def estimated() -> Callable[[Assessment], Assessment]:
    """The same as a tenth of a population of which nothing else is known."""

    def number(value: float) -> RiskEstimate:
        return RiskEstimate(value, 0.75 * value, 1.25 * value, "poisson-gamma")

    def add(assessment: Assessment) -> Assessment:
        figures = PopulationRisk(
            marketer=number(0.04),
            largest_expected=0.6,
            maximum=number(0.7),
            smallest_class=1,
            chance_of_smaller=0.97,
            at_risk=number(0.03),
            population_and_sample_uniques=number(8.0),
            sample_uniques_matched=number(16.0),
            population_uniques=number(80.0),
        )
        estimates = PopulationEstimates(
            sampling=Sampling(1000, 10_000),
            estimator=Estimator.POISSON_GAMMA,
            why="It was asked for.",
            risk=figures,
            uniqueness=(
                UniquenessEstimate(UniquenessEstimator.ZAYATZ, number(90.0), None),
                UniquenessEstimate(UniquenessEstimator.PITMAN, None, "no class has two records"),
            ),
            sensitivity=(AtAnotherSize(Sampling(1000, 5000), number(0.07)),),
        )
        return replace(assessment, estimates=estimates)

    return add


@pytest.fixture
def high_risk() -> Assessment:
    """1,000 people, 40 of them unique, no population, roles suggested, names in the file."""
    prosecutor = risk(Adversary.PROSECUTOR, 1, Fraction(180, 1000), 130, 1000)
    marketer = replace(prosecutor, adversary=Adversary.MARKETER)
    return Assessment(
        title=None,
        source="patients.csv",
        quasi_identifiers=("birth_date", "zip", "sex"),
        direct_identifiers=("mrn", "name"),
        possible_person_key=None,
        roles_were_suggested=True,
        unit=Unit(rows=1000, people=1000, person_key=None),
        classes=180,
        smallest_class=1,
        sample_uniques=40,
        sizes=(
            SizeCount(1, 40, 40),
            SizeCount(2, 15, 30),
            SizeCount(3, 20, 60),
            SizeCount(8, 95, 760),
            SizeCount(11, 10, 110),
        ),
        prosecutor=prosecutor,
        journalist=None,
        marketer=marketer,
        decision=Decision(Thresholds(), (rules(prosecutor), marketer_rule(marketer)), Verdict.HIGH, "prosecutor D_b"),
        contributions=(
            Contribution("sex", 3, True, 0.11, 0.07, 1.0, 12, 28),
            Contribution("birth_date", 90, False, 0.004, 0.176, 0.5, 0, 40),
            Contribution("zip", 6, False, 0.18, 1e-17, 1.0, 40, 0),
        ),
        smallest_classes=(SmallClass(1, (17,)), SmallClass(1, (1204,)), SmallClass(2, (3, 88))),
        attribute_disclosure=(AttributeDisclosure("diagnosis", 1, 45, 60, 20, 0.75, "equal"),),
        population=None,
        notes=("Fields are separated by semicolons (detected).",),
    )


@pytest.fixture
def with_population(high_risk: Assessment) -> Assessment:
    """The same people in a population of 20,000 in which everybody could be one of eight: LOW by the journalist."""
    journalist = risk(Adversary.JOURNALIST, 8, Fraction(9, 1000), 0, 1000)
    marketer = replace(journalist, adversary=Adversary.MARKETER)
    return replace(
        high_risk,
        title="Diabetes cohort",
        direct_identifiers=(),
        possible_person_key=None,
        roles_were_suggested=False,
        unit=Unit(rows=1250, people=1000, person_key="pid", people_in_several_classes=7),
        wildcard=WildcardFigures(0.2, 0.05, 5, 0, 0, 0.125, 0.009, 3, 12, 1),
        journalist=journalist,
        marketer=marketer,
        decision=Decision(
            Thresholds(),
            (rules(high_risk.prosecutor), rules(journalist), marketer_rule(marketer)),
            Verdict.LOW,
            "journalist D_b",
        ),
        population=PopulationFacts("region.parquet", 20_000, 0.05),
        attribute_disclosure=(
            *high_risk.attribute_disclosure,
            AttributeDisclosure("hba1c", 2, 0, 0, 0, 0.31, "ordered"),
        ),
    )


@pytest.fixture
def hostile(high_risk: Assessment) -> Assessment:
    """Column names, a title and a file name that try to be markup, control codes or endless."""
    names = HOSTILE_NAMES
    return replace(
        high_risk,
        title="<b>Study</b>\x1b[2J",
        source="evil\r[link=x]<i>.csv",
        quasi_identifiers=names,
        direct_identifiers=names,
        unit=replace(high_risk.unit, person_key=names[1]),
        contributions=tuple(replace(high_risk.contributions[0], variable=name) for name in names),
        attribute_disclosure=tuple(replace(high_risk.attribute_disclosure[0], variable=name) for name in names),
    )


def column(name: str, role: Role, **changes: object) -> ColumnProfile:
    summary = ColumnSummary(name, VariableType.TEXT, rows=1000, missing=0, distinct=1000)
    return ColumnProfile(
        summary=replace(summary, **{k: v for k, v in changes.items() if k != "is_person_key"}),  # type: ignore[arg-type]
        suggestion=Suggestion(
            role,
            VariableType.TEXT,
            "something",
            f"Because it looks like a {role} column.",
            bool(changes.get("is_person_key")),
        ),
    )


@pytest.fixture
def columns() -> tuple[ColumnProfile, ...]:
    return (
        column("mrn", Role.DIRECT_IDENTIFIER, is_person_key=True),
        column("zip", Role.QUASI_IDENTIFIER, distinct=26, missing=3),
        column("diagnosis", Role.SENSITIVE, distinct=99),
        column("batch", Role.OTHER, distinct=1),
    )


@pytest.fixture
def many_columns(columns: tuple[ColumnProfile, ...]) -> tuple[ColumnProfile, ...]:
    return (*columns, *(column(f"lab_{number}", Role.OTHER) for number in range(200)))


@pytest.fixture
def hostile_columns() -> tuple[ColumnProfile, ...]:
    return tuple(column(name, Role.QUASI_IDENTIFIER) for name in HOSTILE_NAMES)


@pytest.fixture
def goal() -> Goal:
    return Goal(
        criterion=CriterionKind.MAXIMUM,
        thresholds=Thresholds(),
        has_population=False,
        suppression=SuppressionKind.RECORDS,
        suppression_limit=0.05,
        reading=CellReading.STRICT,
        loss=LossKind.LM,
    )


@pytest.fixture
def released(high_risk: Assessment, goal: Goal) -> Deidentification:
    """The 1,000 people of `high_risk`, 38 of them left out; 962 in 60 classes, the smallest of six."""
    prosecutor = risk(Adversary.PROSECUTOR, 6, Fraction(60, 962), 0, 962)
    marketer = replace(prosecutor, adversary=Adversary.MARKETER)
    before = replace(high_risk, direct_identifiers=(), roles_were_suggested=False)
    after = replace(
        before,
        source="release/patients.csv",
        unit=Unit(rows=962, people=962, person_key=None),
        classes=60,
        smallest_class=6,
        sample_uniques=0,
        sizes=(SizeCount(6, 23, 138), SizeCount(22, 36, 792), SizeCount(32, 1, 32)),
        prosecutor=prosecutor,
        marketer=marketer,
        decision=Decision(Thresholds(), (rules(prosecutor), marketer_rule(marketer)), Verdict.LOW, "prosecutor D_b"),
        contributions=(),
        smallest_classes=(),
    )
    return Deidentification(
        title=None,
        source="patients.csv",
        folder="out",
        goal=goal,
        solution=Solution(
            variables=(
                VariableOutcome("birth_date", 3, "year", 5, "dates by month, quarter, year, 5 years", 90, 12, 0),
                VariableOutcome("zip", 1, "level 1", 3, "hierarchies/zip.csv", 6, 3, 0),
                VariableOutcome("sex", 0, "original", 1, "suggested: the value or nothing", 3, 3, 0),
            ),
            suppressed_records=38,
            suppressed_cells=0,
            losses={
                LossKind.NON_UNIFORM_ENTROPY: 3311.25,
                LossKind.LM: 0.2171,
                LossKind.PRECISION: 0.3342,
                LossKind.DM_STAR: 20_723.0,
                LossKind.DISCERNIBILITY: 57_279.0,
                LossKind.AVERAGE_CLASS_SIZE: 1000 / 61,
            },
        ),
        search=SearchFacts(lattice_nodes=48, nodes_evaluated=19, is_optimal=True, gap=0.0, cpu_seconds=0.0342),
        before=before,
        after=after,
        columns=(
            ColumnOutcome("mrn", "random pseudonyms"),
            ColumnOutcome("name", "removed"),
            ColumnOutcome("phone", "removed"),
            ColumnOutcome("admitted", "dates shifted by up to 182 days"),
            ColumnOutcome("diagnosis", "kept"),
        ),
        subsample=None,
        rows_before=1000,
        near_uniqueness=NearUniqueness(
            people=962,
            cell_size=5,
            columns=(
                ValueUniqueness(("admitted",), 400, 900, is_changed=True),
                ValueUniqueness(("hba1c",), 12, 77),
                ValueUniqueness(("diagnosis",), 0, 0),
            ),
            pairs=(ValueUniqueness(("diagnosis", "hba1c"), 702, 950),),
            pairs_uncounted=0,
        ),
        rows_after=962,
        seconds=1.234,
        notes=("Fields are separated by semicolons (detected).",),
    )


@pytest.fixture
def released_by_population(released: Deidentification) -> Deidentification:
    """The same release against a population in which everybody could be one of eight."""
    journalist = risk(Adversary.JOURNALIST, 8, Fraction(9, 1000), 0, 962)
    facts = PopulationFacts("region.parquet", 20_000, 0.05)

    def against_population(assessment: Assessment) -> Assessment:
        prosecutor, marketer = assessment.decision.adversaries
        decision = replace(assessment.decision, adversaries=(prosecutor, rules(journalist), marketer))
        return replace(assessment, journalist=journalist, population=facts, decision=decision)

    return replace(
        released,
        goal=replace(released.goal, has_population=True),
        before=against_population(released.before),
        after=against_population(released.after),
    )


def node(levels: tuple[int, ...], loss: float, suppressed: int, **changes: object) -> NodeOutcome:
    outcome = NodeOutcome(
        levels=levels,
        loss=loss,
        suppressed_records=suppressed,
        suppressed_share=suppressed / 1000,
        maximum_risk=0.2,
        average_risk=0.0624,
        classes=60,
        is_within_limit=suppressed <= 50,
        is_on_frontier=True,
    )
    return replace(outcome, **changes)  # type: ignore[arg-type]


@pytest.fixture
def explored(goal: Goal) -> Exploration:
    """Five nodes of 48, four of them on the frontier, the third being the optimum."""
    best = node((3, 1, 0), 0.2171, 38)
    return Exploration(
        title=None,
        source="patients.csv",
        goal=goal,
        variables=("birth_date", "zip", "sex"),
        level_names=(
            ("original", "month", "quarter", "year", "5 years", "*"),
            ("original", "level 1", "level 2", "level 3"),
            ("original", "*"),
        ),
        records=1000,
        lattice_nodes=48,
        nodes=(
            node((1, 0, 0), 0.1204, 611, average_risk=0.1131, classes=44),
            node((2, 0, 0), 0.1622, 250, average_risk=0.0853, classes=64),
            best,
            node((3, 1, 1), 0.3011, 38, is_on_frontier=False),
            node((5, 3, 1), 1.0, 0, average_risk=0.001, classes=1),
        ),
        is_whole=False,
        best=best,
        notes=(),
    )


@pytest.fixture
def hostile_release(released: Deidentification) -> Deidentification:
    variables = tuple(
        replace(released.solution.variables[0], variable=n, level_name=n, hierarchy=n[:50]) for n in HOSTILE_NAMES
    )
    return replace(
        released,
        title="<b>Study</b>\x1b[2J",
        source="evil\r[link=x]<i>.csv",
        folder="<i>out</i>\x1b[2J",
        solution=replace(released.solution, variables=variables),
        after=replace(released.after, quasi_identifiers=HOSTILE_NAMES),
        columns=tuple(ColumnOutcome(n, n[:50]) for n in HOSTILE_NAMES),
        notes=("<n>\x07",),
    )


@pytest.fixture
def hostile_space(explored: Exploration) -> Exploration:
    names = HOSTILE_NAMES
    nodes = tuple(replace(n, levels=(1,) * len(names)) for n in explored.nodes)
    return replace(
        explored,
        title="<b>Study</b>\x1b[2J",
        source="evil\r[link=x]<i>.csv",
        variables=names,
        level_names=tuple(("original", n) for n in names),
        nodes=nodes,
        best=nodes[2],
        notes=("<n>\x07",),
    )


@pytest.fixture
def large_space(explored: Exploration) -> Exploration:
    """13,001 nodes, 201 of them on the frontier, the optimum not being at an even step of it."""
    frontier = [node((i, 0, 0), i / 200, (200 - i) ** 2 // 40) for i in range(201)]
    rest = [
        node((i, j, 1), 0.3 + (i + j / 130) / 150, 120 + i * j // 16, is_on_frontier=False)
        for i in range(100)
        for j in range(128)
    ]
    names = tuple(str(level) for level in range(201))
    return replace(
        explored,
        level_names=(names, names, names),
        lattice_nodes=13_001,
        nodes=(*frontier, *rest),
        is_whole=True,
        best=frontier[156],
    )
