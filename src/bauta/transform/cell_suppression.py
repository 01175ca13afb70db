"""Local cell suppression: as few single cells as will do until every record meets the cell size.

To find the fewest is NP-hard (Meyerson and Williams 2004, doi:10.1145/1055558.1055591), so these are heuristics: the
result always meets the cell size, the number of cells is small but not proven smallest. What the two readings
mean, and what is guaranteed: docs/explanation/suppression.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.equivalence.matching import compatible_people
from bauta.equivalence.roll_up import pack
from bauta.errors import TooFewRecords
from bauta.model.transformations import CellReading
from bauta.transform.cell_neighbourhoods import Flags
from bauta.transform.cell_strict import suppress_strict
from bauta.transform.cell_wildcard import suppress_wildcard, wildcard_match_sizes


@dataclass(frozen=True, eq=False, repr=False)
class CellSuppression:
    """Which cells to suppress: an entry says that so many records of a class lose the cells of a pattern.

    The records of a class are alike, so it does not matter which of them; those in no entry keep all their cells.
    """

    class_number: Integers
    pattern: Flags
    """[entries x variables]: True where the cell is suppressed."""
    records: Integers

    @property
    def n_cells(self) -> int:
        return int(self.pattern.sum(axis=1) @ self.records)

    @property
    def n_records(self) -> int:
        """Records with a suppressed cell."""
        return int(self.records.sum())


def suppress_cells(
    codes: Sequence[Codes],
    radices: Sequence[int],
    sizes: Integers,
    cell_size: int,
    *,
    reading: CellReading,
    missing_codes: Sequence[int | None],
    weights: Sequence[float] | None = None,
) -> CellSuppression:
    """Few cells to suppress so that every record is one of at least `cell_size`.

    Class j has the codes `codes[v][j]`, below `radices[v]`, and `sizes[j]` records. `weights` are positive: a cell of
    weight 2 counts as two. The same classes in the same order give the same result.
    """
    everyone = int(sizes.sum())
    if everyone < cell_size:
        raise TooFewRecords(records=everyone, cell_size=cell_size)
    cost = np.ones(len(codes)) if weights is None else np.asarray(weights, dtype=np.float64)
    if reading is CellReading.WILDCARD:
        found = suppress_wildcard(codes, radices, sizes, cell_size, missing_codes, cost)
    else:
        found = suppress_strict(codes, radices, sizes, cell_size, cost)
    return CellSuppression(*found)


@dataclass(frozen=True, eq=False, repr=False)
class SuppressedClasses:
    """What a table looks like with its cells suppressed: row j has the codes `codes[v][j]` and `sizes[j]` records."""

    codes: tuple[Codes, ...]
    """A suppressed cell of variable v has the code `suppressed_codes[v]`, one past the codes there were."""
    suppressed_codes: tuple[int, ...]
    sizes: Integers


def apply_cell_suppression(
    codes: Sequence[Codes], radices: Sequence[int], sizes: Integers, suppression: CellSuppression
) -> SuppressedClasses:
    """The distinct rows that remain and how many records have each."""
    untouched = sizes.copy()
    np.subtract.at(untouched, suppression.class_number, suppression.records)
    changed = [
        np.concatenate((digits, np.where(suppression.pattern[:, v], radices[v], digits[suppression.class_number])))
        for v, digits in enumerate(codes)
    ]
    records = np.concatenate((untouched, suppression.records))
    keys, _ = pack(changed, [radix + 1 for radix in radices])
    _, first, number = np.unique(keys[records > 0], return_index=True, return_inverse=True)
    merged = np.zeros(len(first), dtype=np.int64)
    np.add.at(merged, number, records[records > 0])
    rows = np.flatnonzero(records > 0)[first]
    return SuppressedClasses(tuple(digits[rows].astype(np.int32) for digits in changed), tuple(radices), merged)


def measure_suppressed(table: SuppressedClasses, reading: CellReading, missing_codes: Sequence[int | None]) -> Integers:
    """How many records each row could be taken for, under either reading; counted anew, not taken from the search."""
    if reading is CellReading.STRICT:
        return table.sizes
    unknown = _both_unknown(table, missing_codes)
    return wildcard_match_sizes(unknown, table.suppressed_codes, table.sizes, table.suppressed_codes)


def candidates_left(
    codes: Sequence[Codes],
    radices: Sequence[int],
    sizes: Integers,
    suppression: CellSuppression,
    missing_codes: Sequence[int | None],
) -> Integers:
    """For the people of each class, the rows of the release that agree with their true values wherever they have one.

    Whoever knows somebody's true values is left with these. People of a class have the same, suppressed or not. What
    a missing value truly is, nobody here knows: only rows without one there are counted, the fewest it can be.
    """
    table = apply_cell_suppression(codes, radices, sizes, suppression)
    unknown = _both_unknown(table, missing_codes)
    known: list[int | None] = [None] * len(codes)
    return compatible_people(
        codes, known, unknown, table.suppressed_codes, table.sizes, [radix + 1 for radix in radices]
    )


def _both_unknown(table: SuppressedClasses, missing_codes: Sequence[int | None]) -> list[Codes]:
    """The codes of the rows, a cell that is missing told as one that was suppressed."""
    return [
        digits if missing is None else np.where(digits == missing, suppressed, digits).astype(np.int32)
        for digits, missing, suppressed in zip(table.codes, missing_codes, table.suppressed_codes, strict=True)
    ]
