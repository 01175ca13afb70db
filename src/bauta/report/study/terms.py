"""Terms of a report and what they mean; a report explains those that it uses, and no others."""

import re
from collections.abc import Iterable

from bauta.report.document import Definition

TERMS = {
    "adversary": "Somebody who tries to find out whose record is whose.",
    "attribute disclosure": "Learning something about a person from their class, without knowing which record is "
    "theirs.",
    "average risk": "The mean of the probabilities of all people: the share an adversary can expect to get right "
    "(R_c).",
    "binding attack": "The attack that permits the data least.",
    "breach": "The recipient loses the data, by theft, error or a careless copy.",
    "cell size": "The number of people that stands for a threshold: 11 for 0.09. Classes must be at least as large.",
    "class": "The people who are alike on every indirect identifier; nobody can tell them apart by these.",
    "coefficient": "In a model, how the outcome changes with a variable.",
    "crosswalk": "The list that says which code stands for whom. The custodian keeps it.",
    "data risk": "The probability that an attack succeeds if it happens; measured in the data.",
    "de-identification": "Changing data so that it becomes hard to find out who the people in them are.",
    "demonstration attack": "Somebody shows on public data that it can be done, with the easiest target.",
    "direct identifier": "A variable that points at one person by itself: a name, a record number.",
    "expert determination": "HIPAA's way to de-identify by the judgement of an expert that the risk is very small.",
    "generalization": "Telling a value more coarsely: a year for a date.",
    "hierarchy": "The levels of one variable, from the value itself up to nothing at all.",
    "indirect identifier": "A variable others can know that tells people apart together with others: date of birth, "
    "ZIP code, "
    "sex. Also called quasi-identifier.",
    "invasion of privacy": "How much people would be harmed if they were found.",
    "journalist": "An adversary who cannot know who is in the data, and has to reckon with everybody in the "
    "population.",
    "lattice": "All combinations of levels.",
    "manifest": "The file beside a release that says what it was made of, with hashes.",
    "marketer": "An adversary who matches everybody against a list and wants many right matches.",
    "mask": "What becomes of a direct identifier: removed, redacted, replaced, or turned into a code.",
    "maximum risk": "The probability for the person most at risk (R_b).",
    "microdata": "Data with a row for each person or event, not counts.",
    "mitigating controls": "What the recipient does to protect the data.",
    "motives and capacity": "Why somebody at the recipient's could want to find people, and how well they could try.",
    "noise": "A random amount, at most so large, added to a number.",
    "non-uniform entropy": "A measure of the information lost, in bits; rare values weigh more.",
    "operating range": "The choices of levels that are both safe and useful.",
    "optimum": "The choice that meets the criterion and loses least.",
    "overlap": "The share of two intervals that they have in common.",
    "population": "The people the data were drawn from.",
    "Pr(attack)": "The probability that an attack happens at all.",
    "prosecutor": "An adversary who knows that a certain person is in the data, and looks for that person.",
    "pseudonym": "A code in place of a value, the same wherever the value occurs.",
    "quasi-identifier": "See indirect identifier.",
    "re-identification": "Finding out who a person in de-identified data is.",
    "risk of the release": "Data risk times Pr(attack), the largest over all attacks.",
    "Safe Harbor": "HIPAA's list of eighteen kinds of identifiers that must not be there.",
    "sensitive variable": "What an adversary would learn: a diagnosis, a laboratory result.",
    "SHA-256": "A number computed from a file that any change of the file would change.",
    "strict average": "The average if no class is smaller than three people, otherwise the maximum.",
    "subsample": "A random share of the people, drawn before anything else.",
    "suppress": "Take a record, or values of it, from the release because the person would remain at risk.",
    "threshold": "The largest risk that is acceptable: a probability and its cell size.",
    "verdict": "LOW if every attack stays within the threshold, HIGH otherwise.",
    "verifier": "An adversary who tries several people and checks each match.",
}


FORMS = {
    "generalization": r"generali[sz]",
    "re-identification": r"re-identif",
    "de-identification": r"de-identif",
    "motives and capacity": r"motives",
    "average risk": r"average",
    "maximum risk": r"maximum",
    "mask": r"mask(ed|s|ing)?(?!\w)",
    "class": r"class(es)?(?!\w)",
}
"""How else a term may stand in a text; others are looked for as they are."""


def used_terms(texts: Iterable[str]) -> tuple[Definition, ...]:
    """The terms that occur in any of the texts, or in the meaning of one that does, in alphabetical order."""
    everything = "\n".join(texts).lower()
    used: set[str] = set()
    while True:
        found = {term for term in TERMS if term not in used and _occurs(term, everything)}
        if not found:
            return tuple(Definition(term, TERMS[term]) for term in sorted(used, key=str.lower))
        used |= found
        everything += "\n" + "\n".join(TERMS[term].lower() for term in found)


def _occurs(term: str, text: str) -> bool:
    """Whether the term, or a form of it, stands in the text as a word."""
    return re.search(rf"(?<!\w){FORMS.get(term, re.escape(term.lower()))}", text) is not None
