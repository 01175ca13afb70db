"""`bauta verification` end to end."""

import json
import re

import pytest

from bauta.report.content_verification import VERIFICATION_JSON_KEYS


def asked(class_size, attempts, probability, *more):
    return [
        "verification",
        f"--class-size={class_size}",
        f"--attempts={attempts}",
        f"--probability={probability}",
        *more,
    ]


def test_the_answer_comes_in_words_before_any_table(bauta):
    ended = bauta(*asked(5, 4, 0.9))
    assert ended.code == 0
    said, tables = ended.out.split("Figures", 1)
    assert "HIGH: trying 4 of 5 people" in said
    assert "from 18 people in a class on" in " ".join(said.split())
    assert "0.851" in said
    assert "p = 0.5" in tables


@pytest.mark.parametrize(
    ("question", "risk", "least", "bound"),
    [
        ((5, 4, 0.1), 0.0800200, 2, 6),
        ((5, 4, 0.9), 0.85122, 18, 19),
        ((5, 5, 0.9), 0.96561, 23, 24),
        ((3, 1, 0.5), 1 / 6, 3, 4),
        ((1, 1, 0), 1, 2, 3),
        ((10, 100, 1), 1, 500, 501),
    ],
)
def test_json_has_the_risk_and_both_class_sizes(question, risk, least, bound, bauta):
    document = json.loads(bauta(*asked(*question), "--threshold", "0.2", "--json").out)
    assert document["risk"] == pytest.approx(risk, rel=1e-12)
    assert (document["least_class_size"], document["published_bound"]) == (least, bound)
    assert document["is_acceptable"] == (question[0] >= least)


def test_a_threshold_is_a_pair_here_too(bauta):
    """0.09 stands for eleven: one attempt that always tells asks for eleven people, as one guess does."""
    document = json.loads(bauta(*asked(11, 1, 1), "--threshold", "0.09", "--json").out)
    assert document["least_class_size"] == 11
    assert document["is_acceptable"]


def test_every_key_of_the_json_is_documented(bauta):
    document = json.loads(bauta(*asked(5, 4, 0.9), "--json").out)
    keys = set(document)
    for key, value in document.items():
        inner, mark = (value[0], "[]") if isinstance(value, list) else (value, "")
        keys |= {f"{key}{mark}.{name}" for name in inner} if isinstance(inner, dict) else set()
    assert keys == VERIFICATION_JSON_KEYS.keys()


def test_the_report_draws_a_line_for_each_number_of_attempts(bauta, tmp_path):
    report = tmp_path / "report.html"
    assert bauta(*asked(5, 4, 0.9), "--report", report).code == 0
    html = report.read_text(encoding="utf-8")
    assert "<script" not in html
    for attempts in ("1 attempt", "2 attempts", "3 attempts", "4 attempts", "5 attempts"):
        assert re.search(f">{attempts}<", html)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ((0, 1, 0.5), "--class-size does not take 0"),
        ((10**13, 1, 0.5), "--class-size does not take"),
        ((5, 0, 0.5), "--attempts does not take 0"),
        ((5, -3, 0.5), "--attempts does not take -3"),
        ((5, 10**10, 0.5), "--attempts does not take"),
        ((5, 1, 1.01), "The verification probability does not take"),
        ((5, 1, -0.5), "The verification probability does not take '-0.5'"),
        ((5, 1, "nan"), "The verification probability does not take 'nan'"),
        ((5, 1, "1/0"), "The verification probability does not take '1/0'"),
        ((5, 1, ""), "The verification probability does not take ''"),
        ((5, 1, "1e-999"), "The verification probability does not take"),
        ((2.5, 1, 0.5), "should be a valid integer"),
        ((5, "many", 0.5), "should be a valid integer"),
    ],
)
def test_numbers_out_of_range_are_refused_in_one_line(question, said, bauta):
    ended = bauta(*asked(*question))
    assert ended.code == 2
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert not ended.out


def test_what_is_needed_is_asked_for(bauta):
    ended = bauta("verification", "--class-size", "5")
    assert ended.code == 2
    assert "--attempts" in ended.err
