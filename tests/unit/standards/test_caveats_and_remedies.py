"""What the standard does not look at, and what applying it makes of values."""

from dataclasses import replace
from datetime import date

import pytest

from bauta.classification import kinds
from bauta.model.roles import Role, VariableType
from bauta.standards import caveats, forms_in_text, remedies
from bauta.standards.safe_harbor import check_safe_harbor
from unit.standards.tables import column, table


def test_people_with_several_rows():
    key = column("id", kinds.PATIENT_ID, "a", "a", "b", is_person_key=True)
    found = caveats.several_rows(table(key))
    assert found.concerns_this_table
    assert "2 people have 3 rows" in found.text
    assert not caveats.several_rows(
        table(column("id", kinds.PATIENT_ID, "a", "b", is_person_key=True))
    ).concerns_this_table


def test_codes_of_events_and_how_many_are_rare():
    own = replace(column("dx", kinds.ICD10, "I10", "G10"), counts=(9, 4))
    found = caveats.codes_of_events(table(own))
    assert (found.concerns_this_table, "1 of which fewer than 5" in found.text) == (True, True)


def test_variables_that_are_not_on_the_list():
    found = caveats.other_variables(table(column("race", kinds.RACE, "x"), column("zip", kinds.ZIP5, "02139")))
    assert found.concerns_this_table
    assert "race or ethnicity" in found.text
    assert not caveats.other_variables(table(column("zip", kinds.ZIP5, "02139"))).concerns_this_table


def test_people_of_other_countries():
    assert caveats.other_countries(table(column("c", kinds.COUNTRY, "Canada"))).concerns_this_table
    assert caveats.other_countries(table(column("p", kinds.UK_POSTCODE, "N1 1AA"))).concerns_this_table
    assert not caveats.other_countries(table(column("c", kinds.COUNTRY, "USA"))).concerns_this_table


@pytest.mark.parametrize(("code", "leaks"), [("03601", True), ("82101", False), ("02139", False)])
def test_a_lone_restricted_prefix_is_told_by_its_state(code, leaks):
    """Wyoming has two restricted prefixes, New Hampshire one."""
    assert caveats.one_prefix_left(table(column("zip", kinds.ZIP5, code))).concerns_this_table is leaks


@pytest.mark.parametrize(("state", "leaks"), [("NH", True), ("new hampshire", True), ("WY", False), (None, False)])
def test_000_beside_the_state(state, leaks):
    own = table(column("zip", kinds.ZIP3, "000"), column("state", kinds.STATE, "x"))
    assert caveats.one_prefix_left(own, [("000", state, 3)]).concerns_this_table is leaks


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1950-03-04", "1950"), ("03/1950", "1950"), ("1935-12-31", "before 1936"), ("1936", "1936"),
        ("1920", "before 1936"), ("before 1930", "before 1936"), ("12/31/24", None), ("March", None), ("gone", None),
        ("1930-1939", "before 1940"), ("1930s", "before 1940"), ("1926-1935", "before 1936"),
        ("2020-2024", "2020-2024"), ("*", "*"),
    ],
)  # fmt: skip
def test_dates_are_told_as_years(value, told):
    assert remedies.year_of_date(date(2025, 6, 30))(value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [("02139", "021"), ("2139", "021"), ("021391234", "021"), ("03601", "000"), ("036", "000"), ("941", "941"),
     ("941XX", "941"), ("K1A 0B1", None), ("nowhere", None), ("000", "000"), ("09012", "000")],
)  # fmt: skip
def test_zip_codes_are_told_by_three_digits(value, told):
    assert remedies.zip3_of(column("zip", kinds.ZIP5, value), "2020")(value) == told


def test_zip_codes_as_numbers():
    tell = remedies.zip3_of(column("zip", kinds.ZIP5, "2139", "601", storage=VariableType.INTEGER), "2020")
    assert (tell("2139"), tell("601"), tell("3601")) == ("021", "006", "000")


def test_ages_are_told_alike_truthfully():
    whole = remedies.age_of(column("age", kinds.AGE, "89", "90", "104"))
    assert (whole("89"), whole("90"), whole("104")) == ("89", "90+", "90+")
    exact = remedies.age_of(column("age", kinds.AGE, "89.5", "12.25"))
    assert (exact("89.5"), exact("12.25")) == ("over 89 years", "12.25")
    mixed = remedies.age_of(column("AGE", kinds.AGE, "95", "95", "99", units=("YEARS", "MONTHS", "YEARS")))
    assert (mixed("95"), mixed("99")) == (None, "over 89 years")


def of(own):
    facts = table(own)
    return remedies.remedy_of(own, facts, check_safe_harbor(facts), forms_in_text.ALL)


def test_what_cannot_be_settled_goes_unless_a_study_declares_it():
    notes = column("notes", kinds.FREE_TEXT, "well today")
    assert of(notes).is_removed
    kept = of(replace(notes, is_declared=True, role=Role.OTHER))
    assert (kept.is_removed, kept.is_doubtful, kept.tell) == (False, True, None)
    assert of(replace(notes, is_declared=True, role=Role.DIRECT_IDENTIFIER)).is_removed


def test_values_with_an_identifier_in_them_are_blanked():
    remedy = of(column("diagnosis", kinds.DIAGNOSIS, "ask a@example.org", "I10"))
    assert [remedy.tell(text) for text in ("ask a@example.org", "I10")] == [None, "I10"]
