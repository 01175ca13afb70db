"""Losses that add up over cells, worked by hand; docs/explanation/information-loss.md has the same numbers."""

from math import log2

import numpy as np
import pytest

from bauta.hierarchies.hierarchy import Hierarchy, Level
from bauta.model.transformations import LossKind
from bauta.utility.loss import additive_loss

SIZES = np.array([3, 2, 1, 1])
"""Four values: a and b are told as one group, c and d as another, which has a fifth value nobody has."""


def letters() -> Hierarchy:
    return Hierarchy(
        "letter",
        (
            Level("value", np.array([0, 1, 2, 3], np.int32), ("a", "b", "c", "d"), np.array([1, 1, 1, 1])),
            Level("group", np.array([0, 0, 1, 1], np.int32), ("ab", "cde"), np.array([2, 3])),
            Level("all", np.array([0, 0, 0, 0], np.int32), ("*",), np.array([5])),
        ),
        n_leaves=5,
        source="made up",
    )


def tables(kind: LossKind, *, hierarchy: Hierarchy | None = None, weight: float = 1.0):
    hierarchy = hierarchy or letters()
    n_codes = len(hierarchy.levels[0].groups)
    return additive_loss(kind, [hierarchy], [SIZES[:n_codes].astype(float)], [weight])


def test_lm_counts_the_leaves_under_a_value_also_those_nobody_has():
    loss = tables(LossKind.LM)
    assert loss.generalized[0].tolist() == pytest.approx([0, 5 * 1 / 4 + 2 * 2 / 4, 7])
    assert [left.tolist() for left in loss.left[0]] == [[1, 1, 1, 1], [3 / 4, 2 / 4], [0]]
    assert loss.scale == 7


def test_precision_counts_steps():
    loss = tables(LossKind.PRECISION)
    assert loss.generalized[0].tolist() == [0, 3.5, 7]
    assert [left.tolist() for left in loss.left[0]] == [[1, 1, 1, 1], [0.5, 0.5], [0]]


def test_entropy_is_the_bits_that_are_lacking():
    loss = tables(LossKind.NON_UNIFORM_ENTROPY)
    all_bits = 3 * log2(7 / 3) + 2 * log2(7 / 2) + 2 * log2(7)
    assert loss.generalized[0].tolist() == pytest.approx([0, 3 * log2(5 / 3) + 2 * log2(5 / 2) + 2, all_bits])
    assert loss.left[0][0].tolist() == pytest.approx([log2(7 / 3), log2(7 / 2), log2(7), log2(7)])
    assert loss.left[0][1].tolist() == pytest.approx([log2(7 / 5), log2(7 / 2)])
    assert loss.left[0][2].tolist() == [0]
    assert loss.scale == 1


@pytest.mark.parametrize("kind", [LossKind.LM, LossKind.PRECISION, LossKind.NON_UNIFORM_ENTROPY], ids=str)
def test_what_is_lost_and_what_is_left_add_up_to_the_same_at_every_level(kind):
    loss = tables(kind)
    levels = letters().levels
    whole = [
        loss.generalized[0][level] + SIZES @ loss.left[0][level][levels[level].groups] for level in range(len(levels))
    ]
    assert whole == pytest.approx([whole[0]] * 3)


@pytest.mark.parametrize("kind", [LossKind.LM, LossKind.PRECISION, LossKind.NON_UNIFORM_ENTROPY], ids=str)
def test_a_weight_multiplies_what_is_lost_and_what_is_left(kind):
    once, thrice = tables(kind), tables(kind, weight=3.0)
    assert thrice.generalized[0].tolist() == pytest.approx((3 * once.generalized[0]).tolist())
    assert thrice.left[0][1].tolist() == pytest.approx((3 * once.left[0][1]).tolist())
    assert thrice.scale == (once.scale if kind is LossKind.NON_UNIFORM_ENTROPY else 3 * once.scale)


@pytest.mark.parametrize("kind", [LossKind.LM, LossKind.PRECISION], ids=str)
def test_the_only_value_of_a_hierarchy_loses_nothing_until_it_is_suppressed(kind):
    only = Level("value", np.array([0], np.int32), ("a",), np.array([1]))
    loss = tables(kind, hierarchy=Hierarchy("v", (only,), n_leaves=1, source="made up"))
    assert loss.generalized[0].tolist() == [0]
    assert loss.left[0][0].tolist() == [1]


def test_a_value_that_nobody_has_breaks_no_logarithm():
    """A population's values are in the hierarchy too."""
    with np.errstate(all="raise"):
        loss = additive_loss(LossKind.NON_UNIFORM_ENTROPY, [letters()], [np.array([3.0, 0, 1, 0])], [1.0])
    assert np.isfinite(loss.generalized[0]).all()
    assert all(np.isfinite(left).all() for left in loss.left[0])
