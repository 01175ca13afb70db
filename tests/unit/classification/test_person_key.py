import pytest

from bauta.classification.suggest import suggest_all

COUNT = range(40)
UNIQUE = [str(7001 + 3 * n) for n in COUNT]
REPEATING = [str(7001 + n // 2) for n in COUNT]
NAMES = [f"Mary {chr(65 + n % 26)}oy{'e' * (n // 26)}" for n in COUNT]
EMAILS = [f"p{n}@example.org" for n in COUNT]


def person_key(column, **columns):
    summaries, samples = zip(*(column(name, values) for name, values in columns.items()), strict=True)
    keys = [p.summary.name for p in suggest_all(summaries, samples) if p.suggestion.is_person_key]
    assert len(keys) <= 1
    return keys[0] if keys else None


@pytest.mark.parametrize("name", ["mrn", "patient_id", "USUBJID", "person_id", "nhs_number"])
def test_a_unique_patient_number_is_the_person_key(column, name):
    assert person_key(column, email=EMAILS, **{name: UNIQUE}, age=["40", "50"] * 20) == name


def test_only_one_column_is_marked(column):
    assert person_key(column, mrn=UNIQUE, patient_id=UNIQUE) == "patient_id"


def test_a_unique_key_comes_before_one_that_repeats(column):
    assert person_key(column, patient_id=REPEATING, mrn=UNIQUE) == "mrn"


def test_in_a_table_of_visits_the_key_repeats(column):
    assert person_key(column, visit_id=UNIQUE, id=UNIQUE, patient_id=REPEATING) == "patient_id"


def test_a_plain_id_is_the_last_resort(column):
    assert person_key(column, id=UNIQUE, age=["40", "50"] * 20) == "id"


def test_a_key_with_missing_values_is_no_key(column):
    assert person_key(column, patient_id=["", *UNIQUE[1:]]) is None


def test_names_and_email_addresses_are_never_the_key(column):
    assert person_key(column, patient_name=NAMES, email=EMAILS, patient_id=EMAILS, patient=NAMES) is None
