"""What an assessment has to say, in the order a privacy officer needs it."""

from bauta.model.assessment import Adversary, Assessment, PopulationUnit, Unit, Verdict
from bauta.model.threat import InContext
from bauta.report.content_classes import (
    attribute_disclosure_section,
    class_size_section,
    contribution_section,
    smallest_class_section,
)
from bauta.report.content_context import attacks_measured_section
from bauta.report.content_population import estimate_warnings, estimates_section, population_warnings
from bauta.report.content_profile import profile_sections
from bauta.report.content_risk import basis_in_words, decision_section, risk_section
from bauta.report.content_unsettled import TONE_OF, not_covered, unsettled_section
from bauta.report.content_wildcard import wildcard_section
from bauta.report.figures import count, counted, name, names, people, percent, printable, probability
from bauta.report.page import Headline, Page, Paragraph, Section, Tone

LARGE_SHARE = 0.5
"""From here on more people of the population are in the data than not."""

__all__ = ["assessment_sections", "profile_sections"]


def assessment_sections(assessment: Assessment, beside: InContext | None = None) -> Page:
    """The report on one assessment: the answer, what to mind, the figures, and what they do not say.

    `beside` is what the study's context makes of it.
    """
    sections = (
        unsettled_section(assessment.decision, of=Verdict.UNSETTLED),
        _measured_section(assessment),
        None if beside is None or beside.risk is None else attacks_measured_section(beside.risk),
        risk_section(assessment),
        None if assessment.estimates is None else estimates_section(assessment.estimates, assessment.threshold),
        decision_section(assessment),
        class_size_section(assessment),
        contribution_section(assessment),
        smallest_class_section(assessment),
        attribute_disclosure_section(assessment),
        wildcard_section(assessment),
        unsettled_section(assessment.decision, of=Verdict.HIGH),
        limits_section(),
    )
    return Page(
        title=printable(assessment.title) if assessment.title else "Re-identification risk",
        source=printable(assessment.source),
        headline=_headline(assessment),
        lead=(
            *_warnings(assessment),
            *(Paragraph(text, Tone.WARNING) for text in (beside.remarks if beside else ())),
        ),
        sections=tuple(section for section in sections if section is not None),
    )


def _headline(assessment: Assessment) -> Headline:
    verdict = assessment.decision.verdict
    basis = f"{basis_in_words(assessment)} {not_covered(assessment.decision)}"
    return Headline(str(verdict), TONE_OF[verdict], _answer(assessment), basis)


def _answer(assessment: Assessment) -> str:
    """How identifiable the data are, in one sentence."""
    on = names(assessment.quasi_identifiers)
    everyone = people(assessment.records)
    uniques = assessment.sample_uniques
    too_small = assessment.threshold.cell_size
    prosecutor, journalist = assessment.prosecutor, assessment.journalist
    is_high = assessment.decision.rule_verdict is Verdict.HIGH
    goes_by_population = journalist is not None and assessment.decision.decided_by.startswith(Adversary.JOURNALIST)

    if uniques == assessment.records > 1:
        fact = f"all {everyone} are unique{' in the data' if goes_by_population else ''} on {on}"
    elif uniques:
        in_data = " in the data" if goes_by_population else ""
        share = percent(uniques / assessment.records)
        verb = "is" if uniques == 1 else "are"
        fact = f"{count(uniques)} of {everyone} ({share}) {verb} unique{in_data} on {on}"
    elif is_high and not goes_by_population:
        at_risk, share = count(prosecutor.records_at_risk), percent(prosecutor.share_at_risk)
        fact = (
            f"nobody is unique on {on}, but {at_risk} of {everyone} ({share}) share their values "
            f"with fewer than {too_small - 1} others"
        )
    else:
        others = count(assessment.smallest_class - 1)
        plural = "other" if assessment.smallest_class == 2 else "others"
        fact = f"every one of {everyone} shares {on} with at least {others} {plural}"
    if goes_by_population and journalist is not None:
        if is_high:
            at_risk, share = count(journalist.records_at_risk), percent(journalist.share_at_risk)
            match = "matches" if journalist.records_at_risk == 1 else "match"
            estimated = "an estimated " if assessment.is_estimated else ""
            fact += f"; {estimated}{at_risk} ({share}) {match} fewer than {too_small} people of the population"
        else:
            estimated = "it is estimated that " if assessment.is_estimated else ""
            fact += f"; {estimated}in the population each could be any of at least {people(journalist.smallest_class)}"
    return fact[0].upper() + fact[1:] + "."


def _warnings(assessment: Assessment) -> list[Paragraph]:
    warnings = []
    direct = assessment.direct_identifiers
    if direct:
        it = "it" if len(direct) == 1 else "them"
        left_out = "" if set(direct) & set(assessment.quasi_identifiers) else f" The figures leave {it} out."
        warnings.append(
            f"Direct identifiers in the file: {names(direct)}. Remove or pseudonymise {it}: "
            f"with {it} the risk is 1.{left_out}"
        )
    if assessment.possible_person_key is not None:
        key = name(assessment.possible_person_key)
        warnings.append(
            f"{key} seems to say whose row it is, but every row was taken for one person. If people have several "
            f"rows, the risk is higher than shown: name it with --person-key {key}."
        )
    warnings += population_warnings(assessment.population, assessment.records)
    warnings += estimate_warnings(assessment.estimates, assessment.threshold)
    warnings += _other_rules(assessment)
    warnings += _verifier_warning(assessment)
    if assessment.roles_were_suggested:
        warnings.append(
            "The quasi-identifiers are only bauta's suggestion. Check them: bauta profile DATA -o study.yaml, "
            "correct that file, then bauta assess study.yaml."
        )
    return [Paragraph(text, Tone.WARNING) for text in warnings]


def _other_rules(assessment: Assessment) -> list[str]:
    """The verdict rests on one rule; that another one disagrees must not be found out in a table further down."""
    decision = assessment.decision
    if decision.rule_verdict is Verdict.HIGH:
        return []
    adversary = decision.decided_by.partition(" ")[0]
    rules = next(entry.outcomes for entry in decision.adversaries if entry.adversary == adversary)
    failing = [outcome.rule for outcome in rules if outcome.verdict is Verdict.HIGH]
    return (
        [f"The verdict is the maximum risk's. By another rule the risk is HIGH: {', '.join(failing)}."]
        if failing
        else []
    )


def _verifier_warning(assessment: Assessment) -> list[str]:
    """The verdict is not the verifier's; that they would succeed must be said beside it."""
    verifier = assessment.verifier
    if verifier is None or assessment.decision.rule_verdict is Verdict.HIGH:
        return []
    if verifier.profile.smallest_class >= verifier.least_class_size:
        return []
    return [
        f"An adversary with {counted(verifier.verifier.attempts, 'attempt')} who checks matches is above the threshold "
        f"for {people(verifier.profile.records_at_risk)}, up to {probability(verifier.profile.maximum)}: classes of "
        f"{count(verifier.least_class_size)} would keep them within it."
    ]


def _measured_section(assessment: Assessment) -> Section:
    population = assessment.population
    classes = f"{count(assessment.classes)} {'class' if assessment.classes == 1 else 'classes'}"
    sentences = [
        _rows_to_people(assessment.unit),
        f"They form {classes} (people alike on the quasi-identifiers).",
        "Missing counts as a value of its own.",
    ]
    if population is not None:
        everybody = (
            f"{counted(population.people, 'row')}, each taken for one person"
            if population.unit is PopulationUnit.ROWS
            else people(population.people)
        )
        sentences.append(
            f"The population is {printable(population.shown, 80)}: {everybody}. "
            f"The data hold {percent(population.sampling_fraction)} of it."
        )
        if population.sampling_fraction >= LARGE_SHARE:
            sentences.append(
                "With so large a share anyone can assume that a person is in the data: mind the prosecutor."
            )
    parts = [Paragraph(" ".join(sentences))]
    if assessment.unit.people_in_several_classes:
        parts.append(Paragraph(several_classes(assessment.unit.people_in_several_classes), Tone.WARNING))
    parts += [Paragraph(printable(note), Tone.QUIET) for note in assessment.notes]
    return Section("What was measured", tuple(parts))


def _rows_to_people(unit: Unit) -> str:
    if unit.person_key is None:
        if unit.rows == 1:
            return "The only row was taken for one person."
        return (
            f"Each of the {count(unit.rows)} rows was taken for one person; name a person key if some people "
            "have several rows."
        )
    apart = f"{name(unit.person_key)} tells people apart:"
    if unit.repeated_rows == 0:
        return f"{apart} {people(unit.people)}, one row each."
    return f"{apart} {count(unit.rows)} rows belong to {people(unit.people)}, and each person is counted once."


def several_classes(number: int) -> str:
    """What it means that people have rows that differ."""
    has = "has" if number == 1 else "have"
    return (
        f"{people(number)} {has} rows that differ on the quasi-identifiers. Each is counted once, in the class that "
        "exposes them most. That is a lower bound: whoever links a person's rows knows more than any one row tells. "
        "Keep one row per person here, and visits in a table of their own linked by the person key."
    )


def limits_section() -> Section:
    """What no figure can say."""
    return Section(
        "What this does not say",
        (
            Paragraph(
                "A low figure is evidence, not a legal finding. It speaks of an adversary who knows the "
                "quasi-identifiers and nothing else; who receives the data, under what controls, and how likely an "
                "attempt is, belong in the decision too."
            ),
        ),
    )
