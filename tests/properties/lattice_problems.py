"""Random small problems for the search, and the same problems as bauta sees them."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from lattice_oracle import Node, Problem, Row, Rule, Tree

from bauta.hierarchies.hierarchy import Hierarchy, Level
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.search import evaluate, space
from bauta.search.criterion import Criterion
from bauta.search.space import SearchSpace, build_space

LIMITS = tuple(Fraction(limit) for limit in ("0", "0.02", "0.05", "0.2", "1"))
MOST_NODES = 150


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Up to 7 leaves on 1 to 5 levels; levels may repeat, and the last need not be one group."""
    n_leaves = draw(st.integers(1, 7))
    leaves = draw(st.permutations([f"leaf {i}" for i in range(n_leaves)]))
    paths: list[list[str]] = [[leaf] for leaf in leaves]
    for level in range(1, draw(st.integers(1, 5))):
        below = sorted({path[-1] for path in paths})
        parents = draw(st.lists(st.integers(0, len(below) - 1), min_size=len(below), max_size=len(below)))
        if draw(st.booleans()):  # keep the level as it is, but for its names
            parents = list(range(len(below)))[::-1]
        label = {group: f"group {level}.{parent}" for group, parent in zip(below, parents, strict=True)}
        for path in paths:
            path.append(label[path[-1]])
    return {path[0]: tuple(path) for path in paths}


@st.composite
def problems(draw: st.DrawFn, most_records: int = 40, with_population: bool | None = None) -> Problem:
    chosen = tuple(draw(st.lists(trees(), min_size=1, max_size=4)))
    heights = [len(next(iter(tree.values()))) for tree in chosen]
    rows = st.tuples(*(st.sampled_from(sorted(tree)) for tree in chosen))
    distinct = draw(st.lists(rows, min_size=1, max_size=12))
    times = draw(st.lists(st.integers(1, 6), min_size=len(distinct), max_size=len(distinct)))
    records = [row for row, often in zip(distinct, times, strict=True) for _ in range(often)][:most_records]
    population = None
    if draw(st.booleans()) if with_population is None else with_population:
        others = draw(st.lists(st.one_of(rows, st.sampled_from(distinct)), max_size=25))
        population = (*records, *others)
    bottom = [draw(st.integers(0, height - 1)) if draw(st.integers(0, 3)) == 0 else 0 for height in heights]
    top = [
        draw(st.integers(low, height - 1)) if draw(st.integers(0, 3)) == 0 else height - 1
        for low, height in zip(bottom, heights, strict=True)
    ]
    while np.prod([high - low + 1 for low, high in zip(bottom, top, strict=True)]) > MOST_NODES:
        widest = max(range(len(top)), key=lambda v: top[v] - bottom[v])
        top[widest] -= 1
    weights = st.sampled_from([Fraction(1), Fraction(1), Fraction(1, 4), Fraction(3)])
    return Problem(
        trees=chosen,
        records=tuple(records),
        population=population,
        weights=tuple(draw(weights) for _ in chosen),
        bottom=tuple(bottom),
        top=tuple(top),
    )


@st.composite
def thresholds(draw: st.DrawFn) -> Thresholds:
    tau = Threshold.parse(draw(st.sampled_from([1, 2, 3, 4, 5, 8, 100])))
    average = draw(st.sampled_from(["1", "0.5", "1/3", "0.33", "0.3", "0.25", "0.2", "0.15", "0.1", "0.05"]))
    alpha = draw(st.sampled_from([0.0, 0.1, 0.2, 0.25, 0.3, 0.5, 1.0]))
    return Thresholds(tau=tau, alpha=alpha, average=Threshold.parse(1 / 3 if average == "1/3" else average))


def rules(kind: CriterionKind, suppression: SuppressionKind) -> st.SearchStrategy[Rule]:
    return thresholds().map(lambda chosen: Rule(kind, chosen, suppression))


any_rule = st.sampled_from(list(CriterionKind)).flatmap(
    lambda kind: st.sampled_from([SuppressionKind.RECORDS, SuppressionKind.QUASI_IDENTIFIERS]).flatmap(
        lambda suppression: rules(kind, suppression)
    )
)
any_loss = st.sampled_from(list(LossKind))


# ---- as bauta sees them ----------------------------------------------------------------------------------------


def hierarchy_of(variable: str, tree: Tree, values: list[str]) -> Hierarchy:
    """The tree over the values of a domain, groups numbered in the order of their labels as bauta's builders do."""
    levels = []
    for level in range(len(next(iter(tree.values())))):
        told = [tree[value][level] for value in values]
        labels = sorted(set(told))
        number = {label: i for i, label in enumerate(labels)}
        leaves = Counter(path[level] for path in tree.values())
        levels.append(
            Level(
                f"level {level}",
                np.array([number[label] for label in told], np.int32),
                tuple(labels),
                np.array([leaves[label] for label in labels], np.int64),
            )
        )
    return Hierarchy(variable, tuple(levels), n_leaves=len(tree), source="made up")


def classes_of(
    problem: Problem, values: list[list[str]] | None = None, rows: list[Row] | None = None
) -> tuple[list[Hierarchy], list[Any], Any, Any]:
    """Hierarchies, codes, people and matches; `values` are the domains, `rows` the order in which classes are met."""
    everybody = problem.population or problem.records
    rows = rows or list(dict.fromkeys(everybody))
    values = values or [list(dict.fromkeys(row[v] for row in everybody)) for v in range(len(problem.trees))]
    people, matches = Counter(problem.records), Counter(everybody)
    return (
        [hierarchy_of(f"v{v}", tree, values[v]) for v, tree in enumerate(problem.trees)],
        [np.array([values[v].index(row[v]) for row in rows], np.int32) for v in range(len(problem.trees))],
        np.array([people[row] for row in rows], np.int64),
        None if problem.population is None else np.array([matches[row] for row in rows], np.int64),
    )


def space_of(problem: Problem, loss: LossKind, **order: Any) -> SearchSpace:
    hierarchies, codes, people, matches = classes_of(problem, **order)
    return build_space(
        hierarchies,
        codes,
        people,
        matches=matches,
        loss=loss,
        weights=[float(weight) for weight in problem.weights],
        bottom=problem.bottom,
        top=problem.top,
    )


def criterion_of(rule: Rule, limit: Fraction = Fraction(1)) -> Criterion:
    return Criterion(rule.kind, rule.thresholds, rule.suppression, limit)


def numbers_of(rule: Rule, problem: Problem, limit: Fraction = Fraction(1)) -> Any:
    return criterion_of(rule, limit).rules(problem.n, has_population=problem.population is not None)


ways = st.fixed_dictionaries(
    {
        "few_cells": st.sampled_from([0, 4096]),
        "cells_per_row": st.sampled_from([0, 8]),
        "first_part": st.sampled_from([4, 2, 1]),
        "worth_keeping": st.sampled_from([0.6, 1.0]),
        "word_bits": st.sampled_from([62, 4]),
        "memory": st.sampled_from([1 << 20, 64]),
    }
)
"""The ways there are to put classes together, which small tables would not take by themselves."""


@contextmanager
def going(way: dict[str, Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluate, "FEW_CELLS", way["few_cells"])
        patch.setattr(evaluate, "DENSE_CELLS_PER_ROW", way["cells_per_row"])
        patch.setattr(evaluate, "FIRST_PART", way["first_part"])
        patch.setattr(evaluate, "WORTH_KEEPING", way["worth_keeping"])
        patch.setattr(space, "WORD_BITS", way["word_bits"])
        yield


def is_finer(one: Node, other: Node) -> bool:
    return all(low <= high for low, high in zip(one, other, strict=True))
