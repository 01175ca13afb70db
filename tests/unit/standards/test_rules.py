"""Each rule on a table as small as it can be."""

import pytest

from bauta.classification import kinds
from bauta.model.roles import Role, VariableType
from bauta.model.standards import Outcome
from bauta.standards import limited_data_set, safe_harbor
from bauta.standards.safe_harbor import check_safe_harbor
from unit.standards.tables import column, table

PASS, FAIL, CANNOT_TELL = Outcome.PASS, Outcome.FAIL, Outcome.CANNOT_TELL


def outcomes(findings, rule, name=None):
    return [one.outcome for one in findings if one.rule.key == rule and one.column == name]


def said(one, rule):
    return outcomes(check_safe_harbor(table(one)), rule, one.name)


BY_KIND = [
    ("A", "(i)", kinds.PERSON_NAME),
    ("D", "(iii)", kinds.PHONE),
    ("E", "(iv)", kinds.FAX),
    ("F", "(v)", kinds.EMAIL),
    ("G", "(vi)", kinds.SSN),
    ("H", "(vii)", kinds.MRN),
    ("I", "(viii)", kinds.INSURANCE_NUMBER),
    ("I", "(viii)", kinds.HEALTH_NUMBER),
    ("J", "(ix)", kinds.ACCOUNT),
    ("K", "(x)", kinds.LICENCE),
    ("L", "(xi)", kinds.VEHICLE),
    ("M", "(xii)", kinds.DEVICE),
    ("N", "(xiii)", kinds.URL),
    ("O", "(xiv)", kinds.IP_ADDRESS),
    ("P", "(xv)", kinds.BIOMETRIC),
    ("Q", "(xvi)", kinds.PHOTOGRAPH),
]


@pytest.mark.parametrize(("letter", "number", "kind"), BY_KIND, ids=lambda one: getattr(one, "label", str(one)))
def test_an_identifier_breaks_its_rule_in_both_standards(letter, number, kind):
    own = table(column("it", kind, "a", "b"))
    assert outcomes(check_safe_harbor(own), letter, "it") == [FAIL]
    assert outcomes(limited_data_set.check_limited_data_set(own), number, "it") == [FAIL]
    broken = [one for one in check_safe_harbor(own) if one.outcome is FAIL]
    assert [one.rows for one in broken] == [2]


@pytest.mark.parametrize(("letter", "_number", "kind"), BY_KIND, ids=lambda one: getattr(one, "label", str(one)))
def test_random_codes_in_its_place_do_not(letter, _number, kind):
    own = column("it", kind, "a", "b", is_random_code=True)
    assert not [one for one in check_safe_harbor(table(own)) if one.outcome is FAIL]


def test_there_are_eighteen_and_sixteen_rules():
    assert "".join(rule.key for rule in safe_harbor.EIGHTEEN) == "ABCDEFGHIJKLMNOPQR"
    assert len(limited_data_set.SIXTEEN) == 16
    keys = dict.fromkeys(one.rule.key for one in check_safe_harbor(table()))
    assert list(keys) == [*"ABCDEFGHIJKLMNOPQR", "(i)", "(ii)"]


def test_an_empty_table_breaks_nothing_and_leaves_what_a_person_must_say():
    outcome = {one.rule.key: one.outcome for one in check_safe_harbor(table())}
    assert outcome.pop("(ii)") is CANNOT_TELL
    assert set(outcome.values()) == {PASS}


def test_employers_are_named_by_the_law_too():
    assert said(column("employer", kinds.OCCUPATION, "Mill"), "A") == [FAIL]
    assert said(column("occupation", kinds.OCCUPATION, "miller"), "A") == []


@pytest.mark.parametrize(
    ("kind", "values", "outcome"),
    [
        (kinds.STREET_ADDRESS, ["1 High Street"], FAIL),
        (kinds.COORDINATES, ["42.36"], FAIL),
        (kinds.PLACE, ["Boston"], FAIL),
        (kinds.PLACE, ["Midwest", "South"], PASS),
        (kinds.BIRTH_PLACE, ["France", "MA"], PASS),
        (kinds.SITE, ["St Mary"], CANNOT_TELL),
        (kinds.STATE, ["MA"], PASS),
        (kinds.ZIP5, ["02139"], FAIL),
        (kinds.ZIP5, ["2139"], FAIL),
        (kinds.ZIP9, ["02139-1234"], FAIL),
        (kinds.ZIP3, ["021"], PASS),
        (kinds.ZIP3, ["021XX"], PASS),
        (kinds.ZIP3, ["036"], FAIL),
        (kinds.ZIP3, ["090"], FAIL),
        (kinds.ZIP3, ["000"], PASS),
        (kinds.ZIP5, ["abroad"], CANNOT_TELL),
        (kinds.CANADIAN_POSTCODE, ["K1A 0B1"], FAIL),
    ],
)
def test_areas_smaller_than_a_state(kind, values, outcome):
    assert said(column("place", kind, *values), "B") == [outcome]


def test_prefixes_are_restricted_by_the_census_asked_for():
    own = column("zip3", kinds.ZIP3, "830")
    assert outcomes(check_safe_harbor(table(own, census="2000")), "B", "zip3") == [FAIL]
    assert outcomes(check_safe_harbor(table(own, census="2020")), "B", "zip3") == [PASS]


def test_numbers_have_lost_their_zeros():
    number = VariableType.INTEGER
    assert said(column("zip", kinds.ZIP5, "2139", "601", storage=number), "B") == [FAIL]
    assert said(column("zip3", kinds.ZIP3, "21", "941", storage=number), "B") == [PASS]
    assert said(column("zip3", kinds.ZIP3, "36", storage=number), "B") == [FAIL]


@pytest.mark.parametrize(
    "value",
    [
        "2024-03-05", "2024-03", "03/2024", "5.3.2024", "12/31/24", "20240305", "2024-03-05T10:11", "5 Mar 2024",
        "March 5, 2024", "Mar 2024", "2024-Q1", "2024-W05", "Monday", "14:35", "May", "1-paź-1991",
    ],
)  # fmt: skip
def test_more_of_a_date_than_its_year_fails(value):
    assert said(column("when", kinds.EVENT_DATE, value), "C") == [FAIL]


@pytest.mark.parametrize("value", ["2024", "1950-1959", "1950s", "before 1936", "*", "1936 or earlier"])
def test_years_and_years_alike_pass(value):
    assert said(column("when", kinds.EVENT_DATE, value), "C") == [PASS]


def test_numbers_of_months_are_parts_of_dates():
    assert said(column("admission_month", kinds.EVENT_DATE, "3"), "C") == [FAIL]
    assert said(column("admission", kinds.EVENT_DATE, "3"), "C") == [CANNOT_TELL]


def test_years_reveal_ages_as_in_the_guidance():
    """Born in 1920 and seen in 2010: may be 90. The guidance tells such years as 'on or before 1920'."""
    from datetime import date

    def of(value):
        own = column("birth_year", kinds.BIRTH_YEAR, value)
        return outcomes(check_safe_harbor(table(own, as_of=date(2010, 7, 1))), "C", "birth_year")

    assert of("1920") == [FAIL]
    assert of("1921") == [PASS]
    assert of("on or before 1920") == [PASS]
    assert of("before 1921") == [PASS]
    assert of("before 1911") == [FAIL]


def test_without_a_day_to_count_on_nobody_can_tell():
    own = column("birth_year", kinds.BIRTH_YEAR, "1920")
    assert outcomes(check_safe_harbor(table(own, as_of=None)), "C", "birth_year") == [CANNOT_TELL]


@pytest.mark.parametrize(
    ("name", "value", "outcome"),
    [
        ("age", "89", PASS), ("age", "90", FAIL), ("age", "90+", PASS), ("age", "85+", PASS), ("age", "95+", FAIL),
        ("age", ">90", FAIL), ("age", ">=90", PASS), ("age", "90 or older", PASS), ("age", "85-94", FAIL),
        ("age", "(85-90)", FAIL), ("age", "(85,90)", PASS),
        ("age", "[85, 90)", PASS), ("age", "80-89", PASS), ("age", "89.5", FAIL), ("age", "91 years", FAIL),
        ("age", "95 months", PASS), ("age_months", "1068", PASS), ("age_months", "1069", FAIL),
        ("age_weeks", "4641", PASS), ("age_weeks", "4642", FAIL), ("age_days", "32485", PASS),
        ("age_days", "32486", FAIL), ("age_hours", "779640", PASS), ("age_hours", "779641", FAIL),
        ("age", "elderly", CANNOT_TELL), ("age_months", "over 89 years", PASS),
    ],
)  # fmt: skip
def test_ages_over_89_in_any_unit(name, value, outcome):
    assert said(column(name, kinds.AGE, value), "C") == [outcome]


def test_ages_with_a_column_of_units():
    def of(unit):
        return said(column("AGE", kinds.AGE, "95", units=(unit,)), "C")

    assert (of("YEARS"), of("MONTHS"), of("parsecs")) == ([FAIL], [PASS], [CANNOT_TELL])


def test_dates_under_a_name_that_says_nothing_are_found():
    assert said(column("x17", "category", "2024-03-05", "2024-03-06"), "C") == [FAIL]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("F", "ask kin@example.org"), ("N", "see https://example.org/p/1"), ("G", "no 123-45-6789."),
        ("O", "from 192.0.2.7"), ("D", "call 617-555-0123"), ("C", "since 2019-03-04"), ("C", "seen 4 March 2019"),
    ],
)  # fmt: skip
def test_identifiers_inside_other_text_are_found(rule, text):
    own = column("diagnosis", kinds.DIAGNOSIS, text, "I10")
    broken = [one for one in check_safe_harbor(table(own)) if one.outcome is FAIL]
    assert [(one.rule.key, one.rows) for one in broken] == [(rule, 1)]
    assert not any(word in one.why for one in broken for word in text.split()[1:] if len(word) > 5)


@pytest.mark.parametrize("text", ["I10", "J45.901", "12345-6", "0002-8215-01", "4.5", "1 in 2019", "E11.65"])
def test_codes_are_not_taken_for_identifiers(text):
    own = column("diagnosis", kinds.DIAGNOSIS, text)
    assert not [one for one in check_safe_harbor(table(own)) if one.outcome is FAIL]


@pytest.mark.parametrize("kind", [kinds.PATIENT_ID, kinds.NATIONAL_ID, kinds.EVENT_NUMBER, kinds.ROW_NUMBER])
def test_other_codes_fail_unless_random(kind):
    assert said(column("code", kind, "a", "b"), "R") == [FAIL]
    assert said(column("code", kind, "a", "b", is_random_code=True), "R") == [PASS]
    assert said(column("code", kind, "a", "b", is_derived_code=True), "R") == [FAIL]


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("household_id", kinds.HOUSEHOLD, [FAIL]),
        ("household_size", kinds.HOUSEHOLD, []),
        ("LBREFID", kinds.SEQUENCE, [FAIL]),
        ("LBSEQ", kinds.SEQUENCE, []),
    ],
)
def test_codes_of_households_and_specimens_under_other_names(name, kind, expected):
    assert said(column(name, kind, "1", "2"), "R") == expected


def test_of_hashes_and_random_codes_nobody_can_tell():
    assert said(column("code", kinds.PSEUDONYM, "a", "b"), "R") == [CANNOT_TELL]


def test_what_a_study_calls_a_direct_identifier_is_one():
    own = column("thing", "category", "a", role=Role.DIRECT_IDENTIFIER, is_declared=True)
    assert said(own, "R") == [FAIL]


def test_text_and_unknown_columns_are_left_to_a_person():
    assert said(column("notes", kinds.FREE_TEXT, "so and so"), "(i)") == [CANNOT_TELL]
    assert said(column("x17", "category", "Ashford", "Pell"), "(i)") == [CANNOT_TELL]
    assert said(column("x17", "category", "a", "b", is_declared=True, role=Role.OTHER), "(i)") == []
    unsettled = column("x17", "category", "a", "b", is_declared=True, role=Role.QUASI_IDENTIFIER)
    assert said(unsettled, "(i)") == [CANNOT_TELL]


def test_a_limited_data_set_keeps_dates_towns_and_zip_codes():
    own = table(
        column("birth_date", kinds.BIRTH_DATE, "1920-01-02"), column("city", kinds.PLACE, "Boston"),
        column("zip", kinds.ZIP5, "03601"), column("age", kinds.AGE, "99"),
    )  # fmt: skip
    assert not [one for one in limited_data_set.check_limited_data_set(own) if one.outcome is FAIL]


def test_in_a_limited_data_set_a_patient_number_may_be_a_record_number():
    own = table(column("patient_id", kinds.PATIENT_ID, "1", "2"))
    assert outcomes(limited_data_set.check_limited_data_set(own), "(vii)", "patient_id") == [CANNOT_TELL]
    assert outcomes(limited_data_set.check_limited_data_set(own), "(vii)") == []
