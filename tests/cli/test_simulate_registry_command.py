"""`bauta simulate-registry` end to end."""

import json

import pytest

from bauta.report.content_registry import REGISTRY_JSON_KEYS

MARK = "QXZ7"


@pytest.fixture
def tables(tmp_path):
    provinces = {"ON": 40, "AB": 10, MARK: 1}
    ages = [
        f"{year},{province},{sex},{'60+' if age == 60 else age},{n}\n"
        for year in (2000, 2001) for province, n in provinces.items() for sex in "FM" for age in range(40, 61)
    ]  # fmt: skip
    months = [
        f"{year},{month},{province},{n * (3 if month < 4 else 1)}\n"
        for year in (2000, 2001) for month in range(1, 13) for province, n in provinces.items()
    ]  # fmt: skip
    (tmp_path / "ages.csv").write_text("year,province,sex,age,count\n" + "".join(ages))
    (tmp_path / "months.csv").write_text("year,month,province,count\n" + "".join(months))
    reports = [
        f"200{i % 2}-{i % 12 + 1:02d}-{i % 28 + 1:02d},{40 + i % 25},{'FM'[i % 2]},{MARK}{i}\n" for i in range(90)
    ]
    (tmp_path / "reports.csv").write_text("date,age,sex,drug\n" + "".join(reports) + ",50,F,x\n1999-05-01,50,F,x\n")
    return tmp_path


def asked(folder, *more, registries=20):
    return [
        "simulate-registry", folder / "reports.csv", "--by-age", folder / "ages.csv", "--by-month",
        folder / "months.csv", "--registries", registries, *more,
    ]  # fmt: skip


def test_the_table_has_a_row_for_each_combination(bauta, tables):
    document = json.loads(bauta(*asked(tables), "--json").out)
    assert document["assigned"] == ["province"]
    assert document["told"] == ["sex"]
    assert (document["reports"], document["left_out"]) == (90, 2)
    assert document["people"] == 2 * 2 * 21 * 51
    assert len(document["rows"]) == 2 * 4 * 3
    assert [level["least_class_size"] for level in document["levels"]] == [3, 4, 5]
    first, last = document["rows"][0], document["rows"][-1]
    assert first["at_risk"][2]["mean"] > last["at_risk"][2]["mean"] == 0
    assert last["smallest_class"]["mean"] >= 51


def test_every_key_is_documented(bauta, tables):
    def paths(value, path=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                yield f"{path}.{key}".lstrip(".")
                yield from paths(inner, f"{path}.{key}".lstrip("."))
        elif isinstance(value, list):
            for inner in value:
                yield from paths(inner, f"{path}[]")

    document = json.loads(bauta(*asked(tables), "--json").out)
    assert set(paths(document)) == REGISTRY_JSON_KEYS.keys()


def test_the_page_says_it_in_words_and_shows_no_value(bauta, tables):
    report = tables / "report.html"
    ended = bauta(*asked(tables), "--report", report)
    assert ended.code == 0
    said = " ".join(ended.out.split())
    assert "If province, age, day were told" in said
    assert "2 of 92 reports were left out" in said
    html = report.read_text(encoding="utf-8")
    assert "<svg" in html
    assert MARK not in ended.out + html


def test_a_seed_decides(bauta, tables):
    first, again, other = (bauta(*asked(tables, "--json", "--seed", seed)).out for seed in (1, 1, 2))
    assert first == again != other


def test_reports_that_have_every_variable_need_none_assigned(bauta, tables):
    text = (tables / "reports.csv").read_text().splitlines()
    lines = [text[0] + ",province", *(f"{line},ON" for line in text[1:])]
    (tables / "reports.csv").write_text("\n".join(lines) + "\n")
    document = json.loads(bauta(*asked(tables), "--json").out)
    assert document["assigned"] == []
    assert len(document["rows"]) == 4 * 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--attempts", "0"], "--attempts does not take 0"),
        (["--probabilities", "0.5,1.5"], "The verification probability does not take 1.5"),
        (["--age-widths", "0"], "--age-widths does not take 0"),
        (["--age-widths", "1;5"], "--age-widths does not take '1;5'"),
        (["--days-before", "-1"], "--days-before does not take -1"),
        (["--days-after", "1000"], "--days-after does not take 1000"),
        (["--registries", "0"], "--registries does not take 0"),
        (["--seed", "-1"], "--seed does not take -1"),
        (["--threshold", "2.5"], "neither a probability"),
    ],
)
def test_options_out_of_range_are_refused(options, said, bauta, tables):
    ended = bauta(*asked(tables), *options)
    assert ended.code == 2
    assert said in ended.err


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("ages.csv", "year,sex,age\n2000,F,40\n", "it has no column count"),
        ("ages.csv", f"year,province,age,count\n2000,ON,40,{MARK}\n", "of its counts are not whole numbers"),
        ("ages.csv", "year,province,age,count\n2000,ON,40,2.5\n", "of its counts are not whole numbers"),
        ("ages.csv", "year,province,age,count\n2000,ON,40,-2\n", "of its counts are not whole numbers"),
        ("ages.csv", "year,province,age,count\n2000,ON,40,0\n", "it counts nobody"),
        ("ages.csv", f"year,province,age,count\n2000,ON,{MARK},3\n", "the age is not a whole number"),
        ("ages.csv", "year,province,age,count\n2000,ON,40+,3\n2000,ON,50,3\n", "an age with a + is not the highest"),
        ("ages.csv", f"year,province,age,count\n{MARK},ON,40,3\n", "the year is not a whole number"),
        ("ages.csv", "year,province,age,count\n2000,ON,40,3\n2000,,41,3\n", "lines without 'province': 1"),
        ("ages.csv", f"year,province,age,count\n2000,{MARK}?,40,3\n", "it has no months for some year, province"),
        ("ages.csv", "year,sex,age,count\n2000,F,40,3\n", "its column 'province' is not in"),
        ("months.csv", "year,month,province,count\n2000,13,ON,3\n", "the month is not a whole number from 1 to 12"),
        ("reports.csv", f"when,age,sex\n{MARK},50,F\n", "it has no column date"),
        ("reports.csv", f"date,age,sex\n{MARK},50,F\n", "none of its reports has a date"),
        ("reports.csv", "date,age,sex\n2000-02-30,50,F\n", "none of its reports has a date"),
    ],
)
def test_tables_that_cannot_be_used_are_refused_without_quoting_them(file, text, said, bauta, tables):
    (tables / file).write_text(text)
    ended = bauta(*asked(tables))
    assert ended.code == 2
    assert said in ended.err
    assert MARK not in ended.err


def test_why_reports_are_left_out_is_told_apart(bauta, tables):
    with (tables / "reports.csv").open("a") as file:
        file.write("25/11/00,50,F,x\n2000-02-30,50,F,x\n2000-05-01,,F,x\n")
    document = json.loads(bauta(*asked(tables), "--json").out)
    assert document["left_out"] == 5
    assert document["left_out_because"] == {"no_date": 1, "unreadable_date": 2, "no_age": 1, "not_in_registry": 1}
    said = " ".join(bauta(*asked(tables)).out.split())
    assert "5 of 95 reports were left out: 1 without a date, 2 with a date that cannot be read" in said


def test_windows_that_reach_beyond_the_registry_are_counted_and_said(bauta, tables):
    reports = ["2000-01-01", "2000-01-15", "2000-01-16", "2001-12-31"]
    (tables / "reports.csv").write_text("date,age,sex\n" + "".join(f"{day},50,F\n" for day in reports))
    assert json.loads(bauta(*asked(tables), "--json").out)["cut_windows"] == 2
    assert json.loads(bauta(*asked(tables), "--days-after", "1", "--json").out)["cut_windows"] == 3
    assert json.loads(bauta(*asked(tables), "--days-before", "0", "--json").out)["cut_windows"] == 0
    assert "2 reports are so near the first or last day" in " ".join(bauta(*asked(tables)).out.split())


def test_repeated_and_missing_months_are_noticed(bauta, tables):
    months = tables / "months.csv"
    lines = months.read_text().splitlines()
    kept = [line for line in lines if not line.startswith("2001,7,")]
    months.write_text("\n".join([*kept, lines[1]]) + "\n")
    said = " ".join(bauta(*asked(tables)).out.split())
    assert "1 combination of 'year', 'month', 'province' occurs in more than one line; the counts were added" in said
    assert "some month is missing or has nobody for 3 combinations of year, 'province'; nobody was simulated" in said
