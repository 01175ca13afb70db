"""The chapter on assumptions and limits: what the figures rest on, and what they do not say."""

from bauta.model.assessment import Adversary
from bauta.model.study_record import StudyRecord
from bauta.report.document import Bullets, Chapter, Heading, Part
from bauta.report.figures import names
from bauta.report.page import Paragraph, Tone
from bauta.report.study.words import not_stated, sentence
from bauta.report.study.works import EL_EMAM_MALIN, FORM

KEY = "limits"
ALWAYS = (
    "What adversaries know is right. Errors in the data, or in what somebody believes, make finding people harder.",
    "Everybody in a class is equally likely to be the target. An adversary with a hunch does better.",
    "Values match exactly or not at all. Somebody who knows an age to within a year is not measured.",
    "Variables that are not indirect identifiers are not known to others. Nothing in the figures can tell if one is.",
    "Each table is measured by itself, and what was released before is known only as far as this report says.",
    "Free text, images and signals are not looked into.",
    "A low figure is evidence, not a legal finding. A person decides.",
)


def limits_chapter(record: StudyRecord, number: str) -> Chapter:
    """Why this method, what it assumes, where it departs from guidance."""
    parts: list[Part] = [
        Heading("Why this method", "method", ("M",)),
        Paragraph(
            "Measuring the risk from the data and the context, attack by attack, is the approach that regulators "
            "prefer: it is "
            "reproducible, it changes no more than is needed, and it says what it rests on. Generalization and "
            "suppression "
            "of the indirect identifiers were preferred to noise because what they tell remains true.",
            cites=(EL_EMAM_MALIN, FORM),
        ),
        Paragraph(_in_and_out(record)),
        Heading("Assumptions", "assumptions"),
        Bullets((*_of_this_study(record), *ALWAYS), is_numbered=True),
        Heading("Departures from guidance", "deviations", ("R",)),
    ]
    stated = record.document.deviations
    if stated:
        parts.append(Paragraph(sentence(stated)))
    else:
        parts.append(Paragraph(f"None. {not_stated('A departure', 'document.deviations')}", Tone.QUIET))
    return Chapter(KEY, number, "Why this method, assumptions and limits", tuple(parts))


def _in_and_out(record: StudyRecord) -> str:
    assessment = record.release.after if record.release is not None else record.before
    if assessment is None:
        return "Which identifiers are in the calculation is not settled: the risk was not measured yet."
    inside = names(assessment.quasi_identifiers, 40)
    others = [one.variable for one in record.variables if one.variable not in assessment.quasi_identifiers]
    outside = f" Not in it: {names(others, 40)}." if others else ""
    return (
        f"In the calculation are {inside}.{outside} Direct identifiers are not in it because none is released as it is."
    )


def _of_this_study(record: StudyRecord) -> list[str]:
    """What was assumed here, from the record."""
    assumed = []
    context, before = record.context, record.before
    if context is not None:
        can = "can" if context.is_closed else "cannot"
        assumed.append(f"An adversary {can} know who is in the data. {sentence(context.membership)}")
        for attack in context.attacks:
            if attack.knows is not None:
                assumed.append(f"In a {attack.kind} attack the adversary knows {names(attack.knows)} and nothing else.")
        if context.conditions:
            assumed.append(
                "The recipient keeps to every condition of this report: probabilities of attacks rest on them."
            )
        if any(attack.measured_as is Adversary.JOURNALIST for attack in context.attacks):
            assumed.append("The population is the right one: too large a population makes the risk look smaller.")
    if before is not None:
        assumed.append("A missing value is a value of its own.")
        if before.unit.person_key is None:
            assumed.append("Each row is one person.")
        if before.estimates is not None:
            assumed.append("Everybody in the population had the same chance of being in the data.")
        if before.verifier is None:
            assumed.append("Nobody verifies a match by calling people; that adversary was not measured.")
    return assumed
