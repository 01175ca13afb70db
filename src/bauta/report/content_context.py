"""The context of a release in words: the attacks, what they leave to the data, and what was measured."""

from bauta.errors import printable as escaped
from bauta.model.assessment import Verdict
from bauta.model.sharing import DataMetric, Mechanism, Sharing
from bauta.model.threat import Attack, AttackRisk, ContextRisk, QuestionnaireScore, ReleaseContext
from bauta.model.threshold import STRICT_AVERAGE_FLOOR
from bauta.report.figures import names, probability
from bauta.report.page import Cell, Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells

METRIC = {
    DataMetric.MAXIMUM: "maximum",
    DataMetric.STRICT_AVERAGE: "strict average",
}

SHARED = {
    Sharing.PUBLIC: "Public",
    Sharing.QUASI_PUBLIC: "For everybody who accepts terms by a click",
    Sharing.BY_REQUEST: "By request, under a contract",
}
USED = {Mechanism.MICRODATA: "as a file", Mechanism.PORTAL: "in a portal"}


def printable(text: str) -> str:
    """The text whole, with control characters escaped: sources are long, and nothing of them should be lost."""
    return str(escaped(text))


def context_sections(context: ReleaseContext, risk: ContextRisk | None = None, title: str | None = None) -> Page:
    """What follows from the context, the answers it rests on, and, where they were measured, the data beside it."""
    sections = (
        _release(context),
        _threshold(context),
        _attacks(context),
        None if risk is None else attacks_measured_section(risk),
        *(_score(score) for score in context.scores),
        _conditions(context),
        _notes((*context.notes, *(risk.notes if risk else ()))),
    )
    return Page(
        title="The context of the release",
        source=printable(title) if title else f"{context.sharing}, {context.mechanism}",
        headline=_headline(context, risk),
        lead=(),
        sections=tuple(section for section in sections if section is not None),
    )


def _headline(context: ReleaseContext, risk: ContextRisk | None) -> Headline:
    binding = context.binding
    permitted = binding.permitted
    may = (
        f"The data may have a risk of at most {probability(permitted.probability)} "
        f"({METRIC[binding.metric]}), with no class smaller than {_smallest(binding)}."
    )
    basis = (
        f"The threshold is {context.threshold.threshold}; the attack that leaves the data least is {binding.kind}, "
        f"with probability {probability(binding.probability)}."
    )
    if risk is None:
        return Headline("settled", Tone.GOOD, may, basis, label="Context")
    is_high = risk.verdict is Verdict.HIGH
    found = f"The largest risk over all attacks is {probability(risk.overall)}. {may}"
    return Headline(str(risk.verdict), Tone.BAD if is_high else Tone.GOOD, found, basis)


def _release(context: ReleaseContext) -> Section:
    who = printable(context.recipient) if context.recipient else "not named"
    what_for = printable(context.purpose) if context.purpose else "not told"
    told = f"{SHARED[context.sharing]}, {USED[context.mechanism]}. Recipient: {who}. Purpose: {what_for}."
    return Section("The release", (Paragraph(told), Paragraph(context.membership)))


def _threshold(context: ReleaseContext) -> Section:
    chosen = context.threshold
    return Section(
        "The threshold",
        (
            Paragraph(f"{chosen.threshold}. {printable(chosen.why)}"),
            Paragraph(_sentence(printable(chosen.source)), Tone.QUIET),
        ),
    )


def _attacks(context: ReleaseContext) -> Section:
    rows = tuple(
        Row(
            cells(
                attack.kind.capitalize(),
                probability(attack.probability),
                METRIC[attack.metric],
                probability(attack.permitted.probability),
                str(attack.permitted.cell_size),
            ),
            note=printable(
                f"{attack.adversary.capitalize()}; knows {_knowledge(attack.knows)}. {_sentence(attack.source)}"
            ),
        )
        for attack in context.attacks
    )
    columns = (
        Column("Attack"),
        Column("Pr(attack)", is_number=True),
        Column("Data judged by"),
        Column("Permitted", is_number=True),
        Column("Cell size", is_number=True),
    )
    caption = "Permitted is threshold / Pr(attack), at most 1; the strict average also asks that no class is below 3."
    absent = [
        Paragraph(f"{one.kind.capitalize()} does not apply. {one.why}", Tone.QUIET) for one in context.not_applicable
    ]
    return Section("The attacks", (Table(caption, columns, rows, note_title="Who, and why so likely"), *absent))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _knowledge(knows: tuple[str, ...] | None) -> str:
    return "all quasi-identifiers" if knows is None else names(knows)


def attacks_measured_section(risk: ContextRisk) -> Section:
    """Every attack as it was measured: the data's risk, and the product with the probability of the attack."""
    columns = (
        Column("Attack"),
        Column("Data risk", is_number=True),
        Column("Permitted", is_number=True),
        Column("x Pr(attack)", is_number=True),
        Column("= Overall", is_number=True),
        Column("Verdict"),
    )
    rows = tuple(
        Row(
            cells(
                one.attack.kind.capitalize(),
                probability(one.data_risk),
                probability(one.attack.permitted.probability),
                probability(one.attack.probability),
                probability(one.overall),
                Cell(str(one.verdict), Tone.BAD if one.verdict is Verdict.HIGH else Tone.GOOD),
            ),
            note=_measured_how(one),
        )
        for one in risk.risks
    )
    largest = probability(risk.overall)
    caption = f"Threshold {risk.threshold.threshold}; the largest overall risk is {largest}: {risk.verdict}."
    return Section("In context: every attack measured", (Table(caption, columns, rows, note_title="Measured"),))


def _smallest(attack: Attack) -> int:
    """The smallest class that an attack permits, by its metric."""
    is_maximum = attack.metric is DataMetric.MAXIMUM
    return attack.permitted.cell_size if is_maximum else STRICT_AVERAGE_FLOOR.cell_size


def _measured_how(one: AttackRisk) -> str:
    return (
        f"{METRIC[one.attack.metric]} of the {one.measured_as}'s risk on {names(one.quasi_identifiers)}; smallest "
        f"class {one.smallest_class:,}, at least {_smallest(one.attack):,} is asked for"
    )


def _score(score: QuestionnaireScore) -> Section:
    bands = ", ".join(f"{band} from {begins:g}" for band, begins in score.bands)
    lines = [f"{score.percent:.3g} of 100: {score.band} ({bands})."]
    lines += [f"Forced by: {printable(one.text)} {one.answer.capitalize()}." for one in score.triggers]
    rows = tuple(
        Row(
            cells(printable(one.text), printable(one.answer), f"{one.points:g} of {one.most_points:g}"),
            note="; ".join(printable(part) for part in (one.by, one.note) if part),
        )
        for one in score.questions
    )
    columns = (Column("Question"), Column("Answer"), Column("Points", is_number=True))
    return Section(
        printable(score.title),
        (*(Paragraph(line) for line in lines), Table("", columns, rows, note_title="Who decided, and why")),
    )


def _conditions(context: ReleaseContext) -> Section | None:
    if not context.conditions:
        return None
    return Section("What the recipient must keep to", tuple(Paragraph(printable(one)) for one in context.conditions))


def _notes(notes: tuple[str, ...]) -> Section | None:
    return Section("To mind", tuple(Paragraph(note, Tone.WARNING) for note in notes)) if notes else None
