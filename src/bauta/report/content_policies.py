"""Policies beside Safe Harbor: which are no riskier, what else is, and what two releases tell together."""

import math
from collections.abc import Mapping, Sequence

from bauta.model.policies import Overlay, PolicyComparison, PolicyMeasure, PolicyNode, PolicyOutcome, PolicyRisk
from bauta.report.content_changes import level_name
from bauta.report.content_population import population_warnings
from bauta.report.figures import count, counted, name, names, people, percent, printable
from bauta.report.page import Cell, Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells

MOST_LISTED = 20
HEADLINE_LABEL = "Policies beside Safe Harbor"
MEASURES = tuple(PolicyMeasure)


def policy_sections(result: PolicyComparison) -> Page:
    """The report on a comparison: which policies are acceptable, all that are, and what overlaying tells."""
    warnings = [Paragraph(text, Tone.WARNING) for text in population_warnings(result.population, result.records)]
    sections = [_policies(result), _frontier(result), _together(result)]
    return Page(
        title=printable(result.title) if result.title else "Policies beside Safe Harbor",
        source=printable(result.source),
        headline=_headline(result),
        lead=(*warnings, *(Paragraph(printable(note)) for note in result.notes)),
        sections=tuple(section for section in sections if section is not None),
    )


def _headline(result: PolicyComparison) -> Headline:
    good = [outcome.name for outcome in result.alternatives if outcome.is_acceptable]
    tried = len(result.alternatives)
    word = "Alternatives" if good or result.frontier else "No alternative"
    sentence = (
        f"{count(len(good))} of {count(tried)} published policies {'is' if len(good) == 1 else 'are'} no riskier "
        f"than Safe Harbor by all three measures{': ' + ', '.join(good) if good else ''}."
    )
    if result.frontier is not None:
        number = len(result.frontier)
        ways = "1 combination" if number == 1 else f"{count(number)} combinations"
        sentence += f" So {'is' if number == 1 else 'are'} {ways} of levels that cannot be told more finely."
    basis = (
        f"{people(result.records)} told by {names(result.variables)}, compared with "
        f"{people(result.population.people)} of the population {printable(result.population.shown, 80)}."
    )
    return Headline(word, Tone.GOOD if good or result.frontier else Tone.BAD, sentence, basis, label=HEADLINE_LABEL)


def _titles(result: PolicyComparison) -> list[str]:
    return ["Total", f"Graduated, T={count(result.threshold)}", f"Non-graduated, T={count(result.threshold)}"]


def _policies(result: PolicyComparison) -> Section:
    limit = result.safe_harbor.risk
    own = Row(cells(result.safe_harbor.name, *(_share(limit.of(m), limit.of(m)) for m in MEASURES), ""), _told(result))
    rows = [own]
    for outcome in result.alternatives:
        verdict = Cell("up", Tone.GOOD) if outcome.is_acceptable else Cell("down", Tone.BAD)
        shares = _thumbs(outcome.risk, outcome.acceptable, limit)
        rows.append(Row(cells(outcome.name, *shares, verdict), _differences(result, outcome)))
    table = Table(
        caption="Percent of the cohort at risk, and thumbs",
        columns=(Column("Policy"), *(Column(title, is_number=True) for title in _titles(result)), Column("All three")),
        rows=tuple(rows),
        note_title="Told",
    )
    parts: list[Paragraph | Table] = [table]
    parts += [Paragraph(f"{one} was not tried: {why}.", Tone.QUIET) for one, why in result.not_tried.items()]
    parts += [Paragraph(text, Tone.QUIET) for text in _intervals(result)]
    scaled = "1/g" if result.scaling == 1 else f"1/g^{result.scaling:g}"
    parts.append(
        Paragraph(
            f"A record told like g people of the population counts {scaled} in the total; in the graduated risk only "
            f"if g is at most {count(result.threshold)}, and in the non-graduated risk 1 if it is. * is a thumb down: "
            "more risk than Safe Harbor.",
            Tone.QUIET,
        )
    )
    return Section("Published policies", tuple(parts))


def _intervals(result: PolicyComparison) -> list[str]:
    """The 95 % intervals of the total risk, where the population was spread."""
    told = [
        f"{outcome.name} {percent(one.lower, 3)} to {percent(one.upper, 3)}"
        for outcome in (result.safe_harbor, *result.alternatives)
        if outcome.estimates is not None and (one := outcome.estimates[PolicyMeasure.TOTAL])
    ]
    return [f"Total risk, 95 % intervals: {'; '.join(told)}."] if told else []


def _told(result: PolicyComparison) -> str:
    pairs = zip(result.variables, result.safe_harbor.told, strict=True)
    return "; ".join(f"{name(variable)} {told}" for variable, told in pairs)


def _differences(result: PolicyComparison, outcome: PolicyOutcome) -> str:
    """What is told otherwise than by Safe Harbor."""
    triples = zip(result.variables, outcome.told, result.safe_harbor.told, strict=True)
    return "; ".join(f"{name(variable)} {told}" for variable, told, before in triples if told != before)


def _share(share: float, limit: float) -> str:
    """A share in percent with three decimals, or as many more as tell it from the limit."""
    if math.isclose(share, limit, rel_tol=1e-9):
        return percent(share, 3)
    texts = [percent(share, decimals) for decimals in range(3, 9)]
    return next((text for d, text in enumerate(texts, 3) if text != percent(limit, d)), texts[-1])


def _thumbs(risk: PolicyRisk, acceptable: Mapping[PolicyMeasure, bool], limit: PolicyRisk) -> Sequence[Cell]:
    return [
        Cell(_share(risk.of(m), limit.of(m)), Tone.GOOD)
        if acceptable[m]
        else Cell(f"{_share(risk.of(m), limit.of(m))} *", Tone.BAD)
        for m in MEASURES
    ]


def _frontier(result: PolicyComparison) -> Section | None:
    if result.frontier is None:
        return None
    title = "All policies that are no riskier"
    searched = (
        f"Of {counted(result.lattice_nodes, 'combination')} of levels {count(result.nodes_judged)} had to be judged."
    )
    if not result.frontier:
        return Section(title, (Paragraph(f"There is none. {searched}"),))
    listed = result.frontier[:MOST_LISTED]
    table = Table(
        caption="The finest levels with no more risk than Safe Harbor, most information first",
        columns=(
            Column("Policy"),
            Column("Information kept", is_number=True),
            *(Column(title, is_number=True) for title in _titles(result)),
        ),
        rows=tuple(_row(result, number, node) for number, node in enumerate(listed, 1)),
        note_title="Levels",
    )
    meaning = (
        "None of these can be told more finely in any variable without more risk than Safe Harbor; whatever is "
        f"coarser is no riskier. {searched} bauta deidentify --levels makes a release of one."
    )
    if len(listed) < len(result.frontier):
        meaning += f" {count(len(listed))} of {count(len(result.frontier))} are listed; --json has all."
    return Section(title, (table, Paragraph(meaning, Tone.QUIET)))


def _row(result: PolicyComparison, number: int, node: PolicyNode) -> Row:
    limit = result.safe_harbor.risk
    shares = (_share(node.risk.of(m), limit.of(m)) for m in MEASURES)
    return Row(cells(count(number), percent(node.information_kept), *shares), _levels(result, node))


def _levels(result: PolicyComparison, node: PolicyNode) -> str:
    changed = [
        f"{name(variable)}={level}{_called(level, called[level])}"
        for variable, called, level in zip(result.variables, result.level_names, node.levels, strict=True)
        if level
    ]
    return ", ".join(changed) or "nothing generalized"


def _called(level: int, called: str) -> str:
    words = level_name(level, called)
    return f" ({words})" if words else ""


def _together(result: PolicyComparison) -> Section:
    title = "Two releases of one cohort"
    overlay = result.overlay
    if overlay is None:
        return Section(
            title,
            (
                Paragraph(
                    "These are alternatives: release by one of them. Whoever has two releases of the same people can "
                    "lay one over the other; --overlay, given twice, shows what two tell together.",
                    Tone.WARNING,
                ),
            ),
        )
    first, second = (printable(one, 80) for one in overlay.names)
    if not overlay.is_finer:
        text = f"{first} and {second} together tell no more than the finer of the two."
        return Section(title, (Paragraph(text), _overlay_table(result, overlay)))
    verdict = "no riskier than Safe Harbor" if overlay.is_acceptable else "riskier than Safe Harbor"
    text = (
        f"{first} and {second} can be overlaid: together they tell more than each alone ({count(overlay.classes[2])} "
        f"classes of the population, not {count(overlay.classes[0])} or {count(overlay.classes[1])}) and are "
        f"{verdict}. "
        "Release one of them only, or both so that nobody can put a person's two records side by side."
    )
    return Section(title, (Paragraph(text, Tone.WARNING), _overlay_table(result, overlay)))


def _overlay_table(result: PolicyComparison, overlay: Overlay) -> Table:
    shares = _thumbs(overlay.risk, overlay.acceptable, result.safe_harbor.risk)
    return Table(
        caption="Percent of the cohort at risk from both releases together",
        columns=(Column("Releases"), *(Column(title, is_number=True) for title in _titles(result))),
        rows=(Row(cells("both", *shares)),),
    )
