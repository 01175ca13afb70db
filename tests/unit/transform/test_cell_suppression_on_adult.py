"""The Adult data: cells and sizes, beside what sdcMicro was measured to need when suppressed cells match anything."""

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pytest

from bauta.equivalence.coding import encode_classes
from bauta.equivalence.matching import match_sizes
from bauta.model.transformations import CellReading
from bauta.transform.cell_suppression import apply_cell_suppression, measure_suppressed, suppress_cells

FOUR = ["age", "education", "race", "sex"]
EIGHT = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]
SDCMICRO = [(FOUR, 3, 2182), (FOUR, 5, 3741), (EIGHT, 3, 20052)]
FEWEST_IF_STRICT = {("4", 3): 2180, ("4", 5): 3698, ("8", 3): 22245}
"""Every record at risk in the cheapest neighbourhood of k records it has, as if it had that one for itself."""

tasks = pytest.mark.parametrize(
    ("variables", "cell_size", "theirs"),
    SDCMICRO,
    ids=lambda value: str(len(value) if isinstance(value, list) else value),
)


def grouped(path: Path, variables: list[str]) -> pa.Table:
    table = pa.csv.read_csv(path, parse_options=pa.csv.ParseOptions(delimiter=";"))
    return table.group_by(variables, use_threads=False).aggregate([([], "count_all")])


@tasks
def test_wildcard_needs_a_quarter_of_the_cells_or_less(
    shared_data: Callable[[str], Path], variables: list[str], cell_size: int, theirs: int
) -> None:
    table = grouped(shared_data("adult/adult.csv"), variables)
    classes = encode_classes(table.select(variables), table.column("count_all").to_numpy())
    missing = [None] * len(variables)
    found = suppress_cells(
        classes.codes, classes.radices(), classes.sizes, cell_size, reading=CellReading.WILDCARD, missing_codes=missing
    )
    assert found.n_cells < theirs * 0.26
    after = apply_cell_suppression(classes.codes, classes.radices(), classes.sizes, found)
    written = pa.table(
        {
            name: pa.array([None if code == suppressed else code for code in digits.tolist()], pa.int32())
            for name, digits, suppressed in zip(variables, after.codes, after.suppressed_codes, strict=True)
        }
    )
    assert after.sizes.sum() == 30_162
    assert match_sizes(encode_classes(written, after.sizes)).min() >= cell_size


@tasks
def test_strict_comes_near_the_fewest_cells_it_could_do_with(
    shared_data: Callable[[str], Path], variables: list[str], cell_size: int, theirs: int
) -> None:
    table = grouped(shared_data("adult/adult.csv"), variables)
    classes = encode_classes(table.select(variables), table.column("count_all").to_numpy())
    missing = [None] * len(variables)
    found = suppress_cells(
        classes.codes, classes.radices(), classes.sizes, cell_size, reading=CellReading.STRICT, missing_codes=missing
    )
    after = apply_cell_suppression(classes.codes, classes.radices(), classes.sizes, found)
    assert measure_suppressed(after, CellReading.STRICT, missing).min() >= cell_size
    assert after.sizes.sum() == 30_162
    fewest = FEWEST_IF_STRICT[str(len(variables)), cell_size]
    assert fewest <= found.n_cells < fewest * 1.14
