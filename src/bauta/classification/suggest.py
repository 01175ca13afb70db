"""Suggests a role for a column, from its name and its values, with the reason.

The name and the values are heard separately and then weighed:

    numbers that states issue to persons              win over any name (their check digits fit)
    values that speak for themselves and identify     win over any name (e-mail addresses)
    prose                                             wins over any name but a direct identifier's
    a name that says what the column holds            stands; values make it surer, or more precise
    values that speak for themselves                  stand where the name says nothing
    neither                                           the paper's rule on uniqueness: `unrecognised`
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bauta.classification import half_prose, kinds
from bauta.classification.families import alike_within_families
from bauta.classification.kinds import Kind
from bauta.classification.names import NameEvidence, kind_from_name
from bauta.classification.patterns import PATTERNS, SUPPORTING, Pattern, share_matching
from bauta.classification.person_key import find_person_key
from bauta.classification.person_numbers import FoundNumbers, find_numbers_of_persons
from bauta.classification.serial_dates import possible_serials
from bauta.classification.unrecognised import FEW_ROWS, suggest_by_uniqueness
from bauta.classification.values import Values
from bauta.dates.serials import could_be_dates
from bauta.model.columns import ColumnProfile, ColumnSummary, Suggestion
from bauta.model.roles import Role, VariableType


def suggest(summary: ColumnSummary, sample: Sequence[str]) -> Suggestion:
    """The role, type and kind that suit the column, with a reason that holds no value and no column name.

    `sample` is up to a few hundred values that are not missing, as text.
    """
    values = Values.of(summary, sample)
    name = kind_from_name(summary.name)
    suggestion = _nothing_to_tell(values, name) or _recognised(values, name) or suggest_by_uniqueness(values)
    serials = possible_serials(values, suggestion.kind)
    if not serials:
        return suggestion
    return replace(suggestion, serials=serials, reason=f"{suggestion.reason} {could_be_dates(serials)}")


def suggest_all(summaries: Sequence[ColumnSummary], samples: Sequence[Sequence[str]]) -> list[ColumnProfile]:
    """A profile per column (`samples[i]` belongs to `summaries[i]`), at most one marked as person key."""
    profiles = [
        ColumnProfile(summary, suggest(summary, sample)) for summary, sample in zip(summaries, samples, strict=True)
    ]
    profiles = alike_within_families(profiles, samples)
    key = find_person_key(profiles)
    if key is not None:
        profiles[key] = replace(profiles[key], suggestion=replace(profiles[key].suggestion, is_person_key=True))
    return profiles


@dataclass(frozen=True)
class _Form:
    """A pattern that enough values have, and the kind that makes the column."""

    kind: Kind
    pattern: Pattern
    share: float

    @property
    def sentence_part(self) -> str:
        # Rounded down: 99.7 % must not be reported as 100 %.
        return f"{int(100 * self.share)} % of sampled values {self.pattern.looks}"


def _nothing_to_tell(values: Values, name: NameEvidence | None) -> Suggestion | None:
    """Empty columns, and constant ones: what everybody shares distinguishes nobody."""
    summary = values.summary
    if summary.present <= 0 or summary.distinct <= 0:
        reason = "Every value is missing, so there is nothing to identify anyone by."
        return Suggestion(Role.OTHER, values.type, "empty column", reason)
    is_constant = summary.distinct == 1 and summary.missing == 0 and summary.rows > 1
    if not is_constant or values.is_prose:
        return None
    # A file about one person still names that person.
    named_directly = name is not None and name.is_certain and name.kind.role is Role.DIRECT_IDENTIFIER
    if named_directly or _self_evident(values, Role.DIRECT_IDENTIFIER):
        return None
    reason = "All rows have the same value, so it cannot tell one person from another."
    return Suggestion(Role.OTHER, values.type, "constant", reason)


def _recognised(values: Values, name: NameEvidence | None) -> Suggestion | None:
    numbers = find_numbers_of_persons(values.texts)
    if numbers is not None:
        return _from_numbers_of_persons(values, name, numbers)
    named = _believable_kind(values, name)
    identifying = _self_evident(values, Role.DIRECT_IDENTIFIER)
    if identifying and _outranks(identifying.pattern, named):
        return _from_values(values, identifying)
    if values.is_prose and (named is None or named.role is not Role.DIRECT_IDENTIFIER):
        return _suggestion(values, kinds.FREE_TEXT, "The values are long, of many words and hardly two alike")
    notes = _half_prose(values, named)
    if notes is not None:
        return _suggestion(values, kinds.FREE_TEXT, notes)
    if named is not None:
        return _from_name(values, named)
    evident = _self_evident(values)
    return _from_values(values, evident) if evident else None


def _half_prose(values: Values, named: Kind | None) -> str | None:
    """What shows that the values are notes of a kind; None where they are not, or a name says what they are.

    Laboratory data and adverse events are what typed-in text is called most often, so these names are not believed.
    """
    if values.type is not VariableType.TEXT and values.type is not VariableType.CATEGORY:
        return None
    if named is not None and named.role is Role.DIRECT_IDENTIFIER:
        return None
    found = next(filter(None, (look(values) for look in half_prose.WHATEVER_THE_NAME)), None)
    if found is not None or (named is not None and named not in _OFTEN_TYPED_IN):
        return found
    return None if _self_evident(values) else half_prose.reads_like_notes(values)


def _from_numbers_of_persons(values: Values, name: NameEvidence | None, numbers: FoundNumbers) -> Suggestion:
    kind, evidence = numbers.scheme.kind, "The name does not say it, but"
    if name is not None and name.kind in _NUMBERS_OF_PERSONS:
        kind, evidence = name.kind, f"The name says {name.kind.label} and"
    share = f"{int(100 * numbers.share)} % of the different values sampled are valid {numbers.scheme.label}"
    return _suggestion(values, kind, f"{evidence} {share}")


def _outranks(identifying: Pattern, named: Kind | None) -> bool:
    """Whether values that identify people settle the matter against what the name says."""
    if named is None:
        return True
    if identifying.shows is kinds.PERSON_NAME:
        # "St Mary" is a hospital where the name says so; a doctor's name stays a name.
        return named in (kinds.PROVIDER, kinds.PATIENT_ID)
    if identifying.shows is kinds.EMAIL:
        return named not in identifying.supports
    return named.role is not Role.DIRECT_IDENTIFIER


def _believable_kind(values: Values, name: NameEvidence | None) -> Kind | None:
    """The kind the name says, unless the values speak against it."""
    if name is None:
        return None
    kind, summary = name.kind, values.summary
    if kind is kinds.STUDY and _is_of_participants(summary):
        kind = kinds.PATIENT_ID
    identifies = kind.role is Role.DIRECT_IDENTIFIER
    contradictions = (
        kind is kinds.ROW_NUMBER and summary.uniqueness < 1.0,
        kind in _SHARED_BY_MANY and summary.present >= FEW_ROWS and summary.uniqueness >= 1.0,
        kind is kinds.FREE_TEXT and not values.can_be_notes,
        ((identifies and kind is not kinds.EVENT_NUMBER) or kind in _DATES) and values.is_yes_no and summary.rows > 1,
        # "date_bp" holds the date of a measurement.
        kind in _MEASURED and values.type in (VariableType.DATE, VariableType.DATETIME),
        # What hundreds of rows share was chosen from a list, not written about somebody.
        kind is kinds.FREE_TEXT and not name.is_certain and values.is_chosen_from_a_list,
        # "mobile" that holds a handful of words is no telephone number.
        identifies and kind.type is VariableType.CODE and values.is_a_few_words,
    )
    if any(contradictions):
        return None
    return kind if name.is_certain or _is_backed(values, kind) else None


def _is_backed(values: Values, kind: Kind) -> bool:
    """Whether the values agree with a name that alone means little."""
    if kind is kinds.FREE_TEXT:
        return values.mean_words >= 3
    if kind is kinds.REMARK:
        return values.is_yes_no or values.is_a_few_words
    if kind is kinds.SEQUENCE and values.type is VariableType.CATEGORY and values.summary.uniqueness < 0.5:
        return True  # names of visits
    return _supporting_form(values, kind) is not None


_CODED = frozenset({kinds.DIAGNOSIS, kinds.PROCEDURE})
"""Kinds whose whole numbers are codes: diagnosis 4280 is not forty times diagnosis 107."""
_OFTEN_TYPED_IN = frozenset({kinds.LAB_RESULT, kinds.ADVERSE_EVENT})
_MOST_STUDIES, _FEWEST_ROWS_OF_A_STUDY = 20, 20
_NUMBERS_OF_PERSONS = frozenset({kinds.PATIENT_ID, kinds.MRN, kinds.HEALTH_NUMBER, kinds.NATIONAL_ID, kinds.SSN})
_SHARED_BY_MANY = frozenset({kinds.DATASET, kinds.SEQUENCE, kinds.CODE_OF_TEST, kinds.TREATMENT_ARM, kinds.LOINC})
_MEASURED = frozenset({kinds.LAB_RESULT, kinds.BODY_WEIGHT, kinds.VITAL_STATUS, kinds.DIAGNOSIS, kinds.PROCEDURE,
                       kinds.MEDICATION, kinds.SEQUENCE, kinds.FORM_STATUS, kinds.SITE, kinds.PROVIDER})  # fmt: skip
_DATES = frozenset({kinds.BIRTH_DATE, kinds.EVENT_DATE, kinds.DEATH_DATE, kinds.LOAD_DATE})


def _is_of_participants(summary: ColumnSummary) -> bool:
    """Many registries call the number of a participant in the study "study id": many of them, with few rows each."""
    few_rows_each = summary.present < _FEWEST_ROWS_OF_A_STUDY * summary.distinct and summary.distinct > 1
    return summary.distinct > _MOST_STUDIES or few_rows_each


def _from_name(values: Values, kind: Kind) -> Suggestion:
    form = _supporting_form(values, kind)
    evidence = f"The name says {kind.label}"
    if form is None:
        return _suggestion(values, kind, evidence)
    return _suggestion(values, form.kind, f"{evidence} and {form.sentence_part}")


def _from_values(values: Values, form: _Form) -> Suggestion:
    evidence = f"The name does not say it, but {form.sentence_part}"
    if form.kind is kinds.EVENT_DATE and values.spread_like_births:
        return _suggestion(values, kinds.BIRTH_DATE, f"{evidence} spread over decades as birth dates are")
    return _suggestion(values, form.kind, evidence)


def _suggestion(values: Values, kind: Kind, evidence: str) -> Suggestion:
    type_ = kind.type or values.type
    if type_ is VariableType.INTEGER and kind in _CODED:
        type_ = VariableType.CODE
    return Suggestion(kind.role, type_, kind.label, f"{evidence}; {kind.why}.")


def _supporting_form(values: Values, kind: Kind) -> _Form | None:
    """The first form in the table that supports this kind and that enough values have."""
    for pattern in SUPPORTING.get(kind, ()):
        if share := share_matching(pattern, values.texts, with_name=True):
            refined = pattern.shows if kind in pattern.refines else None
            return _Form(refined or kind, pattern, share)
    return None


def _self_evident(values: Values, role: Role | None = None) -> _Form | None:
    """The first form that shows its kind (one with this role) without help from the name."""
    for pattern in PATTERNS:
        kind = pattern.shows if pattern.alone else None
        if kind is None or (role is not None and kind.role is not role):
            continue
        share = share_matching(pattern, values.texts)
        if share and (pattern.alone_if is None or pattern.alone_if(values.summary, values.texts)):
            return _Form(kind, pattern, share)
    return None
