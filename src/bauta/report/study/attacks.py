"""The chapter on adversaries: which attacks apply, who would try, and how likely each is."""

from bauta.model.threat import QuestionnaireScore, ReleaseContext
from bauta.report.document import Chapter, Heading, Part
from bauta.report.figures import names, probability
from bauta.report.page import Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.editions import Told
from bauta.report.study.words import (
    ADVERSARY_WORDS,
    ATTACK_NAMES,
    ATTACK_WORDS,
    METRIC_WORDS,
    missing_part,
    sentence,
    words,
)
from bauta.report.study.works import EL_EMAM_MALIN, IPC

KEY = "attacks"


def attacks_chapter(told: Told, number: str) -> Chapter:
    """Who might try to find out who people are, and how likely that is."""
    intro = Paragraph(
        "Nobody can say who will one day look at these data. But the ways in which people come to be recognised are "
        "few, "
        "and each can be judged by itself.",
        cites=(EL_EMAM_MALIN,),
    )
    if told.record is None:
        parts: tuple[Part, ...] = (intro, _considered(told))
    elif told.record.context is None:
        parts = (intro, missing_part("No context is recorded, so no attack was judged: bauta context settles it."))
    else:
        parts = (intro, *_settled(told.record.context))
    return Chapter(KEY, number, "Who might try", parts)


def _considered(told: Told) -> Table:
    return Table(
        caption="Attacks that were considered",
        columns=(Column("Attack"), Column("What it is")),
        rows=tuple(Row(cells(ATTACK_NAMES[kind], sentence(ATTACK_WORDS[kind]))) for kind in told.public.attacks),
    )


def _settled(context: ReleaseContext) -> list[Part]:
    table = Table(
        caption="Attacks that apply to this release, and how likely each is",
        columns=(Column("Attack"), Column("Who"), Column("Can know"), Column("Pr(attack)", is_number=True)),
        rows=tuple(
            Row(
                cells(
                    ATTACK_NAMES[attack.kind],
                    sentence(attack.adversary),
                    "all indirect identifiers" if attack.knows is None else names(attack.knows),
                    probability(attack.probability),
                ),
            )
            for attack in context.attacks
        ),
    )
    why = Table(
        caption="Where the probabilities come from, and how the data are measured for each attack",
        columns=(
            Column("Attack"),
            Column("Pr(attack) comes from"),
            Column("The adversary"),
            Column("Data risk measured by"),
        ),
        rows=tuple(
            Row(
                cells(
                    ATTACK_NAMES[attack.kind],
                    sentence(attack.source) + (f" {sentence(attack.note)}" if attack.note else ""),
                    ADVERSARY_WORDS[attack.measured_as],
                    METRIC_WORDS[attack.metric],
                )
            )
            for attack in context.attacks
        ),
    )
    meaning = Paragraph(
        "Pr(attack) is the probability that the attack happens at all. It is multiplied by the data risk, the "
        "probability "
        "that the attack then succeeds."
    )
    parts: list[Part] = [meaning, table, why]
    if context.not_applicable:
        parts += [
            Heading("Attacks that need not be feared"),
            Table(
                caption="Attacks that do not apply, and why",
                columns=(Column("Attack"), Column("Why not")),
                rows=tuple(Row(cells(ATTACK_NAMES[one.kind], sentence(one.why))) for one in context.not_applicable),
            ),
        ]
    if context.scores:
        parts += _questionnaires(context)
    parts += [Paragraph(sentence(note), Tone.QUIET) for note in context.notes]
    return parts


def _questionnaires(context: ReleaseContext) -> list[Part]:
    table = Table(
        caption="Questionnaires and what they came to",
        columns=(Column("Questionnaire"), Column("Points", is_number=True), Column("Band"), Column("Bands begin at")),
        rows=tuple(
            Row(
                cells(
                    words(score.title),
                    f"{score.percent:.0f} %",
                    words(score.band) + _forced(score),
                    ", ".join(f"{words(band)} {start:g} %" for band, start in score.bands),
                )
            )
            for score in context.scores
        ),
    )
    framework = f" They are those of {sentence(context.framework)}" if context.framework else ""
    return [
        Heading("The questionnaires", "questionnaires"),
        Paragraph(
            "How well the recipient protects the data, why and how well somebody there could try, and how much people "
            f"would be harmed, were asked in questionnaires.{framework} Every answer is in the appendix.",
            cites=(IPC,),
        ),
        table,
    ]


def _forced(score: QuestionnaireScore) -> str:
    triggers = len(score.triggers)
    if not triggers:
        return ""
    return f" (forced by {triggers} answer{'' if triggers == 1 else 's'})"
