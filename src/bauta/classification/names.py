"""Evidence from the column name: which kind its words say, if any."""

import re
from dataclasses import dataclass

from bauta.classification import kinds, vocabulary
from bauta.classification.kinds import Kind
from bauta.classification.tokens import LONGEST_NAME, squash, tokenise
from bauta.model.roles import Role

_LONGEST_PHRASE = 4
_MOST_TOKENS = 12


@dataclass(frozen=True)
class NameEvidence:
    """What the name says, and whether that is enough without the values agreeing."""

    kind: Kind
    is_certain: bool = True
    """False for names that mean several things: the values must then agree, or the name is set aside."""


def _phrase_index(words_by_kind: dict[Kind, str]) -> dict[tuple[str, ...], Kind]:
    """Every spelling of every phrase: as words, and run together as in DATEOFBIRTH. The earlier kind wins."""
    index: dict[tuple[str, ...], Kind] = {}
    for kind, text in words_by_kind.items():
        for phrase in vocabulary.expand(text):
            words = tokenise(phrase)
            for spelling in (words, ("".join(words),), (squash(phrase),)):
                index.setdefault(spelling, kind)
    return index


_ANYWHERE = _phrase_index(vocabulary.PHRASES)
_WHOLE = _phrase_index(vocabulary.WHOLE_NAMES)

# Kinds that a remark such as "flag" or "consent" turns into something harmless.
_SPOILED_BY_REMARKS = frozenset(
    {kinds.BIRTH_DATE, kinds.EVENT_DATE, kinds.DEATH_DATE, kinds.AGE, kinds.POSTAL_CODE, kinds.ZIP5}
)

_IDENTIFYING_WORDS = frozenset(
    phrase[0] for phrase, kind in _ANYWHERE.items() if len(phrase) == 1 and kind.role is Role.DIRECT_IDENTIFIER
)

# OMOP repeats one idea as gender_concept_id, gender_source_value, gender_source_concept_id.
_OMOP_SUFFIX = re.compile(r"_(?:source_)?(?:concept_id|value)$", re.IGNORECASE)

# SDTM variables start with their two-letter domain: VSSTRESN, AESTDTC. They are always upper case.
_SDTM_ENDINGS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"[A-Z]{2}(?:IC|ST|EN|X?ST|X?EN|PEN)?DTC"), kinds.EVENT_DATE),
    (re.compile(r"SC(?:ORRES|STRES[NC])"), kinds.CHARACTERISTIC),
    (re.compile(r"EX(?:TRT|DECOD|DOSE|DOSU|DOSFRM|DOSFRQ|ROUTE)"), kinds.TREATMENT_ARM),
    (re.compile(r"[A-Z]{2}(?:ORRES|STRES[NC]|STAT)"), kinds.LAB_RESULT),
    (re.compile(r"(?:AE|MH|CE|DS)(?:TERM|DECOD|LLT|HLT|BODSYS|SOC)"), kinds.DIAGNOSIS),
    (re.compile(r"[A-Z]{2}(?:ST|EN)?DY"), kinds.STUDY_DAY),
    (re.compile(r"[A-Z]{2}(?:SPID|REFID)"), kinds.EVENT_NUMBER),
    (re.compile(r"[A-Z]{2}(?:SEQ|GRPID)"), kinds.SEQUENCE),
    (re.compile(r"[A-Z]{2}(?:TESTCD|TEST|ORRESU|STRESU|CAT|SCAT|LOC)"), kinds.CODE_OF_TEST),
)


def kind_from_name(name: str) -> NameEvidence | None:
    """The kind that the words of the name say, or None when they say nothing we know."""
    sdtm = _kind_of_sdtm_name(name)
    if sdtm:
        return NameEvidence(sdtm)
    words = tokenise(name)[:_MOST_TOKENS]
    if not words:
        return None
    if ("".join(words),) not in _ANYWHERE:
        words = tokenise(_OMOP_SUFFIX.sub("", name[:LONGEST_NAME]))[:_MOST_TOKENS] or words
    if len(words) > 1 and words[-1] in vocabulary.STATUS_ENDINGS:
        return NameEvidence(kinds.FORM_STATUS)
    found = _kind_of_whole_name(words) or _kind_of_longest_phrase(words)
    if found is None and name.lower().endswith("_concept_id"):
        return NameEvidence(kinds.CONCEPT)
    if found is None and _is_remark_on_an_identifier(words):
        return NameEvidence(kinds.REMARK, is_certain=False)
    return found or _kind_of_shorthand(words)


def _kind_of_sdtm_name(name: str) -> Kind | None:
    if len(name) > 8 or tokenise(name) in _ANYWHERE:
        return None
    return next((kind for ending, kind in _SDTM_ENDINGS if ending.fullmatch(name)), None)


def _kind_of_whole_name(words: tuple[str, ...]) -> NameEvidence | None:
    """A name that is one phrase and nothing else, words for the patient and trailing digits aside."""
    run_together = ("".join(words),)
    if run_together in _ANYWHERE:
        return NameEvidence(_ANYWHERE[run_together])
    core = tuple(word for word in words if word not in vocabulary.PATIENT_WORDS and not word.isdigit())
    for spelling in (words, core, run_together):
        if spelling in _WHOLE:
            return NameEvidence(_WHOLE[spelling], is_certain=False)
    return None


def _kind_of_longest_phrase(words: tuple[str, ...]) -> NameEvidence | None:
    """The longest known phrase in the name; of two equally long the later, as English nouns come last."""
    for length in range(min(_LONGEST_PHRASE, len(words)), 0, -1):
        for start in range(len(words) - length, -1, -1):
            kind = _ANYWHERE.get(words[start : start + length])
            if kind and not _is_only_a_remark(kind, words[:start] + words[start + length :]):
                return NameEvidence(kind)
    return None


def _is_only_a_remark(kind: Kind, other_words: tuple[str, ...]) -> bool:
    can_be_spoiled = kind.role is Role.DIRECT_IDENTIFIER or kind in _SPOILED_BY_REMARKS
    return can_be_spoiled and any(word in vocabulary.ABOUT_WORDS for word in other_words)


def _is_remark_on_an_identifier(words: tuple[str, ...]) -> bool:
    """Whether it speaks of an identifier, and of what is with it: email_consent, phone_valid."""
    about = [word for word in words if word not in vocabulary.ABOUT_WORDS]
    if len(about) == len(words):
        return False
    return any(word in _IDENTIFYING_WORDS for word in about)


def _kind_of_shorthand(words: tuple[str, ...]) -> NameEvidence | None:
    """Private shorthand that still shows a known word: RDATE, iage, RSBP. The values must agree."""
    if any(word in vocabulary.ABOUT_WORDS for word in words):
        return None
    if any(word.endswith(vocabulary.DATE_ENDINGS) or word == "dt" for word in words):
        return NameEvidence(kinds.EVENT_DATE, is_certain=False)
    first = words[0]
    kind = _ANYWHERE.get((first[1:],)) if len(words) == 1 and len(first) > 3 else None
    return NameEvidence(kind, is_certain=False) if kind else None
