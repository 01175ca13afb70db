"""Pseudonyms that two tables share: whoever has both needs nothing else to put their rows together."""

from itertools import product
from typing import Any

from bauta.engines.engine import Engine
from bauta.equivalence.coding import canonical_texts
from bauta.model.linkage import SharedCodes
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.transform.masking.form_of_codes import have_form_of_codes

ROWS_LOOKED_AT = 300


def columns_of_codes(engine: Engine, data: Microdata) -> list[str]:
    """The columns whose first values are all of the form of bauta's pseudonyms."""
    names = [column.name for column in data.columns if column.storage is VariableType.TEXT]
    if not names:
        return []
    rows = engine.first_rows(data, names, rows=ROWS_LOOKED_AT)
    return [
        name
        for i, name in enumerate(names)
        if have_form_of_codes(canonical_texts(rows.column(i).combine_chunks().drop_null()))
    ]


def shared_codes(engine: Engine, first: Microdata, second: Microdata) -> tuple[SharedCodes, ...]:
    """Every pair of columns of codes that have some in common."""
    import pyarrow.compute as pc

    pairs = list(product(columns_of_codes(engine, first), columns_of_codes(engine, second)))
    ours = {name: _codes(engine, first, name) for name, _ in pairs}
    theirs = {name: _codes(engine, second, name) for _, name in pairs}
    found = []
    for a, b in pairs:
        in_both = int(pc.sum(pc.is_in(ours[a], value_set=theirs[b])).as_py() or 0)
        if in_both:
            found.append(SharedCodes(a, b, in_both, of=len(ours[a])))
    return tuple(found)


def _codes(engine: Engine, data: Microdata, name: str) -> Any:
    return engine.count_groups(data, [name]).values.column(0).combine_chunks().drop_null()
