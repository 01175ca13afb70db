"""What a release is drawn with: a secret, who receives it, and the way back for the custodian."""

import csv
import json
import stat
from pathlib import Path

import numpy as np
import pytest

from drawing import key_of

COLUMNS = ("mrn", "name", "sex", "seen", "weight", "hours")
STUDY = """
data: {{path: {data}}}
person_key: mrn
rows_per: event
variables:
  mrn: {{role: direct_identifier, mask: {mrn}}}
  name: {{role: direct_identifier, mask: {{kind: replace, like: name}}}}
  sex: {{role: quasi_identifier}}
  seen: {{role: other, type: date, shift: true}}
  weight: {{role: sensitive, noise: {{bound: 4}}}}
  hours: {{role: sensitive, noise: {{percent: 10}}}}
{more}
"""


def rows(people: range) -> list[tuple[object, ...]]:
    return [
        (f"M{i:04d}", f"Ann Smith{i}", "FM"[i % 2], f"2024-{1 + i % 12:02d}-{1 + (7 * i + visit) % 28:02d}",
         f"{60 + i % 40 + visit}.5", 1 + i % 40)
        for i in people for visit in range(2)
    ]  # fmt: skip


@pytest.fixture
def study(tmp_path):
    def write(people: range = range(200), *, mrn: str = "pseudonym", more: str = "", name: str = "data") -> Path:
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([COLUMNS, *rows(people)])
        path = tmp_path / f"{name}.yaml"
        path.write_text(STUDY.format(data=f"{name}.csv", mrn=mrn, more=more), encoding="utf-8")
        (tmp_path / "ours.key").write_text(key_of("ours").hex(), encoding="ascii")
        (tmp_path / "theirs.key").write_text(key_of("theirs").hex(), encoding="ascii")
        return path

    return write


@pytest.fixture
def release(bauta, tmp_path):
    def make(path: Path, out: str, *options: object) -> dict:
        ended = bauta("deidentify", path, "--k", "3", "--out", tmp_path / out, "--json", *options)
        assert ended.code == 0, ended.err
        return json.loads(ended.out)

    return make


def received(out: Path) -> list[dict[str, str]]:
    with (out / "release" / "data.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def crosswalk(out: Path) -> dict[str, str]:
    with (out / "custodian" / "plan" / "crosswalk_0.csv").open(encoding="utf-8", newline="") as file:
        return dict(list(csv.reader(file))[1:])


def by_person(out: Path) -> dict[str, list[tuple[str, ...]]]:
    """What the release says of each true person, in a fixed order."""
    who = {code: mrn for mrn, code in crosswalk(out).items()}
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in received(out):
        found.setdefault(who[row["mrn"]], []).append(tuple(row[name] for name in COLUMNS))
    return {mrn: sorted(own) for mrn, own in found.items()}


def everything(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / "release").iterdir()}


# ---- the same secret, the same bytes -------------------------------------------------------------------------------


def test_the_same_study_and_secret_give_the_same_bytes_with_or_without_a_recipient(study, release, tmp_path):
    path = study()
    for recipient in ((), ("--recipient", "University")):
        options = ("--secret", tmp_path / "ours.key", *recipient, "--force")
        release(path, "one", *options)
        release(path, "two", *options)
        assert everything(tmp_path / "one") == everything(tmp_path / "two")


def test_the_secret_of_a_release_makes_it_again(study, release, tmp_path):
    path = study()
    release(path, "one")
    release(path, "two", "--secret", tmp_path / "one" / "custodian" / "secret.key")
    assert everything(tmp_path / "one") == everything(tmp_path / "two")


def test_the_secret_can_be_named_in_the_study(study, release, tmp_path, monkeypatch):
    release(study(more="deidentify: {secret: {file: ours.key}}"), "file")
    monkeypatch.setenv("OURS", key_of("ours").hex())
    release(study(more="deidentify: {secret: {env: OURS}}"), "variable")
    release(study(), "option", "--secret", tmp_path / "ours.key")
    assert everything(tmp_path / "file") == everything(tmp_path / "variable") == everything(tmp_path / "option")


def test_without_a_secret_every_release_has_its_own(study, release, tmp_path):
    path = study()
    release(path, "one")
    release(path, "two")
    assert not set(crosswalk(tmp_path / "one").values()) & set(crosswalk(tmp_path / "two").values())
    secrets = {(tmp_path / out / "custodian" / "secret.key").read_text(encoding="ascii") for out in ("one", "two")}
    assert len(secrets) == 2
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_the_secret_is_for_its_owner_and_nowhere_else(study, bauta, tmp_path):
    path = study()
    ended = bauta("deidentify", path, "--k", "3", "--secret", tmp_path / "ours.key", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    secret = key_of("ours").hex()
    kept = tmp_path / "out" / "custodian" / "secret.key"
    assert kept.read_text(encoding="ascii").strip() == secret
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert secret not in ended.out + ended.err
    others = [one for one in (tmp_path / "out").rglob("*") if one.is_file() and one != kept]
    assert len(others) > 5
    assert not any(secret.encode() in one.read_bytes() or key_of("ours") in one.read_bytes() for one in others)


# ---- recipients ----------------------------------------------------------------------------------------------------

MASKS = [
    "pseudonym",
    *(f"{{kind: pseudonym, method: {how}, key: {{file: ours.key}}}}" for how in ("keyed", "reversible")),
]


@pytest.mark.parametrize("mask", MASKS)
def test_two_recipients_share_no_code_date_or_number(mask, study, release, tmp_path):
    path = study(mrn=mask)
    for out in ("one", "two"):
        release(path, out, "--secret", tmp_path / "ours.key", "--recipient", f"University {out}")
    ours, theirs = received(tmp_path / "one"), received(tmp_path / "two")
    for column in ("mrn", "name"):
        assert not {row[column] for row in ours} & {row[column] for row in theirs}
    pairs = [{(row["seen"], row["weight"]) for row in own} for own in (ours, theirs)]
    assert len(pairs[0] & pairs[1]) < 20, "by chance some are alike"


@pytest.mark.parametrize("mask", MASKS[1:])
def test_codes_are_shared_between_recipients_where_the_study_asks_for_it(mask, study, release, tmp_path):
    path = study(mrn=mask.replace("kind:", "shared: true, kind:"))
    for out in ("one", "two"):
        release(path, out, "--secret", tmp_path / "ours.key", "--recipient", f"University {out}")
    assert {row["mrn"] for row in received(tmp_path / "one")} == {row["mrn"] for row in received(tmp_path / "two")}


@pytest.mark.parametrize("mask", MASKS)
def test_without_a_declared_recipient_another_extract_counts_as_for_somebody_else(mask, study, release, tmp_path):
    for out, people in (("one", range(200)), ("two", range(100, 300))):
        result = release(study(people, mrn=mask), out, "--secret", tmp_path / "ours.key")
        assert result["recipient"] is None
        assert any("No recipient is named" in note for note in result["notes"])
    assert not {row["mrn"] for row in received(tmp_path / "one")} & {row["mrn"] for row in received(tmp_path / "two")}


@pytest.mark.parametrize("by_study", [True, False])
def test_a_declared_recipient_gets_the_same_people_under_the_same_codes_and_offsets(by_study, study, release, tmp_path):
    more = "deidentify: {recipient: University of Altona}" if by_study else ""
    for out, people in (("one", range(200)), ("two", range(100, 300))):
        recipient = (
            () if by_study else ("--recipient", " university  of ALTONA " if out == "two" else "University of Altona")
        )
        result = release(study(people, more=more), out, "--secret", tmp_path / "ours.key", *recipient)
        assert result["recipient"].strip().lower().startswith("university")
    one, two = by_person(tmp_path / "one"), by_person(tmp_path / "two")
    both = one.keys() & two.keys()
    assert len(both) == 100
    assert all(one[mrn] == two[mrn] for mrn in both)


def test_offsets_and_codes_are_shared_between_tables_through_the_secret(study, release, bauta, tmp_path):
    release(study(), "patients", "--secret", tmp_path / "ours.key", "--recipient", "University")
    with (tmp_path / "claims.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [("patient", "ward", "billed"), *((row[0], "A", row[3]) for row in rows(range(200)))]
        )
    (tmp_path / "claims.yaml").write_text(
        "data: {path: claims.csv}\nperson_key: patient\nrows_per: event\nvariables:\n"
        "  patient: {role: direct_identifier, mask: pseudonym}\n  ward: {role: quasi_identifier}\n"
        "  billed: {role: other, type: date, shift: true}\n", encoding="utf-8",
    )  # fmt: skip
    release(tmp_path / "claims.yaml", "claims", "--secret", tmp_path / "ours.key", "--recipient", "University")
    visits = {(row["mrn"], row["seen"]) for row in received(tmp_path / "patients")}
    assert {(row["patient"], row["billed"]) for row in received(tmp_path / "claims")} == visits


def test_the_order_of_rows_is_of_one_release_alone(study, release, tmp_path):
    """Two extracts in one order would be linked by it, though pseudonyms were removed."""
    orders = []
    for out, people in (("one", range(200)), ("two", range(201))):
        release(study(people), out, "--secret", tmp_path / "ours.key", "--recipient", "University")
        who = {code: mrn for mrn, code in crosswalk(tmp_path / out).items()}
        orders.append([f"{who[row['mrn']]} {row['seen']}" for row in received(tmp_path / out)])
    common = [visit for visit in orders[0] if visit in set(orders[1])]
    ranks = [[order.index(visit) for visit in common] for order in orders]
    assert len(common) == 400
    assert abs(np.corrcoef(*ranks)[0, 1]) < 0.2


def test_a_recipient_without_a_name_is_refused(study, bauta, tmp_path):
    ended = bauta("deidentify", study(), "--recipient", " ", "--out", tmp_path / "out")
    assert (ended.code, ended.out) == (2, "")
    assert "--recipient" in ended.err


# ---- test mode -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("standard", [(), ("--standard", "limited-data-set")])
def test_a_release_of_test_mode_is_marked_everywhere(standard, study, bauta, tmp_path):
    path = study(range(200))
    k = () if standard else ("--k", "3")
    asked = ("deidentify", path, *k, *standard, "--test-seed", "7", "--out", tmp_path / "out", "--force")
    ended = bauta(*asked)
    assert ended.code == 0, ended.err
    assert "TEST MODE" in ended.out
    told = json.loads(bauta(*asked, "--json").out)
    assert told["test_mode"] is True
    assert any("TEST MODE" in note for note in [*told["notes"], *told.get("warnings", [])])
    for part in ("release", "custodian"):
        assert json.loads((tmp_path / "out" / part / "manifest.json").read_text(encoding="utf-8"))["test_mode"] is True


def test_a_release_with_a_secret_is_not_marked(study, release, tmp_path):
    assert release(study(), "out")["test_mode"] is False
    assert "test_mode" not in json.loads((tmp_path / "out" / "release" / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("option", [("--seed", "2026"), ("--test-seed", "7", "--secret", "ours.key")])
def test_a_seed_is_refused_outside_of_test_mode(option, study, bauta, tmp_path):
    ended = bauta("deidentify", study(), "--out", tmp_path / "out", *option)
    assert ended.code == 2
    assert not (tmp_path / "out").exists()


def test_the_secret_of_a_test_is_refused_as_a_secret_and_marks_what_is_applied(study, release, bauta, tmp_path):
    path = study()
    release(path, "test", "--test-seed", "7")
    ended = bauta(
        "deidentify", path, "--secret", tmp_path / "test" / "custodian" / "secret.key", "--out", tmp_path / "no"
    )
    assert ended.code == 2
    assert "can be guessed" in ended.err
    ended = bauta("apply", tmp_path / "test", tmp_path / "data.csv", "--out", tmp_path / "applied", "--json")
    assert json.loads(ended.out)["test_mode"] is True


@pytest.mark.parametrize("content", ["2026", "0" * 64, "correct horse battery staple, a very long one", "password" * 8])
def test_a_secret_that_can_be_guessed_is_refused(content, study, bauta, tmp_path):
    path = study()
    (tmp_path / "w.key").write_text(content, encoding="ascii")
    ended = bauta("deidentify", path, "--secret", tmp_path / "w.key", "--out", tmp_path / "out")
    assert (ended.code, ended.out) == (2, "")
    assert content not in ended.err
    assert "w.key" in ended.err


# ---- noise and subsamples ------------------------------------------------------------------------------------------


def test_apply_repeats_the_noise(study, release, bauta, tmp_path):
    """Twelve draws for one number would narrow a noise of 4 down to 0.5."""
    release(study(), "first")
    before = by_person(tmp_path / "first")
    for i in range(3):
        ended = bauta("apply", tmp_path / "first", tmp_path / "data.csv", "--out", tmp_path / f"again{i}")
        assert ended.code == 0, ended.err
        assert by_person(tmp_path / f"again{i}") == before
    in_order = sorted(received(tmp_path / "first"), key=lambda row: crosswalk_key(tmp_path / "first", row))
    moved = [
        abs(float(row["weight"]) - float(true[4])) for row, true in zip(in_order, sorted(rows(range(200))), strict=True)
    ]
    assert max(moved) > 2


def crosswalk_key(out: Path, row: dict[str, str]) -> tuple[str, str]:
    who = {code: mrn for mrn, code in crosswalk(out).items()}
    return who[row["mrn"]], row["seen"]


def test_apply_to_a_larger_extract_repeats_noise_and_offsets_too(study, release, bauta, tmp_path):
    release(study(), "first")
    study(range(300), name="later")
    ended = bauta("apply", tmp_path / "first", tmp_path / "later.csv", "--out", tmp_path / "second")
    assert ended.code == 0, ended.err
    first, second = by_person(tmp_path / "first"), by_person(tmp_path / "second")
    assert all(second[mrn] == first[mrn] for mrn in first)


def test_apply_for_another_recipient_shares_nothing(study, release, bauta, tmp_path):
    release(study(), "first")
    ended = bauta(
        "apply", tmp_path / "first", tmp_path / "data.csv", "--recipient", "insurer", "--out", tmp_path / "other"
    )
    assert ended.code == 0, ended.err
    assert not {row["mrn"] for row in received(tmp_path / "first")} & {
        row["mrn"] for row in received(tmp_path / "other")
    }
    plan = json.loads((tmp_path / "other" / "custodian" / "plan" / "plan.json").read_text(encoding="utf-8"))
    assert plan["recipient"] == "insurer"


def test_a_plan_without_its_secret_is_refused(study, release, bauta, tmp_path):
    release(study(), "first")
    (tmp_path / "first" / "custodian" / "secret.key").unlink()
    ended = bauta("apply", tmp_path / "first", tmp_path / "data.csv", "--out", tmp_path / "no")
    assert ended.code == 2
    assert "secret.key" in ended.err


def test_noise_without_a_person_key_is_drawn_afresh_and_the_result_says_so(bauta, tmp_path):
    (tmp_path / "data.csv").write_text("sex,weight\n" + "".join(f"F,{60 + i}\n" for i in range(50)), encoding="utf-8")
    (tmp_path / "study.yaml").write_text(
        "data: {path: data.csv}\nvariables:\n  sex: {role: quasi_identifier}\n"
        "  weight: {role: sensitive, noise: {bound: 4}}\n",
        encoding="utf-8",
    )
    first = json.loads(bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "first", "--json").out)
    assert any("comes ever closer to the true numbers" in note for note in first["notes"])
    ended = bauta("apply", tmp_path / "first", tmp_path / "data.csv", "--out", tmp_path / "second")
    assert "comes ever closer" in " ".join(ended.out.split())


def test_percent_noise_says_how_many_numbers_it_leaves_as_they_are(study, release):
    result = release(study(), "out")  # hours are 1 to 40: up to 9 an eleventh of them is less than one
    (note,) = [note for note in result["notes"] if note.startswith("Noise leaves")]
    assert "Noise leaves 90 of 400 values of 'hours' (22%) as they are" in note
    (what,) = [column["what"] for column in result["columns"] if column["column"] == "hours"]
    assert what == "noise of at most 10 %; 90 of 400 values unchanged"


def test_subsamples_with_one_secret_are_of_the_same_people_for_whomever(study, release, tmp_path):
    drawn = []
    for i in range(6):
        release(
            study(), f"out{i}", "--subsample", "0.3", "--secret", tmp_path / "ours.key", "--recipient", f"number {i}"
        )
        drawn.append(frozenset(crosswalk(tmp_path / f"out{i}")))
    assert len(set(drawn)) == 1
    assert 30 <= len(drawn[0]) <= 90


# ---- keys and the way back -----------------------------------------------------------------------------------------


def test_a_key_is_made_and_never_replaced_or_shown(bauta, tmp_path):
    ended = bauta("key", tmp_path / "new.key")
    assert ended.code == 0
    text = (tmp_path / "new.key").read_text(encoding="ascii")
    assert len(bytes.fromhex(text)) == 32
    assert text.strip() not in ended.out
    assert stat.S_IMODE((tmp_path / "new.key").stat().st_mode) == 0o600
    assert bauta("key", tmp_path / "new.key").code == 2
    assert (tmp_path / "new.key").read_text(encoding="ascii") == text


@pytest.mark.parametrize("mask", MASKS)
def test_the_custodian_gets_from_codes_back_to_people(mask, study, release, bauta, tmp_path):
    release(study(mrn=mask), "out", "--recipient", "University")
    asked = ("reverse", tmp_path / "out", tmp_path / "out" / "release" / "data.csv", "--column", "mrn")
    if "keyed" in mask:
        refused = bauta(*asked, "--out", tmp_path / "who.csv")
        assert refused.code == 2
        assert "--data" in refused.err
        asked += ("--data", tmp_path / "data.csv")
    ended = bauta(*asked, "--out", tmp_path / "who.csv")
    assert ended.code == 0, ended.err
    assert "M0" not in ended.out + ended.err
    assert stat.S_IMODE((tmp_path / "who.csv").stat().st_mode) == 0o600
    with (tmp_path / "who.csv").open(encoding="utf-8", newline="") as file:
        found = {row["code"]: row["value"] for row in csv.DictReader(file)}
    assert found.keys() == {row["mrn"] for row in received(tmp_path / "out")}
    assert set(found.values()) == {f"M{i:04d}" for i in range(200)}
    one = next(iter(found))
    ended = bauta("reverse", tmp_path / "out" / "custodian", "--code", one, *asked[3:], "--out", tmp_path / "one.csv")
    assert ended.code == 0, ended.err
    assert (tmp_path / "one.csv").read_text(encoding="utf-8") == f"code,value\n{one},{found[one]}\n"


def test_a_replaced_name_that_two_people_have_stands_for_both(study, bauta, tmp_path):
    """Names are drawn with repetition, as people have them."""
    path = study()
    ended = bauta("deidentify", path, "--standard", "limited-data-set", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    custodian = tmp_path / "out" / "custodian"
    kept = json.loads((custodian / "manifest.json").read_text(encoding="utf-8"))["crosswalks"]
    (custodian / kept["mrn"]).write_text("value,told\nM1,Ann\nM2,Ann\nM3,Max\n", encoding="utf-8")
    ended = bauta("reverse", tmp_path / "out", "--code", "Ann", "--column", "mrn", "--out", tmp_path / "who.csv")
    assert ended.code == 0, ended.err
    assert (tmp_path / "who.csv").read_text(encoding="utf-8") == "code,value\nAnn,M1\nAnn,M2\n"
    assert "1 of 1 code" in ended.out


def test_a_code_of_another_release_is_not_turned_back(study, release, bauta, tmp_path):
    path = study()
    release(path, "one")
    release(path, "two")
    codes = tmp_path / "two" / "release" / "data.csv"
    ended = bauta("reverse", tmp_path / "one", codes, "--column", "mrn", "--out", tmp_path / "who.csv")
    assert ended.code == 2
    assert not (tmp_path / "who.csv").exists()


def test_a_release_by_a_standard_is_turned_back_by_its_crosswalk(study, bauta, tmp_path):
    path = study()
    ended = bauta("deidentify", path, "--standard", "limited-data-set", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    codes = tmp_path / "out" / "release" / "data.csv"
    ended = bauta("reverse", tmp_path / "out", codes, "--column", "mrn", "--out", tmp_path / "who.csv")
    assert ended.code == 0, ended.err
    assert "200 of 200 codes" in ended.out


def test_what_is_asked_of_reverse_is_checked(study, release, bauta, tmp_path):
    release(study(), "out")
    codes = tmp_path / "out" / "release" / "data.csv"
    for arguments in ((), (codes, "--code", "X"), (codes,), (codes, "--column", "sex"), (tmp_path / "ours.key",)):
        ended = bauta("reverse", tmp_path / "out", *arguments, "--out", tmp_path / "who.csv")
        assert (ended.code, ended.out) == (2, "")
    assert bauta("reverse", tmp_path / "out", codes, "--column", "mrn").code == 2
