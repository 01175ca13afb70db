"""What the recipient has to keep to, and what the custodian has to keep doing."""

from bauta.model.context import Sharing
from bauta.report.document import Bullets, Chapter, Fact, Facts, Heading, Part
from bauta.report.page import Paragraph
from bauta.report.study.editions import Told
from bauta.report.study.words import not_stated, sentence
from bauta.report.study.works import EL_EMAM_MALIN, HIPAA, IPC

KEY = "conditions"
GOVERNANCE = "governance"
ALWAYS = (
    "Do not try to find out who anybody in the data is, and do not contact anybody you believe you recognise.",
    "If you recognise somebody by chance, tell nobody but the custodian, at once.",
    "Do not link the data with others that could tell who people are, unless the contract allows it.",
    "Do not pass the data on, in whole or in part, unless the contract allows it.",
    "If the data are lost, stolen or seen by somebody who should not, tell the custodian at once.",
    "When the purpose is served or the time is over, destroy the data and say so.",
)
REMINDERS = (
    ("Ethics", "Have what a class gives away about its people (attribute disclosure) looked at by an ethics review."),
    (
        "Assess again",
        "Repeat the assessment when the time is over, when data or recipients change, and regularly in between.",
    ),
    ("Audit", "Audit recipients, or have them audited; the probabilities of attacks rest on their controls."),
    ("Overlaps", "Keep a list of all releases of these people. Two releases, each low, may be high together."),
    ("Transparency", "Say publicly that de-identified data are shared, for what, and who answers for it."),
    ("Accountability", "Name a person who answers for this release, and one who stands in for them."),
    ("Law", "Watch the law and new ways of finding people; either can change what is acceptable."),
    ("Incidents", "Have a written plan for a breach or a person found, and try it out."),
    ("Training", "Train whoever prepares and whoever receives data."),
    ("Commissioned attacks", "Have somebody try to find people, under contract, before others do."),
    (
        "Index",
        "Keep this report, the study file and the custodian's folder together, with an alert for the day they expire.",
    ),
)


def conditions_chapter(told: Told, number: str) -> Chapter:
    """What the recipient must do and not do."""
    public = told.public
    judged = (
        "Public data come without a contract, so nobody can be held to conditions, and the risk was judged without "
        "any. "
        "What follows is asked of everybody all the same."
        if public.sharing is Sharing.PUBLIC
        else "The risk was judged for this recipient, this purpose and these conditions. Where one of them is not "
        "kept, "
        "the judgement does not hold."
    )
    parts: list[Part] = [Paragraph(judged)]
    if public.conditions:
        parts += [
            Heading("Conditions of this release", "own-conditions"),
            Bullets(tuple(sentence(condition) for condition in public.conditions), is_numbered=True),
        ]
    parts += [
        Heading("Conditions of every release", "common-conditions"),
        Bullets(ALWAYS, is_numbered=True),
        _until(told),
    ]
    return Chapter(KEY, number, "Conditions for the recipient", tuple(parts))


def _until(told: Told) -> Facts:
    valid, key = told.public.valid_until, "document.valid_until" if told.record is not None else None
    until = sentence(valid) if valid else not_stated("The end", key)
    return Facts((Fact("Holds until", until),))


def governance_chapter(number: str) -> Chapter:
    """What remains to be done after a release."""
    return Chapter(
        GOVERNANCE,
        number,
        "What the custodian keeps doing",
        (
            Paragraph(
                "A release is not over when the data are sent. These are reminders, taken from guidance; none of "
                "them is "
                "checked by a program. An expert determination under HIPAA also names its methods and results, as this "
                "report does.",
                cites=(IPC, EL_EMAM_MALIN, HIPAA),
            ),
            Facts(tuple(Fact(term, text) for term, text in REMINDERS)),
        ),
    )
