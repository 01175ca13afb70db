"""The chapter on the threshold: how much risk is acceptable, who says so, and what it permits each attack."""

from bauta.model.context import DataMetric
from bauta.model.study_record import StudyRecord
from bauta.model.threat import ReleaseContext
from bauta.report.document import Chapter, Fact, Facts, Heading, Part
from bauta.report.figures import probability
from bauta.report.page import Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import ATTACK_NAMES, METRIC_NAMES, missing_part, sentence
from bauta.report.study.works import EL_EMAM_MALIN, FORM, HIPAA, IPC

KEY = "threshold"


def threshold_chapter(record: StudyRecord, number: str) -> Chapter:
    """What is acceptable, and why."""
    parts: list[Part] = [
        Heading("The approach", "approach", ("B",)),
        Paragraph(
            "Quantitative: the risk of re-identification is measured as a probability and compared with a threshold. "
            "The "
            "verdict is LOW if every attack stays within it, and HIGH otherwise.",
            cites=(FORM,),
        ),
        Heading("The threshold", "target", ("J",)),
    ]
    if record.context is None:
        parts.append(missing_part("No threshold was settled with a context: bauta context does it."))
        if record.before is not None:
            parts.append(Paragraph(f"The study's own threshold is {record.before.threshold}."))
    else:
        parts += _settled(record.context)
    return Chapter(KEY, number, "How much risk is acceptable, and why", tuple(parts))


def _settled(context: ReleaseContext) -> list[Part]:
    chosen = context.threshold
    table = Table(
        caption="What the threshold permits each attack",
        columns=(
            Column("Attack"),
            Column("Threshold", is_number=True),
            Column("Pr(attack)", is_number=True),
            Column("Permitted data risk", is_number=True),
            Column("Cell size", is_number=True),
            Column("Measured by"),
        ),
        rows=tuple(
            Row(
                cells(
                    ATTACK_NAMES[attack.kind],
                    f"{chosen.threshold.probability:.4g}",
                    probability(attack.probability),
                    probability(attack.permitted.probability),
                    str(attack.permitted.cell_size),
                    METRIC_NAMES[attack.metric],
                )
            )
            for attack in context.attacks
        ),
    )
    return [
        Facts(
            (
                Fact(
                    "Threshold",
                    f"{chosen.threshold.probability:.4g}, printed with a cell size of {chosen.threshold.cell_size}.",
                ),
                Fact("Source", sentence(chosen.source)),
                Fact("Why this one", sentence(chosen.why)),
            )
        ),
        Paragraph(
            "A threshold of 0.05, say, means that one attempt in twenty may succeed, or that everybody could be any "
            "of twenty "
            "people. The cell size is the number of people that stands for the probability; both are kept, because "
            "documents "
            "print the probability rounded. No law gives a number: HIPAA asks that the risk be very small.",
            cites=(HIPAA, IPC),
        ),
        Heading("What it permits", "permitted"),
        Paragraph(
            "The risk of the release is the data risk times the probability of the attack. Turned round, the data "
            "may have a "
            "risk of at most the threshold divided by Pr(attack), for each attack. The binding attack, the one that "
            "permits "
            f"least, is: {ATTACK_NAMES[context.binding.kind].lower()}.",
            cites=(EL_EMAM_MALIN,),
        ),
        table,
        *(_of_the_metric() if any(one.metric is DataMetric.STRICT_AVERAGE for one in context.attacks) else ()),
    ]


def _of_the_metric() -> tuple[Paragraph, ...]:
    text = "Whatever is permitted, a strict average also asks that no class be smaller than three people."
    return (Paragraph(text, Tone.QUIET),)
