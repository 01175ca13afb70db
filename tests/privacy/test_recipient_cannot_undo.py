"""The recipient's part is played: release/, the source code and some people's true values are all there is to go by.

What is in custodian/ is used only to know whether a guess was right, and to show that the same attack does work for
whoever has the secret: otherwise these tests could not fail.
"""

import csv
import getpass
import itertools
import json
import math
import random
import re
import socket
import stat
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from bauta.transform.date_shift import draw_offsets
from bauta.transform.draws import Draws, Secret
from bauta.transform.masking import pseudonyms as pseudonyms_module
from bauta.transform.masking.pseudonyms import keyed_pseudonyms, random_pseudonyms
from commands import release
from drawing import key_of

MARK = "Qul7"
"""In every value that must not get out; no pseudonym has an L or a U, so that none holds it by chance."""
KEY = key_of("the hospital")
FORMATS = ("csv", "parquet", "xpt", "sav", "dta")
COLUMNS = ("mrn", "nhs", "name", "phone", "email", "born", "town", "seen", "lab", "place")
STUDY = """
data: {path: data.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: {kind: pseudonym}}
  nhs: {role: direct_identifier, mask: {kind: pseudonym, method: keyed, key: {file: secret.key}}}
  name: {role: direct_identifier, mask: {kind: replace, like: name}}
  phone: {role: direct_identifier, mask: remove}
  email: {role: direct_identifier, mask: {kind: redact}}
  born: {role: quasi_identifier, min_level: 1, hierarchy: {kind: dates, levels: [month, year, decade]}}
  town: {role: quasi_identifier, hierarchy: none}
  seen: {role: other, shift: true}
  lab: {role: sensitive, noise: {bound: 3}}
  place: {role: other}
thresholds: {tau: 3}
deidentify: {suppression_limit: 0.3, date_shift_days: 100}
"""
PEOPLE = 400


def rows() -> list[tuple[object, ...]]:
    """In the order of their record numbers, as a hospital would export them; one town is so small that it must go."""
    chance = random.Random(8)
    return [
        (
            f"{MARK}{i:05d}",
            f"{MARK}-{chance.randrange(10**9):09d}",
            f"Ann {MARK}",
            f"{MARK}-555",
            f"p{MARK}@example.org",
            f"{chance.randint(1950, 1955)}-{chance.randint(1, 12):02d}-11",
            f"{MARK}ville" if i % 200 == 5 else chance.choice(["North", "South"]),
            f"2021-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
            f"{chance.random() * 50 + 10:.1f}",
            i,
        )
        for i in range(PEOPLE)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("recipient")
    with (folder / "data.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *rows()])
    (folder / "secret.key").write_bytes(KEY)
    (folder / "secret.key").chmod(0o600)
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    for name in FORMATS:
        release(
            folder / "study.yaml",
            folder / name,
            "--format",
            name,
            "--levels",
            "town=0",
            "--suppression",
            "quasi-identifiers",
        )
    return folder


@pytest.fixture(scope="module")
def out(folder) -> Path:
    return folder / "csv"


def received(out: Path) -> list[dict[str, str]]:
    with (out / "release" / "data.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def truth(out: Path, file: str) -> dict[str, str]:
    """What only the custodian has."""
    with (out / "custodian" / "plan" / file).open(encoding="utf-8", newline="") as lines:
        return dict(list(csv.reader(lines))[1:])


def true_draws(out: Path) -> Draws:
    """What the custodian draws with: the secret, and for whom."""
    secret = Secret(bytes.fromhex((out / "custodian" / "secret.key").read_text(encoding="ascii")))
    plan = json.loads((out / "custodian" / "plan" / "plan.json").read_text(encoding="utf-8"))
    return Draws(secret, plan["drawn_for"], "")


def guesses(out: Path) -> list[Draws]:
    """Draws with secrets that an attacker could try, who knows everything else."""
    own = [Secret(bytes(32)), Secret(b"\xff" * 32), Secret(KEY), *map(Secret.of_test_seed, range(1001))]
    return [Draws(secret, true_draws(out).recipient, "") for secret in own]


def correlation(one: list[float], other: list[float]) -> float:
    """Spearman's, in standard errors: beyond 4 is no chance."""
    ranks = [np.argsort(np.argsort(np.array(values))) for values in (one, other)]
    return float(np.corrcoef(*ranks)[0, 1]) * math.sqrt(len(one) - 1)


# ---- pseudonyms ----------------------------------------------------------------------------------------------------


def drawn_again(draws: Draws, people: int) -> list[str]:
    """The codes that the source code draws for these very people."""
    texts = [f"{MARK}{i:05d}" for i in range(people)]
    return random_pseudonyms(texts, draws=draws, taken=set(texts))


def test_random_pseudonyms_are_not_found_by_trying_secrets(out):
    codes = {row["mrn"] for row in received(out)}
    assert set(drawn_again(true_draws(out), PEOPLE)) >= codes  # with the secret it would be easy
    assert set(drawn_again(true_draws(out), 20)) & codes
    assert not any(set(drawn_again(guess, 20)) & codes for guess in guesses(out))


def test_keyed_pseudonyms_are_not_found_with_what_is_in_the_code(out):
    codes = {row["nhs"] for row in received(out)}
    texts = [str(row[1]) for row in rows()]
    recipient = true_draws(out).recipient
    assert set(keyed_pseudonyms(texts, key=KEY, recipient=recipient)) == codes  # with the key it would be easy
    constants = [value for value in vars(pseudonyms_module).values() if isinstance(value, bytes)]
    guesses = [*constants, b"", bytes(16), bytes(32), b"bauta", b"key", *(n.to_bytes(32, "big") for n in range(100))]
    assert len(constants) >= 2
    for guess in guesses:
        assert not set(keyed_pseudonyms(texts, key=guess, recipient=recipient)) & codes


@pytest.mark.parametrize("column", ["mrn", "nhs", "name"])
def test_the_order_of_codes_is_not_the_order_of_people(column, out):
    who = {row["place"]: row for row in received(out)}
    places = [int(place) for place in who]
    assert abs(correlation(places, [hash_free_rank(row[column], who, column) for row in who.values()])) < 4


def hash_free_rank(value: str, who: dict[str, dict[str, str]], column: str) -> float:
    return float(sorted(row[column] for row in who.values()).index(value))


def test_some_pairs_do_not_give_the_others_away(out):
    """Whoever knows the codes of half of the people cannot continue the row: nothing of a code follows from another."""
    known = truth(out, "crosswalk_0.csv")
    codes = [known[text] for text in sorted(known)]
    numbers = [int.from_bytes(code.encode()[:8], "big") for code in codes]
    steps = [b - a for a, b in itertools.pairwise(numbers)]
    assert len(set(steps)) == len(steps)
    assert abs(correlation(numbers[:-1], numbers[1:])) < 4


# ---- dates, order, suppressed values -------------------------------------------------------------------------------


def test_offsets_are_not_found_by_trying_secrets(out):
    offsets = truth(out, "offsets.csv")
    people = sorted(offsets)
    true = [int(offsets[person]) for person in people]
    assert draw_offsets(people, days=100, draws=true_draws(out)).tolist() == true  # with the secret it would be easy
    for guess in guesses(out):
        assert not np.array_equal(draw_offsets(people, days=100, draws=guess), true)
    assert len(set(true)) > 100


def test_offsets_follow_from_nothing_in_the_release(out):
    offsets, codes = truth(out, "offsets.csv"), {code: mrn for mrn, code in truth(out, "crosswalk_0.csv").items()}
    rows_received = received(out)
    own = [int(offsets[codes[row["mrn"]]]) for row in rows_received]
    assert abs(correlation(own, list(range(len(own))))) < 4
    assert abs(correlation(own, [float(row["place"]) for row in rows_received])) < 4
    assert abs(correlation(own, [int.from_bytes(row["mrn"].encode()[:8], "big") for row in rows_received])) < 4
    text = "".join((out / "release" / name).read_text(encoding="utf-8") for name in ("manifest.json", "dictionary.csv"))
    assert "offset" not in text.replace("one offset per person", "")


@pytest.mark.parametrize("options", [(), ("--suppression", "cells", "--levels", "town=0")])
def test_the_order_of_rows_carries_nothing(options, folder):
    orders = []
    for i in range(2):
        rows_received = received(release(folder / "study.yaml", folder / f"order{i}{len(options)}", *options))
        orders.append([int(row["place"]) for row in rows_received])
        assert abs(correlation(orders[i], list(range(len(rows_received))))) < 4
    common = set(orders[0]) & set(orders[1])
    assert [place for place in orders[0] if place in common] != [place for place in orders[1] if place in common]
    ranks = [[order.index(place) for place in sorted(common)] for order in orders]
    assert abs(correlation(*ranks)) < 4


def test_suppressed_rows_stand_anywhere(out):
    positions = [i for i, row in enumerate(received(out)) if row["town"] == "*"]
    assert len(positions) >= 3
    expected = (PEOPLE - 1) / 2
    error = math.sqrt((PEOPLE + 1) * (PEOPLE - len(positions)) / (12 * len(positions)))
    assert abs(np.mean(positions) - expected) < 4 * error


# ---- every byte that travels ---------------------------------------------------------------------------------------


def every_byte(release: Path) -> bytes:
    """All bytes of the recipient's folder, and what compressed files hold, with their names."""
    content = b""
    for path in sorted(release.rglob("*")):
        content += str(path.relative_to(release)).encode() + path.read_bytes()
        if path.suffix == ".parquet":
            file = pq.ParquetFile(path)
            content += repr((file.metadata.to_dict(), file.schema, file.schema_arrow.metadata)).encode()
            content += repr(file.read().to_pydict()).encode()
    return content


@pytest.mark.parametrize("name", FORMATS)
def test_no_value_that_was_taken_away_is_anywhere_in_the_release(name, folder):
    content = every_byte(folder / name / "release")
    for spelling in (MARK, MARK.lower(), MARK.upper()):
        for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
            assert spelling.encode(encoding) not in content
    assert b"North" in content  # what stays is found, so what went would be too
    assert not re.search(rb"19\d\d-\d\d-11", content)


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_of_the_making_travels_with_the_release(name, folder):
    release, custodian = folder / name / "release", folder / name / "custodian"
    content = every_byte(release)
    forbidden = {
        "the secret": true_draws(folder / name).secret.content.hex(),
        "the folder": str(folder),
        "the key file": "secret.key",
        "the source": json.loads((custodian / "manifest.json").read_text(encoding="utf-8"))["source_sha256"],
        "the crosswalk": "crosswalk",
        "the machine": socket.gethostname(),
        "the user": getpass.getuser(),
    }
    assert not [what for what, text in forbidden.items() if len(text) > 4 and text.encode() in content]
    assert not re.search(rb"20\d\d-\d\d-\d\d[T ]\d\d:\d\d", content)
    assert not re.search(rb"\d\d[: ]\d\d:\d\d(?<!00:00:00)(?<!:00:00)", content.replace(b"00:00", b""))
    manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", manifest["created"])


def test_the_custodians_part_is_closed_to_others(out):
    for path in (out / "custodian", *(out / "custodian").rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_what_the_custodian_keeps_is_enough_to_undo_it(out):
    """So that the tests above are about secrets and not about things nobody could have known."""
    who = {code: mrn for mrn, code in truth(out, "crosswalk_0.csv").items()}
    true = {str(row[0]): str(row[9]) for row in rows()}
    assert all(true[who[row["mrn"]]] == row["place"] for row in received(out))
