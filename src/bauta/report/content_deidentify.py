"""What a release has to say to the custodian who answers for it: how safe it is, then what it cost."""

from dataclasses import replace

from bauta.model.assessment import Adversary, Assessment, Verdict
from bauta.model.deidentification import Deidentification
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.report.content import limits_section, several_classes
from bauta.report.content_before_after import before_after_section
from bauta.report.content_beside_earlier import beside_earlier_section
from bauta.report.content_changes import changes_section, other_columns_section, suppression_section
from bauta.report.content_durations import durations_section
from bauta.report.content_loss import loss_section
from bauta.report.content_population import estimates_section
from bauta.report.content_risk import JOURNALIST_CONDITION, RULE_NAMES, basis_in_words, measured_in_words
from bauta.report.content_ties import ties_section
from bauta.report.content_uniqueness import uniqueness_section
from bauta.report.content_unsettled import TONE_OF, not_covered, unsettled_section
from bauta.report.content_wildcard import wildcard_section
from bauta.report.figures import count, name, names, people, percent, percent_beside, printable, probability, seconds
from bauta.report.goal_words import (
    RULE_OF,
    SUPPRESSED_WHAT,
    adversary_of,
    decision_by_goal,
    rules_for,
    what_the_optimum_rests_on,
)
from bauta.report.page import Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells

NOTHING_PROVEN = 0.995
"""A gap from here on says no more than that a loss is not negative."""


def deidentify_sections(result: Deidentification) -> Page:
    """The report on one release: the answer, what to mind, before and after, what was done, what it does not say."""
    sections = (
        unsettled_section(result.after.decision, of=Verdict.UNSETTLED),
        before_after_section(result),
        None if result.after.estimates is None else estimates_section(result.after.estimates, result.after.threshold),
        wildcard_section(result.after),
        changes_section(result.solution),
        suppression_section(result),
        beside_earlier_section(result.beside),
        durations_section(result.durations),
        other_columns_section(result.columns),
        ties_section(result.ties),
        uniqueness_section(result),
        loss_section(result.solution, result.goal.loss),
        _search_section(result),
        _subsample_section(result),
        _folder_section(result.folder, result.data_files),
        unsettled_section(result.after.decision, of=Verdict.HIGH),
        _limits_section(),
    )
    return Page(
        title=printable(result.title) if result.title else "De-identification",
        source=printable(result.source),
        headline=_headline(result),
        lead=(*_warnings(result), *(Paragraph(printable(note)) for note in result.notes)),
        sections=tuple(section for section in sections if section is not None),
    )


def _headline(result: Deidentification) -> Headline:
    decision = decision_by_goal(result)
    measured = "from the written file" if result.folder is not None else "on the released data"
    return Headline(
        str(decision.verdict),
        TONE_OF[decision.verdict],
        f"{_released(result)}; {_protection(result)}.",
        f"{basis_in_words(replace(result.after, decision=decision))} Measured again {measured}. "
        f"{not_covered(decision)}",
        label="Re-identification risk of the release",
    )


def _released(result: Deidentification) -> str:
    everyone = result.subsample.people_before if result.subsample else result.before.records
    kept, suppressed = result.after.records, result.solution.suppressed_records
    released = (
        f"Released all {people(everyone)}" if kept == everyone else f"Released {count(kept)} of {people(everyone)}"
    )
    if result.goal.suppression is SuppressionKind.RECORDS or result.solution.rows_left_out:
        drawn = result.subsample.people_drawn if result.subsample else everyone
        without_rows = suppressed - (drawn - kept)
        return released + (f", {count(without_rows)} of them without some of their rows" if without_rows else "")
    if suppressed:
        released += f", {count(suppressed)} of them {SUPPRESSED_WHAT[result.goal.suppression]}"
        released += " in some of their rows" if result.before.unit.people_in_several_classes else ""
    return released


def _protection(result: Deidentification) -> str:
    """What the rule the release had to meet says about the people in it."""
    after, criterion = result.after, result.goal.criterion
    profile = after.journalist if result.goal.is_journalists and after.journalist is not None else after.prosecutor
    limit = result.goal.thresholds.largest_average.probability
    at_least = "at least " if after.unit.people_in_several_classes else ""
    expected = f"{at_least}{percent_beside(profile.average, limit)} of them can be expected to be re-identified"
    if criterion is CriterionKind.AVERAGE:
        return expected
    if criterion is CriterionKind.SHARE and profile.records_at_risk:
        return f"{count(profile.records_at_risk)} ({percent(profile.share_at_risk)}) {_at_risk(result)}"
    if profile is after.journalist:
        each = "each row" if after.unit.people_in_several_classes else "each"
        estimated = "it is estimated that " if after.estimates is not None else ""
        alike = f"{estimated}in the population {each} could be any of at least {people(profile.smallest_class)}"
    else:
        alike = _alike(after)
    return f"{alike}, and {expected}" if criterion is CriterionKind.STRICT_AVERAGE else alike


def _alike(after: Assessment) -> str:
    others = f"{count(after.smallest_class - 1)} {'other' if after.smallest_class == 2 else 'others'}"
    on = names(after.quasi_identifiers)
    if after.smallest_class == 1:
        alone = "1 of them is" if after.sample_uniques == 1 else f"{count(after.sample_uniques)} of them are"
        return f"{alone} alone with their values of {on}, which a cell size of 1 allows"
    if after.unit.people_in_several_classes:  # a person's rows, linked, can be rarer than each of them
        return f"every row shares {on} with rows of at least {others}; rows of one person, linked, can tell more"
    return f"every one shares {on} with at least {others}"


def _at_risk(result: Deidentification) -> str:
    cell_size = result.goal.thresholds.tau.cell_size
    if result.goal.is_journalists:
        return f"match fewer than {people(cell_size)} of the population"
    return f"share {names(result.after.quasi_identifiers)} with fewer than {count(cell_size - 1)} others"


def _warnings(result: Deidentification) -> list[Paragraph]:
    warnings = [str(printable(warning)) for warning in result.warnings]
    before, after = result.before, result.after
    if after.unit.people_in_several_classes:
        warnings.append(f"In the release, {several_classes(after.unit.people_in_several_classes)}")
    if before.possible_person_key is not None:
        key = name(before.possible_person_key)
        warnings.append(
            f"{key} seems to say whose row it is, but every row was taken for one person. If people have several "
            f"rows, the risk is higher than shown: name it with --person-key {key}."
        )
    if result.goal.is_journalists:
        warnings.append(_journalist_condition(result))
    warnings += _unverified(result)
    warnings += _other_rules(result)
    if before.roles_were_suggested:
        warnings.append(
            "The quasi-identifiers are only bauta's suggestion. Check them before anything leaves your hands: "
            "bauta profile DATA -o study.yaml, correct that file, then bauta deidentify study.yaml."
        )
    return [Paragraph(text, Tone.WARNING) for text in warnings]


def _journalist_condition(result: Deidentification) -> str:
    rule = RULE_OF[result.goal.criterion]
    prosecutor = next(o for o in rules_for(result.after.decision, Adversary.PROSECUTOR) if o.rule == rule)
    if prosecutor.verdict is Verdict.LOW:
        return JOURNALIST_CONDITION
    return f"{JOURNALIST_CONDITION} By the same rule the prosecutor's risk is HIGH: {measured_in_words(prosecutor)}."


def _unverified(result: Deidentification) -> list[str]:
    """A release against a verifier may leave classes in which one guess, checked by nobody, is too likely right."""
    if result.goal.verifier is None:
        return []
    adversary = Adversary.JOURNALIST if result.goal.is_journalists else Adversary.PROSECUTOR
    guess = next(o for o in rules_for(result.after.decision, adversary) if o.rule == "D_b")
    if guess.verdict is Verdict.LOW:
        return []
    return [
        "The release was made against an adversary who verifies. For one who is content with a guess that nobody "
        f"confirms the maximum risk is HIGH: {measured_in_words(guess)}."
    ]


def _other_rules(result: Deidentification) -> list[str]:
    """The release was made to meet one rule; that another one is broken must not be found out further down."""
    goal_rule = RULE_OF[result.goal.criterion]
    outcomes = rules_for(result.after.decision, adversary_of(result.goal))
    broken = [o.rule for o in outcomes if o.verdict is Verdict.HIGH and o.rule != goal_rule]
    if not broken:
        return []
    other = "By another rule" if len(broken) == 1 else "By other rules"
    return [
        f"The release was made to meet one rule, {RULE_NAMES.get(goal_rule, goal_rule)}. "
        f"{other} the risk is HIGH: {', '.join(RULE_NAMES.get(rule, rule) for rule in broken)}."
    ]


def _search_section(result: Deidentification) -> Section:
    search = result.search
    is_cells = result.goal.suppression is SuppressionKind.CELLS
    if result.solution.was_chosen:
        sentences = ["A person chose these levels. Whether others lose less was not searched for: bauta explore shows."]
    elif result.solution.was_planned:
        sentences = ["The levels are the plan's. Whether others lose less in these data was not searched for."]
    else:
        nodes = f"{count(search.lattice_nodes)} {'node' if search.lattice_nodes == 1 else 'nodes'}"
        sentences = [f"The lattice has {nodes} (combinations of levels), of which {count(search.nodes_evaluated)} "]
        if search.is_optimal:
            sentences[0] += "had to be judged. This is the optimum: no other within the limits loses less"
            sentences[0] += f"{what_the_optimum_rests_on(result)}."
        elif search.finer_untried:
            sentences[0] += "were judged. Of the levels at which the classes fit into memory these lose least."
            sentences.append("Finer levels were not tried; what the optimum loses there is not known.")
        elif is_cells:
            sentences[0] += "were judged. Cells were chosen at the most promising of them, and these lose least."
            sentences.append(
                "That need not be the optimum, but it is proven that no other node or choice of cells loses more than "
                f"{percent(search.gap or 0.0)} less."
            )
        else:
            sentences[0] += "were judged before the search was ended."
            sentences.append(_how_far_off(search.gap or 0.0))
    if is_cells and not search.is_optimal:
        sentences.append("The cells to suppress are few, but not proven to be the fewest.")
    sentences.append(
        f"The search took {seconds(search.cpu_seconds)} of CPU time, the whole job {seconds(result.seconds)}."
    )
    return Section("How it was found", (Paragraph(" ".join(sentences)),))


def _how_far_off(gap: float) -> str:
    if gap >= NOTHING_PROVEN:
        return "What it found by then is not proven to be the optimum, and how much less that loses is not known."
    return (
        "What it found by then may not be the optimum, but it is proven that the optimum loses at most "
        f"{percent(gap)} less."
    )


def _subsample_section(result: Deidentification) -> Section | None:
    subsample = result.subsample
    if subsample is None:
        return None
    return Section(
        "Subsample",
        (
            Paragraph(
                f"{count(subsample.people_drawn)} of {people(subsample.people_before)} were drawn at random before "
                f"anything else, each with a probability of {percent(subsample.fraction)}. What that does depends on "
                "what the adversary knows. The figures are of the people in the release."
            ),
            Table(
                caption="The risk of the release, with and without knowing who was drawn",
                columns=(
                    Column("The adversary knows"),
                    Column("Average risk", is_number=True),
                    Column("Maximum risk", is_number=True),
                ),
                rows=(
                    _subsample_row("who was drawn", subsample.average_risk, subsample.maximum_risk),
                    _subsample_row(
                        "who is in the source, not who was drawn",
                        subsample.average_risk_if_unknown,
                        subsample.maximum_risk_if_unknown,
                    ),
                ),
            ),
        ),
    )


def _subsample_row(knows: str, average: float, maximum: float) -> Row:
    return Row(cells(knows, probability(average), probability(maximum)))


def _folder_section(folder: str | None, data_files: int) -> Section | None:
    if folder is None:
        return None
    place = printable(folder).rstrip("/")
    data = "the data" if data_files == 1 else f"the data in {count(data_files)} files"
    return Section(
        "What is in the folder",
        (
            Paragraph(f"{place}/release goes to the recipient: {data}, their dictionary and a public manifest."),
            Paragraph(
                f"{place}/custodian stays with you, readable by you alone: the plan, the secret, these results, and "
                "crosswalks and date offsets where there are any. Whoever has it can undo the release."
            ),
        ),
    )


def _limits_section() -> Section:
    limits = limits_section()
    kept = (
        "The figures are about the quasi-identifiers alone. Columns kept as they were can still identify somebody: "
        "free text, a rare diagnosis. bauta assess also shows what a class gives away about its people."
    )
    return Section(limits.title, (*limits.parts, Paragraph(kept)))
