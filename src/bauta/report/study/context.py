"""The chapter on what is released, to whom, for what and how: the context that everything else rests on."""

from bauta.model.context import Sharing
from bauta.model.study_record import StudyRecord
from bauta.report.document import Bullets, Chapter, Fact, Facts, Flow, FlowStep, Heading, Part
from bauta.report.figures import count, people
from bauta.report.page import Paragraph, Tone
from bauta.report.study.editions import PublicFacts, Told
from bauta.report.study.words import MECHANISM_WORDS, NOT_STATED, SHARING_WORDS, not_stated, sentence, words
from bauta.report.study.works import EL_EMAM, EL_EMAM_MALIN

KEY = "context"


def context_chapter(told: Told, number: str) -> Chapter:
    """Who releases what to whom, and what was asked of the data."""
    public = told.public
    parts: list[Part] = [Paragraph(_who_gets_what(public)), _flow(told), Facts(tuple(_public_facts(told)))]
    if told.record is not None:
        parts += _more(told.record)
    return Chapter(KEY, number, "What is released, to whom and for what", tuple(parts))


def _who_gets_what(public: PublicFacts) -> str:
    who = words(public.custodian) if public.custodian else "The custodian"
    anybody = "anybody who wants them" if public.sharing is Sharing.PUBLIC else "the recipient"
    whom = words(public.recipient) if public.recipient else anybody
    return (
        f"{who} shares data about people with {whom}. How likely it is that somebody in them is recognised depends "
        "on the "
        "data, and as much on who has them, for what purpose and under which controls. This chapter says what these "
        "are."
    )


def _flow(told: Told) -> Flow:
    public, record = told.public, told.record
    steps = []
    if record is not None and record.source is not None:
        source = record.source
        steps.append(
            FlowStep("Source", (words(source.shown), people(source.people), f"{count(source.columns)} columns"))
        )
    if record is not None:
        changed = (
            ()
            if record.release is None
            else tuple(
                f"{count(len(record.release.solution.variables))} generalized or checked, others masked, shifted or "
                "kept".split(", ")
            )
        )
        steps.append(FlowStep("De-identification", changed or ("not done yet",)))
    nobody = "anybody" if public.sharing is Sharing.PUBLIC else NOT_STATED
    rows = () if public.rows is None else (f"{count(public.rows)} rows",)
    columns = (f"{count(len(public.columns))} columns",) if public.columns else ("not made yet",)
    steps.append(FlowStep("Release", (*rows, *columns)))
    steps.append(FlowStep("Recipient", (words(public.recipient) if public.recipient else nobody,)))
    return Flow(tuple(steps), "How the data travel: " + ", then ".join(step.title.lower() for step in steps) + ".")


def _public_facts(told: Told) -> list[Fact]:
    public, is_full = told.public, told.record is not None
    is_public = public.sharing is Sharing.PUBLIC
    sharing = None if public.sharing is None else SHARING_WORDS[public.sharing]
    mechanism = None if public.mechanism is None else MECHANISM_WORDS[public.mechanism]
    entries = [
        ("Custodian", public.custodian, "document.custodian"),
        ("Recipient", public.recipient or ("anybody" if is_public else None), "context.recipient"),
        ("Purpose", public.purpose, "context.purpose"),
        ("Way of sharing", sharing, "context.sharing"),
        ("Form", mechanism, "context.mechanism"),
        ("Holds until", public.valid_until, "document.valid_until"),
    ]
    facts = [_fact(term, text, key if is_full else None) for term, text, key in entries]
    trial = [
        ("Product", public.product),
        ("Active ingredient (INN)", public.active_ingredient),
        ("EMA procedure number", public.procedure_number),
        ("Health Canada control number", public.control_number),
        ("Applicant", public.applicant),
    ]
    return facts + [Fact(term, words(text)) for term, text in trial if text]


def _fact(term: str, text: str | None, key: str | None, fields: tuple[str, ...] = ()) -> Fact:
    if text:
        return Fact(term, sentence(text), fields=fields)
    return Fact(term, not_stated("It", key).capitalize(), Tone.QUIET, fields)


def _more(record: StudyRecord) -> list[Part]:
    document, context = record.document, record.context
    parts: list[Part] = [Heading("The people in the data", "people", ("G", "H"))]
    if record.source is not None:
        source = record.source
        key = f"told apart by {words(source.person_key)}" if source.person_key else "each row taken for one person"
        parts.append(
            Paragraph(
                f"The source, {words(source.shown)}, has {count(source.rows)} rows of {people(source.people)} ({key}) "
                f"and {count(source.columns)} columns."
            )
        )
    rare = {
        None: None,
        True: "yes: fewer than 5 in 10,000 people have it",
        False: "no: 5 in 10,000 people or more have it",
    }
    facts = [
        _fact("Rare disease", rare[document.rare_disease], "document.rare_disease", ("G",)),
        _fact("Special populations", document.special_populations, "document.special_populations", ("H",)),
        _fact("Other releases of these data", document.other_releases, "document.other_releases"),
    ]
    parts.append(Facts(tuple(facts)))
    if context is not None:
        kind = "closed" if context.is_closed else "open"
        meaning = (
            "an adversary can know that a certain person is in the data, and looks for that person (the prosecutor)"
            if context.is_closed
            else "an adversary cannot know who is in the data, and has to reckon with everybody in the population (the "
            "journalist)"
        )
        parts += [
            Heading("Can somebody know who is in the data?", "membership"),
            Paragraph(f"The data set is {kind}: {meaning}. {sentence(context.membership)}", cites=(EL_EMAM,)),
        ]
    utility = record.utility
    if utility is not None and (utility.needs or utility.largest_loss is not None or utility.analyses):
        parts.append(Heading("What the recipient needs", "needs"))
        if utility.needs:
            parts.append(Paragraph(sentence(utility.needs), cites=(EL_EMAM_MALIN,)))
        if utility.analyses:
            parts += [
                Paragraph("Analyses that must still be possible:"),
                Bullets(tuple(words(a) for a in utility.analyses)),
            ]
    return parts
