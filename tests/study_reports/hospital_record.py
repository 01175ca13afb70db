"""The example study's record: figures measured on the bundled hospital; context, diagnostics and comparison by hand.

Nothing here is a result of the steps that make records; it is what a report is tried with, all parts there.
"""

import hashlib
from datetime import UTC, datetime
from pathlib import Path

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.assessment import Adversary, Verdict
from bauta.model.comparison import (
    AssociationChange,
    Coefficient,
    Comparison,
    CurvePoint,
    ModelComparison,
    ModelKind,
    VariableChange,
)
from bauta.model.context import DataMetric, Mechanism, Sharing
from bauta.model.deidentification import Deidentification
from bauta.model.diagnostics import Diagnostics, Scenario, TippingPoint
from bauta.model.document import DocumentSection
from bauta.model.roles import Role, VariableType
from bauta.model.source import DataSource
from bauta.model.standards import Caveat, Finding, Outcome, Rule, Standard, StandardCheck
from bauta.model.steps import PersonalDecision, Step, StepRecord
from bauta.model.study_record import (
    ExportFacts,
    MaskDecision,
    SourceFacts,
    StudyRecord,
    UtilityLimit,
    UtilityNeeds,
    VariableDecision,
)
from bauta.model.threat import (
    Attack,
    AttackKind,
    AttackNotApplicable,
    AttackRisk,
    ChosenThreshold,
    ContextRisk,
    QuestionnaireScore,
    QuestionScore,
    ReleaseContext,
)
from bauta.model.threshold import Threshold
from bauta.workflow.deidentify import deidentify
from bauta.workflow.deidentify_request import build_deidentify_request
from bauta.workflow.example import write_example

NOW = datetime(2026, 1, 5, 14, 30, tzinfo=UTC)
STUDY = """\
title: Extract for the diabetes study
data: {path: hospital.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: pseudonym}
  name: {role: direct_identifier, mask: remove}
  phone: {role: direct_identifier, mask: remove}
  email: {role: direct_identifier, mask: remove}
  birth_date:
    {role: quasi_identifier, type: date, hierarchy: {kind: dates, levels: [year, 5 years, decade]}, max_level: 3}
  zip: {role: quasi_identifier, type: code, hierarchy: zip, max_level: 1}
  sex: {role: quasi_identifier, max_level: 0}
  admission_date: {role: other, type: date, shift: true}
  discharge_date: {role: other, type: date, shift: true}
  diagnosis: {role: sensitive, type: code, ignore: {birth_date: A newborn was born in the year of the data.}}
  hba1c_percent: {role: sensitive, type: decimal}
thresholds: {tau: 5}
"""
THRESHOLD = ChosenThreshold(
    Threshold(0.05, 20),
    "IPC Ontario, De-identification Guidelines for Structured Data (2016), step 3",
    "invasion of privacy is high, for which the table gives 0.05 with a cell size of 20",
)
WHY = {
    "mrn": "the hospital's own number: unique and stable",
    "name": "points at one person by itself",
    "phone": "points at one person or household",
    "email": "points at one person",
    "birth_date": "replicable, distinguishable and knowable: relatives and registers know it",
    "zip": "the place of residence is known to neighbours and in registers",
    "sex": "known to everybody who knows the person",
    "admission_date": "an exact date can be known to relatives, so all dates are shifted",
    "discharge_date": "as the admission date",
    "diagnosis": "what somebody would want to learn",
    "hba1c_percent": "a laboratory result, not known outside the hospital",
}


def hospital_record(folder: Path) -> StudyRecord:
    """The whole record of the example study, its data and its release made in `folder`."""
    write_example(folder, overwrite=True)
    study = folder / "study.yaml"
    study.write_text(STUDY, encoding="utf-8")
    request = build_deidentify_request(DataSource(str(study)), test_seed=7)
    with DuckDbEngine() as engine:
        release = deidentify(
            engine, request, folder / "shared", replace_earlier=False, describe=lambda result: {}, now=NOW
        )
    context = release_context()
    return StudyRecord(
        title="Extract for the diabetes study",
        study="study.yaml",
        bauta="0.1.0",
        document=document_section(),
        variables=tuple(
            VariableDecision(variable, role, kind, WHY[variable], "A. Analyst") for variable, role, kind in _variables()
        ),
        masks=(MaskDecision("mrn", "random pseudonyms"), MaskDecision("name", "removed")),
        context=context,
        utility=UtilityNeeds(
            "five-year age groups and the region, to compare glycaemic control between them",
            0.7,
            (
                UtilityLimit("birth_date", "dates by year, 5 years, decade", "decade", 1.0),
                UtilityLimit("zip", "ZIP codes, first three digits", "ZIP3", 1.0),
                UtilityLimit("sex", "the value or nothing", "original", 1.0),
            ),
            ("linear model of hba1c_percent by sex and birth_date",),
        ),
        source=SourceFacts("hospital.csv", "0" * 63 + "1", 5000, 5000, 12, "mrn", None),
        before=release.before,
        risk_before=context_risk(context, release, is_after=False),
        needs_change=True,
        release=release,
        risk_after=context_risk(context, release, is_after=True),
        diagnostics=diagnostics(),
        comparison=comparison(),
        standards=(standard_check(),),
        export=ExportFacts("shared", _hashes(folder / "shared" / "release"), release.rows_after, 8),
        decisions=decisions(),
        records=step_records(),
    )


def _variables() -> list[tuple[str, Role, VariableType]]:
    direct, quasi, text = Role.DIRECT_IDENTIFIER, Role.QUASI_IDENTIFIER, VariableType.TEXT
    return [
        ("mrn", direct, VariableType.CODE),
        ("name", direct, text),
        ("phone", direct, text),
        ("email", direct, text),
        ("birth_date", quasi, VariableType.DATE),
        ("zip", quasi, VariableType.CODE),
        ("sex", quasi, VariableType.CATEGORY),
        ("admission_date", Role.OTHER, VariableType.DATE),
        ("discharge_date", Role.OTHER, VariableType.DATE),
        ("diagnosis", Role.SENSITIVE, VariableType.CODE),
        ("hba1c_percent", Role.SENSITIVE, VariableType.DECIMAL),
    ]


def _hashes(folder: Path) -> tuple[tuple[str, str], ...]:
    return tuple((path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in sorted(folder.iterdir()))


def document_section() -> DocumentSection:
    return DocumentSection(
        custodian="Riverside Hospital",
        prepared_by="A. Analyst, MSc Biostatistics",
        signatory="Dr. C. Officer, Chief Privacy Officer",
        valid_until="31 December 2027",
        reference_population="all inpatients of the hospital in 2025, who are the people in the data",
        rare_disease=False,
        special_populations="newborns and people over 89 are among the patients",
        other_releases="none of the same year",
        key_variables=("hba1c_percent", "diagnosis", "birth_date", "sex"),
        loss_mitigation="ages were allowed five-year groups, so that curves by age remain possible",
        conditions=("Results are published only as tables with cells of at least 11 people.",),
    )


def release_context() -> ReleaseContext:
    prosecutor, strict = Adversary.PROSECUTOR, DataMetric.STRICT_AVERAGE
    return ReleaseContext(
        sharing=Sharing.BY_REQUEST,
        mechanism=Mechanism.MICRODATA,
        recipient="Institute for Diabetes Research, State University",
        purpose="comparing glycaemic control between age groups and regions",
        is_closed=True,
        membership="whoever was an inpatient in 2025 is in the data, and relatives know who was",
        threshold=THRESHOLD,
        attacks=(
            Attack(
                AttackKind.DELIBERATE,
                "a member of the research group",
                None,
                0.3,
                "controls medium, motives and capacity medium: 0.3 in the table of IPC Ontario (2016)",
                strict,
                prosecutor,
                Threshold(1 / 6, 6),
            ),
            Attack(
                AttackKind.INADVERTENT,
                "a researcher who happens to know a patient",
                ("birth_date", "sex"),
                0.26,
                "1 - (1 - 0.002)^150, with a prevalence of 0.002 and 150 people known",
                strict,
                prosecutor,
                Threshold(0.05 / 0.26, 6),
                "The prevalence is the share of residents who were inpatients.",
            ),
            Attack(
                AttackKind.BREACH,
                "whoever gets hold of lost data",
                None,
                0.27,
                "HIMSS Analytics 2012: 27 percent of health care organisations had a breach in a year",
                strict,
                prosecutor,
                Threshold(0.05 / 0.27, 6),
            ),
        ),
        not_applicable=(AttackNotApplicable(AttackKind.DEMONSTRATION, "the data are not public"),),
        scores=(_controls(), _privacy(), _motives()),
        framework="El Emam (2013), Guide to the De-Identification of Personal Health Information",
        conditions=(
            "Only staff who need the data for the purpose have access to them.",
            "The data are not disclosed to third parties, and not linked with other data.",
            "The data are destroyed when the purpose is served.",
        ),
    )


def _question(key: str, text: str, answer: str, points: float, most: float, by: str | None = None) -> QuestionScore:
    return QuestionScore(
        key, text, answer, points, most, False, by, "data sharing agreement, section 4" if by else None
    )


def _controls() -> QuestionnaireScore:
    return QuestionnaireScore(
        "mitigating_controls",
        "Mitigating controls",
        24.0,
        "medium",
        (("none", 0), ("low", 5), ("medium", 15), ("high", 30)),
        (
            _question(
                "need_to_know", "Do only those who need the data have access to them?", "yes", 100, 100, "B. Lawyer"
            ),
            _question("linking", "Does the agreement limit linking with other data?", "yes", 100, 100, "B. Lawyer"),
            _question("audits", "Does the agreement require regular audits by third parties?", "no", 0, 50),
        ),
    )


def _privacy() -> QuestionnaireScore:
    return QuestionnaireScore(
        "invasion_of_privacy",
        "Invasion of privacy",
        31.0,
        "high",
        (("low", 0), ("medium", 10), ("high", 25), ("max", 50)),
        (
            _question("detailed", "Are the data highly detailed?", "yes", 50, 50),
            _question("large", "Are many people in them?", "no", 0, 30),
        ),
    )


def _motives() -> QuestionnaireScore:
    return QuestionnaireScore(
        "motives_and_capacity",
        "Motives and capacity",
        18.0,
        "medium",
        (("low", 0), ("medium", 10), ("high", 30), ("max", 50)),
        (_question("expertise", "Has the recipient the expertise to re-identify people?", "yes", 50, 50),),
    )


def context_risk(context: ReleaseContext, release: Deidentification, *, is_after: bool) -> ContextRisk:
    measured = release.after if is_after else release.before
    risks = []
    for attack in context.attacks:
        data_risk = measured.prosecutor.strict_average
        if attack.knows is not None:
            data_risk *= 0.6  # made up: fewer variables are known
        overall = data_risk * attack.probability
        verdict = Verdict.LOW if data_risk <= attack.permitted.probability else Verdict.HIGH
        known = attack.knows or measured.quasi_identifiers
        risks.append(
            AttackRisk(attack, known, Adversary.PROSECUTOR, data_risk, measured.smallest_class, overall, verdict)
        )
    return ContextRisk(context.threshold, tuple(risks))


def diagnostics() -> Diagnostics:
    return Diagnostics(
        Verdict.LOW,
        0.0058,
        0.05,
        (
            Scenario(
                "what an adversary knows", "birth_date, zip, sex", "also diagnosis", 0.21, 0.05, Verdict.HIGH, True
            ),
            Scenario("Pr(attempt)", "0.3 (controls medium)", "0.5 (controls low)", 0.0097, 0.05, Verdict.LOW, False),
            Scenario("prevalence", "0.002", "0.004", 0.0089, 0.05, Verdict.LOW, False),
            Scenario("missing values", "a value of their own", "matching anything", 0.0051, 0.05, Verdict.LOW, False),
            Scenario("estimator", "not needed: everybody is in the data", "pitman", None, 0.05, None, False),
        ),
        (
            TippingPoint(
                "Pr(attempt)", 0.3, None, "No probability of an attempt, not even 1, would make the verdict HIGH"
            ),
            TippingPoint("threshold", 0.05, 0.0058, "a threshold below 0.0058 would make the verdict HIGH"),
        ),
    )


def comparison() -> Comparison:
    return Comparison(
        variables=(
            VariableChange("birth_date", 5000, 4913, 0, 0, 4542, 20, 0.012),
            VariableChange("zip", 5000, 4913, 0, 0, 26, 3, 0.004),
            VariableChange("sex", 5000, 4913, 31, 0, 4, 2, 0.009),
            VariableChange("hba1c_percent", 5000, 4913, 2710, 2664, 88, 88, 0.006, 6.21, 6.2, 1.31, 1.3),
        ),
        associations=(
            AssociationChange("birth_date", "diagnosis", "Cramér's V", 0.31, 0.305),
            AssociationChange("sex", "diagnosis", "Cramér's V", 0.22, 0.223),
        ),
        models=(
            ModelComparison(
                "HbA1c by sex and age",
                ModelKind.LINEAR,
                "hba1c_percent ~ sex + birth_date",
                2290,
                2249,
                (
                    Coefficient("sex: M", 0.12, 0.02, 0.22, 0.118, 0.017, 0.219, 0.97),
                    Coefficient("birth_date: 1960-1964", 0.55, 0.31, 0.79, 0.56, 0.32, 0.8, 0.98),
                    Coefficient("birth_date: 1990-1994", -0.41, -0.7, -0.12, -0.4, -0.69, -0.11, 0.98),
                ),
                True,
            ),
        ),
        curve=tuple(
            CurvePoint((i,), loss, risk, i == 4, risk <= 1 / 6, loss <= 0.7)
            for i, (loss, risk) in enumerate(
                [
                    (0.02, 0.99),
                    (0.1, 0.81),
                    (0.2, 0.55),
                    (0.3, 0.28),
                    (0.42, 0.0193),
                    (0.55, 0.012),
                    (0.75, 0.004),
                    (0.95, 0.001),
                ]
            )
        ),
        curve_risk="data risk of a deliberate attempt",
        curve_limit=1 / 6,
    )


def standard_check() -> StandardCheck:
    geography = Rule(
        "B", "Geographic subdivisions", "No subdivision smaller than a state, but for three digits of a ZIP code."
    )
    dates = Rule("C", "Dates", "No element of a date but the year.")
    return StandardCheck(
        Standard.SAFE_HARBOR,
        "HIPAA Safe Harbor",
        "45 CFR 164.514(b)(2); ZIP codes by the census of 2020",
        "the release",
        4913,
        (
            Finding(geography, "zip", Outcome.PASS, "all values are three digits of a ZIP code that may be told"),
            Finding(dates, "admission_date", Outcome.FAIL, "4,913 rows have a day and a month", 4913, "tell the year"),
            Finding(dates, "birth_date", Outcome.PASS, "five years are told"),
        ),
        (Caveat("Dates that were shifted", "the rule asks for years, whether or not a date is the true one", True),),
    )


def decisions() -> tuple[tuple[str, PersonalDecision], ...]:
    return (
        (
            "direct-identifiers",
            PersonalDecision("accepted", "A. Analyst", "checked against the dictionary", "2026-01-04T09:00:00+00:00"),
        ),
        (
            "diagnose",
            PersonalDecision(
                "accepted", "Dr. C. Officer", "the diagnosis is not known outside", "2026-01-05T10:00:00+00:00"
            ),
        ),
    )


def step_records() -> tuple[StepRecord, ...]:
    summaries = {
        Step.DIRECT_IDENTIFIERS: "4 direct identifiers, 3 indirect identifiers",
        Step.MASKING: "mrn gets random pseudonyms, 3 are removed",
        Step.THREAT_MODEL: "3 attacks apply",
        Step.UTILITY: "1 analysis, 3 limits",
        Step.THRESHOLD: "0.05 (cell size 20)",
        Step.IMPORT: "5,000 rows read",
        Step.RISK: "HIGH: 4,939 people are unique",
        Step.COMPARE: "the data have to be changed",
        Step.ANONYMIZE: "LOW: 4,913 of 5,000 people released",
        Step.DIAGNOSE: "1 of 5 scenarios flips the verdict",
        Step.EXPORT: "3 files handed over",
    }
    return tuple(
        StepRecord(
            step, {"study": hashlib.sha256(step.key.encode()).hexdigest()}, summary, at="2026-01-05", bauta="0.1.0"
        )
        for step, summary in summaries.items()
    )
