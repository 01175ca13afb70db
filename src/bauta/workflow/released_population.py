"""The population as the release tells it: generalized alike, and with the same classes suppressed."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numpy as np

from bauta.engines.division import Division
from bauta.engines.engine import Engine
from bauta.engines.release import AsTheyStand, KeptColumn, ReleasePlan
from bauta.equivalence.classes import Codes
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.microdata import Microdata
from bauta.model.transformations import ReleaseFormat, SuppressionKind
from bauta.workflow.find_solution import Found
from bauta.workflow.requests import PopulationRequest
from bauta.workflow.write_data import WrittenData, write_data


def released_population(found: Found, *, without: Collection[str] = ()) -> PopulationRequest:
    """A table of counts: how many people of the population each combination of the release could be taken for.

    Combinations that the data cannot have are left out. Where suppressed rows stay, they are told alike; they could be
    anybody of the population whose class in the data was suppressed, and no more is assumed. Somebody suppressed to
    keep others company is taken for one of the population, who is then missing in the class that is kept. Variables it
    is `without` are known of nobody in it.
    """
    import pyarrow as pa

    classes = found.classes
    is_gone, recruits = classes.suppressed, classes.recruits
    blanked = found.uncounted.matches if found.uncounted.is_blanked else found.uncounted.matches[:0]
    stays = found.counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS
    has_row = stays and (bool(is_gone.any()) or len(blanked) > 0)
    blank = int(classes.matches[is_gone].sum()) + int(blanked.sum()) + int(recruits.sum())
    told = [_teller(found, v) for v in range(len(found.node))]
    kept = (classes.matches > 0) & ~is_gone
    for (groups_of_data, _), groups in zip(told, classes.groups, strict=True):
        kept &= np.isin(groups, groups_of_data)
    people = (classes.matches - recruits)[kept].tolist() + ([blank] if has_row else [])
    names = found.counted.classes.variables
    columns = {
        name: tell(groups[kept], has_row)
        for name, groups, (_, tell) in zip(names, classes.groups, told, strict=True)
        if name not in without
    }
    count = _free_name(names)
    return PopulationRequest(pa.table({**columns, count: pa.array(people, pa.int64())}), count=count)


def write_population(
    engine: Engine,
    population: PopulationRequest,
    folder: Path,
    release_format: ReleaseFormat,
    partition_by: tuple[str, ...],
) -> tuple[PopulationRequest, WrittenData]:
    """The same, written into a folder as the release was: formats spell numbers, dates and yes and no in their own
    ways, and what names of folders say is text.
    """
    data: Microdata = engine.open(population.source)
    plan = ReleasePlan(tuple(KeptColumn(name) for name in data.names), AsTheyStand(engine.count_rows(data)))
    division = Division(tuple(name for name in partition_by if name in data.names))
    written = write_data(
        engine, engine.release(data, plan), folder, release_format, division, name="population", labels={}
    )
    return PopulationRequest(written.source, count=population.count), written


Teller = Callable[[Codes, bool], Any]


def _teller(found: Found, v: int) -> tuple[Codes, Teller]:
    """The groups of a variable that the data can have, and what tells groups as the release does.

    That is a column of Arrow, with what a suppressed cell is told as at its end if that is asked for.
    """
    import pyarrow as pa

    level, domain = found.node[v], found.counted.classes.domains[v]
    groups_of_data = found.counted.space.hierarchies[v].levels[level].groups[: domain.size]
    labels = found.counted.space.hierarchies[v].levels[level].labels
    is_text = level > 0 or pa.types.is_string(domain.values.type) or pa.types.is_large_string(domain.values.type)

    def tell(groups: Codes, has_row: bool) -> Any:
        if is_text:
            return pa.array([*(labels[group] for group in groups), *([SUPPRESSED] * has_row)], pa.string())
        code_of_group = np.zeros(len(labels), np.int32)
        code_of_group[groups_of_data] = np.arange(domain.size)
        codes = [*code_of_group[groups].tolist(), *([None] * has_row)]
        taken = [None if code == domain.missing_code else code for code in codes]
        return domain.values.take(pa.array(taken, pa.int64()))

    return groups_of_data, tell


def _free_name(taken: tuple[str, ...]) -> str:
    """A name for the counts that no column has, whatever its case."""
    name = "people"
    while name.lower() in {other.lower() for other in taken}:
        name += "_"
    return name
