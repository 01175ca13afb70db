"""The first page: what the person who signs has to know, and where they sign."""

from bauta.model.assessment import Adversary, Verdict
from bauta.model.deidentification import Deidentification
from bauta.model.sharing import DataMetric, Sharing
from bauta.model.study_record import StudyRecord
from bauta.model.threat import AttackRisk, ContextRisk
from bauta.model.threshold import STRICT_AVERAGE_FLOOR
from bauta.report.content_unsettled import TONE_OF
from bauta.report.document import Bullets, Fact, Facts, Heading, KeyFigure, KeyFigures, Part, Signature
from bauta.report.figures import count, counted, people, percent, percent_beside, probability, probability_beside
from bauta.report.page import Headline, Paragraph, Tone
from bauta.report.study.editions import Told
from bauta.report.study.sensitivity import flips_in_words
from bauta.report.study.words import ATTACK_NAMES, SHARING_WORDS, acceptable, sentence, words

MOST_FLIPS = 3
MOST_CONDITIONS = 5
"""So that the first page stays one page."""
VERY_SMALL = (
    "Having applied generally accepted statistical and scientific principles and methods, I determine that the risk "
    "is very "
    "small that the information in this release could be used, alone or in combination with other reasonably available "
    "information, by an anticipated recipient to identify an individual who is a subject of the information, as long "
    "as the "
    "conditions of this report are kept."
)
NO_STATEMENT = (
    "This page cannot be signed as a determination: by this record the risk is not within the threshold, or not known, "
    "or something that could identify people was not judged."
)
TO_RECIPIENT = "I have read the conditions of this report and will keep to them."


def headline(told: Told) -> Headline:
    """The verdict, in one sentence."""
    if told.record is None:
        verdict = told.public.verdict or Verdict.HIGH
        side = {Verdict.LOW: "within", Verdict.HIGH: "above", Verdict.UNSETTLED: "not known to be within"}[verdict]
        return Headline(
            str(verdict),
            TONE_OF[verdict],
            f"The risk that a person in these data is recognised is {side} what the custodian accepts, as long as the "
            "conditions of this report are kept.",
            "The custodian measured it from the very files you received.",
        )
    record = told.record
    risk = record.risk_after or (record.risk_before if record.needs_change is False else None)
    if risk is None:
        return Headline(
            "OPEN", Tone.WARNING, "There is no verdict on a release yet.", "Steps are missing; they are listed below."
        )
    is_low = risk.verdict is not Verdict.HIGH
    worst = max(risk.risks, key=lambda one: one.overall)
    limit = risk.threshold.threshold.probability
    figure = probability_beside(risk.overall, limit)
    side = "within" if is_low else "above"
    measured = "Measured from the written file" if record.risk_after is not None else "Measured in the data as they are"
    return Headline(
        str(risk.verdict),
        TONE_OF[risk.verdict],
        f"The risk that {_whose(worst)} in this release is re-identified is {figure}, {side} the {acceptable(risk)} "
        f"that is acceptable{_unsettled(risk)}.",
        f"{measured}; {_which(len(risk.risks))}: {ATTACK_NAMES[worst.attack.kind].lower()}.",
        label="Re-identification risk of the release",
    )


def _unsettled(risk: ContextRisk) -> str:
    """What the figure leaves out."""
    if risk.verdict is not Verdict.UNSETTLED:
        return ""
    number = len(risk.unsettled)
    return f"; but {counted(number, 'thing')} that could identify people {'was' if number == 1 else 'were'} not judged"


def _whose(risk: AttackRisk) -> str:
    """Whom the figure is about. It is never the chance that anybody at all is found: that grows with the people."""
    is_average = risk.attack.metric is DataMetric.STRICT_AVERAGE and STRICT_AVERAGE_FLOOR.accepts_class_of(
        risk.smallest_class
    )
    return "an average person" if is_average else "the person easiest to find"


def _which(attacks: int) -> str:
    return "the only attack that applies" if attacks == 1 else f"the largest of {count(attacks)} attacks"


def summary(told: Told, missing: tuple[str, ...]) -> tuple[Part, ...]:
    """The parts of the first page, below the verdict."""
    record = told.record
    if record is None:
        return (_facts(told), _received(told), *_conditions(told), _recipient_signature(told))
    return (
        *([Paragraph(_draft(missing), Tone.WARNING)] if missing else []),
        _facts(told),
        *_three_numbers(record),
        *_conditions(told),
        *_flips(record),
        _signature(told, record),
    )


def _draft(missing: tuple[str, ...]) -> str:
    stale = [sentence(one) for one in missing if one.endswith(".")]
    absent = [words(one) for one in missing if not one.endswith(".")]
    listed = f" Not recorded yet: {'; '.join(absent)}." if absent else ""
    return f"This is a draft, not to be signed or sent.{listed} {' '.join(stale)}".strip()


def _facts(told: Told) -> Facts:
    public = told.public
    anybody = "anybody" if public.sharing is Sharing.PUBLIC else "not stated"
    whom = words(public.recipient) if public.recipient else anybody
    how = f" ({SHARING_WORDS[public.sharing].partition(':')[0]})" if public.sharing is not None else ""
    size = "nothing yet"
    if public.columns:
        rows = f"{count(public.rows)} rows, " if public.rows is not None else ""
        size = f"{rows}{count(len(public.columns))} columns"
    facts = [
        Fact("Released", f"{size}, by {words(public.custodian) if public.custodian else 'the custodian'}"),
        Fact("To", whom + how),
        Fact("For", words(public.purpose) if public.purpose else "not stated"),
        Fact("Holds until", words(public.valid_until) if public.valid_until else "not stated"),
    ]
    return Facts(tuple(facts))


def _three_numbers(record: StudyRecord) -> list[Part]:
    figures = []
    risk = record.risk_after or record.risk_before
    if risk is not None:
        limit = risk.threshold.threshold.probability
        was = ""
        if record.risk_after is not None and record.risk_before is not None:
            was = f"; it was {probability(record.risk_before.overall)}"
        tone = TONE_OF[risk.verdict]
        figures.append(
            KeyFigure(
                probability_beside(risk.overall, limit),
                "risk of the release" if record.risk_after is not None else "risk of the data as they are",
                f"acceptable: {acceptable(risk)}{was}",
                tone,
            )
        )
    release = record.release
    if release is not None:
        everyone = release.subsample.people_drawn if release.subsample else release.before.records
        suppressed = release.solution.suppressed_records
        limit = release.goal.suppression_limit
        share = suppressed / everyone if everyone else 0.0
        figures += [
            _smallest_class(record, release),
            KeyFigure(
                percent_beside(share, limit),
                "of people suppressed",
                f"{count(suppressed)} of {people(everyone)}; allowed: {percent(limit)}",
            ),
        ]
    elif record.before is not None:
        figures.append(
            KeyFigure(
                count(record.before.sample_uniques), "people alone in the data", f"of {people(record.before.records)}"
            )
        )
    return [KeyFigures(tuple(figures))] if figures else []


def _smallest_class(record: StudyRecord, release: Deidentification) -> KeyFigure:
    """The fewest people that anybody could be taken for, by the attack that finds them most easily."""
    after, before = release.after.smallest_class, release.before.smallest_class
    where = ""
    if record.risk_after is not None and record.risk_before is not None:
        weakest = min(record.risk_after.risks, key=lambda risk: risk.smallest_class)
        after = weakest.smallest_class
        before = min(risk.smallest_class for risk in record.risk_before.risks)
        where = " of the population" if weakest.measured_as is Adversary.JOURNALIST else ""
    return KeyFigure(
        count(after),
        f"{'person' if after == 1 else 'people'}{where} in the smallest class",
        f"it was {count(before)}; a class is the people who look alike",
    )


def _flips(record: StudyRecord) -> list[Part]:
    diagnostics = record.diagnostics
    if diagnostics is None:
        return []
    flipping = [
        f"{words(one.assumption).capitalize()}: {words(one.instead)}"
        # "also age" stands beside what is assumed, not in its place.
        + ("" if one.instead.startswith("also ") else f" in place of {words(one.assumed)}")
        + (f" (risk {probability(one.overall)})." if one.overall is not None else ".")
        for one in diagnostics.flipping[:MOST_FLIPS]
    ]
    tipping = [sentence(one.text) for one in diagnostics.tipping_points if one.flips_at is not None]
    more = len(diagnostics.flipping) - len(flipping)
    lines = flipping or tipping[:MOST_FLIPS]
    rest = f" {count(more)} more {'is' if more == 1 else 'are'} in the chapter on sensitivity." if more > 0 else ""
    return [
        Heading("What could change the verdict"),
        Paragraph(flips_in_words(diagnostics) + rest),
        *([Bullets(tuple(lines))] if lines else []),
    ]


def _signature(told: Told, record: StudyRecord) -> Signature:
    public = told.public
    is_low = record.risk_after is not None and record.risk_after.verdict is Verdict.LOW
    accepted = record.needs_change is False and record.risk_before is not None
    prepared = [("Prepared by", words(public.prepared_by))] if public.prepared_by else []
    return Signature(
        VERY_SMALL if is_low or accepted else NO_STATEMENT,
        (
            *prepared,
            ("Name and office", words(public.signatory) if public.signatory else ""),
            ("Date", ""),
            ("Signature", ""),
        ),
    )


def _received(told: Told) -> Paragraph:
    return Paragraph(
        "This report says what you hold, how it was changed, what you must keep to, and how to check that you have "
        "the right "
        "files. What was changed protects people; please do not try to undo it. The custodian has a fuller report, "
        "which stays "
        "there because it would tell things about people who are not in your data."
    )


def _conditions(told: Told) -> list[Part]:
    own = told.public.conditions
    if not own:
        return []
    rest = len(own) - MOST_CONDITIONS
    more = (f"{count(rest)} more, in the chapter on conditions.",) if rest > 0 else ()
    return [
        Heading("Under these conditions"),
        Bullets((*(sentence(one) for one in own[:MOST_CONDITIONS]), *more)),
    ]


def _recipient_signature(told: Told) -> Signature:
    public = told.public
    return Signature(
        TO_RECIPIENT,
        (
            ("For the recipient", words(public.recipient) if public.recipient else ""),
            ("Name and office", ""),
            ("Date", ""),
            ("Signature", ""),
        ),
    )
