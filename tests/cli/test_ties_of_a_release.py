"""A LOW speaks of kept columns, too: none of them may reveal a quasi-identifier more finely than it is released."""

import csv
import gzip
import json
import random
from pathlib import Path

import pytest
from made_up_tables import MadeUpTable, made_up_tables
from studies import make_study, study, write_study

RACES = ("White", "Black", "Asian", "Native", "Other")


def table(path: Path, columns: dict[str, list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


def people(n: int = 400, seed: int = 3) -> dict[str, list[str]]:
    """Race and sex, with a twin of race."""
    rng = random.Random(seed)
    race = rng.choices(range(5), [70, 15, 10, 4, 1], k=n)
    return {
        "race": [RACES[i] for i in race],
        "sex": rng.choices("FM", k=n),
        "racen": [str(i + 1) for i in race],
        "score": [str(rng.randrange(30)) for _ in range(n)],
    }


@pytest.fixture
def release(bauta, tmp_path):
    """`bauta deidentify` of a table by a study; the JSON and the released rows, or what the command ended with."""

    def run(columns, variables, *, head: str = "", rest: str = "", options: tuple[str, ...] = ()):
        table(tmp_path / "data.csv", columns)
        lines = "\n  ".join(f"{name}: {what}" for name, what in variables.items())
        study = f"{head}data: {{path: data.csv}}\nvariables:\n  {lines}\n{rest}\n"
        (tmp_path / "study.yaml").write_text(study, encoding="utf-8")
        ended = bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--force", "--json", *options)
        return json.loads(ended.out) if ended.code == 0 else ended

    return run


def rows(place: Path) -> list[dict[str, str]]:
    with (place / "out" / "release" / "data.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


QUASI = "{role: quasi_identifier}"
OTHER = "{role: other}"
NO_RACE = {"race": "{role: quasi_identifier, min_level: 1}", "sex": QUASI}


def test_a_twin_of_a_generalised_column_stops_the_release_and_the_line_to_add_is_named(release, tmp_path):
    ended = release(people(), {**NO_RACE, "racen": OTHER, "score": OTHER})
    assert ended.code == 2
    assert "racen reveals race by its values, of 400 people" in ended.err
    assert 'racen   same_as: race   or   mask: remove   or   ignore: {race: "the reason"}' in ended.err
    assert not (tmp_path / "out").exists()


def test_a_column_that_is_the_same_as_another_is_released_as_that_one_is(release, tmp_path):
    result = release(people(), {**NO_RACE, "racen": "{role: other, same_as: race}", "score": OTHER})
    assert result["decision"]["verdict"] == "LOW"
    assert result["ties"]["found"] == []
    assert {(row["race"], row["racen"]) for row in rows(tmp_path)} == {("*", "*")}


def test_a_column_that_is_the_same_as_one_that_stays_stays(release, tmp_path):
    columns = people()
    release(columns, {"race": QUASI, "sex": QUASI, "racen": "{role: quasi_identifier, same_as: race}"},
            rest="thresholds: {tau: 1}")  # fmt: skip
    shown = {(row["race"], row["racen"]) for row in rows(tmp_path)}
    assert shown == set(zip(columns["race"], columns["racen"], strict=True))


@pytest.mark.parametrize("kind", ["quasi-identifiers", "cells"])
def test_a_column_that_is_the_same_as_another_is_suppressed_with_it(release, tmp_path, kind):
    result = release(
        people(2000), {"race": QUASI, "sex": QUASI, "racen": "{role: other, same_as: race}"},
        rest=f"deidentify: {{suppression: {kind}, suppression_limit: 0.2}}\nthresholds: {{tau: 15}}",
    )  # fmt: skip
    hidden = [row for row in rows(tmp_path) if row["race"] == "*"]
    assert result["decision"]["verdict"] == "LOW"
    assert {row["racen"] for row in hidden} <= {"*"}


@pytest.mark.parametrize("kind", ["quasi-identifiers", "cells"])
def test_a_twin_of_what_is_suppressed_in_some_rows_alone_is_found(release, kind):
    """The ward stays as it is, but for the people of four small ones: a twin shows theirs."""
    rng = random.Random(6)
    ward = rng.choices(range(8), [30, 30, 20, 14, 2, 2, 1, 1], k=3000)
    columns = {"ward": [f"W{i}" for i in ward], "sex": rng.choices("FM", k=3000), "code": [str(9 - i) for i in ward]}
    as_it_is = "{role: quasi_identifier, max_level: 0}"
    ended = release(
        columns, {"ward": as_it_is, "sex": as_it_is, "code": OTHER},
        rest=f"deidentify: {{suppression: {kind}, suppression_limit: 0.2}}\nthresholds: {{tau: 60}}",
    )  # fmt: skip
    assert ended.code == 2
    assert "code reveals ward" in ended.err


def test_what_has_no_table_to_another_is_left_out(release, tmp_path):
    columns = people()
    columns["racen"] = [str(random.Random(i).randrange(3)) for i in range(400)]
    result = release(columns, {"race": QUASI, "sex": QUASI, "racen": "{role: other, same_as: race}"},
                     rest="thresholds: {tau: 1}")  # fmt: skip
    (what,) = (one["what"] for one in result["columns"] if one["column"] == "racen")
    assert "no table" in what
    assert "racen" not in rows(tmp_path)[0]


def test_a_reason_lets_a_tie_pass_and_is_printed_with_the_risk_it_leaves(release):
    reason = "Numbers were given out at random."
    result = release(people(), {**NO_RACE, "racen": f"{{role: other, ignore: {{race: {reason!r}}}}}"})
    (tie,) = result["ties"]["found"]
    assert result["decision"]["verdict"] == "LOW"
    assert (tie["treatment"], tie["reason"], tie["people"]) == ("excused by the study", reason, 400)
    assert any(reason in note for note in result["notes"])
    columns = people()
    alike = [columns["race"].count(race) for race in set(columns["race"])]
    by_sex = {}
    for pair in zip(columns["race"], columns["sex"], strict=True):
        by_sex[pair] = by_sex.get(pair, 0) + 1
    smallest = min(by_sex.values()) if result["solution"]["levels"]["sex"] == 0 else min(alike)
    assert result["ties"]["risk"]["smallest_class"] == smallest
    assert result["ties"]["risk"]["maximum"] == 1 / smallest


def test_the_terminal_prints_the_tie_and_the_risk_it_leaves(release, bauta, tmp_path):
    reason = "Numbers were given out at random."
    release(people(), {**NO_RACE, "racen": f"{{role: other, ignore: {{race: {reason!r}}}}}"})
    shown = " ".join(bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--force").out.split())
    assert "Columns that reveal one another" in shown
    assert "Counting what kept columns give away, the smallest class has" in shown


def test_a_profile_drafts_what_repeats_a_quasi_identifier_and_its_study_is_released(bauta, tmp_path):
    data = table(tmp_path / "data.csv", people())
    bauta("profile", data, "-o", tmp_path / "study.yaml")
    draft = (tmp_path / "study.yaml").read_text(encoding="utf-8")
    same = [line for line in draft.splitlines() if "same_as" in line]
    assert same == ["  racen: {role: sensitive, same_as: race}"]
    ended = bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--json")
    assert json.loads(ended.out)["ties"]["found"] == []


def test_assess_is_unsettled_by_a_column_that_says_more_than_a_quasi_identifier(bauta, tmp_path):
    rng = random.Random(7)
    age = [rng.randrange(20, 80) for _ in range(2000)]
    columns = {"decade": [str(i // 10 * 10) for i in age], "q": [str(i) for i in age],
               "score": [str(rng.randrange(100)) for _ in age]}  # fmt: skip
    data = table(tmp_path / "data.csv", columns)
    decision = json.loads(bauta("assess", data, "--qi", "decade", "--json").out)["decision"]
    assert (decision["verdict"], [one["column"] for one in decision["unsettled"]]) == ("UNSETTLED", ["q"])
    assert bauta("assess", data, "--qi", "decade", "--fail-if-high").code == 1
    assert json.loads(bauta("assess", data, "--qi", "q", "--json").out)["decision"]["verdict"] == "LOW"


def test_a_run_stops_at_step_9_with_exit_code_2_and_a_reason_stands_in_the_report(bauta, tmp_path):
    path = make_study(tmp_path)
    lines = (tmp_path / "data.csv").read_text(encoding="utf-8").splitlines()
    areas = ["area", *(f"{'NESW'.index(line.split(',')[4]) + 40}" for line in lines[1:])]
    joined = [f"{line},{area}" for line, area in zip(lines, areas, strict=True)]
    (tmp_path / "data.csv").write_text("\n".join(joined) + "\n", encoding="utf-8")
    said = study()
    said["variables"]["region"]["min_level"] = 1
    said["variables"]["area"] = {"role": "other"}
    write_study(tmp_path, said)
    ended = bauta("run", path)
    assert ended.code == 2
    assert "area reveals region by its values, of" in ended.err
    assert "area   same_as: region   or   mask: remove" in ended.err
    reason = "Areas were numbered by lot."
    said["variables"]["area"]["ignore"] = {"region": reason, "age": reason}  # ages go round with regions there
    write_study(tmp_path, said)
    bauta("run", path, "--test-seed", "11")
    report = tmp_path / "report.html"
    assert bauta("report", path, "--out", report).code == 0
    text = report.read_text(encoding="utf-8")
    assert reason in text
    assert "Columns that reveal one another" in text


def test_without_a_study_the_column_is_left_out_and_named(bauta, tmp_path):
    columns = people() | {"colour": people()["racen"]}
    del columns["racen"]
    data = table(tmp_path / "data.csv", columns)
    options = ("--qi", "race,sex", "--levels", "race=1", "--out", tmp_path / "out", "--force", "--json")
    result = json.loads(bauta("deidentify", data, *options).out)
    assert result["decision"]["verdict"] == "LOW"
    assert "colour" not in rows(tmp_path)[0]
    assert any("colour reveals race" in note for note in result["notes"])
    result = json.loads(bauta("deidentify", data, *options, "--keep", "colour").out)
    assert result["decision"]["verdict"] == "UNSETTLED"
    assert [one["column"] for one in result["decision"]["unsettled"]] == ["colour"]
    assert "colour" in rows(tmp_path)[0]


def test_a_plan_is_applied_with_what_the_study_said_of_ties(release, bauta, tmp_path):
    release(people(), {**NO_RACE, "racen": "{role: other, same_as: race}", "score": OTHER})
    later = people(seed=4)
    data = table(tmp_path / "later.csv", later)
    ended = bauta("apply", tmp_path / "out", data, "--out", tmp_path / "out2", "--json")
    assert ended.code == 0, ended.err
    text = (tmp_path / "out2" / "release" / "data.csv").read_text(encoding="utf-8")
    assert {row["racen"] for row in csv.DictReader(text.splitlines())} == {"*"}
    later["score"] = later["racen"]
    ended = bauta("apply", tmp_path / "out", table(tmp_path / "tied.csv", later), "--out", tmp_path / "out3", "--json")
    assert ended.code == 2
    assert "score reveals race" in ended.err
    assert not (tmp_path / "out3").exists()


def test_rows_of_one_person_are_one_person(release):
    """What is in the visits reveals the person's race; a visit number of one's own reveals nothing."""
    rng = random.Random(5)
    race = rng.choices(range(5), [60, 20, 10, 6, 4], k=300)
    columns = {
        "id": [f"P{i}" for i in range(300) for _ in range(3)],
        "race": [RACES[race[i]] for i in range(300) for _ in range(3)],
        "code": [str(race[i] * 10 + visit) for i in range(300) for visit in range(3)],
        "number": [str(1000 + i) for i in rng.sample(range(300), 300) for _ in range(3)],
    }
    variables = {"id": "{role: direct_identifier, mask: pseudonym}", "race": NO_RACE["race"], "code": OTHER,
                 "number": OTHER}  # fmt: skip
    ended = release(columns, variables, head="person_key: id\n")
    assert "code reveals race by its values, of 300 people" in ended.err
    assert "number" not in ended.err


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{role: other, same_as: nobody}", "same_as of 'racen' names 'nobody'"),
        ("{role: other, same_as: score}", "same_as of 'racen' names 'score'"),
        ("{role: other, same_as: race, mask: remove}", "same_as says all"),
        ("{role: other, ignore: {score: because}}", "ignore of 'racen' names 'score'"),
        ("{role: quasi_identifier, ignore: {race: because}}", "ignore is for columns that are kept"),
    ],
)
def test_a_faulty_line_of_the_study_is_named(release, line, problem):
    ended = release(people(), {**NO_RACE, "racen": line, "score": OTHER})
    assert ended.code == 2
    assert problem in ended.err


def test_a_table_of_one_row_or_nothing_but_gaps_is_asked_without_harm(release):
    one = {"race": ["White"], "sex": ["F"], "racen": ["1"]}
    result = release(one, {**NO_RACE, "racen": OTHER}, rest="thresholds: {tau: 1}")
    assert result["ties"]["found"] == []
    empty = {**people(60), "racen": [""] * 60, "score": ["NaN", "inf", "1"] * 20}
    result = release(empty, {**NO_RACE, "racen": OTHER, "score": OTHER})
    assert result["ties"]["found"] == []


def ties_of(bauta, tmp_path: Path, made: MadeUpTable) -> list[set[str]]:
    """The columns of every tie that `deidentify` found where all quasi-identifiers are generalised to nothing."""
    table(tmp_path / "data.csv", made.columns)
    lines = []
    for name in made.columns:
        if name in made.quasi_identifiers:
            hierarchy = "{kind: numbers, widths: [5]}, min_level: 2" if name == "place" else "none, min_level: 1"
            lines.append(f"{name}: {{role: quasi_identifier, hierarchy: {hierarchy}}}")
        else:
            shift = ", type: date, shift: true" if name in made.shifted else ""
            reasons = ", ".join(f"{one}: made up" for one in made.quasi_identifiers)
            lines.append(f"{name}: {{role: other{shift}, ignore: {{{reasons}}}}}")
    study = "data: {path: data.csv}\nvariables:\n  " + "\n  ".join(lines) + "\n"
    study += "not_known: {durations: so that dates leave to the day and their difference can reveal an age}\n"
    (tmp_path / "study.yaml").write_text(study, encoding="utf-8")
    ended = bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--force", "--json")
    assert ended.code == 0, ended.err
    return [set(one["columns"]) for one in json.loads(ended.out)["ties"]["found"]]


def test_every_tie_that_is_planted_in_ten_tables_is_found_and_at_most_one_that_is_not(bauta, tmp_path):
    missed, alarms = [], []
    for number, made in enumerate(made_up_tables()):
        found = ties_of(bauta, tmp_path, made)
        planted = {name for names in made.planted for name in names}
        missed += [(number, names) for names in made.planted if not any(one & set(names) for one in found)]
        alarms += [(number, one) for one in found if not one & planted]
    assert missed == []
    assert len({number for number, _ in alarms}) <= 1


def test_adam_twins_never_leave_with_a_low(bauta, tmp_path, shared_data):
    data = tmp_path / "adsl.xpt"
    data.write_bytes(gzip.decompress(shared_data("adam/adsl.xpt.gz").read_bytes()))
    quasi = ("RACE", "AGEGR1", "SITEID", "SEX")
    variables = [f"{name}: {{role: quasi_identifier}}" for name in quasi]
    variables += [f"{name}: {{role: other}}" for name in ("RACEN", "AGEGR1N", "SITEGR1", "AVGDD", "EDUCLVL")]
    study = "data: {path: adsl.xpt}\nvariables:\n  " + "\n  ".join(variables) + "\n"
    (tmp_path / "study.yaml").write_text(study, encoding="utf-8")
    for levels, twin in (("RACE=1", "RACEN"), ("AGEGR1=1", "AGEGR1N"), ("SITEID=2", "SITEGR1")):
        options = ("--levels", levels, "--out", tmp_path / "out", "--force", "--json")
        ended = bauta("deidentify", tmp_path / "study.yaml", *options)
        assert ended.code == 2
        assert f"{twin} reveals {levels[:-2]}" in ended.err
        assert "AVGDD" not in ended.err
        without = bauta("deidentify", data, "--qi", ",".join(quasi), *options)
        assert twin not in json.loads(without.out)["solution"]["levels"]
        (what,) = (one["what"] for one in json.loads(without.out)["columns"] if one["column"] == twin)
        assert what == "removed"


def test_a_copied_placeholder_is_no_reason(bauta, tmp_path):
    (tmp_path / "data.csv").write_text("sex,code\n" + "F,1\nM,2\n" * 20, encoding="utf-8")
    study = "data: {path: data.csv}\nvariables:\n  sex: {role: quasi_identifier}\n"
    (tmp_path / "study.yaml").write_text(study + '  code: {role: other, ignore: {sex: "the reason"}}\n', "utf-8")
    ended = bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out")
    assert ended.code == 2
    assert "write why, in place of 'the reason'" in ended.err


def test_what_rows_that_are_shown_teach_may_not_be_read_back_where_cells_are_suppressed(release):
    """Every level is 0, so the twins give nothing finer; but they show what eight blanked people are."""
    rng = random.Random(11)
    rare = [("F", "Q"), ("M", "Q"), ("F", "R"), ("M", "S"), ("F", "S"), ("M", "R"), ("F", "T"), ("M", "T")]
    pairs = rare + [(rng.choice("FM"), rng.choice("ABC")) for _ in range(1200)]
    columns = {
        "sex": [sex for sex, _ in pairs],
        "race": [race for _, race in pairs],
        "v1": [str("FM".index(sex)) for sex, _ in pairs],
        "score": [str(rng.randrange(30)) for _ in pairs],
    }
    variables = {
        "sex": "{role: quasi_identifier, max_level: 0}", "race": "{role: quasi_identifier, max_level: 0}",
        "v1": OTHER, "score": OTHER,
    }  # fmt: skip
    ended = release(columns, variables, rest="deidentify: {suppression: quasi-identifiers}")
    assert ended.code == 2
    assert "v1 reveals sex by its values, of 8 people" in ended.err
    assert "score reveals" not in ended.err
    del columns["v1"], variables["v1"]
    result = release(columns, variables, rest="deidentify: {suppression: quasi-identifiers}")
    assert result["solution"]["suppressed_records"] == 8
    assert result["ties"]["found"] == []


SITES = {
    "decimals": lambda value, site: f"{value:.1f}" if site else f"{value:.2f}",
    "decimal sign": lambda value, site: f"{value:.1f}".replace(".", "," if site else "."),
    "leading zero": lambda value, site: f"{value:04.1f}" if site else f"{value:.1f}",
    "space": lambda value, site: f"{value:.1f} " if site else f"{value:.1f}",
    "hour": lambda value, site: f"2024-03-{int(value) + 1:02d}T{7 + site:02d}:{int(value * 10) % 60:02d}",
}


@pytest.mark.parametrize("spelling", SITES)
def test_how_numbers_and_times_are_written_can_reveal_a_site(release, spelling):
    rng = random.Random(12)
    site = [rng.randrange(2) for _ in range(600)]
    columns = {
        "site": ["NS"[one] for one in site],
        "sex": rng.choices("FM", k=600),
        "lab": [SITES[spelling](rng.randrange(10, 90) / 10, one) for one in site],
    }
    variables = {"site": "{role: quasi_identifier, min_level: 1}", "sex": QUASI, "lab": "{role: sensitive}"}
    ended = release(columns, variables, rest="not_known: {lab: made up for a test}")
    assert ended.code == 2
    assert "lab reveals site" in ended.err


def test_two_columns_together_can_reveal_what_neither_does(release):
    rng = random.Random(13)
    race = [rng.randrange(5) for _ in range(800)]
    first = [rng.randrange(5) for _ in race]
    columns = {
        "race": [RACES[one] for one in race],
        "sex": rng.choices("FM", k=800),
        "first": [f"a{one}" for one in first],
        "second": [f"b{(one + other) % 5}" for one, other in zip(race, first, strict=True)],
    }
    ended = release(columns, {**NO_RACE, "first": OTHER, "second": OTHER})
    assert ended.code == 2
    assert "first, second together reveal race by their values together, of 800 people" in ended.err


def test_a_number_for_unknown_hides_no_sum(release):
    rng = random.Random(14)
    age = [rng.randrange(20, 80) for _ in range(1000)]
    part = [rng.randrange(100) for _ in age]
    columns = {
        "age": [str(one) for one in age],
        "a": [str(9999 if i % 50 == 0 else one) for i, one in enumerate(part)],
        "b": [str(one - other) for one, other in zip(age, part, strict=True)],
    }
    quasi = "{role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [10]}, min_level: 1}"
    number = "{role: other, type: integer}"
    ended = release(columns, {"age": quasi, "a": number, "b": number})
    assert ended.code == 2
    assert "a, b together reveal age" in ended.err


def test_what_only_goes_with_a_quasi_identifier_is_printed_and_stops_nothing(release, bauta, tmp_path):
    rng = random.Random(15)
    columns = people(1000)
    columns["racen"] = [code if rng.random() < 0.8 else rng.choice("12345") for code in columns["racen"]]
    columns["guess"] = [str((sex == "F") ^ (rng.random() < 0.25)) for sex in columns["sex"]]
    variables = {"race": QUASI, "sex": "{role: quasi_identifier, min_level: 1}", "guess": OTHER}
    result = release(columns, variables, rest="deidentify: {suppression_limit: 0.3}")
    assert result["decision"]["verdict"] == "LOW"
    assert result["ties"]["found"] == []
    (one,) = result["ties"]["associations"]
    assert (one["variable"], one["columns"]) == ("sex", ["guess"])
    assert 0.7 < one["right"] < 0.8
    assert one["without"] < 0.6
    page = " ".join(bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--force").out.split())
    assert "Weaker association, which stops nothing: guess with sex" in page
