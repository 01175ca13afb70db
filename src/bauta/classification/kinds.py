"""What a column can hold, and what each kind means for re-identification.

The roles follow the decision rule of El Emam and Malin (IOM 2015, "Classifying Variables"): a variable
identifies when it is replicable (stable over time), distinguishing (people differ in it) and knowable (an
adversary can have it with a name attached). Identifying and unique: direct identifier. Identifying and
shared: quasi-identifier.
"""

from dataclasses import dataclass

from bauta.model.roles import Role, VariableType

DIRECT, QUASI, SENSITIVE, OTHER = Role.DIRECT_IDENTIFIER, Role.QUASI_IDENTIFIER, Role.SENSITIVE, Role.OTHER


@dataclass(frozen=True)
class Kind:
    """One thing a column can hold."""

    label: str
    """In a reader's words, as it is shown: "birth date"."""
    role: Role
    why: str
    """Why this role: a clause that ends the sentence "The name says <label>; ..."."""
    type: VariableType | None = None
    """What the values are, whatever they look like. None where only the values can tell."""


def _numbering(label: str) -> Kind:
    """A number issued to one person or one thing of theirs (HIPAA Safe Harbor items D to R)."""
    return Kind(label, DIRECT, "such a number is issued to one person", VariableType.CODE)


def _event_number(label: str) -> Kind:
    why = "it points at one event of one person in the source system"
    return Kind(label, DIRECT, why, VariableType.CODE)


_KNOWN_TO_ACQUAINTANCES = "people who know the patient know it, and it helps to single them out"
_TREATED_THERE = "it tells where the patient was treated and so roughly lives"
_ACQUAINTANCE = "and should be made a quasi-identifier if an acquaintance may know it"

# Direct identifiers
PERSON_NAME = Kind("person name", DIRECT, "a name points at one person", VariableType.TEXT)
EMAIL = Kind("e-mail address", DIRECT, "it reaches one person", VariableType.TEXT)
PHONE = Kind("telephone number", DIRECT, "it reaches one person or household", VariableType.CODE)
FAX = Kind("fax number", DIRECT, "it reaches one person or household", VariableType.CODE)
SSN = _numbering("social security number")
HEALTH_NUMBER = _numbering("national health number")
NATIONAL_ID = _numbering("national identity number")
MRN = _numbering("medical record number")
PATIENT_ID = _numbering("patient identifier")
ACCOUNT = _numbering("account number")
INSURANCE_NUMBER = _numbering("insurance number")
LICENCE = _numbering("licence or certificate number")
VEHICLE = _numbering("vehicle identifier")
DEVICE = _numbering("device identifier")
PSEUDONYM = Kind(
    "pseudonym or hash", DIRECT, "whoever holds the key or can repeat the hash can undo it", VariableType.CODE
)
EVENT_NUMBER = _event_number("encounter or claim number")
SPECIMEN_NUMBER = _event_number("specimen or accession number")
USER_NAME = Kind("user name", DIRECT, "it points at one person", VariableType.TEXT)
IP_ADDRESS = Kind("IP address", DIRECT, "it can be traced to a household", VariableType.CODE)
URL = Kind("web address", DIRECT, "it may lead to a page about one person", VariableType.TEXT)
STREET_ADDRESS = Kind("street address", DIRECT, "it points at one household", VariableType.TEXT)
COORDINATES = Kind("map coordinates", DIRECT, "exact coordinates point at one household like an address does")
BIOMETRIC = Kind("biometric identifier", DIRECT, "it belongs to one body")
PHOTOGRAPH = Kind("photograph or image", DIRECT, "a picture can show whose it is", VariableType.TEXT)
FREE_TEXT = Kind("free text", DIRECT, "notes often name patients, relatives and places", VariableType.TEXT)
ROW_NUMBER = Kind("row number", DIRECT, "it can be followed back to the source file", VariableType.CODE)

# Quasi-identifiers
BIRTH_DATE = Kind("birth date", QUASI, "relatives, registers and voter lists have it")
BIRTH_YEAR = Kind("year of birth", QUASI, "relatives, registers and voter lists have it")
BIRTH_PLACE = Kind("place of birth", QUASI, _KNOWN_TO_ACQUAINTANCES)
BIRTH_CIRCUMSTANCE = Kind("birth weight, plurality or gestation", QUASI, "birth notices make it known")
AGE = Kind("age", QUASI, _KNOWN_TO_ACQUAINTANCES)
EVENT_DATE = Kind("event date", QUASI, "people around the patient, and news reports, can know when it happened")
DEATH_DATE = Kind("death date", QUASI, "obituaries and registers publish it")
LENGTH_OF_STAY = Kind("length of stay", QUASI, "visitors and employers can know how long the patient was away")
SEX = Kind("sex or gender", QUASI, "it is visible to anyone", VariableType.CATEGORY)
RACE = Kind("race or ethnicity", QUASI, "it is often visible and known", VariableType.CATEGORY)
POSTAL_CODE = Kind("postal code", QUASI, "anyone who knows the address knows it", VariableType.CODE)
ZIP5 = Kind("US ZIP code", QUASI, "anyone who knows the address knows it", VariableType.CODE)
ZIP9 = Kind("US ZIP+4 code", QUASI, "it narrows the address down to a few houses", VariableType.CODE)
ZIP3 = Kind("US ZIP code, first three digits", QUASI, "it tells the region of the address", VariableType.CODE)
CANADIAN_POSTCODE = Kind("Canadian postal code", QUASI, "it narrows the address down to a street", VariableType.CODE)
UK_POSTCODE = Kind("UK postcode", QUASI, "it narrows the address down to a few houses", VariableType.CODE)
COUNTRY = Kind("country or nationality", QUASI, _KNOWN_TO_ACQUAINTANCES, VariableType.CATEGORY)
STATE = Kind("state or province", QUASI, "anyone who knows the address knows it", VariableType.CATEGORY)
PLACE = Kind("city, county or area", QUASI, "anyone who knows the address knows it", VariableType.CATEGORY)
SITE = Kind("hospital or site", QUASI, _TREATED_THERE, VariableType.CATEGORY)
SITE_NUMBER = Kind("hospital or site number", QUASI, _TREATED_THERE, VariableType.CODE)
PROVIDER = Kind("care provider number", QUASI, "it tells where and by whom the patient was treated", VariableType.CODE)
MARITAL_STATUS = Kind("marital status", QUASI, _KNOWN_TO_ACQUAINTANCES, VariableType.CATEGORY)
EDUCATION = Kind("education", QUASI, _KNOWN_TO_ACQUAINTANCES)
OCCUPATION = Kind("occupation or employment", QUASI, _KNOWN_TO_ACQUAINTANCES, VariableType.CATEGORY)
LANGUAGE = Kind("language", QUASI, _KNOWN_TO_ACQUAINTANCES, VariableType.CATEGORY)
RELIGION = Kind("religion", QUASI, _KNOWN_TO_ACQUAINTANCES, VariableType.CATEGORY)
HOUSEHOLD = Kind("household or family", QUASI, _KNOWN_TO_ACQUAINTANCES)
MILITARY = Kind("military or veteran status", QUASI, _KNOWN_TO_ACQUAINTANCES, VariableType.CATEGORY)
VISIT_KIND = Kind("kind of visit", QUASI, "visitors and employers can know whether it was a stay or an emergency")
TITLE = Kind(
    "form of address", QUASI, "it shows sex, marriage or a degree, and everybody uses it", VariableType.CATEGORY
)
CHARACTERISTIC = Kind("characteristic of a person", QUASI, _KNOWN_TO_ACQUAINTANCES)
HEIGHT = Kind("body height", QUASI, "it hardly changes in adults and anyone can see it")

# Sensitive: what an adversary would learn
DIAGNOSIS = Kind("diagnosis", SENSITIVE, f"it is what an adversary would learn, {_ACQUAINTANCE}")
ICD10 = Kind(
    "ICD-10 code",
    SENSITIVE,
    f"a diagnosis is what an adversary would learn, {_ACQUAINTANCE}",
    VariableType.CODE,
)
ICD9 = Kind(
    "ICD-9 code",
    SENSITIVE,
    f"a diagnosis is what an adversary would learn, {_ACQUAINTANCE}",
    VariableType.CODE,
)
PROCEDURE = Kind("procedure", SENSITIVE, f"it is what an adversary would learn, {_ACQUAINTANCE}")
PROCEDURE_CODE = Kind(
    "CPT or HCPCS code",
    SENSITIVE,
    f"a procedure is what an adversary would learn, {_ACQUAINTANCE}",
    VariableType.CODE,
)
CONCEPT = Kind("code of a vocabulary", SENSITIVE, f"it says what was found or done, {_ACQUAINTANCE}", VariableType.CODE)
MEDICATION = Kind("medication", SENSITIVE, "it reveals what the patient is treated for")
NDC = Kind("NDC drug code", SENSITIVE, "it reveals what the patient is treated for", VariableType.CODE)
ADVERSE_EVENT = Kind("adverse event", SENSITIVE, f"it is what an adversary would learn, {_ACQUAINTANCE}")
LAB_RESULT = Kind(
    "laboratory result or measurement",
    SENSITIVE,
    "it changes over time, so it reveals rather than identifies",
)
BODY_WEIGHT = Kind("body weight", SENSITIVE, "it changes over time, so it reveals rather than identifies")
VITAL_STATUS = Kind("vital status", SENSITIVE, f"it is an outcome, {_ACQUAINTANCE}")
HABIT = Kind("habit or substance use", SENSITIVE, f"it can harm if learned, {_ACQUAINTANCE}")
GENETIC = Kind("genetic variant", Role.GENOMIC, "genotypes point at a person and at relatives")
INCOME = Kind("income", SENSITIVE, f"it is confidential, {_ACQUAINTANCE}")
COST = Kind("cost or charge", SENSITIVE, "it reveals how much care was needed")
STIGMA = Kind("stigmatised condition", SENSITIVE, f"it can do serious harm if learned, {_ACQUAINTANCE}")
PAYER = Kind("insurance cover", SENSITIVE, f"it hints at income and employment, {_ACQUAINTANCE}", VariableType.CATEGORY)

# Other
TREATMENT_ARM = Kind("treatment arm", OTHER, "it was assigned by the study and is not known outside it")
STUDY = Kind("study identifier", OTHER, "it is about the study, not about a person", VariableType.CODE)
DATASET = Kind("dataset or file name", OTHER, "it is about the data, not about a person", VariableType.CODE)
SEQUENCE = Kind("sequence or visit number", OTHER, "it only orders the rows of one person")
STUDY_DAY = Kind("day relative to study start", OTHER, "without the start date nobody outside knows it")
CODE_OF_TEST = Kind("name or unit of a test", OTHER, "it names what was measured, not the result")
LOINC = Kind("LOINC code", OTHER, "it names what was measured, not the result", VariableType.CODE)
SURVEY_WEIGHT = Kind(
    "survey weight",
    OTHER,
    "it comes from the sampling design, but check that it does not give away the stratum",
)
LOAD_DATE = Kind("processing date", OTHER, "it tells when data were handled, not what happened to a person")
PROVENANCE = Kind("kind of record", OTHER, "it says how the record came about, not what happened")
FORM_STATUS = Kind("status of a form", OTHER, "it says how far the paperwork is, not what happened to a person")
REMARK = Kind("remark on another value", OTHER, "it says something about a value, such as that it may be used")
