import pyarrow as pa
import pytest
from telling import built, check_laws, rows_of, told

from bauta.errors import (
    HierarchyCycle,
    HierarchyDuplicate,
    HierarchyEmpty,
    HierarchyGroupEmpty,
    HierarchyLabelMissing,
    HierarchyLacksValues,
    HierarchyRefines,
    HierarchyUneven,
)
from bauta.model.transformations import FileHierarchy, TreeHierarchy

FILE = FileHierarchy(path="v.csv")
AGES = "1;0-4;* 2;0-4;* 7;5-9;* 8;5-9;*"


def from_file(text, *values, **options):
    return built(FILE, *values, rows=rows_of(text), **options)


def from_tree(tree, *values, **options):
    return built(TreeHierarchy(tree=tree), *values, **options)


def test_a_file_tells_its_values_and_counts_those_the_data_lack():
    hierarchy = from_file(AGES, "7", "1", "2")
    assert told(hierarchy) == {
        "original": ["7", "1", "2"],
        "level 1": ["5-9", "0-4", "0-4"],
        "level 2": ["*", "*", "*"],
    }
    assert hierarchy.n_leaves == 4
    assert [level.leaves.tolist() for level in hierarchy.levels] == [[1, 1, 1], [2, 2], [4]]
    check_laws(hierarchy)


def test_typed_values_are_found_under_their_text():
    assert told(from_file(AGES, 7.0, 1.0, type=pa.float64()))["level 1"] == ["5-9", "0-4"]


def test_a_missing_value_stays_missing_until_everything_is_told_alike():
    hierarchy = from_file(AGES, "1", None)
    assert told(hierarchy) == {"original": ["1", None], "level 1": ["0-4", None], "level 2": ["*", "*"]}
    assert hierarchy.n_leaves == 5
    assert hierarchy.levels[2].leaves.tolist() == [5]
    check_laws(hierarchy)


def test_a_file_that_ends_in_several_groups_keeps_the_missing_apart():
    assert told(from_file("a;x b;y", "a", "b", None))["level 1"] == ["x", "y", None]


def test_a_group_of_all_listed_values_is_not_taken_for_everything():
    hierarchy = from_file("NO;Europe;World IT;Europe;World", "NO", "JP", None, outside=True)
    assert told(hierarchy)["level 1"] == ["Europe", "(outside the hierarchy)", None]
    assert told(hierarchy)["level 2"] == ["World", "World", "World"]
    check_laws(hierarchy)


def test_a_file_may_say_where_the_missing_value_belongs():
    rows = rows_of("a;x;* b;y;*")
    rows = type(rows)(rows.source, ("kind", "all"), (*rows.rows, ("", "y", "*")), (1, 2, 3))
    hierarchy = built(FILE, "a", "b", None, rows=rows)
    assert told(hierarchy)["kind"] == ["x", "y", "y"]
    assert hierarchy.n_leaves == 3
    assert built(FILE, "a", rows=rows).n_leaves == 3
    check_laws(hierarchy)


def test_a_value_missing_from_the_file_is_one_error_with_counts():
    with pytest.raises(HierarchyLacksValues, match=r"^v\.csv lacks 2 different values of 'v'\.") as told:
        from_file(AGES, "1", "x99", "x98")
    assert "x99" not in str(told.value)


def test_a_populations_values_outside_the_file_are_told_apart_until_everything_is_told_alike():
    hierarchy = from_file(AGES, "1", "99", "98", outside=True)
    assert told(hierarchy)["level 1"] == ["0-4", "(outside the hierarchy)", "(outside the hierarchy)"]
    assert told(hierarchy)["level 2"] == ["*", "*", "*"]
    check_laws(hierarchy)


def test_spaces_around_a_value_of_the_data_do_not_matter():
    assert told(from_file(AGES, "1", " 1"))["level 1"] == ["0-4", "0-4"]


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("a;x;* b;*", HierarchyUneven, "Line 2 of v.csv has 1 levels, but line 1 has 2"),
        ("a;x;* b;;*", HierarchyLabelMissing, "Line 2 of v.csv names no group on level 1"),
        ("a;x;* b;y;* a;x;*", HierarchyDuplicate, "Line 3 of v.csv lists a value that line 1 lists already"),
        ("a;x;y;* b;x;z;*", HierarchyRefines, "Line 2 of v.csv refines .* like line 1 on level 1, but .* on level 2"),
        ("a;*;y b;*;z", HierarchyRefines, "Line 2 of v.csv"),
        ("a;b;a;*", HierarchyCycle, "Line 1 of v.csv goes in a circle"),
        ("a;b;* b;a;*", HierarchyCycle, "Line 2 of v.csv goes in a circle with line 1"),
        ("c;a;b;* d;b;a;*", HierarchyCycle, "Line 2 of v.csv goes in a circle"),
        ("4;8;4;*", HierarchyCycle, "Line 1 of v.csv"),
        ("", HierarchyEmpty, "v.csv lists no values"),
    ],
)
def test_rows_that_are_no_hierarchy_are_refused_by_their_line(text, error, words):
    with pytest.raises(error, match=words):
        from_file(text, "a")


@pytest.mark.parametrize("text", ["1;2;* 2;1;* 3;1;*", "a;a;x;* x;x;x;*", "a;x;x;*"])
def test_codes_used_twice_and_groups_repeated_on_the_next_level_are_no_circle(text):
    check_laws(from_file(text, text[0]))


def test_a_tree_tells_its_values():
    tree = {"Europe": {"North": ["NO", "SE"], "South": ["IT"]}, "Asia": {"East": ["JP", "KR"]}}
    hierarchy = from_tree(tree, "SE", "IT", "JP", None)
    assert told(hierarchy) == {
        "original": ["SE", "IT", "JP", None],
        "level 1": ["North", "South", "East", None],
        "level 2": ["Europe", "Europe", "Asia", None],
        "*": ["*", "*", "*", "*"],
    }
    assert hierarchy.n_leaves == 6
    assert hierarchy.levels[2].leaves.tolist() == [2, 3, 1]
    check_laws(hierarchy)


def test_a_group_of_a_tree_may_be_a_single_value():
    assert told(from_tree({"A": ["a", "b"], "C": "c"}, "a", "c"))["level 1"] == ["A", "C"]


@pytest.mark.parametrize(
    ("tree", "error", "words"),
    [
        ({"A": {"B": ["a"]}, "C": ["c"]}, HierarchyUneven, "in the group 'C', has 1 levels, but the group 'A' has 2"),
        ({"A": ["a"], "C": ["a"]}, HierarchyDuplicate, "The tree of 'v', in the group 'C', lists a value"),
        ({"A": ["a"], "C": []}, HierarchyGroupEmpty, "The tree of 'v' has a group 'C' without values"),
        ({"A": {"B": None}}, HierarchyGroupEmpty, "has a group 'B' without values"),
        ({"A": {"C": ["a"]}, "B": {"C": ["b"]}}, HierarchyRefines, "The tree of 'v' refines"),
        ({"A": {"B": {"A": ["a"]}}}, HierarchyCycle, "The tree of 'v' goes in a circle"),
        ({}, HierarchyEmpty, "The tree of 'v' lists no values"),
        ({"A": ["a"]}, HierarchyLacksValues, "The tree of 'v' lacks 1 value of 'v'"),
    ],
)
def test_trees_that_are_no_hierarchy_are_refused(tree, error, words):
    with pytest.raises(error, match=words):
        from_tree(tree, "a", "z")
