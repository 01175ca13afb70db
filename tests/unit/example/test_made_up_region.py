from collections import Counter
from datetime import date

import numpy as np
import pyarrow as pa
import pytest

from bauta.example import simulate_region


def test_a_resident_is_a_name_birth_date_zip_sex_and_race(example):
    assert example.registry.schema == pa.schema(
        {
            "name": pa.string(),
            "birth_date": pa.date32(),
            "zip": pa.string(),
            "sex": pa.string(),
            "race": pa.string(),
        }
    )


@pytest.mark.parametrize("people", [0, 1, 250])
def test_the_region_has_as_many_residents_as_asked_for(people):
    assert simulate_region(np.random.default_rng(4), people).num_rows == people


def test_zip_codes_keep_their_leading_zeros(residents):
    zips = {row["zip"] for row in residents}

    assert 20 <= len(zips) <= 30
    assert all(len(code) == 5 and code.isdigit() and code.startswith("0") for code in zips)


def test_zip_codes_run_from_a_few_hundred_people_to_many_thousand(residents):
    sizes = sorted(Counter(row["zip"] for row in residents).values())

    assert 200 <= sizes[0] <= 600
    assert sizes[-1] >= 10_000


def test_somebody_is_the_only_one_of_their_race_in_a_small_zip(residents):
    people_in_zip = Counter(row["zip"] for row in residents)
    people_of_race = Counter((row["zip"], row["race"]) for row in residents)
    alone_in = [code for (code, _), count in people_of_race.items() if count == 1]

    assert any(people_in_zip[code] < 1_000 for code in alone_in)


def test_races_are_skewed_and_missing_for_about_one_in_fifty(residents):
    shares = {race: count / len(residents) for race, count in Counter(row["race"] for row in residents).items()}

    assert 0.5 < shares["White"] < 0.8
    assert 0 < shares["Native Hawaiian or Other Pacific Islander"] < 0.01
    assert shares[None] == pytest.approx(0.02, abs=0.005)


def test_nearly_everyone_is_recorded_as_f_or_m(residents):
    sexes = Counter(row["sex"] for row in residents)

    assert set(sexes) == {"F", "M", "X", "U"}
    assert 0 < sexes["X"] + sexes["U"] < 0.015 * len(residents)


def test_few_are_very_old_and_most_of_them_are_women(residents):
    very_old = [row for row in residents if row["birth_date"] <= date(1935, 12, 31)]

    assert 0.002 < len(very_old) / len(residents) < 0.02
    assert sum(row["sex"] == "F" for row in very_old) > len(very_old) / 2


def test_nobody_is_born_after_the_day_of_the_registry(residents):
    assert max(row["birth_date"] for row in residents) <= date(2025, 12, 31)


def test_some_names_need_more_than_ascii(residents):
    letters = set().union(*(row["name"] for row in residents))

    assert {"é", "ñ", "ö"} <= letters
