import pytest

from bauta.model.transformations import KeySource, PseudonymMask, PseudonymMethod, RedactMask, ReplaceMask, Replacement
from bauta.transform.masking.mask import mask_values
from drawing import draws_of

KEY = bytes(range(32))
NAMES = [f"P{i:04d}" for i in range(500)]
RANDOM = PseudonymMask()
KEYED = PseudonymMask(method=PseudonymMethod.KEYED, key=KeySource(env="KEY"), prefix="K-")
REVERSIBLE = PseudonymMask(method=PseudonymMethod.REVERSIBLE, key=KeySource(env="KEY"))
NUMBERS = ReplaceMask(like=Replacement.NUMBER)


def test_redaction_tells_nothing_but_that_there_was_a_value() -> None:
    assert mask_values(RedactMask(tag="-"), ["a", "b"], draws=draws_of(0)) == ["-", "-"]


@pytest.mark.parametrize(
    "section", [RANDOM, KEYED, REVERSIBLE, NUMBERS], ids=["random", "keyed", "reversible", "number"]
)
def test_every_value_has_a_code_of_its_own_that_is_no_value(section) -> None:
    codes = mask_values(section, NAMES, draws=draws_of(0), key=KEY)
    assert len(set(codes)) == len(NAMES)
    assert set(codes).isdisjoint(NAMES)


@pytest.mark.parametrize(
    "section", [RANDOM, KEYED, REVERSIBLE, NUMBERS], ids=["random", "keyed", "reversible", "number"]
)
def test_a_value_that_is_given_twice_has_one_code(section) -> None:
    one, two, again = mask_values(section, ["P0001", "P0002", "P0001"], draws=draws_of(0), key=KEY)
    assert one == again != two


def test_keyed_codes_are_the_same_in_every_table_and_random_ones_are_not() -> None:
    assert (
        mask_values(KEYED, NAMES, draws=draws_of(1), key=KEY)[10]
        == mask_values(KEYED, ["P0010"], draws=draws_of(2), key=KEY)[0]
    )
    assert mask_values(RANDOM, ["P0010"], draws=draws_of(1)) != mask_values(RANDOM, ["P0010"], draws=draws_of(2))
    assert mask_values(RANDOM, ["P0010"], draws=draws_of(1)) == mask_values(RANDOM, ["P0010"], draws=draws_of(1))


def test_a_keyed_pseudonym_without_a_key_is_not_made() -> None:
    with pytest.raises(ValueError, match="needs a key"):
        mask_values(KEYED, NAMES, draws=draws_of(0))


@pytest.mark.parametrize("section", [RANDOM, NUMBERS], ids=["random", "number"])
def test_who_is_in_an_earlier_crosswalk_keeps_the_code_and_nobody_else_gets_it(section) -> None:
    earlier = dict(zip(NAMES, mask_values(section, NAMES, draws=draws_of(1)), strict=True))
    now = [*NAMES[400:], *(f"Q{i:04d}" for i in range(500))]
    codes = dict(zip(now, mask_values(section, now, draws=draws_of(1), known=earlier), strict=True))
    assert all(codes[name] == earlier[name] for name in NAMES[400:])
    new = {codes[name] for name in now[100:]}
    assert len(new) == 500
    assert new.isdisjoint(earlier.values())
    assert new.isdisjoint(earlier)
    assert earlier.keys() == set(NAMES)


def test_an_earlier_replacement_that_has_become_a_true_value_is_drawn_anew() -> None:
    new = mask_values(NUMBERS, ["1234", "5678"], draws=draws_of(0), known={"1234": "5678"})
    assert set(new).isdisjoint(["1234", "5678"])
    assert len(set(new)) == 2
