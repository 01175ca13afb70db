"""Words that several chapters need: ways of sharing, attacks and metrics, each explained once and named alike."""

from bauta.model.assessment import Adversary, Verdict
from bauta.model.context import DataMetric, Mechanism, Sharing
from bauta.model.threat import AttackKind, ContextRisk
from bauta.report.figures import printable
from bauta.report.page import Paragraph, Tone

NOT_STATED = "not stated"
LONGEST_TEXT = 2000
"""What a person wrote is shown whole, within reason."""

SHARING_WORDS = {
    Sharing.PUBLIC: "public: anybody can have the data, without conditions",
    Sharing.QUASI_PUBLIC: "quasi-public: anybody can have the data who accepts terms of use",
    Sharing.BY_REQUEST: "by request: whoever asked and was approved has the data, under a contract",
}
MECHANISM_WORDS = {
    Mechanism.MICRODATA: "a file with a row for each person or event, which the recipient holds (microdata)",
    Mechanism.PORTAL: "a portal: the recipient works on the custodian's computers and downloads nothing",
}
ATTACK_NAMES = {
    AttackKind.DEMONSTRATION: "Demonstration attack",
    AttackKind.DELIBERATE: "Deliberate attempt",
    AttackKind.INADVERTENT: "Recognised by chance",
    AttackKind.BREACH: "Data breach",
}
ATTACK_WORDS = {
    AttackKind.DEMONSTRATION: "somebody sets out to show that a person in public data can be found, and picks the "
    "easiest target",
    AttackKind.DELIBERATE: "the recipient, or somebody who works there, tries to find out who people are",
    AttackKind.INADVERTENT: "somebody who works with the data recognises a person they know",
    AttackKind.BREACH: "the recipient loses the data, and whoever has them then tries",
}
METRIC_WORDS = {
    DataMetric.MAXIMUM: "maximum: the person most at risk",
    DataMetric.STRICT_AVERAGE: "strict average: everybody on average, if nobody is in a class smaller than three",
}
METRIC_NAMES = {DataMetric.MAXIMUM: "maximum", DataMetric.STRICT_AVERAGE: "strict average"}
ADVERSARY_WORDS = {
    Adversary.PROSECUTOR: "knows that the target is in the data (prosecutor)",
    Adversary.JOURNALIST: "cannot know who is in the data (journalist)",
    Adversary.MARKETER: "matches everybody against a list (marketer)",
    Adversary.VERIFIER: "tries several people and checks each (verifier)",
}


def words(text: str) -> str:
    """What a person wrote, safe to show."""
    return str(printable(text, LONGEST_TEXT))


def sentence(text: str) -> str:
    """The same as a sentence: a capital first, a full stop at the end.

    >>> sentence("the recipient asked for it")
    'The recipient asked for it.'
    """
    safe = words(text).strip()
    if not safe:
        return safe
    return safe[:1].upper() + safe[1:] + ("" if safe[-1] in ".!?" else ".")


def not_stated(what: str, key: str | None) -> str:
    """A gap that a person can fill, and where; a recipient has no study file to look into."""
    return f"{what} is not stated" + ("." if key is None else f"; {key} in the study file is the place for it.")


def missing_part(text: str) -> Paragraph:
    """Why something is not there."""
    return Paragraph(text, Tone.WARNING)


def acceptable(risk: ContextRisk) -> str:
    """The threshold as printed; with its cell size where 0.0909 is within 0.09, which is 1 in 11 printed short."""
    limit = risk.threshold.threshold
    is_printed_short = risk.verdict is Verdict.LOW and risk.overall > limit.probability
    return f"{limit.probability:.4g}" + (f" (1 in {limit.cell_size})" if is_printed_short else "")
