import pyarrow as pa
import pytest
from telling import built, check_laws, told

from bauta.errors import HierarchyLevelsInvalid
from bauta.model.transformations import CharacterHierarchy, NoHierarchy


def test_characters_are_hidden_from_the_right_or_the_left():
    right = built(CharacterHierarchy(hide=(1, 3)), "abcd", "abce", "x", None)
    assert told(right)["1 hidden"] == ["abc*", "abc*", "*", None]
    assert told(right)["3 hidden"] == ["a***", "a***", "*", None]
    check_laws(right)
    left = built(CharacterHierarchy(hide=(2,), side="left", sign="#"), "abcd", "x")
    assert told(left)["2 hidden"] == ["##cd", "#"]
    check_laws(left)


def test_ever_more_characters_must_be_hidden():
    with pytest.raises(HierarchyLevelsInvalid, match="ever larger numbers"):
        built(CharacterHierarchy(hide=(2, 1)), "abcd")


@pytest.mark.parametrize(("values", "type"), [(("F", "M"), None), ((True, False), pa.bool_()), ((1, 2), pa.int64())])
def test_without_a_hierarchy_there_is_the_value_or_nothing(values, type):
    hierarchy = built(NoHierarchy(), *values, None, type=type)
    assert list(told(hierarchy)) == ["original", "*"]
    assert told(hierarchy)["*"] == ["*", "*", "*"]
    assert hierarchy.levels[0].labels[-1] is None
    assert hierarchy.levels[1].leaves.tolist() == [hierarchy.n_leaves] == [3]
    check_laws(hierarchy)


def test_a_variable_without_any_value_still_has_a_hierarchy():
    hierarchy = built(NoHierarchy(), None, type=pa.string())
    assert told(hierarchy) == {"original": [None], "*": ["*"]}
