"""The chapter on risk: for every attack before and after, beside what is permitted, as a picture and as a table."""

from bauta.model.assessment import Assessment, Verdict
from bauta.model.study_record import StudyRecord
from bauta.model.threat import AttackRisk, ContextRisk
from bauta.report.content_classes import attribute_disclosure_section, class_size_section, contribution_section
from bauta.report.content_population import estimates_section
from bauta.report.content_uniqueness import uniqueness_section
from bauta.report.document import BeforeAfter, Chapter, Heading, Measured, Part
from bauta.report.figures import count, names, people, percent, probability, probability_beside
from bauta.report.page import Cell, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import ATTACK_NAMES, METRIC_NAMES, acceptable, missing_part, sentence, words
from bauta.report.study.works import DANKAR, EL_EMAM, EL_EMAM_MALIN, VERIFICATION

KEY = "risk"
NOT_YET = "–"


def risk_chapter(record: StudyRecord, number: str) -> Chapter:
    """How likely each attack is to succeed, before and after."""
    parts: list[Part] = []
    if record.risk_before is not None:
        parts += _attacks(record, record.risk_before)
    parts += [Heading("Initial risk", "initial", ("I",)), *_initial(record)]
    parts += [Heading("Residual risk", "residual", ("K",)), *_residual(record)]
    parts += [Heading("Who the data are compared with", "reference-population", ("F",)), *_reference(record)]
    parts += _where(record)
    parts += _rare_values(record)
    return Chapter(KEY, number, "Risk before and after", tuple(parts))


def _attacks(record: StudyRecord, before: ContextRisk) -> list[Part]:
    after = record.risk_after
    after_of = {} if after is None else {risk.attack.kind: risk for risk in after.risks}
    measured = tuple(
        Measured(
            ATTACK_NAMES[risk.attack.kind],
            risk.data_risk,
            after_of[risk.attack.kind].data_risk if risk.attack.kind in after_of else None,
            risk.attack.permitted.probability,
        )
        for risk in before.risks
    )
    described = "; ".join(
        f"{one.label}: {probability(one.before or 0)} before"
        + ("" if one.after is None else f", {probability(one.after)} after")
        + f", {probability(one.permitted)} permitted"
        for one in measured
    )
    return [
        Paragraph(
            "The picture shows for each attack how likely it is to succeed if it happens: in the data as they were, "
            "in the "
            "release, and what is permitted. A release is within the threshold where every square is to the left of "
            "its line.",
            cites=(EL_EMAM_MALIN,),
        ),
        BeforeAfter(
            measured,
            "Data risk: probability that the attack succeeds if it happens",
            "Data risk before and after, and what is permitted, by attack.",
            f"Chart of the data risk by attack. {described}.",
        ),
        _table(before, after),
        *[
            Paragraph(sentence(note), Tone.QUIET)
            for note in dict.fromkeys((*before.notes, *(after.notes if after else ())))
        ],
    ]


def _rare_values(record: StudyRecord) -> list[Part]:
    """What is kept beside the indirect identifiers. Full edition only: it says what to look for (decision 33)."""
    section = None if record.release is None else uniqueness_section(record.release)
    return [] if section is None else [Heading(section.title, "rare-values"), *section.parts]


def _table(before: ContextRisk, after: ContextRisk | None) -> Table:
    after_of = {} if after is None else {risk.attack.kind: risk for risk in after.risks}
    return Table(
        caption="Risk by attack: data risk, and in brackets the risk of the release (data risk times Pr(attack))",
        columns=(
            Column("Attack"),
            Column("Measured by"),
            Column("Permitted", is_number=True),
            Column("Before", is_number=True),
            Column("After", is_number=True),
            Column("Verdict"),
        ),
        rows=tuple(
            _row(risk, after_of.get(risk.attack.kind), before.threshold.threshold.probability) for risk in before.risks
        ),
    )


def _row(before: AttackRisk, after: AttackRisk | None, limit: float) -> Row:
    last = after or before
    verdict = Cell(str(last.verdict), Tone.BAD if last.verdict is Verdict.HIGH else Tone.GOOD)
    return Row(
        cells(
            ATTACK_NAMES[before.attack.kind],
            METRIC_NAMES[before.attack.metric],
            f"{probability(before.attack.permitted.probability)} ({limit:.4g})",
            _figures(before, limit),
            NOT_YET if after is None else _figures(after, limit),
            verdict,
        )
    )


def _figures(risk: AttackRisk, limit: float) -> str:
    permitted = risk.attack.permitted.probability
    return f"{probability_beside(risk.data_risk, permitted)} ({probability_beside(risk.overall, limit)})"


def _initial(record: StudyRecord) -> list[Part]:
    before = record.before
    if before is None:
        return [missing_part("The risk of the data as they are was not measured yet: bauta run does it.")]
    return [Paragraph(_in_words(before, "In the data as they were"), cites=(EL_EMAM, DANKAR))]


def _in_words(assessment: Assessment, where: str) -> str:
    prosecutor = assessment.prosecutor
    uniques = assessment.sample_uniques
    alone = f"{people(uniques)} {'is' if uniques == 1 else 'are'} alone" if uniques else "nobody is alone"
    text = (
        f"{where}, {alone} with their values of {names(assessment.quasi_identifiers)}, out of "
        f"{people(assessment.records)}. "
        f"For somebody who knows that a target is in the data the maximum risk is {probability(prosecutor.maximum)} "
        "and the "
        f"average {probability(prosecutor.average)}; {_share(prosecutor.share_at_risk)} in a class "
        "smaller "
        f"than {count(assessment.threshold.cell_size)}."
    )
    if assessment.journalist is not None:
        journalist = assessment.journalist
        text += (
            f" For somebody who cannot know it, the maximum is {probability(journalist.maximum)} and the average "
            f"{probability(journalist.average)}" + (" (estimated)." if assessment.estimates is not None else ".")
        )
    return text


def _share(share: float) -> str:
    return "nobody is" if share == 0 else f"{percent(share)} of people are"


def _residual(record: StudyRecord) -> list[Part]:
    if record.release is None:
        if record.needs_change is False:
            return [Paragraph("The data as they are are within what is permitted, so nothing had to be changed.")]
        return [missing_part("There is no release yet: bauta run makes one and measures it.")]
    parts: list[Part] = [Paragraph(_in_words(record.release.after, "In the release"))]
    verifier = record.release.after.verifier
    if verifier is not None:
        parts.append(
            Paragraph(
                f"For somebody who tries {count(verifier.verifier.attempts)} of the people who fit and checks each, "
                "the "
                f"maximum risk is {probability(verifier.profile.maximum)}; classes are large enough from "
                f"{people(verifier.least_class_size)} on.",
                cites=(VERIFICATION,),
            )
        )
    after = record.risk_after
    if after is not None:
        worst = max(after.risks, key=lambda risk: risk.overall)
        parts.append(
            Paragraph(
                "All figures after were measured again from the file that was written, not taken from the search. The "
                f"largest risk of the release is {probability(after.overall)} "
                f"({ATTACK_NAMES[worst.attack.kind].lower()}), "
                f"where {acceptable(after)} is acceptable: {after.verdict}."
            )
        )
    return parts


def _reference(record: StudyRecord) -> list[Part]:
    stated = record.document.reference_population
    population = None if record.source is None else record.source.population
    parts: list[Part] = []
    if stated:
        parts.append(Paragraph(sentence(stated)))
    if population:
        parts.append(Paragraph(f"For the calculation: {words(population)}."))
    else:
        parts.append(
            Paragraph(
                "The calculation knows no population beside the data: everybody is compared with the people in the "
                "data "
                "alone. That is never too low."
            )
        )
    for assessment in (record.release.after if record.release else record.before,):
        if assessment is not None and assessment.estimates is not None:
            parts += estimates_section(assessment.estimates, assessment.threshold).parts
    return parts


def _where(record: StudyRecord) -> list[Part]:
    parts: list[Part] = []
    if record.before is not None:
        drivers = contribution_section(record.before)
        parts += [Heading("What drives the risk, before", "drivers"), *drivers.parts]
    if record.release is not None:
        sizes = class_size_section(record.release.after)
        parts += [
            Heading("How many people share a class, after", "classes"),
            Paragraph(
                "A class is the group of people who are alike on every indirect identifier. The larger, the safer."
            ),
            *sizes.parts,
        ]
        attribute = attribute_disclosure_section(record.release.after)
        if attribute is not None:
            parts += [
                Heading("What a class gives away about its people", "attribute-disclosure"),
                Paragraph(
                    "If all people of a class have the same diagnosis, whoever knows that somebody is in it knows "
                    "the diagnosis, "
                    "without knowing which record is theirs. No verdict rests on this; it is for an ethics review."
                ),
                *attribute.parts,
            ]
    return parts
