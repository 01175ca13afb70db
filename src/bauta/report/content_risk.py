"""The risk table and the decision rules, in words."""

from bauta.model.assessment import (
    Adversary,
    AdversaryDecision,
    Assessment,
    RiskProfile,
    RuleOutcome,
    Verdict,
    VerifiedClasses,
    VerifierRisk,
)
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold, Thresholds
from bauta.report.figures import count, people, percent, percent_beside, probability, probability_beside
from bauta.report.page import Cell, Column, Paragraph, Row, Section, Table, Tone, cells

NOT_ASKED = "–"
"""For a marketer only the average counts: who is matched does not matter, only how many."""

JOURNALIST_CONDITION = (
    "The journalist's figures hold only if nobody can know who is in the data. Where a relative or "
    "colleague may know that somebody was a patient here, go by the prosecutor."
)

VERIFIED = {
    VerifiedClasses.DATA: "those in the data who fit",
    VerifiedClasses.POPULATION: "those in the population who fit",
    VerifiedClasses.SPREAD: "those in the population who fit (estimated)",
    VerifiedClasses.ESTIMATED: "those in the population who fit (estimated)",
}
"""Whom a verifier tries."""

RULES_IN_ORDER = ("D_b", "D_a", "D_c", "strict average")
RULE_NAMES = {
    "D_a": "share of people above the threshold (D_a)",
    "D_b": "maximum risk (D_b)",
    "D_c": "average risk (D_c)",
}


def risk_section(assessment: Assessment) -> Section:
    """How likely each adversary is to succeed."""
    tau = assessment.threshold
    rows = [Row(_risk_cells(assessment.prosecutor), "knows that a certain person is in the data and looks for them")]
    if assessment.journalist is None:
        rows.append(
            Row(
                cells("Journalist", *[Cell(NOT_ASKED, Tone.QUIET)] * 4),
                "cannot know who is in the data; not measured: nothing is known of a population",
            )
        )
    else:
        rows.append(
            Row(
                _risk_cells(assessment.journalist),
                "cannot know who is in the data; looks for anyone of the population"
                + (" (estimated)" if assessment.is_estimated else ""),
            )
        )
    marketer = cells("Marketer", NOT_ASKED, probability(assessment.marketer.average), NOT_ASKED, NOT_ASKED)
    rows.append(Row(marketer, _marketer_in_words(assessment)))
    if assessment.verifier is not None:
        rows.append(Row(_risk_cells(assessment.verifier.profile), _verifier_in_words(assessment.verifier)))
    table = Table(
        caption="Probability of re-identification, by adversary",
        columns=(
            Column("Adversary"),
            Column("Maximum R_b", is_number=True),
            Column("Average R_c", is_number=True),
            Column("Strict average", is_number=True),
            Column(f"In classes below {tau.cell_size}, R_a", is_number=True),
        ),
        rows=tuple(rows),
        note_title="Who this is",
    )
    return Section("Risk", (table, *strict_average_note(assessment)))


def decision_section(assessment: Assessment) -> Section:
    """What each rule says, for each adversary it applies to."""
    decision = assessment.decision
    rows = tuple(_rule_row(assessment, rule) for rule in RULES_IN_ORDER)
    adversaries = [_title(entry.adversary) for entry in decision.adversaries]
    table = Table(
        caption="Decision rules: measured value and verdict",
        columns=(Column("Rule"), Column("Limit"), *(Column(a, is_number=True) for a in adversaries)),
        rows=rows,
    )
    parts: list[Paragraph | Table] = [table, *printed_short_note(assessment)]
    if assessment.journalist is not None:
        parts.append(Paragraph(JOURNALIST_CONDITION))
    if assessment.verifier is not None:
        parts += _verifier_notes(assessment.verifier, is_sample=assessment.estimates is not None)
    return Section("Decision rules", tuple(parts))


def basis_in_words(assessment: Assessment) -> str:
    """The rule the verdict rests on, its limit and what was measured."""
    decision = assessment.decision
    for entry in decision.adversaries:
        for outcome in entry.outcomes:
            if f"{entry.adversary} {outcome.rule}" == decision.decided_by:
                smallest = profile_of(assessment, entry.adversary).smallest_class
                return (
                    f"By the {entry.adversary}'s {RULE_NAMES.get(outcome.rule, outcome.rule)}: "
                    f"{measured_in_words(outcome)}, the smallest class being {count(smallest)}; "
                    f"allowed is {limit_for(assessment, entry.adversary, outcome.rule)}."
                )
    return f"By {decision.decided_by}, with a threshold of {decision.thresholds.tau}."


def profile_of(assessment: Assessment, adversary: Adversary) -> RiskProfile:
    """The figures of one adversary."""
    verified = None if assessment.verifier is None else assessment.verifier.profile
    profiles = (assessment.prosecutor, assessment.journalist, assessment.marketer, verified)
    return next(profile for profile in profiles if profile is not None and profile.adversary is adversary)


def _risk_cells(profile: RiskProfile) -> tuple[Cell, ...]:
    strict = probability(profile.strict_average)
    return cells(
        _title(profile.adversary),
        probability(profile.maximum),
        probability(profile.average),
        strict if profile.strict_average_holds else f"{strict} *",
        f"{count(profile.records_at_risk)} ({percent(profile.share_at_risk)})",
    )


def _marketer_in_words(assessment: Assessment) -> str:
    expected = assessment.marketer.average * assessment.records
    matches = count(round(expected)) if expected >= 10 else f"{expected:.2g}"
    if assessment.population is not None or assessment.estimates is not None:
        estimated = " (estimated)" if assessment.is_estimated else ""
        return f"matches all against the population; expects {matches} right{estimated}"
    return f"matches all against a list of the same people (n = N); expects {matches} right"


def _verifier_in_words(risk: VerifierRisk) -> str:
    attempts = count(risk.verifier.attempts)
    return (
        f"tries {attempts} of {VERIFIED[risk.classes]}, is told of each with probability "
        f"{float(risk.verifier.probability):.4g}; R_a: classes below {count(risk.least_class_size)}"
    )


def _verifier_notes(risk: VerifierRisk, *, is_sample: bool) -> list[Paragraph]:
    notes = [f"For the verifier a class is large enough from {people(risk.least_class_size)} on."]
    if risk.classes is VerifiedClasses.ESTIMATED:
        notes.append("Its figures are expectations over the sizes that classes may have in the population.")
    elif risk.classes is VerifiedClasses.DATA and is_sample:
        notes.append("Its figures are of the classes in the data, not of the population, where the risk is no higher.")
    return [Paragraph(" ".join(notes), Tone.QUIET)]


def strict_average_note(*assessments: Assessment) -> tuple[Paragraph, ...]:
    """What the asterisk means, where there is one."""
    profiles = [p for a in assessments for p in (a.prosecutor, a.journalist) if p is not None]
    if all(profile.strict_average_holds for profile in profiles):
        return ()
    floor = STRICT_AVERAGE_FLOOR.cell_size
    return (
        Paragraph(
            f"* Some class is smaller than {floor}, so the strict average is the maximum.",
            Tone.QUIET,
        ),
    )


def _rule_row(assessment: Assessment, rule: str) -> Row:
    outcomes = (_outcome_cell(entry, rule) for entry in assessment.decision.adversaries)
    return Row(cells(_rule_in_words(assessment, rule), limit_in_words(assessment.decision.thresholds, rule), *outcomes))


def _outcome_cell(entry: AdversaryDecision, rule: str) -> Cell:
    outcome = next((outcome for outcome in entry.outcomes if outcome.rule == rule), None)
    if outcome is None:
        return Cell(NOT_ASKED, Tone.QUIET)
    tone = Tone.BAD if outcome.verdict is Verdict.HIGH else Tone.GOOD
    return Cell(f"{measured_in_words(outcome)} {outcome.verdict}", tone)


def measured_in_words(outcome: RuleOutcome) -> str:
    """What was measured, with as many digits as tell it from its limit."""
    if outcome.rule == "D_a":
        return percent_beside(outcome.value, outcome.limit)
    return probability_beside(outcome.value, outcome.limit)


def _rule_in_words(assessment: Assessment, rule: str) -> str:
    return {
        "D_a": "D_a share in smaller classes",
        "D_b": f"D_b maximum: no class below {assessment.threshold.cell_size}",
        "D_c": "D_c average",
    }.get(rule, f"Strict average: no class below {STRICT_AVERAGE_FLOOR.cell_size}")


def limit_in_words(thresholds: Thresholds, rule: str) -> str:
    """What a rule allows."""
    if rule == "D_a":
        return percent(thresholds.alpha)
    return str(thresholds.tau if rule == "D_b" else thresholds.largest_average)


def limit_for(assessment: Assessment, adversary: Adversary, rule: str) -> str:
    """What a rule allows an adversary; a verifier is kept off by larger classes than others are."""
    if adversary is Adversary.VERIFIER and rule == "D_b" and assessment.verifier is not None:
        return str(Threshold(assessment.threshold.probability, assessment.verifier.least_class_size))
    return limit_in_words(assessment.decision.thresholds, rule)


def printed_short_note(assessment: Assessment) -> tuple[Paragraph, ...]:
    """Why 0.0909 can be within 0.09, where that has happened."""
    thresholds = assessment.decision.thresholds
    limits = {"D_b": thresholds.tau, "D_c": thresholds.largest_average, "strict average": thresholds.largest_average}
    for entry in assessment.decision.adversaries:
        for outcome in entry.outcomes:
            limit = limits.get(outcome.rule) if entry.adversary is not Adversary.VERIFIER else None
            if limit and outcome.verdict is Verdict.LOW and outcome.value > outcome.limit:
                return (Paragraph(_printed_short(limit), Tone.QUIET),)
    return ()


def _printed_short(limit: Threshold) -> str:
    return (
        f"{limit.probability:.4g} is how 1/{limit.cell_size} is printed; "
        f"classes of {people(limit.cell_size)} are within it."
    )


def _title(adversary: Adversary) -> str:
    return adversary.capitalize()
