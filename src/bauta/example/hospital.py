"""A made-up hospital extract: residents of the region who were inpatients in 2025, one row per patient.

What the extract says about who a patient is (name, birth date, ZIP, sex, race) is copied from the register,
never drawn again. A class of patients therefore has at least as many people in the register, which
journalist risk needs.
"""

import unicodedata

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bauta.example.draws import draw_column
from bauta.example.population import DAYS_PER_YEAR, REGISTRY_DATE, Dates, Floats, Integers
from bauta.example.vocabulary import AREA_CODES, DIAGNOSES, EMAIL_DOMAINS

FIRST_ADMISSION = np.datetime64("2025-01-01", "D")
LAST_ADMISSION = REGISTRY_DATE

Flags = npt.NDArray[np.bool_]
Words = npt.NDArray[np.object_]


def simulate_hospital_extract(rng: np.random.Generator, region: pa.Table, patients: int = 5_000) -> pa.Table:
    """One row per patient, drawn from the residents of `region`, the old and the newborn more often.

    Columns: mrn, name, phone, email, birth_date, zip, sex, race, admission_date, discharge_date, diagnosis
    (the principal one, ICD-10-CM) and hba1c_percent (glycated haemoglobin, one decimal, missing where not
    measured).
    """
    if not 0 < patients <= region.num_rows:
        raise ValueError(f"patients must be between 1 and the number of residents, {region.num_rows}. Got {patients}.")
    chosen = region.take(pa.array(_draw_residents(rng, region, patients)))
    names = chosen["name"].to_numpy()
    sexes = chosen["sex"].to_numpy()
    birth_dates = chosen["birth_date"].to_numpy()

    admitted = _draw_admissions(rng, birth_dates)
    days_lived = (admitted - birth_dates).astype(np.int64)
    ages = (days_lived / DAYS_PER_YEAR).astype(np.int64)
    diagnoses = draw_column(rng, _diagnosis_weights(ages, sexes, born_here=days_lived == 0))
    codes = np.array([diagnosis.code for diagnosis in DIAGNOSES], dtype=object)[diagnoses]
    discharged = admitted + _draw_stay_days(rng, ages).astype("timedelta64[D]")

    return pa.table(
        {
            "mrn": _draw_record_numbers(rng, patients),
            "name": chosen["name"],
            "phone": _draw_phones(rng, patients),
            "email": _draw_emails(rng, names, ages),
            "birth_date": chosen["birth_date"],
            "zip": chosen["zip"],
            "sex": chosen["sex"],
            "race": chosen["race"],
            "admission_date": pa.array(admitted, pa.date32()),
            "discharge_date": pa.array(discharged, pa.date32()),
            "diagnosis": pa.array(codes, pa.string()),
            "hba1c_percent": _draw_hba1c(rng, ages, codes),
        }
    ).combine_chunks()


def _draw_residents(rng: np.random.Generator, region: pa.Table, patients: int) -> Integers:
    """Row numbers of the residents who become patients, nobody twice."""
    days_lived = (REGISTRY_DATE - region["birth_date"].to_numpy()).astype(np.int64)
    ages = days_lived / DAYS_PER_YEAR
    admission_rate = np.interp(ages, [0.99, 1, 10, 20, 45, 65, 80, 95], [7, 0.6, 0.3, 0.7, 1.0, 2.2, 4.5, 6])
    may_give_birth = (region["sex"].to_numpy() == "F") & (ages > 18) & (ages < 42)
    admission_rate[may_give_birth] *= 2
    return rng.choice(region.num_rows, size=patients, replace=False, p=admission_rate / admission_rate.sum())


def _draw_admissions(rng: np.random.Generator, birth_dates: Dates) -> Dates:
    """Dates of admission, spread over the year. Most children born in it are admitted by being born."""
    earliest = np.maximum(birth_dates, FIRST_ADMISSION)
    possible_days = (LAST_ADMISSION - earliest).astype(np.int64) + 1
    admitted: Dates = earliest + rng.integers(possible_days).astype("timedelta64[D]")
    born_here = (birth_dates >= FIRST_ADMISSION) & (rng.random(len(birth_dates)) < 0.85)
    return np.where(born_here, birth_dates, admitted)


def _diagnosis_weights(ages: Integers, sexes: Words, *, born_here: Flags) -> Floats:
    """How likely each diagnosis is for each patient, as [patients x diagnoses], up to a factor per patient.

    A diagnosis of one sex goes to patients recorded as that sex only, so X and U never get one. The
    table does not say what else is true of them, and a pregnant man would look like an error in bauta.
    """
    weight, typical_age, age_spread, youngest, oldest = np.array(
        [(d.weight, d.typical_age, d.age_spread, d.youngest, d.oldest) for d in DIAGNOSES]
    ).T
    sex = np.array([d.sex for d in DIAGNOSES], dtype=object)
    either_sex = np.array([d.sex is None for d in DIAGNOSES])
    newborn = np.array([d.newborn for d in DIAGNOSES])

    age = ages[:, None]
    bell = np.exp(-(((age - typical_age) / age_spread) ** 2) / 2)
    possible = (age >= youngest) & (age <= oldest) & (newborn == born_here[:, None])
    possible &= either_sex | (sex == sexes[:, None])
    return np.where(possible, weight * bell, 0.0)


def _draw_stay_days(rng: np.random.Generator, ages: Integers) -> Integers:
    """Nights in hospital: most stays a few, some none, a few of months. Longer with age."""
    return np.floor(rng.lognormal(mean=0.9 + 0.006 * ages, sigma=0.8)).astype(np.int64)


def _draw_hba1c(rng: np.random.Generator, ages: Integers, codes: Words) -> pa.Array:
    """Glycated haemoglobin in percent, as an exact decimal so that 7.0 is written 7.0.

    High in patients admitted for diabetes, and in some of the others, who have it without being admitted for
    it. Rarely measured in children; missing in about one adult in ten.
    """
    count = len(ages)
    admitted_for_diabetes = np.array([code.startswith(("E10", "E11")) for code in codes])
    has_diabetes = admitted_for_diabetes | (rng.random(count) < np.interp(ages, [30, 75], [0.0, 0.2]))
    without = rng.normal(5.2 + 0.005 * ages, 0.3)
    with_diabetes = 6.0 + rng.gamma(shape=2.2, scale=0.95, size=count)
    percent = np.where(has_diabetes, with_diabetes, without).clip(3.5, 18.0)
    not_measured = rng.random(count) < np.where((ages < 16) & ~admitted_for_diabetes, 0.7, 0.1)
    return pa.array(percent.round(1), mask=not_measured).cast(pa.decimal128(3, 1))


def _draw_record_numbers(rng: np.random.Generator, patients: int) -> pa.Array:
    """Distinct eight-digit record numbers below ten million, so that each starts with at least one zero."""
    numbers = rng.choice(10_000_000, size=patients, replace=False)
    return pa.array([f"{number:08d}" for number in numbers], pa.string())


def _draw_phones(rng: np.random.Generator, patients: int) -> pa.Array:
    """Numbers from the block kept for fiction. It is small, so patients share numbers, as households do."""
    area_codes = rng.integers(len(AREA_CODES), size=patients)
    lines = rng.integers(100, 200, size=patients)
    missing = rng.random(patients) < 0.04
    phones = [f"{AREA_CODES[area]}-555-0{line}" for area, line in zip(area_codes, lines, strict=True)]
    return pa.array(phones, pa.string(), mask=missing)


def _draw_emails(rng: np.random.Generator, names: Words, ages: Integers) -> pa.Array:
    """Addresses made of the name without accents and a number. Children have none, the very old often not."""
    count = len(names)
    numbers = rng.integers(1, 1000, size=count)
    domains = rng.integers(len(EMAIL_DOMAINS), size=count)
    missing = (ages < 13) | (rng.random(count) < np.interp(ages, [13, 60, 90], [0.05, 0.15, 0.6]))
    emails = [
        f"{_without_accents(name).lower().replace(' ', '.')}{number}@{EMAIL_DOMAINS[domain]}"
        for name, number, domain in zip(names, numbers, domains, strict=True)
    ]
    return pa.array(emails, pa.string(), mask=missing)


def _without_accents(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
