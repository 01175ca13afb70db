"""The lists of restricted prefixes by three censuses, as published or computed from the published counts."""

import csv

import pytest

from bauta.hierarchies.zip3_census import (
    known_prefixes,
    only_restricted_of_state,
    restricted_prefixes,
    tellable_prefixes,
)

HHS_2000 = [
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878", "879", "884", "890",
    "893",
]  # fmt: skip
PEOPLE_2010 = {
    "036": 13_759, "059": 3_525, "102": 12_636, "202": 0, "203": 2_055, "204": 0, "205": 8, "369": 19_164,
    "556": 16_024, "692": 8_637, "753": 0, "772": 0, "821": 369, "823": 16_430, "878": 18_552, "879": 17_432,
    "884": 17_370, "893": 12_103,
}  # fmt: skip
PEOPLE_2020 = {
    "036": 13_153, "059": 3_352, "102": 15_082, "202": 0, "203": 772, "204": 60, "205": 44, "369": 17_596,
    "556": 16_415, "692": 8_626, "753": 0, "772": 4_280, "821": 392, "823": 14_702, "878": 17_364, "879": 16_082,
    "884": 16_740, "893": 10_701,
}  # fmt: skip
NEAR_MISSES_2020 = {"576": 20_310, "999": 21_178, "831": 22_228, "994": 22_324, "516": 22_642, "830": 22_696}
STATES_2020 = {"AL": 5_024_279, "CA": 39_538_223, "MA": 7_029_917, "NH": 1_377_529, "VT": 643_077, "NY": 20_201_249}
"""Resident population, 2020 Census, table P1."""


def test_2000_has_the_seventeen_of_the_guidance():
    assert restricted_prefixes("2000") == set(HHS_2000)


@pytest.mark.parametrize(("census", "printed"), [("2010", PEOPLE_2010), ("2020", PEOPLE_2020)])
def test_the_later_lists_have_eighteen_with_their_people(census, printed):
    assert restricted_prefixes(census) == set(printed)
    assert {prefix: known_prefixes()[prefix].people[census] for prefix in printed} == printed


@pytest.mark.parametrize("prefix", NEAR_MISSES_2020)
def test_near_misses_may_be_told(prefix):
    assert known_prefixes()[prefix].people["2020"] == NEAR_MISSES_2020[prefix]
    assert prefix in tellable_prefixes("2020")


@pytest.mark.parametrize("census", ["2000", "2010", "2020"])
@pytest.mark.parametrize("prefix", ["090", "000", "962", "311"])
def test_prefixes_the_census_does_not_have_may_not_be_told(prefix, census):
    assert prefix not in tellable_prefixes(census)


def test_the_table_is_the_whole_census_of_2020():
    assert len(known_prefixes()) == 894
    assert sum(known.people["2020"] for known in known_prefixes().values()) == 334_726_586


@pytest.mark.parametrize("state", STATES_2020)
def test_prefixes_are_in_their_states(state):
    people = sum(known.people["2020"] for known in known_prefixes().values() if known.state == state)
    assert people == pytest.approx(STATES_2020[state], rel=0.001)


def test_the_states_the_paper_names_have_one_restricted_prefix():
    named = {"NH": "036", "AL": "369", "MN": "556", "NE": "692", "NV": "893"}
    assert named.items() <= dict(only_restricted_of_state("2010")).items()
    assert dict(only_restricted_of_state("2010")) == {**named, "VT": "059", "NY": "102"}
    assert "WY" not in only_restricted_of_state("2020")
    assert "NV" not in only_restricted_of_state("2000")  # 890 and 893


def test_the_table_is_that_of_the_source(shared_data):
    with shared_data("zip/zip3_pop_2010_2020.csv").open(encoding="utf-8") as file:
        rows = {row["zip3"]: (int(row["pop2010"]), int(row["pop2020"])) for row in csv.DictReader(file)}
    own = {prefix: (one.people["2010"], one.people["2020"]) for prefix, one in known_prefixes().items()}
    assert own == rows
