"""Every kind of release is attacked by `attacker`, who knows `release/` alone; custodian/ says which guesses are right.

Each attack is also let loose on data that were not protected against it, where it succeeds: so it could succeed here.
"""

import csv
import json
import random
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

import attacker
import numpy as np
import pytest
from attacker import Pairs, Row

from bauta.transform.draws import Secret
from commands import release, run_command
from drawing import key_of

PEOPLE = 240
BOUND = 60
COLUMNS = ("mrn", "nhs", "sex", "born", "seen", "left", "never", "weight")
DATES = ("seen", "left", "never")
STUDY = """
data: {path: data.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: pseudonym}
  nhs: {role: direct_identifier, mask: {kind: pseudonym, method: keyed, key: {file: pseudonyms.key}}}
  sex: {role: quasi_identifier, hierarchy: none}
  born: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [10]}}
  seen: {role: other, type: date, shift: true}
  left: {role: other, type: date, shift: true}
  never: {role: other, type: date, shift: true, missing: ["1900-01-01"]}
  weight: {role: sensitive, noise: {bound: 4}}
thresholds: {tau: 3}
not_known: {durations: attacked in test_stays_find_nobody}
deidentify: {suppression_limit: 0.3, date_shift_days: 60}
"""
KINDS: dict[str, tuple[str, ...]] = {
    "csv": (),
    "parquet": ("--format", "parquet"),
    "xpt": ("--format", "xpt"),
    "sav": ("--format", "sav"),
    "dta": ("--format", "dta"),
    "several files": ("--partition-by", "sex"),
    "cells": ("--suppression", "cells"),
    "a subsample": ("--subsample", "0.7"),
    "a standard": ("--standard", "limited-data-set"),
}
RECIPIENTS = ("University of Altona", "Insurer")


def record(i: int) -> str:
    """A record number, of the form that everybody knows."""
    return f"M{i:04d}"


def source() -> list[tuple[str, ...]]:
    """One row a person; in summer the clock is two hours from UTC, in winter one; 1900-01-01 stands for "never"."""
    chance = random.Random(5)
    rows = []
    for i in range(PEOPLE):
        seen = date(2021, 1, 1) + timedelta(days=chance.randrange(365))
        clock = f"{chance.randrange(24):02d}:{chance.randrange(60):02d}:{chance.randrange(60):02d}"
        zone = "+02:00" if 4 <= seen.month <= 10 else "+01:00"
        never = "1900-01-01" if i % 3 else (seen + timedelta(days=chance.randrange(9))).isoformat()
        rows.append((
            record(i), f"N{chance.randrange(10**8):08d}", chance.choice("FM"), str(chance.randrange(1940, 2000)),
            f"{seen}T{clock}{zone}", f"{seen + timedelta(days=chance.randrange(5))}", never,
            f"{chance.uniform(50, 100):.1f}",
        ))  # fmt: skip
    return rows


KNOWN = {row[0]: [date.fromisoformat(day[:10]) for day in row[4:6]] for row in source()[:30]}
"""What the attacker is taken to know of some people, to know a right seed by."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("attacked")
    with (folder / "data.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *source()])
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    for name in ("pseudonyms", "ours"):
        (folder / f"{name}.key").write_text(key_of(name).hex(), encoding="ascii")
        (folder / f"{name}.key").chmod(0o600)
    return folder


@pytest.fixture(scope="module")
def two_releases(folder):
    """For two recipients, with one secret: the worst case, for which all else is the same."""
    made: dict[str, list[Path]] = {}

    def make(kind: str) -> list[Path]:
        if kind not in made:
            made[kind] = [
                release(
                    folder / "study.yaml", folder / f"{kind} {i}", *KINDS[kind],
                    "--secret", folder / "ours.key", "--recipient", recipient,
                )
                for i, recipient in enumerate(RECIPIENTS)
            ]  # fmt: skip
        return made[kind]

    return make


@pytest.fixture(scope="module")
def in_test_mode(folder) -> Path:
    """What a seed that can be guessed would do."""
    return release(folder / "study.yaml", folder / "test mode", "--test-seed", "2026", "--recipient", RECIPIENTS[0])


def received(out: Path) -> list[Row]:
    return attacker.read(out / "release")


def people(out: Path, rows: list[Row]) -> list[str]:
    """Whose row it is, which only the custodian knows."""
    kept = out / "custodian"
    described = next(path for path in (kept / "plan" / "plan.json", kept / "manifest.json") if path.exists())
    name = json.loads(described.read_text(encoding="utf-8"))["crosswalks"]["mrn"]
    with (described.parent / name).open(encoding="utf-8", newline="") as file:
        who = {code: mrn for mrn, code in list(csv.reader(file))[1:]}
    return [who[str(row["mrn"])] for row in rows]


def is_more_than_chance(pairs: Pairs, one: list[str], other: list[str]) -> bool:
    """Whether more pairs are right than a lottery would get, beyond what it gets one time in thousands."""
    right = sum(one[i] == other[j] for i, j in pairs)
    expected = len(pairs) / max(len(other), 1)
    return right > expected + 4 * max(expected, 1) ** 0.5


# ---- the attacks, where nothing protects ---------------------------------------------------------------------------


def unprotected() -> tuple[list[Row], list[str], dict[str, int]]:
    """The source with offsets, and all else as it was: whose row, and who was moved by how much."""
    chance = random.Random(6)
    rows, who, offsets = [], [], {}
    for values in chance.sample(source(), PEOPLE):
        row = dict(zip(COLUMNS, values, strict=True))
        offsets[row["mrn"]] = chance.choice([-1, 1]) * chance.randint(1, BOUND)
        for name in DATES:
            day = date.fromisoformat(row[name][:10]) + timedelta(days=offsets[row["mrn"]])
            row[name] = f"{day}{row[name][10:]}"
        rows.append(row)
        who.append(row["mrn"])
    return rows, who, offsets


def test_the_attacks_succeed_where_nothing_protects():
    one, whose, offsets = unprotected()
    other = [*one]
    random.Random(7).shuffle(other)
    others = [str(row["mrn"]) for row in other]
    assert is_more_than_chance(attacker.linked_by_clock(one, other, ["seen"]), whose, others)
    assert is_more_than_chance(attacker.linked_by_values(one, other, ["weight"]), whose, others)
    assert is_more_than_chance(attacker.linked_by_place(one, one), whose, whose)
    assert not is_more_than_chance(attacker.linked_by_place(one, other), whose, others)
    guessed = attacker.offsets_by_fillers(one, DATES, days=BOUND)
    assert sum(offsets[whose[i]] == days for i, days in guessed.items()) >= PEOPLE / 2
    filled = [{"never": f"{date(2024, 1, 1) + timedelta(days=offsets[who])}"} for who in whose]
    guessed = attacker.offsets_by_one_date(filled, ["never"])
    assert sum(abs(offsets[whose[i]] - days) <= 2 for i, days in guessed.items()) > PEOPLE / 2
    assert len(attacker.seasons_by_zone(one, DATES)) == PEOPLE


def test_a_seed_that_can_be_guessed_is_found(in_test_mode):
    rows = received(in_test_mode)
    identifiers = [record(i) for i in range(30)]
    assert attacker.seeds_of_codes(rows, "mrn", identifiers=identifiers, recipient="university of altona") == [2026]
    found = attacker.seeds_of_dates(rows, DATES[:2], known=KNOWN, days=BOUND, recipient="university of altona")
    assert found == [2026]


# ---- the same attacks on releases ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_no_seed_is_found(kind, two_releases):
    for out, recipient in zip(two_releases(kind), RECIPIENTS, strict=True):
        rows = received(out)
        identifiers = [record(i) for i in range(30)]
        for name in (recipient.lower(), ""):
            assert attacker.seeds_of_codes(rows, "mrn", identifiers=identifiers, recipient=name) == []
            assert attacker.seeds_of_dates(rows, DATES[:2], known=KNOWN, days=BOUND, recipient=name) == []
        by_record = [row[2] for row in source()]
        assert attacker.seeds_of_order(rows, "sex", by_record) == []


@pytest.mark.parametrize("kind", KINDS)
def test_two_recipients_share_no_code(kind, two_releases):
    one, other = (received(out) for out in two_releases(kind))
    for column in ("mrn", "nhs"):
        codes = [{row.get(column) for row in rows} - {None} for rows in (one, other)]
        assert not codes[0] & codes[1]


LINKS = {
    "place": attacker.linked_by_place,
    "clock": lambda one, other: attacker.linked_by_clock(one, other, ["seen"]),
    "clocks": lambda one, other: attacker.linked_by_clock(one, other, DATES),
    "noise": lambda one, other: attacker.linked_by_values(one, other, ["weight"]),
    "dates": lambda one, other: attacker.linked_by_values(one, other, DATES),
}
BY_LAW = {("a standard", attack) for attack in LINKS if attack != "place"}
"""A limited data set keeps dates and numbers as they are, by the law's own words; so they do link two of them."""


@pytest.mark.parametrize(
    ("kind", "attack"), [(kind, attack) for kind in KINDS for attack in LINKS if (kind, attack) not in BY_LAW]
)
def test_rows_of_two_releases_are_not_linked(kind, attack, two_releases):
    made = two_releases(kind)
    one, other = (received(out) for out in made)
    whose = [people(out, rows) for out, rows in zip(made, (one, other), strict=True)]
    assert not is_more_than_chance(LINKS[attack](one, other), *whose)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "a standard"])
def test_offsets_are_not_found(kind, two_releases, folder):
    for out in two_releases(kind):
        rows = received(out)
        whose = people(out, rows)
        true = offsets_of(out)
        assert attacker.offsets_by_fillers(rows, DATES, days=BOUND) == {}
        assert attacker.seasons_by_zone(rows, DATES) == {}
        for name in DATES:
            guessed = attacker.offsets_by_one_date(rows, [name])
            right = sum(abs(true[whose[i]] - days) <= 2 for i, days in guessed.items())
            assert right <= len(rows) * 5 / (2 * BOUND) + 4 * len(rows) ** 0.5


def offsets_of(out: Path) -> Mapping[str, int]:
    with (out / "custodian" / "plan" / "offsets.csv").open(encoding="utf-8", newline="") as file:
        return {person: int(days) for person, days in list(csv.reader(file))[1:]}


# ---- the same release again and again ------------------------------------------------------------------------------


def test_noise_does_not_wear_off_when_a_plan_is_applied(two_releases, folder):
    first = two_releases("csv")[0]
    releases = [received(first)]
    for i in range(12):
        out = folder / f"applied {i}"
        run_command("apply", first, folder / "data.csv", "--out", out)
        releases.append(received(out))
    true = {row[0]: float(row[7]) for row in source()}
    who = dict(zip((str(row["mrn"]) for row in releases[0]), people(first, releases[0]), strict=True))

    def error(means: Mapping[str, float]) -> float:
        return float(np.mean([abs(mean - true[who[code]]) for code, mean in means.items() if code in who]))

    once = error(attacker.means(releases[:1], "mrn", "weight"))
    assert once > 1.5
    assert error(attacker.means(releases, "mrn", "weight")) == pytest.approx(once, abs=1e-9)
    chance = np.random.default_rng(1)
    fresh = [[{"mrn": code, "weight": str(true[who[code]] + chance.uniform(-4, 4))} for code in who] for _ in range(13)]
    assert error(attacker.means(fresh, "mrn", "weight")) < once / 2  # a mean does help where each has other noise


def test_applied_releases_are_in_another_order_each(folder, two_releases):
    first = two_releases("csv")[0]
    with (folder / "more.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *source()[:-1]])
    out = folder / "applied to more"
    run_command("apply", first, folder / "more.csv", "--out", out)
    one, other = received(first), received(out)
    assert not is_more_than_chance(attacker.linked_by_place(one, other), people(first, one), people(out, other))


def test_six_subsamples_with_a_secret_hold_no_more_people_than_one(folder):
    drawn = []
    for i in range(6):
        out = release(
            folder / "study.yaml", folder / f"sample {i}", "--subsample", "0.3", "--secret", folder / "ours.key",
            "--recipient", f"recipient {i}", "--suppression-limit", "0.5",
        )  # fmt: skip
        drawn.append(set(people(out, received(out))))
    assert len(set.union(*drawn)) == len(max(drawn, key=len))
    assert len(drawn[0]) < PEOPLE / 2


# ---- what lies in the folder ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_secret_is_nowhere_in_the_release(kind, two_releases):
    secret = key_of("ours")
    assert any(
        secret.hex().encode() in path.read_bytes() for path in (two_releases(kind)[0] / "custodian").glob("*.key")
    )
    for path in (two_releases(kind)[0] / "release").rglob("*"):
        if path.is_file():
            content = path.read_bytes().lower()
            assert secret.hex().encode() not in content
            assert secret not in content
            assert Secret(secret).fingerprint.encode() not in content
