import re
from collections import Counter
from datetime import date
from statistics import mean, median, median_low

import numpy as np
import pyarrow as pa
import pytest

from bauta.example import simulate_hospital_extract, simulate_region
from bauta.example.vocabulary import DIAGNOSES

ICD_10_CM = re.compile(r"[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?")


def test_the_extract_is_text_but_for_dates_and_one_decimal(example):
    types = dict(zip(example.patients.column_names, example.patients.schema.types, strict=True))
    dates = {"birth_date", "admission_date", "discharge_date"}

    assert list(types) == [
        "mrn", "name", "phone", "email", "birth_date", "zip", "sex", "race",
        "admission_date", "discharge_date", "diagnosis", "hba1c_percent",
    ]  # fmt: skip
    assert {name for name, kind in types.items() if kind == pa.date32()} == dates
    assert {name for name, kind in types.items() if kind != pa.string()} == dates | {"hba1c_percent"}


def test_record_numbers_are_unique_text_of_eight_digits_with_leading_zeros(patients):
    numbers = [row["mrn"] for row in patients]

    assert len(set(numbers)) == len(numbers)
    assert all(re.fullmatch(r"0\d{7}", number) for number in numbers)


def test_nobody_can_be_rung_up_or_written_to(patients):
    phones = [row["phone"] for row in patients if row["phone"] is not None]
    emails = [row["email"] for row in patients if row["email"] is not None]

    assert all(re.fullmatch(r"\d{3}-555-01\d\d", phone) for phone in phones)
    assert all(re.fullmatch(r"[a-z.]+\d+@example\.(org|net)", email) for email in emails)


def test_phone_email_race_and_laboratory_result_are_sometimes_missing_and_nothing_else(example):
    missing = {name for name in example.patients.column_names if example.patients[name].null_count}

    assert missing == {"phone", "email", "race", "hba1c_percent"}


def test_few_patients_are_over_ninety(patient_ages):
    share = mean(age > 90 for age in patient_ages)

    assert 0 < share < 0.03


def test_patients_are_older_than_residents(patients, residents):
    assert median_low(row["birth_date"] for row in patients) < median_low(row["birth_date"] for row in residents)


def test_some_patients_are_the_only_one_of_their_race_in_their_zip(patients):
    assert 1 in Counter((row["zip"], row["race"]) for row in patients if row["race"]).values()


def test_nobody_is_admitted_before_birth_or_outside_2025(patients):
    assert all(row["birth_date"] <= row["admission_date"] for row in patients)
    assert {row["admission_date"].year for row in patients} == {2025}


def test_nobody_is_discharged_before_admission(patients):
    assert all(row["admission_date"] <= row["discharge_date"] for row in patients)


def test_most_stays_are_short_and_some_long(patients):
    days = [(row["discharge_date"] - row["admission_date"]).days for row in patients]

    assert 2 <= median(days) <= 5
    assert max(days) > 30
    assert mean(days) > median(days)


def test_diagnosis_codes_are_written_as_in_icd_10_cm_and_listed_once():
    codes = [diagnosis.code for diagnosis in DIAGNOSES]

    assert 60 <= len(codes) <= 100
    assert len(set(codes)) == len(codes)
    assert all(ICD_10_CM.fullmatch(code) for code in codes)


def test_some_diagnoses_are_common_and_some_rare(patients):
    counts = Counter(row["diagnosis"] for row in patients)

    assert max(counts.values()) > 200
    assert min(counts.values()) <= 3


@pytest.mark.parametrize("seed", [20260, 1, 2, 3])
def test_no_man_is_pregnant_and_no_woman_has_a_prostate(seed):
    rng = np.random.default_rng(seed)
    extract = simulate_hospital_extract(rng, simulate_region(rng, 20_000), 4_000).to_pylist()

    assert {row["sex"] for row in extract if row["diagnosis"].startswith("O")} == {"F"}
    assert {row["sex"] for row in extract if row["diagnosis"] in ("C61", "N40.1")} == {"M"}


def test_dementia_is_for_the_old(patients, patient_ages):
    ages = [age for row, age in zip(patients, patient_ages, strict=True) if row["diagnosis"] in ("F03.90", "G30.9")]

    assert min(ages) >= 60


def test_those_admitted_by_being_born_and_only_they_have_a_birth_diagnosis(patients):
    for row in patients:
        assert row["diagnosis"].startswith("Z38") == (row["birth_date"] == row["admission_date"])


def test_hba1c_is_plausible_and_higher_in_those_admitted_for_diabetes(patients):
    measured = [row for row in patients if row["hba1c_percent"] is not None]
    diabetic = [r["hba1c_percent"] for r in measured if r["diagnosis"].startswith(("E10", "E11"))]
    others = [r["hba1c_percent"] for r in measured if not r["diagnosis"].startswith(("E10", "E11"))]

    assert all(3 < value < 19 for value in diabetic + others)
    assert mean(diabetic) > mean(others) + 1


def test_a_hospital_may_treat_everyone_but_not_more():
    region = simulate_region(np.random.default_rng(4), 50)

    assert simulate_hospital_extract(np.random.default_rng(4), region, 50).num_rows == 50
    with pytest.raises(ValueError, match=r"number of residents, 50\. Got 51"):
        simulate_hospital_extract(np.random.default_rng(4), region, 51)


def test_no_date_lies_beyond_the_year_after(patients):
    assert max(row["discharge_date"] for row in patients) < date(2027, 1, 1)
