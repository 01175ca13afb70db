"""`bauta apply` end to end: another extract is released as the first was."""

import csv
import datetime as dt
import json
import random
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from releases import Row, holds, match_sizes, released

from drawing import key_of

COLUMNS = ("mrn", "sex", "age", "visit", "ward")
STUDY = """
data: {{path: first.csv}}
person_key: mrn
rows_per: event
variables:
  mrn: {{role: direct_identifier, mask: {{kind: pseudonym}}}}
  sex: {{role: quasi_identifier}}
  age: {{role: quasi_identifier, hierarchy: {{kind: numbers, widths: [5, 10, 20]}}}}
  visit: {{role: other, shift: true}}
  ward: {{role: sensitive}}
thresholds: {{tau: 3}}
deidentify: {{suppression_limit: 0.4, {more}}}
"""


def extract(people: range, seed: int = 1) -> list[tuple]:
    """Two visits a person; whoever is in two extracts is the same in both."""
    rows = []
    for i in people:
        chance = random.Random(1000 * seed + i)
        sex, age, day = chance.choice("FM"), chance.randint(20, 39), dt.date(2021, 1, chance.randint(1, 28))
        rows += [(f"M{i:03d}", sex, age, day + dt.timedelta(days=n), chance.choice("abc")) for n in (0, 9)]
    random.Random(seed).shuffle(rows)
    return rows


def write(folder: Path, rows: list[tuple], name: str = "first.csv", columns: tuple[str, ...] = COLUMNS) -> Path:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return folder / name


def release(bauta, folder: Path, rows: list[tuple], *options: object, more: str = "") -> Path:
    write(folder, rows)
    (folder / "study.yaml").write_text(STUDY.format(more=more), encoding="utf-8")
    told(bauta("deidentify", folder / "study.yaml", *options, "--out", folder / "plan", "--json"))
    return folder / "plan"


def told(ended) -> dict:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def as_counted(rows: list[Row]) -> Counter:
    return Counter(tuple(row.items()) for row in rows)


def test_the_same_extract_gives_the_same_rows_pseudonyms_and_dates(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)))
    told(bauta("apply", plan, tmp_path / "first.csv", "--out", tmp_path / "again", "--json"))
    told(bauta("apply", plan / "custodian", tmp_path / "first.csv", "--out", tmp_path / "third", "--json"))
    first, again = released(plan), released(tmp_path / "again")
    assert as_counted(first) == as_counted(again) == as_counted(released(tmp_path / "third"))
    assert first != again


def test_people_met_again_keep_their_pseudonym_and_offset_and_new_ones_get_their_own(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)), "--levels", "sex=1,age=4", more="unseen: most-general")
    write(tmp_path, extract(range(20, 60)), "second.csv")
    told(bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "two", "--json"))
    told(bauta("apply", tmp_path / "two", tmp_path / "first.csv", "--out", tmp_path / "three", "--json"))
    first, second, third = (released(tmp_path / name) for name in ("plan", "two", "three"))
    codes = [{row["mrn"] for row in rows} for rows in (first, second, third)]
    assert [len(own) for own in codes] == [40, 40, 40]
    assert len(codes[0] & codes[1]) == 20
    assert as_counted(first) == as_counted(third)
    common = codes[0] & codes[1]
    assert as_counted([row for row in first if row["mrn"] in common]) == as_counted(
        [row for row in second if row["mrn"] in common]
    )
    shifts = json.loads((tmp_path / "two" / "custodian" / "plan" / "plan.json").read_text(encoding="utf-8"))
    assert shifts["has_offsets"]


def test_what_is_suppressed_is_decided_anew(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)))
    lone = [("M900", "F", 20, "2021-01-01", "a"), *extract(range(1, 40))]
    rows = [row for row in lone if row[1] == "M" or row[0] == "M900"]
    write(tmp_path, rows, "second.csv")
    result = told(bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "two", "--json"))
    assert min(match_sizes(released(tmp_path / "two"), ["sex", "age"], key="mrn")) >= 3
    assert result["solution"]["suppressed_records"] >= 1


@pytest.mark.parametrize("criterion", ["average", "strict-average", "share"])
def test_other_criteria_are_met_by_the_second_extract_too(criterion, bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(60)), "--criterion", criterion, "--alpha", "0.2")
    write(tmp_path, extract(range(10, 60)), "second.csv")
    told(bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "two", "--json"))
    sizes = match_sizes(released(tmp_path / "two"), ["sex", "age"], key="mrn")
    assert holds(criterion, sizes, k=3, alpha="0.2")


def test_values_the_plan_has_not_seen_are_a_mistake(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)), "--levels", "sex=0,age=2")
    write(tmp_path, [*extract(range(40)), ("M900", "X", 30, "2021-01-01", "a")], "second.csv")
    ended = bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "two")
    assert ended.code == 2
    assert "1 value of 'sex'" in ended.err
    write(tmp_path, [*extract(range(40)), ("M900", "F", "old", "2021-01-01", "a")], "third.csv")
    ended = bauta("apply", plan, tmp_path / "third.csv", "--out", tmp_path / "two")
    assert ended.code == 2
    assert "1 value of 'age'" in ended.err
    assert not (tmp_path / "two").exists()
    told(bauta("apply", plan, tmp_path / "third.csv", "--unseen", "most-general", "--out", tmp_path / "two", "--json"))
    assert "old" not in {row["age"] for row in released(tmp_path / "two")}


@pytest.mark.parametrize("levels", ["sex=0,age=0", "sex=0,age=2", "sex=1,age=4"])
def test_or_they_are_told_as_nothing_if_the_study_says_so(levels, bauta, tmp_path):
    options = ("--levels", levels, "--suppression-limit", "1", "--k", "2")
    plan = release(bauta, tmp_path, extract(range(60)), *options, more="unseen: most-general")
    new = [(f"M90{i}", "X", "old", "2021-01-01", "a") for i in range(3)]
    write(tmp_path, [*extract(range(60)), *new], "second.csv")
    told(bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "two", "--json"))
    rows = released(tmp_path / "two")
    assert sum(row["sex"] == row["age"] == "*" for row in rows) >= 3
    assert not {row["sex"] for row in rows} & {"X"}
    assert not {row["age"] for row in rows} & {"old"}


def test_a_column_of_values_that_the_plan_has_not_seen_is_refused(bauta, tmp_path):
    """Not a column of stars under LOW: whatever was asked for, most of the people must have values that are known."""
    plan = release(bauta, tmp_path, extract(range(40)), "--levels", "sex=0,age=2", more="unseen: most-general")

    def ended(rows: list[tuple], name: str):
        write(tmp_path, rows, "second.csv")
        asked = ("--suppression-limit", "1", "--out", tmp_path / name)
        return bauta("apply", plan, tmp_path / "second.csv", *asked)

    rows = extract(range(40))
    women = [("W" + mrn, "w" if sex == "F" else sex, *more) for mrn, sex, *more in rows if sex == "F"]
    refused = ended(women, "refused")
    assert refused.code == 2
    assert f"{len(women) // 2} of {len(women) // 2} people have of 'sex'" in refused.err
    assert not (tmp_path / "refused").exists()
    new = [(f"N{i}", "w", 25, "2021-01-01", "a") for i in range(4)]
    ended_well = ended([*rows, *new], "ended")
    assert ended_well.code == 0, ended_well.err
    assert "that 4 of the people have of 'sex': they are released as '*'" in " ".join(ended_well.out.split())


@pytest.mark.parametrize(("level", "expected"), [(0, "77"), (1, "75-79"), (2, "70-79"), (4, "*")])
def test_new_numbers_are_told_by_the_rule_of_the_plan(level, expected, bauta, tmp_path):
    options = ("--levels", f"sex=1,age={level}", "--suppression-limit", "1", "--k", "2")
    plan = release(bauta, tmp_path, extract(range(60)), *options)
    new = [(f"M90{i}", "F", 77, "2021-01-01", "a") for i in range(3)]
    write(tmp_path, [*extract(range(60)), *new], "second.csv")
    told(bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "two", "--json"))
    assert sum(row["age"] == expected for row in released(tmp_path / "two")) >= 3


def test_columns_the_plan_does_not_know_are_left_out_and_those_it_changes_are_needed(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)))
    rows = extract(range(40))
    write(tmp_path, [(*row, "secret") for row in rows], "more.csv", (*COLUMNS, "phone"))
    told(bauta("apply", plan, tmp_path / "more.csv", "--out", tmp_path / "more", "--json"))
    assert list(released(tmp_path / "more")[0]) == list(COLUMNS)
    write(tmp_path, [(row[0], row[1], row[4]) for row in rows], "fewer.csv", ("mrn", "sex", "ward"))
    ended = bauta("apply", plan, tmp_path / "fewer.csv", "--out", tmp_path / "fewer")
    assert ended.code == 2
    assert "'age', 'visit'" in ended.err


def test_the_extract_may_be_of_another_format(bauta, tmp_path):
    rows = extract(range(40))
    plan = release(bauta, tmp_path, rows)
    columns = dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
    pq.write_table(pa.table(columns), tmp_path / "second.parquet")
    told(bauta("apply", plan, tmp_path / "second.parquet", "--out", tmp_path / "two", "--json"))
    first = Counter((row["mrn"], row["sex"], row["age"], row["visit"]) for row in released(plan))
    assert Counter((row["mrn"], row["sex"], row["age"], row["visit"]) for row in released(tmp_path / "two")) == first


@pytest.mark.parametrize("levels", ["sex=0,age=0", "sex=0,age=1"])
def test_a_plan_made_with_a_population_needs_one_again(levels, bauta, tmp_path):
    rows = extract(range(60))
    registry = [(sex, age) for _, sex, age, *_ in rows] + [("X", 99), ("F", 21), ("", 30)]
    write(tmp_path, registry, "registry.csv", ("sex", "age"))
    population = ("--population", tmp_path / "registry.csv")
    plan = release(bauta, tmp_path, rows, *population, "--levels", levels, "--suppression-limit", "1")
    result = told(bauta("apply", plan, tmp_path / "first.csv", *population, "--out", tmp_path / "two", "--json"))
    assert result["risk_after"]["journalist"]["smallest_class"] >= 3
    assert as_counted(released(plan)) == as_counted(released(tmp_path / "two"))
    ended = bauta("apply", plan, tmp_path / "first.csv", "--out", tmp_path / "three")
    assert ended.code == 2
    assert "--population" in ended.err


def test_a_keyed_plan_finds_its_key_from_anywhere(bauta, tmp_path, monkeypatch):
    write(tmp_path, extract(range(30)))
    (tmp_path / "secret.key").write_bytes(key_of("ours"))
    keyed = "{kind: pseudonym, method: keyed, key: {file: secret.key}}"
    (tmp_path / "study.yaml").write_text(STUDY.format(more="").replace("{kind: pseudonym}", keyed), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    told(bauta("deidentify", "study.yaml", "--out", "plan", "--json"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    told(bauta("apply", "../plan", "../first.csv", "--out", "two", "--json"))
    assert as_counted(released(tmp_path / "plan")) == as_counted(released(tmp_path / "elsewhere" / "two"))


def rewrite(plan: Path, old: str, new: str) -> None:
    text = (plan / "plan.json").read_text(encoding="utf-8")
    assert old in text
    (plan / "plan.json").write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    "harm",
    [
        lambda plan: (plan / "plan.json").write_text("{"),
        lambda plan: (plan / "plan.json").write_text("[]"),
        lambda plan: (plan / "plan.json").write_text("{}"),
        lambda plan: rewrite(plan, '"masks": {', '"masks": [], "x": {'),
        lambda plan: rewrite(plan, '"bauta_plan": 2', '"bauta_plan": 3'),
        lambda plan: (plan / "lookup_0.parquet").unlink(),
        lambda plan: (plan / "lookup_0.parquet").write_bytes(b"PAR1"),
        lambda plan: (plan / "crosswalk_0.csv").write_text(""),
        lambda plan: (plan / "crosswalk_0.csv").write_text("value,told\nalone\n"),
        lambda plan: (plan / "offsets.csv").write_text("person,days\nM001,soon\n"),
    ],
)  # fmt: skip
def test_a_damaged_plan_is_told_in_one_sentence(harm, bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)))
    harm(plan / "custodian" / "plan")
    ended = bauta("apply", plan, tmp_path / "first.csv", "--out", tmp_path / "two")
    assert ended.code == 2
    assert "cannot be used as a plan" in ended.err
    assert ended.err.count("\n") == 1


def test_a_plan_is_not_replaced_by_its_own_result(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(40)))
    ended = bauta("apply", plan, tmp_path / "first.csv", "--out", plan, "--force")
    assert ended.code == 2
    assert "would be replaced" in ended.err


def test_one_value_that_cannot_be_read_does_not_make_others_unseen(bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(60)), "--levels", "sex=1,age=3")
    rows = [
        (f"N{i:03d}", "F", age, dt.date(2021, 2, 1) + dt.timedelta(i), "a")
        for i, age in enumerate(["41", "45", "52", "unknown"] * 9)
    ]
    write(tmp_path, rows, "second.csv")
    ended = bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "one")
    assert ended.code == 2
    assert "does not know 1 value of 'age'" in ended.err
    asked = ("--unseen", "most-general", "--suppression-limit", "1", "--out", tmp_path / "two", "--json")
    told(bauta("apply", plan, tmp_path / "second.csv", *asked))
    assert {row["age"] for row in released(tmp_path / "two")} == {"40-59", "*"}


def test_new_numbers_are_told_in_the_words_of_the_plan(bauta, tmp_path):
    """A single 41.5 must not make intervals of whole numbers read [40, 60)."""
    plan = release(bauta, tmp_path, extract(range(60)), "--levels", "sex=1,age=3")
    rows = [
        (f"N{i:03d}", "F", age, dt.date(2021, 2, 1) + dt.timedelta(i), "a")
        for i, age in enumerate(["31", "45", "41.5"] * 9)
    ]
    write(tmp_path, rows, "second.csv")
    told(bauta("apply", plan, tmp_path / "second.csv", "--out", tmp_path / "out", "--json"))
    assert {row["age"] for row in released(tmp_path / "out")} == {"20-39", "40-59"}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("crosswalk_0.csv", lambda text: text[: len(text) // 2]),
        ("offsets.csv", lambda text: text.replace("M003,", "M003,9999999")),
        ("lookup_0.parquet", lambda text: text + "x"),
    ],
)
def test_a_plan_with_a_damaged_file_is_told_in_one_sentence(name, change, bauta, tmp_path):
    plan = release(bauta, tmp_path, extract(range(60)), "--levels", "sex=1,age=3")
    path = plan / "custodian" / "plan" / name
    path.write_bytes(change(path.read_bytes().decode("latin-1")).encode("latin-1"))
    ended = bauta("apply", plan, tmp_path / "first.csv", "--out", tmp_path / "out")
    assert ended.code == 2
    assert f"cannot be used as a plan: {name} is not as it was written" in ended.err
    path.unlink()
    assert "damaged or incomplete" in bauta("apply", plan, tmp_path / "first.csv", "--out", tmp_path / "out").err


def test_the_custodian_s_manifest_lists_what_is_in_the_folder(bauta, tmp_path):
    custodian = release(bauta, tmp_path, extract(range(60)), "--levels", "sex=1,age=3") / "custodian"
    listed = json.loads((custodian / "manifest.json").read_text(encoding="utf-8"))["custodian_files"]
    found = {path.relative_to(custodian).as_posix() for path in custodian.rglob("*") if path.is_file()}
    assert found == {"manifest.json", *listed}


def test_the_same_extract_has_the_same_levels_and_losses_again(bauta, tmp_path):
    """Levels of a plan mean what they meant when it was made, also where a hierarchy lists more than the data have."""
    rows = [row[:2] for row in extract(range(40))]
    lines = ["F;woman;*", "M;man;*", "X;other;*", "Y;other;*"]
    (tmp_path / "sex.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    write(tmp_path, [(sex, 20 + i % 30) for i, (_, sex) in enumerate(rows)], columns=("sex", "age"))
    (tmp_path / "study.yaml").write_text(
        "data: {path: first.csv}\nvariables:\n"
        "  sex: {role: quasi_identifier, hierarchy: {kind: file, path: sex.csv}, min_level: 1, max_level: 1}\n"
        "  age: {role: quasi_identifier, hierarchy: {kind: numbers, widths: [5, 10, 20]}, min_level: 1}\n"
        "thresholds: {tau: 3}\ndeidentify: {suppression_limit: 0.4, loss: lm}\n",
        encoding="utf-8",
    )
    first = told(bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "plan", "--json"))
    again = told(bauta("apply", tmp_path / "plan", tmp_path / "first.csv", "--out", tmp_path / "again", "--json"))
    third = told(bauta("apply", tmp_path / "again", tmp_path / "first.csv", "--out", tmp_path / "third", "--json"))
    for applied in (again, third):
        assert applied["solution"]["levels"] == first["solution"]["levels"]
        assert applied["solution"]["loss"] == pytest.approx(first["solution"]["loss"])
        for key in ("level_name", "highest_level", "values_after"):
            assert [one[key] for one in applied["solution"]["variables"]] == [
                one[key] for one in first["solution"]["variables"]
            ]
        assert applied["solution"]["was_planned"]
        assert applied["search"]["optimal"] is None
    assert first["search"]["optimal"] is True
    ended = bauta("apply", tmp_path / "plan", tmp_path / "first.csv", "--out", tmp_path / "words")
    assert "The levels are the plan's." in ended.out
