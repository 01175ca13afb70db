"""Whole numbers in bands of unequal width."""

import numpy as np
import pyarrow as pa
import pytest
from pydantic import ValidationError

from bauta.equivalence.classes import Domain
from bauta.errors import HierarchyDoesNotFit
from bauta.hierarchies.bands import LADDER, band_starts, chosen_bands, suggested_bands
from bauta.hierarchies.build import build_hierarchy
from bauta.model.transformations import BandHierarchy

DAYS = [-40, -1, 0, 1, 2, 6, 7, 8, 29, 30, 400]


def labels(section: BandHierarchy, level: int, days: list[int]) -> list[str | None]:
    hierarchy = build_hierarchy(section, "days", Domain(pa.array(days, pa.int64()), has_missing=False))
    own = hierarchy.levels[level]
    return [own.labels[group] for group in own.groups]


def test_a_band_is_named_by_its_first_and_last_number():
    section = BandHierarchy(starts=((1, 2, 7, 30), (7,)))
    assert labels(section, 1, DAYS) == [
        "<0", "<0", "0", "1", "2-6", "2-6", "7-29", "7-29", "7-29", "30+", "30+",
    ]  # fmt: skip
    assert labels(section, 2, DAYS) == ["<0"] * 2 + ["0-6"] * 4 + ["7+"] * 5
    assert set(labels(section, 3, DAYS)) == {"*"}


@pytest.mark.parametrize("starts", [(1,), (2, 7, 30), *LADDER])
def test_numbers_have_one_start_exactly_if_they_have_one_name(starts):
    numbers = np.arange(-5, 4_000)
    by_name = labels(BandHierarchy(starts=(starts,)), 1, numbers.tolist())
    assert len(set(zip(by_name, band_starts(starts, numbers).tolist(), strict=True))) == len(set(by_name))
    assert len(set(by_name)) == len(set(band_starts(starts, numbers).tolist())) == len(starts) + 2
    inside = band_starts(starts, numbers)[numbers >= 0]
    assert (inside <= numbers[numbers >= 0]).all()


def test_what_stands_for_a_band_is_in_it():
    starts = np.unique(band_starts((3, 14), np.arange(-9, 99)))
    assert (band_starts((3, 14), starts) == starts).all()


def test_the_ladder_nests_and_keeps_days_of_the_week_from_a_week_on():
    assert BandHierarchy(starts=LADDER).starts == LADDER
    assert all(start % 7 == 0 for starts in LADDER for start in starts if start >= 7)


def test_bands_reach_as_far_as_some_of_the_people():
    stays = np.array([1, 2, 3, 10, 900])
    section = suggested_bands(stays, np.array([400, 300, 200, 99, 1]))
    assert max(section.starts[0]) == 7
    assert suggested_bands(np.array([0]), np.array([9])).starts == ()
    assert suggested_bands(np.zeros(0, np.int64), np.zeros(0, np.int64)).starts == ()
    assert max(suggested_bands(np.array([5_000]), np.array([3])).starts[0]) == 3640


def test_a_study_names_the_finest_bands_and_coarser_ones_follow():
    assert chosen_bands([7]).starts == ((7,),)
    assert chosen_bands([1, 2, 3, 4, 5]).starts == ((1, 2, 3, 4, 5), (2, 4), (4,))


@pytest.mark.parametrize("starts", [((7, 7),), ((0, 7),), ((7,), (8,)), ((7,), (7,)), ((),)])
def test_bands_that_do_not_nest_are_refused(starts):
    with pytest.raises(ValidationError):
        BandHierarchy(starts=starts)


def test_what_is_no_whole_number_has_no_band():
    domain = Domain(pa.array(["3", "4.5"], pa.string()), has_missing=False)
    with pytest.raises(HierarchyDoesNotFit):
        build_hierarchy(BandHierarchy(starts=((2,),)), "days", domain)
