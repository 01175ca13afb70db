"""How far two analysts agree, in words, and what to do about it."""

from typing import Any

from bauta.model.agreement import ENOUGH, Agreement, Opinion
from bauta.report.figures import name, names, percent, printable
from bauta.report.page import Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells
from bauta.report.version import bauta_version

AGREEMENT_JSON_KEYS = {
    "bauta": "The version of bauta that made this.",
    "first": "The first study.",
    "second": "The second study.",
    "kappa": "Cohen's kappa; null where both use one role alone, so that chance leaves nothing to agree on.",
    "observed": "Share of the variables on which both agree.",
    "expected": "The share that chance would give.",
    "is_consensus": "Whether kappa is above 0.8.",
    "variables": "Variables that both have.",
    "disagreements": "Those with different roles.",
    "disagreements[].variable": "Its name.",
    "disagreements[].first": "What the first analyst says.",
    "disagreements[].first.role": "The role.",
    "disagreements[].first.by": "Who decided.",
    "disagreements[].first.reason": "Why.",
    "disagreements[].second": "What the second analyst says.",
    "disagreements[].second.role": "The role.",
    "disagreements[].second.by": "Who decided.",
    "disagreements[].second.reason": "Why.",
    "contradictions": "Roles that do not follow from the analyst's own answers.",
    "contradictions[].study": "first or second.",
    "contradictions[].variable": "Its name.",
    "contradictions[].why": "What contradicts what.",
    "only_first": "Variables that only the first study has.",
    "only_second": "Variables that only the second study has.",
}


def agreement_sections(result: Agreement) -> Page:
    """The answer, the disagreements, and what is in one study only."""
    sections = [_disagreements(result), _contradictions(result), _in_one_only(result)]
    return Page(
        title="Agreement of two classifications",
        source=f"{printable(result.first)} and {printable(result.second)}",
        headline=Headline(
            verdict="consensus" if result.is_consensus else "no consensus",
            tone=Tone.GOOD if result.is_consensus else Tone.BAD,
            sentence=_answer(result),
            basis=_what_to_do(result),
            label="Agreement",
        ),
        lead=(),
        sections=tuple(section for section in sections if section is not None),
    )


def _answer(result: Agreement) -> str:
    same, all_of = len(result.variables) - len(result.disagreements), len(result.variables)
    told = f"The same role for {same} of {all_of} variables"
    if result.kappa is None:
        return f"{told}; both use one role alone, so Cohen's kappa is not defined."
    return (
        f"{told}: Cohen's kappa is {float(result.kappa):.3f}; chance would agree on {percent(float(result.expected))}."
    )


def _what_to_do(result: Agreement) -> str:
    limit = f"{float(ENOUGH):g}"
    if result.is_consensus and not result.disagreements:
        return "Nothing is left to settle; keep both studies as the record."
    if result.is_consensus:
        return f"Above {limit}: the two meet, settle what is listed below, and keep the record."
    return f"Not above {limit}: a group reviews all variables, reaches a consensus, and writes down how."


def _disagreements(result: Agreement) -> Section | None:
    if not result.disagreements:
        return None
    rows = tuple(
        Row(
            cells(name(each.variable), str(each.first.role), str(each.second.role)),
            note=f"first: {_reason(each.first)}; second: {_reason(each.second)}",
        )
        for each in result.disagreements
    )
    columns = (Column("Variable"), Column("First"), Column("Second"))
    return Section("Disagreements", (Table("", columns, rows, note_title="Reasons"),))


def _reason(opinion: Opinion) -> str:
    reason = printable(opinion.reason) if opinion.reason else "no reason given"
    return f"{reason} ({printable(opinion.by)})" if opinion.by else reason


def _contradictions(result: Agreement) -> Section | None:
    found = [
        Paragraph(f"{name(variable)} in the {which} study: {why}.", Tone.WARNING)
        for which, variable, why in _contradicting(result)
    ]
    return Section("Roles that contradict their own answers", tuple(found)) if found else None


def _contradicting(result: Agreement) -> list[tuple[str, str, str]]:
    return [
        (which, each.variable, opinion.contradiction)
        for each in result.variables
        for which, opinion in (("first", each.first), ("second", each.second))
        if opinion.contradiction is not None
    ]


def _in_one_only(result: Agreement) -> Section | None:
    told = [
        Paragraph(f"Only in the {which}: {names(missing)}.", Tone.WARNING)
        for which, missing in (("first", result.only_first), ("second", result.only_second))
        if missing
    ]
    return Section("Variables that one study lacks", tuple(told)) if told else None


def agreement_json(result: Agreement) -> dict[str, Any]:
    """The same for programs."""

    def opinion(one: Opinion) -> dict[str, Any]:
        return {"role": str(one.role), "by": one.by, "reason": one.reason}

    return {
        "bauta": bauta_version(),
        "first": result.first,
        "second": result.second,
        "kappa": None if result.kappa is None else float(result.kappa),
        "observed": float(result.observed),
        "expected": float(result.expected),
        "is_consensus": result.is_consensus,
        "variables": [each.variable for each in result.variables],
        "disagreements": [
            {"variable": each.variable, "first": opinion(each.first), "second": opinion(each.second)}
            for each in result.disagreements
        ],
        "contradictions": [
            {"study": which, "variable": variable, "why": why} for which, variable, why in _contradicting(result)
        ],
        "only_first": list(result.only_first),
        "only_second": list(result.only_second),
    }
