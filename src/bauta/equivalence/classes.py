"""Equivalence classes: the people who are alike on every quasi-identifier, as integer codes and counts.

Almost every question about re-identification is a question about these, and they are small: one row for each
combination of values that occurs, however many people share it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False)
class Domain:
    """The values one variable takes, numbered from 0; missing, where it occurs, has the last number."""

    values: Any
    """Arrow array of the values that are not missing, in the source's own type."""
    has_missing: bool

    @property
    def size(self) -> int:
        return len(self.values) + self.has_missing

    def all_values(self) -> Any:
        """Every value by code, with a null for missing where it occurs."""
        import pyarrow as pa

        return pa.concat_arrays([self.values, pa.nulls(1, self.values.type)]) if self.has_missing else self.values

    @property
    def missing_code(self) -> int | None:
        return len(self.values) if self.has_missing else None


@dataclass(frozen=True, eq=False, repr=False)
class EquivalenceClasses:
    """Class j has the codes `codes[v][j]` for each variable v and `sizes[j]` people."""

    variables: tuple[str, ...]
    domains: tuple[Domain, ...]
    codes: tuple[Codes, ...]
    sizes: Integers

    def __repr__(self) -> str:  # never the values
        return f"EquivalenceClasses({len(self)} classes, {self.n_records} records, {len(self.variables)} variables)"

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def n_records(self) -> int:
        return int(self.sizes.sum())

    def n_classes_of_size(self, size: int) -> int:
        return int(np.count_nonzero(self.sizes == size))

    def radices(self) -> list[int]:
        """How many codes each variable uses."""
        return [domain.size for domain in self.domains]

    def without_last(self) -> "EquivalenceClasses":
        """The same rows without the last variable; rows that become equal are not merged."""
        return EquivalenceClasses(self.variables[:-1], self.domains[:-1], self.codes[:-1], self.sizes)
