"""Two assessments written by hand, so that every figure on a page can be traced to a line here."""

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
)
from bauta.model.columns import ColumnProfile, ColumnSummary, Suggestion
from bauta.model.missing import Missing
from bauta.model.roles import Role, VariableType
from bauta.model.threshold import Thresholds

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
        missing=Missing.CATEGORY,
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
        missing=Missing.WILDCARD,
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
        column("zip", Role.QUASI_IDENTIFIER, distinct=26, missing=3, distinct_is_exact=False),
        column("diagnosis", Role.SENSITIVE, distinct=99),
        column("batch", Role.OTHER, distinct=1),
    )


@pytest.fixture
def many_columns(columns: tuple[ColumnProfile, ...]) -> tuple[ColumnProfile, ...]:
    return (*columns, *(column(f"lab_{number}", Role.OTHER) for number in range(200)))


@pytest.fixture
def hostile_columns() -> tuple[ColumnProfile, ...]:
    return tuple(column(name, Role.QUASI_IDENTIFIER) for name in HOSTILE_NAMES)
