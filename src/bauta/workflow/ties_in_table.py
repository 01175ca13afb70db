"""Ties in a table as it stands, where nobody has said yet how finely its quasi-identifiers will be released.

A table is measured with its quasi-identifiers as they are in it, so a column that repeats one of them value for value
adds nothing to the figures. A column that gives one of them and says more may hold it more finely than the table does:
the age in years beside the age in decades. That is all a table can show by itself; what a released file reveals of its
source only the release knows (`judge_ties.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bauta.engines.engine import Engine
from bauta.errors import listed
from bauta.model.assessment import Unsettled
from bauta.model.columns import ColumnProfile
from bauta.model.microdata import Microdata
from bauta.model.numbers import numbers
from bauta.model.roles import Role
from bauta.ties.cells import Cases, given_by
from bauta.ties.tie import Codes
from bauta.workflow.requests import AssessmentRequest

ROWS_PROFILED = 20_000
"""Rows spread over a table whose draft is written."""
_MOST = 0.5
"""The share of rows of which the one must give the other beyond chance."""


def unsettled_ties(
    rows: Any, request: AssessmentRequest, others: Sequence[str], quasi: Sequence[str]
) -> list[Unsettled]:
    """Columns nobody named that give a quasi-identifier and say more than it does; `rows` has both, in this order."""
    codes = _codes_of(rows, [*others, *quasi])
    found = []
    for name in others:
        finer = [
            other
            for other in quasi
            if other not in request.ignored_ties.get(name, {}) and _is_finer(codes[name], codes[other])
        ]
        if finer:
            why = f"Each of its values has one value of {listed(finer)}, so it may say {_them(finer)} more finely."
            remedy = f'Leave it out, or say why that does not matter: ignore: {{{listed(finer[:1])}: "the reason"}}.'
            if not request.declared:
                remedy = "Name it as a quasi-identifier, or leave it out."
            found.append(Unsettled(name, why, remedy))
    return found


def find_repeats(engine: Engine, data: Microdata, columns: Sequence[ColumnProfile]) -> dict[str, str]:
    """Columns that repeat a quasi-identifier, and such as follow from one and are none themselves."""
    roles = {one.summary.name: one.suggestion.role for one in columns}
    quasi = [name for name, role in roles.items() if role is Role.QUASI_IDENTIFIER]
    asked = [
        one.summary.name
        for one in columns
        if one.suggestion.role not in (Role.DIRECT_IDENTIFIER, Role.GENOMIC) and not one.suggestion.is_person_key
    ]
    if not quasi or len(asked) < 2:
        return {}
    codes = _codes_of(_spread_rows(engine, data, asked), asked)
    repeats: dict[str, str] = {}
    for name in asked:
        for of in quasi:
            if of == name or of in repeats or _is_named_first(name, of, quasi):
                continue
            is_twin = _determines(codes[of], codes[name]) and _determines(codes[name], codes[of])
            follows = roles[name] is not Role.QUASI_IDENTIFIER and _determines(codes[of], codes[name])
            if (is_twin or follows) and _is_beyond_chance(codes[of], codes[name]):
                repeats[name] = of
                break
    return repeats


def _is_named_first(name: str, of: str, quasi: Sequence[str]) -> bool:
    """Of two quasi-identifiers the one that stands first in the table stays."""
    return name in quasi and quasi.index(name) < quasi.index(of)


def _spread_rows(engine: Engine, data: Microdata, names: Sequence[str]) -> Any:
    rows = engine.count_rows(data)
    if rows > ROWS_PROFILED:
        data = engine.keep_rows(data, 1 + np.arange(ROWS_PROFILED, dtype=np.int64) * rows // ROWS_PROFILED)
    return engine.rows_of(data, list(names))


def _codes_of(table: Any, names: Sequence[str]) -> Mapping[str, Codes]:
    return dict(zip(names, _coded(table), strict=True))


def _coded(table: Any) -> Iterator[Codes]:
    for column in table.columns:
        encoded = column.combine_chunks().dictionary_encode()
        yield numbers(encoded.indices, missing=len(encoded.dictionary)).astype(np.int64)


def _is_finer(kept: Codes, quasi: Codes) -> bool:
    """Whether the one gives the other, has more values, and does so beyond chance."""
    if not len(kept) or int(kept.max()) <= int(quasi.max()) or not _determines(kept, quasi):
        return False
    return _is_beyond_chance(kept, quasi)


def _determines(one: Codes, other: Codes) -> bool:
    """Whether each value of the one comes with one value of the other only."""
    first = np.zeros(int(one.max(initial=0)) + 1, np.int64)
    first[one] = other
    return bool((first[one] == other).all())


def _is_beyond_chance(one: Codes, other: Codes) -> bool:
    given = given_by(Cases(np.zeros(len(one), np.int64), other, one))
    return given is not None and given.people >= _MOST * len(one)


def _them(names: Sequence[str]) -> str:
    return "that" if len(names) == 1 else "these"
