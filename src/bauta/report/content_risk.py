"""The risk table and the decision rules, in words."""

from bauta.model.assessment import (
    Adversary,
    AdversaryDecision,
    Assessment,
    RiskProfile,
    RuleOutcome,
    Verdict,
)
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold
from bauta.report.figures import count, people, percent, percent_beside, probability, probability_beside
from bauta.report.page import Cell, Column, Paragraph, Row, Section, Table, Tone, cells

NOT_ASKED = "–"
"""For a marketer only the average counts: who is matched does not matter, only how many."""

RULES_IN_ORDER = ("D_b", "D_a", "D_c", "strict average")


def risk_section(assessment: Assessment) -> Section:
    """How likely each adversary is to succeed."""
    tau = assessment.threshold
    rows = [Row(_risk_cells(assessment.prosecutor), "knows that a certain person is in the data and looks for them")]
    if assessment.journalist is None:
        rows.append(
            Row(
                cells("Journalist", *[Cell(NOT_ASKED, Tone.QUIET)] * 4),
                "cannot know who is in the data; not measured, because no population was given",
            )
        )
    else:
        rows.append(
            Row(
                _risk_cells(assessment.journalist),
                "cannot know who is in the data; looks for anyone, in the population",
            )
        )
    marketer = cells("Marketer", NOT_ASKED, probability(assessment.marketer.average), NOT_ASKED, NOT_ASKED)
    rows.append(Row(marketer, _marketer_in_words(assessment)))
    table = Table(
        caption="Probability of re-identification, by adversary",
        columns=(
            Column("Adversary"),
            Column("Maximum (R_b)", is_number=True),
            Column("Average (R_c)", is_number=True),
            Column("Strict average", is_number=True),
            Column(f"People above {tau.probability:.4g} (R_a)", is_number=True),
        ),
        rows=tuple(rows),
        note_title="Who this is",
    )
    return Section("Risk", (table, *_strict_average_note(assessment)))


def decision_section(assessment: Assessment) -> Section:
    """What each rule says, for each adversary it applies to."""
    decision = assessment.decision
    rows = tuple(_rule_row(assessment, rule) for rule in RULES_IN_ORDER)
    adversaries = [_title(entry.adversary) for entry in decision.adversaries]
    table = Table(
        caption="Decision rules: measured value and verdict",
        columns=(Column("Rule"), Column("Limit"), *(Column(a, is_number=True) for a in adversaries)),
        rows=rows,
        note_title="Asks that",
    )
    parts: list[Paragraph | Table] = [table, *_printed_short_note(assessment)]
    if assessment.journalist is not None:
        parts.append(
            Paragraph(
                "The journalist's figures hold only if nobody can know who is in the data. Where a relative, colleague "
                "or employer may know that somebody was a patient here, go by the prosecutor."
            )
        )
    return Section("Decision rules", tuple(parts))


def basis_in_words(assessment: Assessment) -> str:
    """The rule the verdict rests on, its limit and what was measured."""
    decision = assessment.decision
    for entry in decision.adversaries:
        for outcome in entry.outcomes:
            if f"{entry.adversary} {outcome.rule}" == decision.decided_by:
                return (
                    f"This rests on the {_rule_name(outcome.rule)} for the {entry.adversary} ({outcome.rule}): "
                    f"{_measured(outcome)} measured, {_limit(assessment, outcome.rule)} allowed."
                )
    return f"This rests on {decision.decided_by}, with a threshold of {decision.thresholds.tau}."


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
    matches = round(assessment.marketer.average * assessment.records)
    expected = f"expects {count(matches)} of {count(assessment.records)} right"
    if assessment.population is not None:
        return f"matches the whole file with the population; {expected}"
    return f"matches the whole file with a list of the same people (n = N); {expected}"


def _strict_average_note(assessment: Assessment) -> tuple[Paragraph, ...]:
    profiles = [p for p in (assessment.prosecutor, assessment.journalist) if p is not None]
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
    decision = assessment.decision
    decides = " (decides)" if decision.decided_by.endswith(rule) else ""
    return Row(
        cells(
            f"{_rule_name(rule).capitalize()}{decides}",
            _limit(assessment, rule),
            *(_outcome_cell(entry, rule) for entry in decision.adversaries),
        ),
        _rule_in_words(assessment, rule),
    )


def _outcome_cell(entry: AdversaryDecision, rule: str) -> Cell:
    outcome = next((outcome for outcome in entry.outcomes if outcome.rule == rule), None)
    if outcome is None:
        return Cell(NOT_ASKED, Tone.QUIET)
    tone = Tone.BAD if outcome.verdict is Verdict.HIGH else Tone.GOOD
    return Cell(f"{_measured(outcome)} {outcome.verdict}", tone)


def _measured(outcome: RuleOutcome) -> str:
    if outcome.rule == "D_a":
        return percent_beside(outcome.value, outcome.limit)
    return probability_beside(outcome.value, outcome.limit)


def _rule_name(rule: str) -> str:
    return {"D_a": "share above", "D_b": "maximum risk", "D_c": "average risk"}.get(rule, rule)


def _limit(assessment: Assessment, rule: str) -> str:
    thresholds = assessment.decision.thresholds
    if rule == "D_a":
        return percent(thresholds.alpha)
    return str(thresholds.tau if rule == "D_b" else thresholds.largest_average)


def _rule_in_words(assessment: Assessment, rule: str) -> str:
    thresholds = assessment.decision.thresholds
    average = f"{thresholds.largest_average.probability:.4g}"
    small = f"smaller than {thresholds.tau.cell_size}"
    return {
        "D_a": f"D_a: at most {percent(thresholds.alpha)} of people are in classes {small}",
        "D_b": f"D_b: no class is {small}",
        "D_c": f"D_c: the average is at most {average}",
    }.get(rule, f"no class is smaller than {STRICT_AVERAGE_FLOOR.cell_size}, and the average is at most {average}")


def _printed_short_note(assessment: Assessment) -> tuple[Paragraph, ...]:
    """Why 0.0909 can be within 0.09, where that has happened."""
    thresholds = assessment.decision.thresholds
    limits = {"D_b": thresholds.tau, "D_c": thresholds.largest_average, "strict average": thresholds.largest_average}
    for entry in assessment.decision.adversaries:
        for outcome in entry.outcomes:
            limit = limits.get(outcome.rule)
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
