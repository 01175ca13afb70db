import numpy as np
import pyarrow as pa

from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.coding import encode_classes
from bauta.equivalence.matching import match_sizes, population_match_sizes, population_sizes


def classes(sizes: list[int], **columns: list[object]) -> EquivalenceClasses:
    return encode_classes(pa.table(columns), np.array(sizes, dtype=np.int64))


def test_a_missing_value_matches_every_class_that_agrees_elsewhere() -> None:
    """Drawn out: (F,1) 2 people, (M,1) 3, (missing,1) 1, (M,2) 4, (missing,missing) 1."""
    found = match_sizes(classes([2, 3, 1, 4, 1], sex=["F", "M", None, "M", None], zip=["1", "1", "1", "2", None]))
    assert found.tolist() == [2 + 1 + 1, 3 + 1 + 1, 2 + 3 + 1 + 1, 4 + 1, 2 + 3 + 1 + 4 + 1]


def test_without_missing_values_both_rules_agree() -> None:
    some = classes([2, 3], sex=["F", "M"])
    assert match_sizes(some).tolist() == some.sizes.tolist()


def test_values_only_the_population_has_match_nothing() -> None:
    data = classes([1, 1], sex=["F", None])
    population = classes([5, 7, 2], sex=["F", "X", None])
    assert population_sizes(data, population).tolist() == [5, 2]
    assert population_match_sizes(data, population).tolist() == [5 + 2, 5 + 7 + 2]


def test_a_missing_value_of_the_population_is_no_value_of_the_data() -> None:
    data = classes([1], sex=["F"])
    population = classes([5, 2], sex=["F", None])
    assert population_sizes(data, population).tolist() == [5]
    assert population_match_sizes(data, population).tolist() == [7]


def test_a_class_nobody_in_the_population_has_gets_nobody() -> None:
    data = classes([1, 1], sex=["F", "M"], zip=["1", "1"])
    population = classes([4], sex=["F"], zip=["1"])
    assert population_sizes(data, population).tolist() == [4, 0]
    assert population_match_sizes(data, population).tolist() == [4, 0]


def test_numbers_and_texts_of_the_same_value_are_matched() -> None:
    data = classes([1, 1], age=["39", "7"])
    population = classes([3, 4, 5], age=[39.0, 7.0, 7.5])
    assert population_sizes(data, population).tolist() == [3, 4]
