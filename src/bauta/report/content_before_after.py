"""The figures of the data and of the release, side by side."""

from bauta.model.assessment import Adversary, Assessment, RuleOutcome, Verdict
from bauta.model.deidentification import Deidentification
from bauta.report.content_risk import (
    limit_for,
    measured_in_words,
    printed_short_note,
    profile_of,
    strict_average_note,
)
from bauta.report.figures import count
from bauta.report.goal_words import rules_for
from bauta.report.page import Cell, Column, Row, Section, Table, Tone, cells


def before_after_section(result: Deidentification) -> Section:
    """Risk by adversary and rule, then what the file is made of."""
    before, after = result.before, result.after
    rows = [row for adversary in _adversaries(after) for row in _rule_rows(result, adversary)]
    figures = {
        "People unique in the file": (before.sample_uniques, after.sample_uniques),
        "Classes": (before.classes, after.classes),
        "Smallest class": (before.smallest_class, after.smallest_class),
        "People": (before.records, after.records),
        "Rows": (result.rows_before, result.rows_after),
    }
    rows += [Row(cells(title, "", *map(count, pair))) for title, pair in figures.items()]
    table = Table(
        caption="Probability of re-identification and size of the file, before and after",
        columns=(
            Column("Figure"),
            Column("Allowed"),
            Column("Before", is_number=True),
            Column("After", is_number=True),
        ),
        rows=tuple(rows),
    )
    return Section("Before and after", (table, *strict_average_note(before, after), *printed_short_note(after)))


def _adversaries(after: Assessment) -> list[Adversary]:
    return [entry.adversary for entry in after.decision.adversaries]


def _rule_rows(result: Deidentification, adversary: Adversary) -> list[Row]:
    """A row for each rule that applies to the adversary: what is allowed, and the verdict before and after."""
    before, after = result.before, result.after
    too_small = after.threshold.cell_size
    if adversary is Adversary.VERIFIER and after.verifier is not None:
        too_small = after.verifier.least_class_size
    titles = {
        "D_b": "maximum R_b",
        "D_c": "average R_c",
        "strict average": "strict average",
        "D_a": f"in classes below {too_small}, R_a",
    }
    outcomes = [
        {outcome.rule: outcome for outcome in rules_for(assessment.decision, adversary)}
        for assessment in (before, after)
    ]
    return [
        Row(
            cells(
                f"{adversary.capitalize()}: {title}",
                limit_for(after, adversary, rule),
                _outcome_cell(before, adversary, outcomes[0][rule]),
                _outcome_cell(after, adversary, outcomes[1][rule]),
            )
        )
        for rule, title in titles.items()
        if all(rule in rules for rules in outcomes)
    ]


def _outcome_cell(assessment: Assessment, adversary: Adversary, outcome: RuleOutcome) -> Cell:
    profile = profile_of(assessment, adversary)
    measured = measured_in_words(outcome)
    if outcome.rule == "D_a":
        measured = f"{count(profile.records_at_risk)} ({measured})"
    elif outcome.rule == "strict average" and not profile.strict_average_holds:
        measured += " *"
    return Cell(f"{measured} {outcome.verdict}", Tone.BAD if outcome.verdict is Verdict.HIGH else Tone.GOOD)
