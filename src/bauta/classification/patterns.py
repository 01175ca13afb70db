"""Evidence from the values: which forms they have, how many must have it, and what that shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from bauta.classification import forms, kinds, wordlists
from bauta.classification.forms import Condition, Test, form, number_between, one_of, part
from bauta.classification.kinds import Kind
from bauta.dates.reading import looks_like_date, looks_like_date_or_year

_PROBES = 12
"""Values tried before the whole sample, since most patterns fail on most columns."""


@dataclass(frozen=True)
class Pattern:
    """A form that values can have. Five digits are a ZIP code only where the name agrees."""

    looks: str
    """Ends the sentence "97 % of sampled values ..."."""
    test: Test
    threshold: float = 0.9
    """Share of the sample that must pass. Lower for forms that no other kind of value has."""
    threshold_with_name: float | None = None
    """The share that supports the name. Lower for word lists: "not applicable" can fill half a column."""
    shows: Kind | None = None
    """The kind of a value that has this form."""
    alone: bool = False
    """Whether the form shows its kind without help from the name."""
    alone_if: Condition | None = None
    """A further condition for speaking without the name."""
    confirms: tuple[Kind, ...] = ()
    """Kinds that the name may say and that this form supports, besides the one it shows."""
    refines: tuple[Kind, ...] = ()
    """Kinds that the name may say and that this form makes more precise: "postal code" to "UK postcode"."""

    @property
    def supports(self) -> tuple[Kind, ...]:
        own = () if self.shows is None else (self.shows,)
        return own + self.confirms + self.refines


def share_matching(pattern: Pattern, values: Sequence[str], with_name: bool = False) -> float:
    """The share of values with this form; 0.0 when too few have it to speak alone, or with the name."""
    if not values:
        return 0.0
    threshold = pattern.threshold
    if with_name and pattern.threshold_with_name is not None:
        threshold = pattern.threshold_with_name
    probes = values[:: max(1, len(values) // _PROBES)]
    hits = sum(1 for value in probes if pattern.test(value))
    if hits < threshold * len(probes) / 2:
        return 0.0
    if len(probes) < len(values):
        hits = sum(1 for value in values if pattern.test(value))
    share = hits / len(values)
    return share if share >= threshold else 0.0


def _speaks(looks: str, test: Test, kind: Kind, threshold: float, *also: Kind) -> Pattern:
    """A form that nothing else has. One value in two is enough: the others may be codes for "unknown"."""
    return Pattern(looks, test, threshold, shows=kind, alone=True, confirms=also)


def _word_list(
    looks: str, words: frozenset[str], kind: Kind, alone_if: Condition, *also: Kind, threshold: float = 0.9
) -> Pattern:
    return Pattern(
        looks,
        one_of(words),
        threshold,
        threshold_with_name=0.3,
        shows=kind,
        alone=True,
        alone_if=alone_if,
        confirms=also,
    )


_NUMBERED = (
    kinds.MRN, kinds.PATIENT_ID, kinds.ACCOUNT, kinds.INSURANCE_NUMBER, kinds.LICENCE, kinds.HEALTH_NUMBER,
    kinds.DEVICE, kinds.NATIONAL_ID, kinds.EVENT_NUMBER, kinds.SPECIMEN_NUMBER, kinds.VEHICLE,
    kinds.PSEUDONYM, kinds.PROVIDER, kinds.SITE_NUMBER,
)  # fmt: skip
_DATES = (kinds.BIRTH_DATE, kinds.DEATH_DATE, kinds.LOAD_DATE)
_ALL_DATES = (kinds.EVENT_DATE, *_DATES)
_MEASURED = (
    kinds.LAB_RESULT, kinds.BODY_WEIGHT, kinds.HEIGHT, kinds.COST, kinds.INCOME, kinds.LENGTH_OF_STAY,
    kinds.SEQUENCE, kinds.STUDY_DAY, kinds.SURVEY_WEIGHT, kinds.COORDINATES, kinds.BIRTH_CIRCUMSTANCE,
    kinds.ROW_NUMBER,
)  # fmt: skip
_ANSWERED = (
    kinds.VITAL_STATUS, kinds.HABIT, kinds.STIGMA, kinds.DIAGNOSIS, kinds.MEDICATION, kinds.PROCEDURE,
    kinds.ADVERSE_EVENT, kinds.MILITARY, kinds.RACE, kinds.HOUSEHOLD, kinds.LANGUAGE,
)  # fmt: skip
_ANY_POSTCODE = (kinds.POSTAL_CODE, kinds.ZIP5)

DATE = _speaks("are dates", looks_like_date, kinds.EVENT_DATE, 0.9, *_DATES)
PARTIAL_DATE = Pattern("are dates or years", looks_like_date_or_year, confirms=_ALL_DATES)

# In the order in which they are heard: the first that fits decides.
PATTERNS: tuple[Pattern, ...] = (
    _speaks("have the form of e-mail addresses", form(forms.EMAIL), kinds.EMAIL, 0.3, kinds.USER_NAME),
    _speaks("have the form of web addresses", form(forms.URL), kinds.URL, 0.5),
    _speaks("have the form of social security numbers", form(forms.SSN), kinds.SSN, 0.5),
    _speaks("have the form of IP addresses", form(forms.IP_ADDRESS), kinds.IP_ADDRESS, 0.5),
    _speaks("have the form of hardware addresses", form(forms.HARDWARE_ADDRESS), kinds.DEVICE, 0.5),
    _speaks("have the form of telephone numbers", form(forms.PHONE), kinds.PHONE, 0.5, kinds.FAX),
    _speaks("have the form of random identifiers or hashes", form(forms.UUID_OR_HASH),
            kinds.PSEUDONYM, 0.9, *_NUMBERED),
    _speaks("name image files", form(forms.IMAGE_FILE), kinds.PHOTOGRAPH, 0.9),
    _speaks("have the form of patient numbers", form(forms.PATIENT_NUMBER), kinds.PATIENT_ID, 0.9, kinds.MRN),
    _speaks("have the form of bank account numbers", form(forms.BANK_ACCOUNT), kinds.ACCOUNT, 0.9),
    _speaks("have the form of vehicle numbers", form(forms.VEHICLE_NUMBER), kinds.VEHICLE, 0.9),
    _speaks("have the form of street addresses", part(forms.STREET_ADDRESS), kinds.STREET_ADDRESS, 0.5),
    DATE,
    PARTIAL_DATE,
    # Postal and clinical codes
    Pattern("have the form of Canadian postal codes", form(forms.CANADIAN_POSTCODE),
            shows=kinds.CANADIAN_POSTCODE, alone=True, refines=_ANY_POSTCODE),
    Pattern("have the form of UK postcodes", form(forms.UK_POSTCODE),
            shows=kinds.UK_POSTCODE, alone=True, refines=_ANY_POSTCODE),
    Pattern("have the form of ZIP+4 codes", form(forms.ZIP9),
            shows=kinds.ZIP9, alone=True, refines=_ANY_POSTCODE),
    Pattern("have three digits", form(forms.ZIP3), shows=kinds.ZIP3, refines=(kinds.ZIP5,)),
    # Four digits where a spreadsheet dropped the leading zero.
    Pattern("have the length of ZIP codes", form(forms.ZIP), confirms=_ANY_POSTCODE),
    Pattern("have the form of NDC drug codes", form(forms.NDC),
            shows=kinds.NDC, alone=True, refines=(kinds.MEDICATION,)),
    Pattern("have the form of LOINC codes", form(forms.LOINC), 0.95, shows=kinds.LOINC, alone=True),
    Pattern("have the form of reference SNP numbers", form(forms.SNP), shows=kinds.GENETIC, alone=True),
    Pattern("have the form of ICD-10 codes", form(forms.ICD10), shows=kinds.ICD10, alone=True,
            alone_if=forms.is_coded_like_icd10, refines=(kinds.DIAGNOSIS,)),
    Pattern("have the form of ICD-9 codes", form(forms.ICD9), shows=kinds.ICD9, refines=(kinds.DIAGNOSIS,)),
    Pattern("have the form of CPT or HCPCS codes", form(forms.CPT),
            shows=kinds.PROCEDURE_CODE, refines=(kinds.PROCEDURE,)),
    # Words
    _word_list("are words for sex or gender", wordlists.SEX, kinds.SEX, forms.has_both_sexes),
    _word_list("are words for race or ethnicity", wordlists.RACE, kinds.RACE,
               forms.has_few_values_and_one_of(wordlists.RACE_TELLTALES)),
    _word_list("are words for marital status", wordlists.MARITAL, kinds.MARITAL_STATUS,
               forms.has_few_values_and_one_of(frozenset({"married", "verheiratet"}))),
    _word_list("are levels of schooling", wordlists.EDUCATION, kinds.EDUCATION, forms.has_several_values),
    _word_list("are states or provinces", wordlists.US_STATES, kinds.STATE, forms.has_several_values,
               kinds.BIRTH_PLACE, threshold=0.95),
    _word_list("are countries", wordlists.COUNTRIES, kinds.COUNTRY, forms.has_several_values,
               kinds.BIRTH_PLACE, threshold=0.8),
    Pattern("are forms of address", one_of(wordlists.TITLES), shows=kinds.TITLE),
    Pattern("are months", one_of(wordlists.MONTHS), threshold_with_name=0.3, confirms=_ALL_DATES),
    # A column called "patient" holds numbers or names; numbers are recognised further down. Some names in a column of
    # that name are lost to a wrong encoding or have a number behind them.
    Pattern("have the form of people's names", form(forms.PERSON_NAME), threshold_with_name=0.5,
            shows=kinds.PERSON_NAME, alone=True, alone_if=forms.holds_given_names, refines=(kinds.PATIENT_ID,)),
    # Forms that many kinds share: they only support what the name says.
    Pattern("are yes or no", one_of(wordlists.YES_NO), confirms=_ANSWERED),
    Pattern("have the form of months and years", form(forms.MONTH_AND_YEAR), confirms=_ALL_DATES),
    Pattern("are years", number_between(1880, 2100), confirms=(kinds.BIRTH_YEAR, *_ALL_DATES)),
    Pattern("are numbers up to 31, as days and months are", number_between(0, 31), confirms=_ALL_DATES),
    Pattern("are numbers between 0 and 125", number_between(0, 125), confirms=(kinds.AGE,)),
    Pattern("are age bands", form(forms.AGE_BAND), confirms=(kinds.AGE,)),
    Pattern("are nine digits", form(r"\d{9}"), confirms=(kinds.SSN, kinds.NATIONAL_ID)),
    Pattern("have ten or eleven digits", form(r"\d{10,11}"), confirms=(kinds.PHONE, kinds.FAX)),
    Pattern("have the form of record numbers", form(forms.RECORD_NUMBER), confirms=_NUMBERED),
    Pattern("are numbers", number_between(-1e15, 1e15), confirms=_MEASURED),
)  # fmt: skip

SUPPORTING: dict[Kind, tuple[Pattern, ...]] = {
    kind: tuple(pattern for pattern in PATTERNS if kind in pattern.supports)
    for kind in {kind for pattern in PATTERNS for kind in pattern.supports}
}
"""By kind that a name may say: the forms that support it."""
