"""A made-up table of visits with every kind of identifier that HIPAA's Safe Harbor lists, and a list of what is in it.

It is for seeing a check at work. Names, numbers and addresses are invented or of blocks set aside for fiction.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from bauta.example.vocabulary import FIRST_NAMES_F, FIRST_NAMES_M, LAST_NAMES

PEOPLE = 48
VISITS = 80
LAST_YEAR = 2025
OLD_PEOPLE = 4
"""People born 90 years or more before the last year."""
TOWNS = ("Ashford", "Bracklund", "Caldwick", "Dornmann", "Elvetti")
COUNTIES = ("Upper Rosk", "Lower Rosk", "Pell")
EMPLOYERS = ("Marrwick Mills", "Ostlund Foundry", "Quinford Dairy")
ZIPS = ("02139", "03601", "03750", "10282", "36904", "55602", "09012", "57601", "99901")
"""036, 102, 369 and 556 are restricted by the census of 2020, 090 is not in it, 576 and 999 are just above."""
STATES = ("MA", "NH", "NH", "NY", "AL", "MN", "MA", "SD", "AK")
DIAGNOSES = ("I10", "E11.9", "J45.901", "M17.11", "K80.20", "C50.911")
FAIL, CANNOT_TELL = "fail", "cannot tell"


@dataclass(frozen=True)
class Planted:
    """Something that a rule should find."""

    rule: str
    """Letter of 45 CFR 164.514(b)(2)(i), or the paragraph."""
    column: str
    outcome: str
    rows: int
    what: str


@dataclass(frozen=True)
class Visits:
    """The table, and what was planted in it."""

    table: pa.Table
    planted: tuple[Planted, ...]


def make_visits(seed: int = 20261) -> Visits:
    """The visits made from `seed`: the same seed gives the same table."""
    rng = np.random.default_rng(seed)
    born = rng.integers(1940, 2005, PEOPLE)
    born[:OLD_PEOPLE] = (1931, 1934, 1928, 1935)
    is_female = rng.random(PEOPLE) < 0.5
    first = [(FIRST_NAMES_F if f else FIRST_NAMES_M)[i % 40] for i, f in enumerate(is_female)]
    last = [LAST_NAMES[i] for i in rng.permutation(len(LAST_NAMES))[:PEOPLE]]
    places = rng.integers(0, len(ZIPS), PEOPLE)
    places[: len(ZIPS)] = np.arange(len(ZIPS))
    who = np.concatenate([np.arange(PEOPLE), rng.integers(0, PEOPLE, VISITS - PEOPLE)])
    day = np.datetime64(f"{LAST_YEAR}-01-01") + rng.permutation(365)[:VISITS].astype("timedelta64[D]")
    day[0] = np.datetime64(f"{LAST_YEAR}-12-31")
    hour = rng.integers(7, 20, VISITS)
    number = rng.permutation(9000)[:PEOPLE] + 1000
    age = LAST_YEAR - born[who]
    notes = [
        f"Seen with {last[(p + 1) % PEOPLE]}, asked to come back in {n % 9 + 2} weeks, no change since."
        for n, p in enumerate(who)
    ]
    diagnosis = [DIAGNOSES[i] for i in rng.integers(0, len(DIAGNOSES), VISITS)]
    diagnosis[7] = "I10, write to kin.contact@example.org"
    diagnosis[11] = "E11.9 since 2019-03-04"

    def each(texts: list[str]) -> list[str]:
        return [texts[p] for p in who]

    columns: dict[str, Sequence[object]] = {
        "patient_id": each([f"P{n:05d}" for n in number * 7]),
        "patient_name": each([f"{a} {b}" for a, b in zip(first, last, strict=True)]),
        "initials": each([a[0] + b[0] for a, b in zip(first, last, strict=True)]),
        "employer": each([EMPLOYERS[n % 3] for n in number]),
        "street_address": each([f"{n % 90 + 1} {LAST_NAMES[n % 50]} Street" for n in number]),
        "city": each([TOWNS[n % 5] for n in number]),
        "county": each([COUNTIES[n % 3] for n in number]),
        "state": each([STATES[i] for i in places]),
        "zip": each([ZIPS[i] for i in places]),
        "zip3": each([ZIPS[i][:3] for i in places]),
        "latitude": each([f"{42 + n / 1e4:.4f}" for n in number]),
        "longitude": each([f"{-71 - n / 1e4:.4f}" for n in number]),
        "birth_year": [int(year) for year in born[who]],
        "age": [int(a) for a in age],
        "age_months": [int(a) * 12 + 5 for a in age],
        "admission": [f"{d} {h:02d}:15" for d, h in zip(day, hour, strict=True)],
        "visit_month": [str(d)[:7] for d in day],
        "phone": each([f"617-555-0{100 + n % 100}" for n in number]),
        "fax": each([f"508-555-0{100 + n % 100}" for n in number]),
        "email": each([f"visitor{n}@example.net" for n in number]),
        "ssn_last_4": each([f"{n:04d}" for n in number]),
        "mrn": each([f"{n * 31:08d}" for n in number]),
        "insurance_id": each([f"XQ{n * 13:08d}" for n in number]),
        "account_number": each([f"AC-{n * 17:07d}" for n in number]),
        "license_number": each([f"S{n * 19:08d}" for n in number]),
        "license_plate": each([f"{n % 26:02d} FIC {n % 1000:03d}" for n in number]),
        "device_serial": each([f"PM-{n * 23:08d}" for n in number]),
        "website": each([f"https://www.example.org/people/{n}" for n in number]),
        "ip_address": each([f"192.0.2.{n % 254 + 1}" for n in number]),
        "fingerprint": each([f"fp-{n * 29:x}" for n in number]),
        "photo": each([f"face_{n}.jpg" for n in number]),
        "notes": notes,
        "x17": [f"{d}" for d in day],
        "x18": each([TOWNS[(n + 2) % 5] for n in number]),
        "sex": each(["F" if f else "M" for f in is_female]),
        "race": each([("White", "Black or African American", "Asian")[n % 3] for n in number]),
        "diagnosis": diagnosis,
        "hba1c_percent": [f"{5 + (n % 40) / 10:.1f}" for n in number[who]],
    }
    return Visits(pa.table(columns), _planted(columns))


def _planted(columns: dict[str, Sequence[object]]) -> tuple[Planted, ...]:
    restricted = sum(str(code) in ("036", "102", "369", "556", "090") for code in columns["zip3"])
    oldest = sum(LAST_YEAR - int(str(year)) >= 90 for year in columns["birth_year"])
    whole = [
        ("A", "patient_name", "names"), ("A", "initials", "parts of names"), ("A", "employer", "names of employers"),
        ("B", "street_address", "addresses"), ("B", "city", "cities"), ("B", "county", "counties"),
        ("B", "zip", "five digits"), ("B", "latitude", "coordinates"), ("B", "longitude", "coordinates"),
        ("C", "admission", "days and hours"), ("C", "visit_month", "months"),
        ("C", "x17", "days, under a name that says nothing"),
        ("D", "phone", "telephone numbers"), ("E", "fax", "fax numbers"), ("F", "email", "e-mail addresses"),
        ("G", "ssn_last_4", "last digits"), ("H", "mrn", "record numbers"), ("I", "insurance_id", "plan numbers"),
        ("J", "account_number", "account numbers"), ("K", "license_number", "license numbers"),
        ("L", "license_plate", "license plates"), ("M", "device_serial", "serial numbers"),
        ("N", "website", "web addresses"),
        ("O", "ip_address", "IP addresses"), ("P", "fingerprint", "finger prints"), ("Q", "photo", "image files"),
        ("R", "patient_id", "codes of people"),
    ]  # fmt: skip
    return (
        *(Planted(rule, column, FAIL, VISITS, what) for rule, column, what in whole),
        Planted("B", "zip3", FAIL, restricted, "restricted prefixes, and one the census does not have"),
        Planted("C", "birth_year", FAIL, oldest, "years that tell an age over 89"),
        Planted("C", "age", FAIL, oldest, "ages over 89 in years"),
        Planted("C", "age_months", FAIL, oldest, "ages over 89 in months"),
        Planted("C", "diagnosis", FAIL, 1, "a date inside a text"),
        Planted("F", "diagnosis", FAIL, 1, "an e-mail address inside a text"),
        Planted("(i)", "notes", CANNOT_TELL, VISITS, "free text"),
        Planted("(i)", "x18", CANNOT_TELL, VISITS, "cities, under a name that says nothing"),
    )
