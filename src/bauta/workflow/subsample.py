"""A random share of the people: drawing it, and what that does against who cannot know who was drawn."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import Integers
from bauta.equivalence.coding import canonical_texts, encode_classes
from bauta.equivalence.roll_up import pack
from bauta.model.assessment import Assessment
from bauta.model.deidentification import Subsample
from bauta.model.microdata import Microdata
from bauta.model.transformations import SuppressionKind
from bauta.transform.draws import Draws
from bauta.transform.subsample import draw_subsample, risk_if_drawing_is_unknown
from bauta.workflow.count_classes import count_classes
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.find_solution import Found
from bauta.workflow.united import unite
from bauta.workflow.wandering import count_each_once, keys_of_classes, number_keys


class Drawn(NamedTuple):
    """People of the source and of the draw, and how many of the source each class of the solution could be."""

    fraction: float
    people_before: int
    people_drawn: int
    source_sizes: Integers


def draw(engine: Engine, data: Microdata, request: DeidentifyRequest, draws: Draws) -> tuple[Microdata, int]:
    """A random share of the people: all their rows, and nobody else's; and how many they are.

    Without a person key it is the place in the file that decides: the file in another order has another sample.
    """
    fraction = request.settings.subsample or 1.0
    key = request.assessed.person_key
    if key is None:
        drawn = draw_subsample([str(row) for row in range(engine.count_rows(data))], fraction, draws)
        return engine.keep_rows(data, drawn + 1), len(drawn)
    column = engine.rows_of(data, [key]).column(0).combine_chunks().dictionary_encode()
    texts = canonical_texts(column.dictionary)
    order = np.array(sorted(range(len(texts)), key=texts.__getitem__), dtype=np.int64)
    drawn = order[draw_subsample([texts[i] for i in order.tolist()], fraction, draws)]
    person = np.array([-1 if index is None else index for index in column.indices.to_pylist()])
    return engine.keep_rows(data, np.flatnonzero(np.isin(person, drawn)) + 1), len(drawn)


def measure_source(engine: Engine, full: Microdata, request: DeidentifyRequest, found: Found, n_drawn: int) -> Drawn:
    """How many people of the source are in each class of the solution."""
    counted = found.counted
    groups, unit, wandering = count_classes(engine, full, counted.classes.variables, request.assessed.person_key)
    source = encode_classes(groups.values, groups.sizes)
    source = replace(source, sizes=count_each_once(source.sizes, wandering))
    united = unite(counted.classes, counted.people, source, counted.built)
    n_united, n = len(united.people), len(found.classes.keys)
    told = [  # the data's values have the same numbers in both
        hierarchy.levels[level].groups[np.concatenate((codes, own))]
        for hierarchy, level, codes, own in zip(
            united.hierarchies, found.node, united.codes, counted.classes.codes, strict=True
        )
    ]
    _, number = number_keys(np.column_stack(told).astype(np.int64))
    in_source = np.bincount(number[:n_united], weights=united.matches, minlength=int(number.max()) + 1)

    at = keys_of_classes(counted.space, found.node, counted.classes.codes)
    keys, numbers = number_keys(np.concatenate((found.classes.keys, at)))
    by_key = np.zeros(len(keys), np.int64)
    by_key[numbers[n:]] = in_source[number[n_united:]]
    source_sizes = np.maximum(by_key[numbers[:n]], found.classes.people)
    return Drawn(float(request.settings.subsample or 1.0), unit.people, n_drawn, source_sizes)


def effect_of_drawing(drawn: Drawn, found: Found, after: Assessment) -> Subsample:
    """The risk of the release for who knows who was drawn, and for who only knows who is in the source."""
    class_number, released_as, records, match_sizes = _released(found)
    risk = risk_if_drawing_is_unknown(
        class_number, released_as, records, source_sizes=drawn.source_sizes, match_sizes=match_sizes
    )
    return Subsample(
        fraction=drawn.fraction,
        people_before=drawn.people_before,
        people_drawn=drawn.people_drawn,
        average_risk=after.prosecutor.average,
        maximum_risk=after.prosecutor.maximum,
        average_risk_if_unknown=float(risk[class_number] @ records / records.sum()),
        maximum_risk_if_unknown=float(risk[class_number].max()),
    )


def _released(found: Found) -> tuple[Integers, Integers, Integers, Integers]:
    """Which people are released as what: class of the solution, class of the release, how many; and the sizes of the
    latter.
    """
    classes = found.classes
    if found.cells is None:
        staying = classes.people.astype(np.int64) - classes.gone
        kept = np.flatnonzero(staying)
        class_number, released_as, records = kept, np.arange(len(kept)), staying[kept]
        gone = np.flatnonzero(classes.gone)  # of whole classes, and recruits
        if found.counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS and len(gone):
            class_number = np.concatenate((kept, gone))
            released_as = np.concatenate((released_as, np.full(len(gone), len(kept))))
            records = np.concatenate((records, classes.gone[gone]))
        return class_number, released_as, records, np.bincount(released_as, weights=records).astype(np.int64)
    cells = found.cells
    untouched = classes.people.astype(np.int64).copy()
    np.subtract.at(untouched, cells.class_number, cells.records)
    class_number = np.concatenate((np.arange(len(untouched)), cells.class_number))
    records = np.concatenate((untouched, cells.records))
    radices = [
        hierarchy.levels[level].n_groups for hierarchy, level in zip(found.counted.hierarchies, found.node, strict=True)
    ]
    codes = [
        np.concatenate((own, np.where(cells.pattern[:, v], radices[v], own[cells.class_number]))).astype(np.int32)
        for v, own in enumerate(classes.groups)
    ]
    is_some = records > 0
    class_number, records, codes = class_number[is_some], records[is_some], [own[is_some] for own in codes]
    keys, _ = pack(codes, [radix + 1 for radix in radices])
    _, released_as = np.unique(keys, return_inverse=True)
    return class_number, released_as, records, np.bincount(released_as, weights=records).astype(np.int64)
