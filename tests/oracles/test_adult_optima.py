"""The optima of Adult: against a table made by brute force without bauta, and against bauta's own walk of all nodes."""

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.coding import encode_classes
from bauta.hierarchies.build import build_hierarchy
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.model.source import DataSource
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, FileHierarchy, LossKind, SuppressionKind
from bauta.search import positions
from bauta.search.criterion import Criterion
from bauta.search.evaluate import NodeJudge
from bauta.search.explore import WholeLattice, walk_lattice
from bauta.search.optimize import BoxSearch, Judged, is_better
from bauta.search.space import SearchSpace, build_space
from bauta.workflow.hierarchy_files import read_hierarchy

VARIABLES = (
    "sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class",
)  # fmt: skip
NODES = 12_960
LOSSES = (LossKind.LM, LossKind.NON_UNIFORM_ENTROPY)
with open(Path(__file__).with_name("adult_optima.csv"), newline="") as file:
    OPTIMA = list(csv.DictReader(file))


def criterion_of(row: dict[str, str]) -> Criterion:
    size = Threshold.parse(row["cell_size"])
    return Criterion(
        CriterionKind(row["criterion"]), Thresholds(tau=size, average=size), SuppressionKind.RECORDS,
        Fraction(row["limit"]),
    )  # fmt: skip


@pytest.fixture(scope="module")
def adult(shared_data: Callable[[str], Path]) -> tuple[EquivalenceClasses, list[Hierarchy]]:
    with DuckDbEngine() as engine:
        data = engine.open(DataSource(str(shared_data("adult/adult.csv"))))
        groups = engine.count_groups(data, VARIABLES)
    classes = encode_classes(groups.values, groups.sizes)
    hierarchies = []
    for name, domain in zip(VARIABLES, classes.domains, strict=True):
        path = shared_data(f"adult/hierarchies/{name}.csv")
        section = FileHierarchy(path=path.name)
        hierarchies.append(build_hierarchy(section, name, domain, rows=read_hierarchy(path, name)))
    return classes, hierarchies


@pytest.fixture(scope="module")
def spaces(adult: tuple[EquivalenceClasses, list[Hierarchy]]) -> dict[LossKind, SearchSpace]:
    classes, hierarchies = adult
    return {loss: build_space(hierarchies, classes.codes, classes.sizes, loss=loss) for loss in LOSSES}


@pytest.mark.parametrize(
    "row", OPTIMA, ids=lambda row: " ".join(row[name] for name in ("criterion", "cell_size", "limit", "loss_kind"))
)
def test_the_optimum_is_that_of_the_table(row: dict[str, str], spaces: dict[LossKind, SearchSpace]) -> None:
    space, criterion = spaces[LossKind(row["loss_kind"])], criterion_of(row)
    judge = NodeJudge(space, criterion.rules(space.n_records, has_population=False))
    result = BoxSearch(judge, criterion.most_suppressed(space.n_records)).run()
    assert result.is_optimal
    assert result.nodes == NODES > result.nodes_judged
    assert result.best is not None
    assert result.best.node == tuple(int(row[name]) for name in VARIABLES)
    assert result.best.suppressed == int(row["suppressed"])
    assert result.best.loss == pytest.approx(float(row["loss"]), rel=1e-12)


@pytest.mark.parametrize("cell_size", ["3", "5", "10", "20"])
@pytest.mark.parametrize("loss", LOSSES, ids=str)
def test_the_walk_of_all_nodes_has_the_optima_of_the_table(
    loss: LossKind, cell_size: str, spaces: dict[LossKind, SearchSpace]
) -> None:
    space = spaces[loss]
    rows = [
        row for row in OPTIMA if (row["criterion"], row["cell_size"], row["loss_kind"]) == ("maximum", cell_size, loss)
    ]
    lattice = walk_lattice(space, criterion_of(rows[0]).rules(space.n_records, has_population=False))
    assert len(lattice.losses) == NODES
    assert len(rows) == 4
    for row in rows:
        best = least(lattice, criterion_of(row).most_suppressed(space.n_records))
        assert best.node == tuple(int(row[name]) for name in VARIABLES)
        assert best.suppressed == int(row["suppressed"])
        assert best.loss == pytest.approx(float(row["loss"]), rel=1e-12)


def least(lattice: WholeLattice, most_suppressed: int) -> Judged:
    """The best of all nodes within a limit."""
    suppressed = lattice.measures[:, positions.SUPPRESSED]
    allowed = np.flatnonzero(suppressed <= most_suppressed)
    allowed = allowed[lattice.losses[allowed] <= lattice.losses[allowed].min() * (1 + 1e-9)]
    judged = [Judged(lattice.node(i), float(lattice.losses[i]), int(suppressed[i])) for i in allowed]
    best = judged[0]
    for one in judged[1:]:
        best = one if is_better(one, best) else best
    return best


def test_the_table_has_two_optima_that_are_known_from_elsewhere() -> None:
    """So that a table made anew cannot go wrong unseen."""
    found = {(row["limit"], row["loss_kind"]): row for row in OPTIMA if row["cell_size"] == "5"}
    assert float(found["0", "lm"]["loss"]) == pytest.approx(0.635543846703584, rel=1e-13)
    assert float(found["0.05", "lm"]["loss"]) == pytest.approx(0.269634662789405, rel=1e-13)
    assert found["0.05", "lm"]["suppressed"] == "1346"
