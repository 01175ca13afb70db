"""What is suggested for the columns that health data have."""

import pytest

from bauta.classification.suggest import suggest
from bauta.model.columns import ColumnSummary
from bauta.model.roles import Role, VariableType

DIRECT, QUASI, SENSITIVE, OTHER = (
    Role.DIRECT_IDENTIFIER,
    Role.QUASI_IDENTIFIER,
    Role.SENSITIVE,
    Role.OTHER,
)
CODE, TEXT, CATEGORY = VariableType.CODE, VariableType.TEXT, VariableType.CATEGORY
COUNT = range(60)
PEOPLE = [f"{first} {last}" for first in ("Mary", "John", "Aiko", "Li") for last in ("Ek", "Roy", "Sato", "Diaz")]
PROSE = [f"Patient {n} came with his wife and complained of pain in the left knee" for n in COUNT]
BIRTHS = [f"{1930 + n}-0{1 + n % 9}-15" for n in COUNT]
VISITS = [f"2020-0{1 + n % 9}-{10 + n % 18}" for n in COUNT]
ICD10 = ["E11.9", "I10", "J45.909", "C50.911", "F32.9"] * 12
ICD9 = ["250.00", "401.9", "V58.61", "E880.9"] * 15


@pytest.mark.parametrize(
    ("name", "values", "role", "type_", "kind"),
    [
        ("mrn", [f"{70000 + 7 * n}" for n in COUNT], DIRECT, CODE, "medical record number"),
        ("PatientName", PEOPLE, DIRECT, TEXT, "person name"),
        ("Name", [*PEOPLE, "Y?ld?z, Zo\N{REPLACEMENT CHARACTER}", "M?ller, Uwe 2"] * 4, DIRECT, TEXT, "person name"),
        ("Wohnort", ["Görlitz", "Köln", "Münster"] * 20, QUASI, CATEGORY, "city, county or area"),
        ("Größe (cm)", ["160", "172", "181"] * 20, QUASI, VariableType.INTEGER, "body height"),
        ("RR_syst", ["120", "135", "141"] * 20, SENSITIVE, VariableType.INTEGER, "laboratory result or measurement"),
        ("ssn", [f"{100 + n}-22-3333" for n in COUNT], DIRECT, CODE, "social security number"),
        ("home_phone", [f"6135550{n:03}" for n in COUNT], DIRECT, CODE, "telephone number"),
        ("fax", [f"613-555-0{n:03}" for n in COUNT], DIRECT, CODE, "fax number"),
        ("address", [f"{n + 1} Main Street" for n in COUNT], DIRECT, TEXT, "street address"),
        ("notes", PROSE, DIRECT, TEXT, "free text"),
        ("photo", [f"p{n}.jpg" for n in COUNT], DIRECT, TEXT, "photograph or image"),
        ("dob", BIRTHS, QUASI, VariableType.DATE, "birth date"),
        ("year_of_birth", ["1950", "1961", "1972"] * 20, QUASI, VariableType.INTEGER, "year of birth"),
        ("admit_date", VISITS, QUASI, VariableType.DATE, "event date"),
        ("RDATE", ["sty-91", "lut-92", "pa?-95"] * 20, QUASI, CATEGORY, "event date"),
        ("AGE", ["69", "76", "81"] * 20, QUASI, VariableType.INTEGER, "age"),
        ("age_group", ["0-9", "10-19", "90+"] * 20, QUASI, CATEGORY, "age"),
        ("SEX", ["M", "F"] * 30, QUASI, CATEGORY, "sex or gender"),
        ("sex", ["1", "2"] * 30, QUASI, CATEGORY, "sex or gender"),
        ("zip", ["02139", "10001", "90210"] * 20, QUASI, CODE, "US ZIP code"),
        ("zip", ["021", "100", "902"] * 20, QUASI, CODE, "US ZIP code, first three digits"),
        ("zip", ["02139-1234", "10001-0001"] * 30, QUASI, CODE, "US ZIP+4 code"),
        ("postcode", ["SW1A 1AA", "EC1A 1BB"] * 30, QUASI, CODE, "UK postcode"),
        ("PLZ", ["10115", "80331"] * 30, QUASI, CODE, "postal code"),
        ("HOSPNUM", ["1", "39", "134"] * 20, QUASI, CODE, "hospital or site number"),
        ("hospital_name", ["St Mary Hospital", "City Clinic"] * 30, QUASI, CATEGORY, "hospital or site"),
        ("COUNTRY", ["UK", "ITAL", "SWIT"] * 20, QUASI, CATEGORY, "country or nationality"),
        ("dx1", ICD10, SENSITIVE, CODE, "ICD-10 code"),
        ("dx1", ICD9, SENSITIVE, CODE, "ICD-9 code"),
        ("diagnosis", ["asthma", "angina"] * 30, SENSITIVE, CATEGORY, "diagnosis"),
        (
            "RSBP",
            ["140", "150", "165"] * 20,
            SENSITIVE,
            VariableType.INTEGER,
            "laboratory result or measurement",
        ),
        (
            "hba1c",
            ["5.6", "7.1", "9.0"] * 20,
            SENSITIVE,
            VariableType.DECIMAL,
            "laboratory result or measurement",
        ),
        ("smoker", ["Y", "N"] * 30, SENSITIVE, VariableType.BOOLEAN, "habit or substance use"),
        ("DASP14", ["Y", "N", "U"] * 20, SENSITIVE, CATEGORY, "yes/no indicator"),
        ("STYPE", ["PACS", "LACS", "TACS"] * 20, SENSITIVE, CATEGORY, "category"),
        ("ARMCD", ["A", "B"] * 30, OTHER, CATEGORY, "treatment arm"),
        ("sampling_weight", ["101.5", "99.25"] * 30, OTHER, VariableType.DECIMAL, "survey weight"),
        ("email_consent", ["Y", "N"] * 30, OTHER, VariableType.BOOLEAN, "remark on another value"),
        ("bp_complete", ["0", "1", "2"] * 20, OTHER, VariableType.INTEGER, "status of a form"),
        ("dx", ["4280", "25000", "486"] * 20, SENSITIVE, CODE, "ICD-9 code"),
        ("diagnosis", ["42800", "100", "7"] * 20, SENSITIVE, CODE, "diagnosis"),
        ("provider", ["33010", "10001", "45056"] * 20, QUASI, CODE, "care provider number"),
        ("empty", [""] * 30, OTHER, TEXT, "empty column"),
        ("const", ["x"] * 30, OTHER, CATEGORY, "constant"),
    ],
)
def test_a_column_with_a_telling_name(column, name, values, role, type_, kind):
    suggestion = suggest(*column(name, values))
    assert (suggestion.role, suggestion.type, suggestion.kind) == (role, type_, kind)


@pytest.mark.parametrize(
    ("values", "role", "kind"),
    [
        ([f"person{n}@example.org" for n in COUNT], DIRECT, "e-mail address"),
        ([f"person{n}@example.org" if n % 2 else "none" for n in COUNT], DIRECT, "e-mail address"),
        ([f"https://example.org/{n}" for n in COUNT], DIRECT, "web address"),
        ([f"10.0.0.{n}" for n in COUNT], DIRECT, "IP address"),
        ([f"2001:db8::{n:x}" for n in COUNT], DIRECT, "IP address"),
        ([f"{100 + n}-22-3333" for n in COUNT], DIRECT, "social security number"),
        ([f"(613) 555-0{n:03}" for n in COUNT], DIRECT, "telephone number"),
        ([f"MRN{n:06}" for n in COUNT], DIRECT, "patient identifier"),
        ([f"{n + 1} Oak Ave, Apt 3" for n in COUNT], DIRECT, "street address"),
        (PEOPLE, DIRECT, "person name"),
        (PROSE, DIRECT, "free text"),
        ([f"{n:032x}"[::-1].replace("0", "a") for n in COUNT], DIRECT, "pseudonym or hash"),
        (BIRTHS, QUASI, "birth date"),
        (VISITS, QUASI, "event date"),
        (["M", "F"] * 30, QUASI, "sex or gender"),
        (["White", "Black", "Other"] * 20, QUASI, "race or ethnicity"),
        (["Married", "Divorced"] * 30, QUASI, "marital status"),
        (["K1A 0B1", "M5V 3L9"] * 30, QUASI, "Canadian postal code"),
        (["France", "Italy", "Cuba", "Peru", "India"] * 12, QUASI, "country or nationality"),
        (["NY", "CA", "TX", "OH", "FL"] * 12, QUASI, "state or province"),
        (ICD10, SENSITIVE, "ICD-10 code"),
        (["0002-8215-01", "50090-347-1"] * 30, SENSITIVE, "NDC drug code"),
        (["Heart Failure", "Renal Failure"] * 30, SENSITIVE, "category"),
    ],
)
def test_values_speak_where_the_name_says_nothing(column, values, role, kind):
    suggestion = suggest(*column("q17", values))
    assert (suggestion.role, suggestion.kind) == (role, kind)


@pytest.mark.parametrize("name", ["comment", "result", "country", "patient_id", "occupation"])
def test_email_addresses_win_over_any_name(column, name):
    assert suggest(*column(name, [f"p{n}@example.org" for n in COUNT])).kind == "e-mail address"


def test_the_reason_names_the_evidence(column):
    reason = suggest(*column("dob", BIRTHS)).reason
    assert reason.startswith("The name says birth date and 100 % of sampled values are dates")


def test_a_diagnosis_may_be_made_a_quasi_identifier(column):
    assert "quasi-identifier if an acquaintance may know it" in suggest(*column("dx", ICD10)).reason


@pytest.mark.parametrize(
    ("values", "storage"),
    [([str(1000 + 7 * n) for n in COUNT], VariableType.INTEGER), ([f"ab{n}c" for n in COUNT], TEXT)],
)
def test_an_unknown_column_that_is_unique_is_a_direct_identifier(column, values, storage):
    suggestion = suggest(*column("q17", values, storage))
    assert suggestion.role is DIRECT
    assert "different in every row" in suggestion.reason


def test_a_unique_decimal_measurement_identifies_nobody(column):
    suggestion = suggest(*column("q17", [f"{n}.{n:04}7" for n in COUNT]))
    assert suggestion.role is SENSITIVE
    assert "does not point at a person" in suggestion.reason


def test_uniqueness_in_a_tiny_file_is_weak_evidence(column):
    suggestion = suggest(*column("q17", ["12", "15", "19", "24"]))
    assert suggestion.role is SENSITIVE
    assert "few rows" in suggestion.reason


def test_a_study_id_that_differs_between_rows_numbers_participants(column):
    assert suggest(*column("study_id", [f"S{n:03}" for n in COUNT])).kind == "patient identifier"
    assert suggest(*column("study_id", ["ABC-1", "ABC-2"] * 30)).role is OTHER


def test_a_harmless_name_does_not_hide_a_unique_value(column):
    assert suggest(*column("sequence", [str(9000 + 7 * n) for n in COUNT])).role is DIRECT


def test_a_constant_identifier_still_names_someone(column):
    assert suggest(*column("patient_name", ["Mary Ek"] * 30)).role is DIRECT


def test_a_sample_may_be_empty_though_values_are_present():
    assert suggest(ColumnSummary("dob", VariableType.DATE, 100, 0, 90), []).role is QUASI


@pytest.mark.parametrize(
    "name",
    ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"],
)
def test_the_demographics_of_the_adult_census_file_are_quasi_identifiers(column, name):
    assert suggest(*column(name, ["1", "2", "3"] * 30)).role is QUASI


def test_income_is_what_an_adversary_would_learn(column):
    assert suggest(*column("salary-class", ["<=50K", ">50K"] * 30)).role is SENSITIVE
