"""People per three-digit ZIP code prefix, which decides where HIPAA's Safe Harbor asks for 000.

The figures and their sources are in data/zip3.csv, which is part of the package and read once.
"""

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

LARGEST_RESTRICTED = 20_000
"""A prefix with this many people or fewer is told as 000: 45 CFR 164.514(b)(2)(i)(B)."""

CENSUSES = ("2000", "2010", "2020")


@dataclass(frozen=True)
class Prefix:
    """What is known of one prefix."""

    state: str
    was_restricted_in_2000: bool
    people: MappingProxyType[str, int]
    """By census; the counts of 2000 are not known here, only which prefixes were restricted."""

    def is_restricted(self, census: str) -> bool:
        return self.was_restricted_in_2000 if census == "2000" else self.people[census] <= LARGEST_RESTRICTED

    def has_residents(self, census: str) -> bool:
        return census == "2000" or self.people[census] > 0


@cache
def known_prefixes() -> MappingProxyType[str, Prefix]:
    """Every prefix that the census of 2010 or 2020 has."""
    text = files("bauta.hierarchies").joinpath("data/zip3.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return MappingProxyType(
        {
            row["prefix"]: Prefix(
                state=row["state"],
                was_restricted_in_2000=row["restricted_2000"] == "yes",
                people=MappingProxyType({"2010": int(row["people_2010"]), "2020": int(row["people_2020"])}),
            )
            for row in rows
        }
    )


@cache
def tellable_prefixes(census: str) -> frozenset[str]:
    """The prefixes that may be told by this census; all others, also those with no residents at all, are 000.

    Which prefixes had residents in 2000 is not known here, so those in neither later table are restricted too.
    """
    return frozenset(prefix for prefix, known in known_prefixes().items() if not known.is_restricted(census))


@cache
def restricted_prefixes(census: str) -> frozenset[str]:
    """The prefixes of the census with 20,000 people or fewer."""
    return frozenset(known_prefixes()) - tellable_prefixes(census)


@cache
def only_restricted_of_state(census: str) -> MappingProxyType[str, str]:
    """By state: its restricted prefix, where people live in one of them only, so that 000 and the state tell it."""
    restricted = {
        prefix: known_prefixes()[prefix].state
        for prefix in restricted_prefixes(census)
        if known_prefixes()[prefix].has_residents(census)
    }
    prefixes_of = Counter(restricted.values())
    return MappingProxyType({state: prefix for prefix, state in sorted(restricted.items()) if prefixes_of[state] == 1})
