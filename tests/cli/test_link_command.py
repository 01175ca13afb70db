"""`bauta link` end to end."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bauta.report.content_link import LINK_JSON_KEYS

A = "key,age,sex,income\n1,30,F,low\n2,30,F,high\n3,31,M,low\n4,40,M,low\n"
B = "key,age,sex,dx\n1,30.0,F,x\n2,30.0,F,y\n3,31.0,M,z\n7,40.0,M,z\n9,30.0,F,w\n8,50.0,F,q\n"


@pytest.fixture
def releases(tmp_path):
    (tmp_path / "a.csv").write_text(A, encoding="utf-8")
    (tmp_path / "b.csv").write_text(B.replace(".0", ""), encoding="utf-8")
    return tmp_path / "a.csv", tmp_path / "b.csv"


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}" if path else key
            yield from key_paths(inner, f"{path}.{key}" if path else key)


def test_without_a_key_everybody_who_can_be_is_taken_to_be_in_both(bauta, releases):
    told = json.loads(bauta("link", *releases, "--on", "age,sex", "--json").out)
    assert told["expected_matches"] == pytest.approx(2 / 3 + 1 + 1)
    assert told["share"] == pytest.approx((2 / 3 + 2) / 4)
    assert (told["in_both"], told["basis"]) == (4, "as many as can be")
    assert told["notification"]["told_by_class"] == 5
    assert told["notification"]["reached_if_linked"] == pytest.approx(4 / 3 + 1 + 1)
    assert set(key_paths(told)) == {key for key in LINK_JSON_KEYS if "[]" not in key}  # lists are empty here


def test_with_a_key_the_people_in_both_are_counted(bauta, releases):
    """Patient 4 of A and patient 7 of B are two people who look alike."""
    told = json.loads(bauta("link", *releases, "--on", "age,sex", "--person-key", "key", "--json").out)
    assert (told["in_both"], told["basis"]) == (3, "person key")
    assert told["expected_matches"] == pytest.approx(2 / 3 + 1)
    assert told["unique_pairs"] == 2


def test_a_release_that_cannot_be_a_part_of_the_other_has_no_notification(bauta, releases):
    a, b = releases
    told = json.loads(bauta("link", b, a, "--on", "age,sex", "--json").out)
    assert told["notification"] is None
    assert told["linkable"] == 5
    assert told["expected_matches"] == pytest.approx(2 / 3 + 2)


def test_it_is_told_in_words(bauta, releases):
    ended = bauta("link", *releases, "--on", "age,sex")
    assert ended.code == 0
    assert re.search(r"2\.67 of 4 people are expected", ended.out)
    assert "breach" in ended.out


def test_mistakes_are_told_in_one_sentence(bauta, releases):
    a, b = releases
    assert "--on" in bauta("link", a, b).err
    assert "Did you mean 'sex'?" in bauta("link", a, b, "--on", "sexx").err
    assert bauta("link", a, b, "--on", "income").code == 2
    assert bauta("link", a, b, "--on", "age", "--person-key", "age").code == 2
