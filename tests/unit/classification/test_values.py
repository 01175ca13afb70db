import pytest

from bauta.classification.values import Values
from bauta.model.roles import VariableType


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "20", "300"] * 20, VariableType.INTEGER),
        (["01", "20", "300"] * 20, VariableType.CODE),
        (["12345678901234567890"] * 3, VariableType.CODE),
        (["1.5", "20", "-3"] * 20, VariableType.DECIMAL),
        (["1e-5", ".5"] * 20, VariableType.DECIMAL),
        (["2020-01-31", "1999-12-01"] * 20, VariableType.DATE),
        (["31.01.2020", "1.12.1999"] * 20, VariableType.DATE),
        (["20200131", "19991201"] * 20, VariableType.DATE),
        (["2020-01-31", "1999-12", "1987"] * 20, VariableType.DATE),
        (["2020-01-31T10:20:30", "1999-12-01 00:00"] * 20, VariableType.DATETIME),
        (["1987", "1950"] * 20, VariableType.INTEGER),
        (["Y", "N"] * 20, VariableType.BOOLEAN),
        (["0", "1"] * 20, VariableType.BOOLEAN),
        (["Y", "N", "U"] * 20, VariableType.CATEGORY),
        (["red", "green", "blue"] * 20, VariableType.CATEGORY),
        ([f"AB-{n:04}" for n in range(100)], VariableType.CODE),
        ([f"note about {n}" for n in range(100)], VariableType.TEXT),
        (["12ABC34", "56XYZ78"] * 40, VariableType.CATEGORY),
    ],
)
def test_text_shows_what_it_holds(column, values, expected):
    assert Values.of(*column("x", values)).type is expected


def test_a_stored_type_is_kept(column):
    assert Values.of(*column("x", ["1", "2"] * 20, VariableType.DECIMAL)).type is VariableType.DECIMAL


def test_numbers_under_a_name_that_numbers_things_are_codes(column):
    assert Values.of(*column("batch_id", ["1", "2", "3"] * 20, VariableType.INTEGER)).type is VariableType.CODE
