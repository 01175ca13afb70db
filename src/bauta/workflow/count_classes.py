"""The classes of a table: rows, or people where there is a person key."""

from collections.abc import Sequence

from bauta.engines.counts import GroupCounts
from bauta.engines.engine import Engine
from bauta.model.assessment import Unit
from bauta.model.microdata import Microdata
from bauta.risk.exposure import NOBODY, Memberships


def count_classes(
    engine: Engine, data: Microdata, variables: Sequence[str], person_key: str | None
) -> tuple[GroupCounts, Unit, Memberships]:
    """The classes, how rows became people, and who is in more than one class."""
    if person_key is None:
        groups = engine.count_groups(data, variables)
        rows = int(groups.sizes.sum())
        return groups, Unit(rows=rows, people=rows, person_key=None), NOBODY
    counted = engine.count_people(data, variables, person_key)
    wandering = Memberships(person=counted.wandering_person, class_number=counted.wandering_group)
    unit = Unit(
        rows=counted.rows,
        people=counted.people,
        person_key=person_key,
        people_in_several_classes=wandering.people,
    )
    return counted.groups, unit, wandering
