"""Theorem 1 by writing down every mapping of the disclosed records of a class to the people of that class."""

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction

import pyarrow as pa
import pytest

from bauta.model.assessment import Assessment
from bauta.workflow.requests import PopulationRequest

Mapping = tuple[int, ...]
CLASSES = [(disclosed, people) for people in range(1, 6) for disclosed in range(1, people + 1)]


def expected_correct_matches(mappings: Iterable[Mapping]) -> Fraction:
    """Record r belongs to person r; every mapping is as likely as any other."""
    correct = [sum(person == record for record, person in enumerate(mapping)) for mapping in mappings]
    return Fraction(sum(correct), len(correct))


@pytest.mark.parametrize(("disclosed", "people"), CLASSES, ids=[f"f={f} F={F}" for f, F in CLASSES])
def test_one_to_one_mappings_match_f_over_F_records(disclosed: int, people: int) -> None:
    mappings = itertools.permutations(range(people), disclosed)
    assert expected_correct_matches(mappings) == Fraction(disclosed, people)


@pytest.mark.parametrize(("disclosed", "people"), CLASSES, ids=[f"f={f} F={F}" for f, F in CLASSES])
def test_any_random_mappings_match_f_over_F_records(disclosed: int, people: int) -> None:
    mappings = itertools.product(range(people), repeat=disclosed)
    assert expected_correct_matches(mappings) == Fraction(disclosed, people)


def test_marketer_risk_is_the_expected_share_over_all_mappings(measured: Callable[..., Assessment]) -> None:
    classes = {"a": (1, 1), "b": (2, 3), "c": (3, 4), "d": (1, 5)}
    disclosed = pa.table({"class": [name for name, (f, _) in classes.items() for _ in range(f)]})
    people = pa.table({"class": [name for name, (_, F) in classes.items() for _ in range(F)]})
    expected = sum(expected_correct_matches(itertools.permutations(range(F), f)) for f, F in classes.values()) / len(
        disclosed
    )
    assessment = measured(disclosed, "class", population=PopulationRequest(people))
    assert assessment.marketer.exact_average == expected


def test_with_everyone_disclosed_the_expected_share_is_classes_over_people(measured: Callable[..., Assessment]) -> None:
    everyone = pa.table({"class": ["a", "b", "b", "c", "c", "c"]})
    expected = sum(expected_correct_matches(itertools.permutations(range(f))) for f in (1, 2, 3)) / 6
    assert expected == Fraction(3, 6)
    assert measured(everyone, "class").marketer.exact_average == expected
