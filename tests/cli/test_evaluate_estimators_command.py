"""`bauta evaluate-estimators` end to end."""

import json
import random

import pytest

from bauta.report.content_evaluation import EVALUATION_JSON_KEYS

MARK = "QXZ7"
QI = ("--qi", "age,zip,sex")


def rows(n=240):
    return [f"{i},{20 + i % 37},{MARK}{(i * i) % 9},{'FM'[i % 2]},{MARK}{i}\n" for i in range(n)]


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("id,age,zip,sex,name\n" + "".join(rows()))
    return path


def asked(data, *more):
    return ["evaluate-estimators", data, *QI, "--fractions", "0.2,0.6", "--samples", 3, *more]


def without_times(text):
    def strip(value):
        if isinstance(value, dict):
            return {key: strip(inner) for key, inner in value.items() if key != "cpu_seconds"}
        return [strip(inner) for inner in value] if isinstance(value, list) else value

    return strip(json.loads(text))


def test_every_estimator_is_tried_at_every_fraction(bauta, data):
    document = json.loads(bauta(*asked(data), "--json").out)
    assert document["people"] == 240
    assert document["people_sampled"] == [48, 144]
    assert len(document["marketer"]["by_fraction"]) == 6 * 2
    assert len(document["uniques"]["by_fraction"]) == 5 * 2
    assert {row["estimator"] for row in document["uniques"]["by_fraction"]} == {
        "poisson-gamma", "zayatz", "pitman", "snb", "dankar",
    }  # fmt: skip
    overall = [row["mean_absolute_error"] for row in document["marketer"]["overall"] if not row["unanswered"]]
    assert overall == sorted(overall)
    assert all(row["cpu_seconds"] >= 0 for row in document["marketer"]["by_fraction"] if row["cpu_seconds"] is not None)


def test_every_key_is_documented(bauta, data):
    def paths(value, path=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                yield f"{path}.{key}".lstrip(".")
                yield from paths(inner, f"{path}.{key}".lstrip("."))
        elif isinstance(value, list):
            for inner in value:
                yield from paths(inner, f"{path}[]")

    document = json.loads(bauta(*asked(data), "--json").out)
    assert set(paths(document)) == EVALUATION_JSON_KEYS.keys()


def test_the_page_says_who_erred_least_and_shows_no_value(bauta, data, tmp_path):
    report = tmp_path / "report.html"
    ended = bauta(*asked(data), "--report", report)
    assert ended.code == 0
    said = " ".join(ended.out.split())
    assert "erred least. Its marketer risk was off by" in said
    assert "3 samples at each of 2 sampling fractions of 240 people" in said
    assert "Samples of 48, 144 people" in said
    html = report.read_text(encoding="utf-8")
    assert html.count("<svg") == 2
    assert MARK not in ended.out + html


def test_a_seed_decides_and_the_order_of_rows_does_not(bauta, data):
    more = ("--json", "--person-key", "id", "--seed")
    first, other = (without_times(bauta(*asked(data, *more, seed)).out) for seed in (1, 2))
    lines = rows()
    random.Random(3).shuffle(lines)
    data.write_text("id,age,zip,sex,name\n" + "".join(lines))
    again = without_times(bauta(*asked(data, *more, 1)).out)
    assert first == again
    assert first["marketer"] != other["marketer"]


def test_people_with_several_rows_count_once_whatever_the_order(bauta, data):
    more = [f"{i},{50 - i % 11},{MARK}0,F,x\n" for i in range(0, 240, 5)]
    results = []
    for lines in (rows() + more, more[::-1] + rows()[::-1]):
        data.write_text("id,age,zip,sex,name\n" + "".join(lines))
        results.append(without_times(bauta(*asked(data, "--person-key", "id", "--json")).out))
    assert results[0] == results[1]
    assert results[0]["people"] == 240
    assert any("Each counts in one class" in note for note in results[0]["notes"])


def test_some_estimators_at_everybody(bauta, data):
    ended = bauta("evaluate-estimators", data, *QI, "--fractions", "1", "--samples", 1, "--estimators", "snb,mu-argus")
    assert ended.code == 0
    assert "mu-argus: erred least. Its marketer risk was off by 0 %" in ended.out
    assert "two-way" not in ended.out


def test_only_estimators_of_uniques(bauta, data):
    ended = bauta(*asked(data, "--estimators", "zayatz,dankar"))
    assert "number of population uniques was off by" in " ".join(ended.out.split())
    assert "Relative error of the marketer risk" not in ended.out


def test_nobody_unique(bauta, data):
    ended = bauta("evaluate-estimators", data, "--qi", "sex,id", "--estimators", "zayatz", "--samples", 1)
    assert ended.code == 0
    data.write_text("a,b\n" + "x,y\nx,z\n" * 20)
    ended = bauta("evaluate-estimators", data, "--qi", "a,b", "--samples", 2, "--estimators", "zayatz")
    assert ended.code == 0
    assert "Nobody is unique" in ended.out


def test_a_study_says_what_is_read(bauta, data, tmp_path):
    study = tmp_path / "study.yaml"
    roles = "".join(f"  {name}: {{role: quasi_identifier}}\n" for name in ("age", "zip", "sex"))
    study.write_text(f"data: {{path: people.csv}}\nperson_key: id\nvariables:\n{roles}")
    document = json.loads(bauta("evaluate-estimators", study, "--samples", 1, "--fractions", "0.5", "--json").out)
    assert document["quasi_identifiers"] == ["age", "zip", "sex"]
    assert document["person_key"] == "id"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--fractions", "0"], "--fractions does not take '0'. Use shares of the people above 0 and up to 1"),
        (["--fractions", "0.5,1.2"], "--fractions does not take '1.2'"),
        (["--fractions", "half"], "--fractions does not take 'half'"),
        (["--fractions", ""], "--fractions does not take ''"),
        (["--fractions", "nan"], "--fractions does not take 'nan'"),
        (["--fractions", "0.5,0.005"], "--fractions does not take 0.005 for data of 240 people"),
        (["--samples", "0"], "--samples does not take 0"),
        (["--seed", "-1"], "--seed does not take -1"),
        (["--estimators", "best"], "--estimators does not take 'best'. Use poisson-gamma, log-linear"),
        (["--estimators", ""], "--estimators does not take ''"),
        (["--qi", "agee"], "Did you mean 'age'?"),
        (["--report", "report.txt"], "html"),
    ],
)
def test_mistakes_are_one_sentence(options, said, bauta, data):
    ended = bauta(*asked(data), *options)
    assert ended.code == 2
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert MARK not in ended.err


def test_quasi_identifiers_must_be_named(bauta, data):
    ended = bauta("evaluate-estimators", data)
    assert ended.code == 2
    assert "Name them with --qi" in ended.err
