"""Judging nodes by the risk in a population known by its size alone: the very function that the verdict comes from.

The classes of a node are those of the whole sample at its levels, and the model is fitted to them as `assess` would fit
it. Then the riskiest classes are suppressed, and as few as needed, for the same figures to keep to the same limits:

- the maximum: P(some F_j < k) over what is kept is at most 2.5 %; classes go by P(F_j < k);
- the average: the mean of E[1/F_j] over the people kept is within lambda; classes go by E[1/F_j];
- the strict average: both, with k = 3; classes go by E[1/F_j];
- the share: the mean of P(F_j < k) is within alpha, or the maximum's rule holds; classes go by P(F_j < k).

Rows that stay without quasi-identifiers are a class of which no more is assumed than that it has as many people in the
population as in the data. Whoever is left out changes nothing for others: F_j is what it was.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.hierarchies.hierarchy import Level
from bauta.model.estimates import SMALL_CHANCE, Estimator
from bauta.model.threshold import STRICT_AVERAGE_FLOOR
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.population.estimators import Estimated, estimate_by_default, estimate_classes
from bauta.population.in_release import View
from bauta.population.posterior import Posterior, Reals
from bauta.population.smallest import chances_below, log_none
from bauta.search.evaluate import NodeJudge
from bauta.search.optimize import Judged
from bauta.search.solution import Flags, NodeClasses, classes_of_node, losses_of
from bauta.search.space import Node

if TYPE_CHECKING:
    from bauta.workflow.count_data import CountedData

ROUNDING = 1e-12
"""Sums are made in another order when the release is measured: a limit has to be kept with so much to spare."""


@dataclass(frozen=True, eq=False, repr=False)
class Estimates:
    """What is known of the classes of a node, in the order of its classes."""

    sizes: Integers
    reciprocal: Reals
    below_k: Reals
    """P(F < k)"""
    below_three: Reals
    posterior: Posterior
    """Of the same classes in the order of `told` ..."""
    told: Integers
    """... which are these."""


class EstimatedJudge:
    """Judges nodes, each by its own fit, and remembers what it found."""

    def __init__(self, counted: "CountedData", estimator: Estimator | None, table: NodeJudge) -> None:
        assert counted.goal.sampling is not None
        self._counted = counted
        self._sampling = counted.goal.sampling
        self._estimator = estimator
        self._table = table
        self._allowed = counted.criterion.most_suppressed(counted.space.n_records)
        self.known: dict[Node, Judged | None] = {}

    def __call__(self, node: Node) -> Judged | None:
        """The node with what it suppresses; None where it cannot meet the criterion, or cannot be estimated."""
        if node not in self.known:
            classes = self.classes_at(node)
            self.known[node] = None
            if classes is not None and classes.suppressed_people <= self._allowed:
                self.known[node] = Judged(node, self.loss_of(classes), classes.suppressed_people)
        return self.known[node]

    def loss_of(self, classes: NodeClasses) -> float:
        losses = losses_of(self._counted.space, classes, self._counted.weights)
        return losses[self._kind]

    @property
    def _kind(self) -> LossKind:
        return self._counted.space.loss_kind

    def classes_at(self, node: Node) -> NodeClasses | None:
        """The node's classes with the suppression of least loss that was found."""
        classes = classes_of_node(self._table, node)
        estimates = self.estimates_at(classes)
        return None if estimates is None else self.with_suppression(classes, estimates)

    def with_suppression(self, classes: NodeClasses, estimates: Estimates) -> NodeClasses | None:
        """The classes with what must be suppressed; None where nothing would be left."""
        node, left = classes.node, self._left(classes)
        found = [
            NodeClasses(node, classes.keys, classes.groups, classes.people, classes.matches, gone)
            for order in self._orders(estimates, left)
            if (gone := self._suppressed(estimates, order)) is not None
        ]
        return min(found, key=self._rank, default=None)

    def _rank(self, classes: NodeClasses) -> tuple[bool, float, int]:
        """Within the suppression limit first, then the least loss, then the fewest people."""
        people = classes.suppressed_people
        return people > self._allowed, self.loss_of(classes), people

    def estimates_at(self, classes: NodeClasses) -> Estimates | None:
        """What the estimator says of the classes; None where it cannot tell."""
        told, place = as_told(self._counted, classes)
        try:
            estimated = self._estimated(told)
        except EstimatorCannotAnswer:
            return None
        view = View(told.sizes, told.sizes, estimated.posterior)
        k = self._counted.goal.thresholds.tau.cell_size
        back = np.argsort(place)
        return Estimates(
            classes.people.astype(np.int64),
            estimated.posterior.reciprocal[back],
            chances_below(view, k)[back],
            chances_below(view, STRICT_AVERAGE_FLOOR.cell_size)[back],
            estimated.posterior,
            place,
        )

    def _estimated(self, classes: EquivalenceClasses) -> Estimated:
        if self._estimator is None:
            return estimate_by_default(classes, self._sampling)
        return estimate_classes(classes, self._sampling, self._estimator)

    def _left(self, classes: NodeClasses) -> Reals:
        """What a record of each class has left to lose."""
        space = self._counted.space
        left = np.zeros(len(classes.people))
        for v, own in enumerate(classes.groups):
            start = space.left_at[v, classes.node[v]]
            left += space.left[start : start + space.n_groups[v, classes.node[v]]][own]
        return left

    def _orders(self, estimates: Estimates, left: Reals) -> list[Integers]:
        """In which classes go: the riskiest first, and the smallest of the data first."""
        by_average = self._counted.criterion.kind in {CriterionKind.AVERAGE, CriterionKind.STRICT_AVERAGE}
        risk = estimates.reciprocal if by_average else estimates.below_k
        return [
            np.lexsort((estimates.sizes, left, -risk)),
            np.lexsort((left, -risk, estimates.sizes)),
        ]

    def _suppressed(self, estimates: Estimates, order: Integers) -> Integers | None:
        """How many people of each class go, if classes go in this order and as few as needed; None if none do."""
        sizes = estimates.sizes[order]
        n = int(sizes.sum())
        gone = np.concatenate(([0], np.cumsum(sizes)))[:-1]  # somebody remains
        stays = self._counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS
        meets = self._meets(estimates, order, gone, n, stays=stays)
        first = np.flatnonzero(meets)
        if not len(first):
            return None
        people = np.zeros(len(order), np.int64)
        people[order[: first[0]]] = sizes[: first[0]]
        return people

    def _meets(self, estimates: Estimates, order: Integers, gone: Integers, n: int, *, stays: bool) -> Flags:
        """Whether the criterion holds without the first class, the first two, ... in this order."""
        criterion = self._counted.criterion
        thresholds = criterion.thresholds
        k = thresholds.tau.cell_size
        blank = gone if stays else np.zeros_like(gone)
        people = n - gone + blank

        def left(values: Reals) -> Reals:
            total: Reals = np.cumsum(values[order][::-1])[::-1]
            return total

        def nobody_below(chances: Reals, size: int) -> Flags:
            likely = left(log_none(chances)) >= np.log1p(-SMALL_CHANCE) * (1 - ROUNDING)
            holds: Flags = likely & ((blank == 0) | (blank >= size))
            return holds

        if criterion.kind is CriterionKind.MAXIMUM:
            return nobody_below(estimates.below_k, k)
        if criterion.kind is CriterionKind.SHARE:
            at_risk = left(estimates.sizes * estimates.below_k) + np.where(blank < k, blank, 0)
            share: Flags = at_risk <= thresholds.alpha * people * (1 - ROUNDING)
            return share | nobody_below(estimates.below_k, k)
        limit = float(thresholds.largest_average.largest_average) * (1 - ROUNDING)
        average: Flags = left(estimates.sizes * estimates.reciprocal) + (blank > 0) <= limit * people
        if criterion.kind is CriterionKind.AVERAGE:
            return average
        return average & nobody_below(estimates.below_three, STRICT_AVERAGE_FLOOR.cell_size)


def as_told(counted: "CountedData", classes: NodeClasses) -> tuple[EquivalenceClasses, Integers]:
    """The classes of a node as a table with its labels would give them, in the same order, and which is which."""
    told = [_told(hierarchy.levels[level], own) for hierarchy, level, own in zip(
        counted.space.hierarchies, classes.node, classes.groups, strict=True
    )]  # fmt: skip
    codes = [own for _, own in told]
    order = np.lexsort(codes[::-1])
    return EquivalenceClasses(
        counted.classes.variables,
        tuple(domain for domain, _ in told),
        tuple(own[order] for own in codes),
        classes.people[order].astype(np.int64),
    ), order


def _told(level: Level, groups: Codes) -> tuple[Domain, Codes]:
    """The labels that somebody has, in the order of their texts, missing last, and everybody's code among them."""
    import pyarrow as pa

    used = np.unique(groups).tolist()
    used.sort(key=lambda group: (level.labels[group] is None, level.labels[group] or ""))
    code = np.zeros(level.n_groups, np.int32)
    code[used] = np.arange(len(used), dtype=np.int32)
    labels = [level.labels[group] for group in used]
    return Domain(pa.array([one for one in labels if one is not None], pa.string()), None in labels), code[groups]
