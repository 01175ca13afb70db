"""Somebody knows how long everybody stayed, to the day, and has a release: whom do they find?

The attack reads release/ alone. It knows the sex, the age and all distances between the dates of everybody, and takes
a row for somebody's if nothing in it speaks against that. It is also made on a release whose days are exact, where it
succeeds: otherwise these tests could not fail.
"""

import csv
import datetime as dt
import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from attacker import read

from bauta.cli.main import run

K = 4
DATES = ("came", "operated", "left")
FORMS = {"iso": "%Y-%m-%d", "german": "%d.%m.%Y", "months": "%d-%b-%Y"}
Person = dict[str, object]


def people(seed: int, n: int = 500) -> list[Person]:
    """Stays that are mostly short; some dates are missing, and some are wrong."""
    chance = random.Random(seed)
    drawn = []
    for i in range(n):
        came = dt.date(2023, 1, 1) + dt.timedelta(chance.randrange(700))
        operated = came + dt.timedelta(chance.choice((0, 0, 1, 1, 2, 3, 9)))
        left = came + dt.timedelta(int(chance.lognormvariate(1.6, 1.1)) - (1 if chance.random() < 0.02 else 0))
        dates = {"came": came, "operated": operated, "left": left}
        for name, share in (("came", 0.03), ("operated", 0.2), ("left", 0.05)):
            if chance.random() < share:
                dates[name] = None
        drawn.append({"pid": f"P{i:04d}", "sex": "FM"[i % 2], "age": chance.randrange(20, 60), **dates})
    return drawn


def release(folder: Path, drawn: list[Person], form: str, *, more: str = "", **settings: object) -> Path:
    with (folder / "data.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(drawn[0])
        for one in drawn:
            writer.writerow([one[n].strftime(FORMS[form]) if n in DATES and one[n] else one[n] or "" for n in one])
    section = {"suppression_limit": 0.1, **settings}
    (folder / "study.yaml").write_text(
        "data: {path: data.csv}\nperson_key: pid\nvariables:\n  pid: {role: direct_identifier, mask: pseudonym}\n"
        "  sex: {role: quasi_identifier, max_level: 0}\n"
        "  age: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [10, 20]}, min_level: 1}\n"
        + "".join(f"  {name}: {{role: other, type: date, shift: true}}\n" for name in DATES)
        + f"thresholds: {{tau: {K}}}\ndeidentify: {json.dumps(section)}\n{more}",
        encoding="utf-8",
    )
    out = folder / "out"
    import sys

    before, sys.argv = sys.argv, ["bauta", "deidentify", str(folder / "study.yaml"), "--out", str(out)]
    try:
        with pytest.raises(SystemExit) as ended:
            run()
    finally:
        sys.argv = before
    assert not ended.value.code
    return out


def bands_of(out: Path) -> dict[str, list[int] | None]:
    """Where the bands start, as the public manifest says; None for days that are exact."""
    said = json.loads((out / "release" / "manifest.json").read_text(encoding="utf-8"))["generalization"]
    found = {}
    for name, level in said.items():
        if name.startswith("days from"):
            found[name.rpartition(" ")[2]] = (
                [int(start) for start in level.rpartition(" ")[2].split("/")] if "bands" in level else None
            )
    return found


def is_in_band(told: int, days: int, bands: list[int] | None) -> bool:
    if bands is None:
        return told == days
    return told == max((start for start in bands if start <= days), default=-1)


def fits(row: dict[str, str | None], one: Person, form: str, bands: dict[str, list[int] | None]) -> bool:
    """Whether a row could be somebody's, for who knows all distances between the dates of everybody."""
    if row["sex"] not in (one["sex"], "*"):
        return False
    if row["age"] != "*":
        low, high = map(int, row["age"].split("-"))
        if not low <= one["age"] <= high:
            return False
    day = {name: None if row[name] is None else dt.datetime.strptime(row[name], FORMS[form]).date() for name in DATES}
    for first, later in combinations(DATES, 2):
        if day[first] is None or day[later] is None:
            continue
        if one[first] is None or one[later] is None:
            return False  # a row shows two dates only where somebody has both
        told, true = (day[later] - day[first]).days, (one[later] - one[first]).days
        if first == "came" and not is_in_band(told, true, bands.get(later)):
            return False
        if first != "came" and bands.get("operated") is None and bands.get("left") is None and told != true:
            return False
    return True


def found(out: Path, drawn: list[Person], form: str) -> list[int]:
    """For everybody in how many rows they could be; those who fit none are not in the release."""
    rows, bands = read(out / "release"), bands_of(out)
    distinct = Counter(tuple(row[name] for name in ("sex", "age", *DATES)) for row in rows)
    assert sum(distinct.values()) == len(rows)
    numbers = (sum(fits(row, one, form, bands) for row in rows) for one in drawn)
    return [number for number in numbers if number]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("suppression", ["records", "quasi-identifiers"])
def test_nobody_is_found_by_their_days(form, suppression, tmp_path):
    drawn = people(1)
    out = release(tmp_path, drawn, form, suppression=suppression)
    assert min(found(out, drawn, form)) >= K


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_found_whatever_bands_a_study_asks_for(seed, tmp_path):
    drawn = people(seed, 300)
    bands = random.Random(seed).choice(([7], [2, 30], [1, 5, 10, 40]))
    out = release(tmp_path, drawn, "iso", durations={"bands": bands, "first": "came"}, suppression_limit=0.2)
    assert min(found(out, drawn, "iso")) >= K


def test_the_same_attack_finds_many_where_days_are_exact(tmp_path):
    drawn = people(1)
    out = release(tmp_path, drawn, "iso", more="not_known: {durations: nobody keeps a diary}\n")
    alone = sum(number == 1 for number in found(out, drawn, "iso"))
    assert alone > 30


def test_no_row_has_two_dates_but_those_that_days_were_counted_between(tmp_path):
    """Without the first date of a row the days between two others would be exact."""
    out = release(tmp_path, people(2), "iso")
    lone = [row for row in read(out / "release") if row["came"] is None]
    assert lone
    assert all(sum(row[name] is not None for name in DATES) <= 1 for row in lone)
