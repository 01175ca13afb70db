"""Exposure: for every record, how many people it could be taken for. One over that number is its probability."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import EquivalenceClasses

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Memberships:
    """The people who are in more than one class, because their rows differ on a quasi-identifier."""

    person: Integers
    """Numbered from 0; one entry per person and class ..."""
    class_number: Integers
    """... and the class."""

    @property
    def people(self) -> int:
        return int(self.person.max()) + 1 if len(self.person) else 0


NOBODY = Memberships(person=np.empty(0, np.int64), class_number=np.empty(0, np.int64))


def totals_by_size(people: Integers, records: Integers) -> tuple[Integers, Integers, Integers]:
    """The different sizes in `people`, ascending; how often each occurs; and the records that belong to each."""
    if int(people.max()) <= 4 * len(people) + 1000:  # a table over every size up to the largest is small
        times, totals = np.bincount(people), np.bincount(people, weights=records)
        sizes = np.flatnonzero(times)
        return sizes.astype(np.int64), times[sizes], totals[sizes].astype(np.int64)
    sizes, number = np.unique(people, return_inverse=True)
    return sizes, np.bincount(number), np.bincount(number, weights=records).astype(np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class Exposure:
    """`records[i]` records could each be taken for `people[i]` people."""

    people: Integers
    records: Integers

    def by_size(self) -> tuple[Integers, Integers]:
        """The different numbers of people, ascending, and the records that have each."""
        sizes, _, records = totals_by_size(self.people, self.records)
        return sizes, records


def exposure(classes: EquivalenceClasses, people: Integers, wandering: Memberships = NOBODY) -> Exposure:
    """How many people each person of `classes` could be taken for, given that number for each class.

    A person whose rows fall into several classes is counted once, in the class that exposes them most. That is a
    lower bound of their risk: whoever knows two of their rows knows more than either.
    """
    if not wandering.people:
        return Exposure(people=people, records=classes.sizes)
    once = classes.sizes - np.bincount(wandering.class_number, minlength=len(classes))
    most_exposed = np.full(wandering.people, np.iinfo(np.int64).max)
    np.minimum.at(most_exposed, wandering.person, people[wandering.class_number])
    stays = once > 0
    return Exposure(
        people=np.concatenate((people[stays], most_exposed)),
        records=np.concatenate((once[stays], np.ones(wandering.people, np.int64))),
    )
