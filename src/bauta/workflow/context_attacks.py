"""Which attacks apply to a way of sharing, and how likely each is (El Emam and Malin 2015, Boxes 1 and 4, Table 6)."""

from collections.abc import Mapping

from bauta.model.context import Answers, AttackSection, ContextSection, DataMetric, Mechanism, Sharing
from bauta.model.framework import Framework, QuestionnaireKind
from bauta.model.threat import Attack, AttackKind, AttackNotApplicable, QuestionnaireScore
from bauta.model.threshold import Threshold
from bauta.risk.context import (
    NEGLIGIBLE,
    acquaintance_probability,
    adversary_in,
    attempt_probability,
    permitted_risk,
    with_floor,
)
from bauta.risk.questionnaires import worse_band
from bauta.workflow.context_answers import prevalence_of

Scores = Mapping[QuestionnaireKind, QuestionnaireScore]
NON_PUBLIC = (AttackKind.DELIBERATE, AttackKind.INADVERTENT, AttackKind.BREACH)
PORTAL_MANAGES = (
    "The data stay on the custodian's computers, under controls and audits that must be there: confirm that they are "
    "(El Emam and Malin 2015, Boxes 1 and 4)."
)
PUBLIC_PORTAL = (
    "Anybody may register at a public portal, so the worst case of public data is taken; El Emam and Malin (2015) fear "
    "only inadvertent re-identification there."
)
STILL_DE_IDENTIFIED = (
    "Nobody could know anybody in the data, so that somebody is recognised is all but impossible; people still expect "
    "their data to be de-identified, so no class may be smaller than three (El Emam and Malin 2015, Box 4, Figure 4)."
)


def attacks_of(
    context: ContextSection,
    framework: Framework,
    scores: Scores,
    answers: Answers,
    threshold: Threshold,
    *,
    is_closed: bool,
) -> tuple[tuple[Attack, ...], tuple[AttackNotApplicable, ...], list[str]]:
    """The attacks that apply, those that do not with the reason, and notes."""
    notes = []

    def attack(
        kind: AttackKind, section: AttackSection, probability: float, adversary: str, source: str, metric: DataMetric
    ) -> Attack:
        permitted = with_floor(permitted_risk(threshold, probability), threshold, metric)
        return Attack(
            kind=kind,
            adversary=adversary,
            knows=section.quasi_identifiers,
            probability=probability,
            source=source,
            metric=metric,
            measured_as=adversary_in(is_closed),
            permitted=permitted,
            note=section.note,
        )

    sections = context.attacks
    if context.sharing is Sharing.PUBLIC:
        demonstration = attack(
            AttackKind.DEMONSTRATION,
            sections.demonstration,
            1.0,
            "somebody who wants to show that it can be done, with the person who is easiest to find",
            "Public data: an attempt is certain (El Emam and Malin 2015, Box 1).",
            DataMetric.MAXIMUM,
        )
        if context.mechanism is Mechanism.PORTAL:
            notes.append(PUBLIC_PORTAL)
        covered = "Public data are protected against the worst case, a demonstration, which covers it."
        return (demonstration,), tuple(AttackNotApplicable(kind, covered) for kind in NON_PUBLIC), notes

    anybody = context.sharing is Sharing.QUASI_PUBLIC
    metric = DataMetric.MAXIMUM if anybody else DataMetric.STRICT_AVERAGE
    who = "somebody among all who accepted the terms" if anybody else "the recipient, or somebody who works there"
    if sections.inadvertent.plausible:
        prevalence = prevalence_of(context, answers)
        m = sections.inadvertent.acquaintances
        acquaintance = acquaintance_probability(prevalence, m)
        reason = f"1 - (1 - {prevalence:.4g})^{m}: somebody who knows {m} people knows one with it"
        reason += f"; {sections.inadvertent.source}." if sections.inadvertent.source else "."
    else:
        acquaintance, reason = NEGLIGIBLE, "Negligible: nobody there could know anybody in the data (Box 4)."
        notes.append(STILL_DE_IDENTIFIED)
    inadvertent = attack(
        AttackKind.INADVERTENT,
        sections.inadvertent,
        acquaintance,
        "somebody who works with the data and recognises a person they know",
        reason,
        metric,
    )
    missing = [
        AttackNotApplicable(AttackKind.DEMONSTRATION, "The data are not public, or only to those who accept terms.")
    ]
    if context.mechanism is Mechanism.PORTAL:
        missing += [AttackNotApplicable(kind, PORTAL_MANAGES) for kind in (AttackKind.DELIBERATE, AttackKind.BREACH)]
        return (inadvertent,), tuple(missing), notes
    probability, source = _attempt(context, framework, scores)
    deliberate = attack(AttackKind.DELIBERATE, sections.deliberate, probability, who, source, metric)
    breach = attack(
        AttackKind.BREACH,
        sections.breach,
        sections.breach.probability,
        "whoever gets hold of the data when they are lost or stolen",
        f"{sections.breach.source.rstrip('.')}.",
        DataMetric.MAXIMUM if anybody else sections.breach.metric,
    )
    return (deliberate, inadvertent, breach), tuple(missing), notes


def _attempt(context: ContextSection, framework: Framework, scores: Scores) -> tuple[float, str]:
    """Pr(attempt) and where it comes from: the study, the questionnaires, or what a click is worth."""
    declared = context.attacks.deliberate
    if declared.probability is not None:
        return declared.probability, f"{(declared.source or '').rstrip('.')}."
    control_band, motive_band = attempt_bands(context, framework, scores)
    if context.sharing is Sharing.QUASI_PUBLIC:
        because = f"Anybody can accept the terms, so controls are {control_band} at best and motives {motive_band}"
    else:
        controls, motives = scores[QuestionnaireKind.CONTROLS], scores[QuestionnaireKind.MOTIVES]
        because = (
            f"Mitigating controls are {control_band} ({controls.percent:.3g} of 100) and motives and capacity "
            f"{motive_band} ({motives.percent:.3g} of 100)"
        )
    probability = attempt_probability(framework, control_band, motive_band)
    return probability, f"{because}: {probability:g} ({framework.attempt.source})."


def attempt_bands(context: ContextSection, framework: Framework, scores: Scores) -> tuple[str, str]:
    """The bands of controls and of motives that Pr(attempt) goes by: those answered, or what a click is worth."""
    controls, motives = scores.get(QuestionnaireKind.CONTROLS), scores.get(QuestionnaireKind.MOTIVES)
    if context.sharing is not Sharing.QUASI_PUBLIC:
        assert controls is not None  # open questions were refused
        assert motives is not None
        return controls.band, motives.band
    asked = framework.questionnaires
    lower, upper = framework.quasi_public_controls, framework.quasi_public_motives
    return (
        lower if controls is None else worse_band(asked[QuestionnaireKind.CONTROLS], controls.band, lower),
        upper if motives is None else worse_band(asked[QuestionnaireKind.MOTIVES], motives.band, upper),
    )
