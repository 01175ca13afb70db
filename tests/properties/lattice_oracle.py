"""The optimal node the slow way: every node, every record, written from the definitions, in exact fractions.

Nothing here is additive, packed, pruned or compiled. The rule for suppression is the documented one: classes below the
floor always; then the riskiest first (fewest matches, then least loss added per record, then fewest people), as few
as the criterion needs.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from bauta.model.threshold import Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind

Row = tuple[str, ...]
Node = tuple[int, ...]
Tree = dict[str, tuple[str, ...]]
"""A hierarchy: for every leaf what it is told as, level by level, the leaf itself first."""
CLASS_LOSSES = (LossKind.DM_STAR, LossKind.DISCERNIBILITY, LossKind.AVERAGE_CLASS_SIZE)
ALIKE = 1e-9
"""Losses that differ by less, relatively, are equal; entropies are not fractions."""


@dataclass(frozen=True)
class Rule:
    """What a release must meet."""

    kind: CriterionKind
    thresholds: Thresholds
    suppression: SuppressionKind

    @property
    def floor(self) -> int:
        """Classes with fewer matches are never released."""
        return {CriterionKind.MAXIMUM: self.thresholds.tau.cell_size, CriterionKind.STRICT_AVERAGE: 3}.get(self.kind, 0)

    @property
    def stays(self) -> bool:
        return self.suppression is SuppressionKind.QUASI_IDENTIFIERS

    def holds(self, kept: "Sequence[Class]", suppressed: "Sequence[Class]") -> bool:
        """Whether a release of these classes meets the criterion; suppressed records that stay are one class more."""
        if not kept:
            return False
        people = sum(c.people for c in kept)
        if self.stays:
            people += sum(c.people for c in suppressed)
            least = self.thresholds.tau.cell_size if self.kind is CriterionKind.SHARE else self.floor
            if suppressed and sum(c.matches for c in suppressed) < least:
                return False
        if any(c.matches < self.floor for c in kept):
            return False
        if self.kind is CriterionKind.MAXIMUM:
            return True
        if self.kind is CriterionKind.SHARE:
            at_risk = sum(c.people for c in kept if c.matches < self.thresholds.tau.cell_size)
            return at_risk <= Fraction(str(self.thresholds.alpha)) * people
        risk = sum(Fraction(c.people, c.matches) for c in kept)
        if self.stays and suppressed:
            risk += 1
        return risk <= self.thresholds.largest_average.largest_average * people


@dataclass(frozen=True)
class Class:
    """People who are told alike."""

    records: tuple[int, ...]
    matches: int

    @property
    def people(self) -> int:
        return len(self.records)


@dataclass(frozen=True)
class Outcome:
    """What a node comes to; everybody is suppressed where nothing else would do."""

    node: Node
    suppressed: int
    loss: Fraction | float
    classes: int
    kept_classes: int

    @property
    def rank(self) -> tuple[int, int, Node]:
        return self.suppressed, sum(self.node), self.node


@dataclass(frozen=True)
class Problem:
    """A table, its hierarchies, and perhaps the population it was drawn from (one row per person)."""

    trees: tuple[Tree, ...]
    records: tuple[Row, ...]
    population: tuple[Row, ...] | None
    weights: tuple[Fraction, ...]
    bottom: Node
    top: Node

    @property
    def n(self) -> int:
        return len(self.records)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        return tuple(len(next(iter(tree.values()))) for tree in self.trees)

    def nodes(self) -> Iterator[Node]:
        yield from product(*(range(low, high + 1) for low, high in zip(self.bottom, self.top, strict=True)))

    def told(self, row: Row, node: Node) -> Row:
        return tuple(tree[value][level] for tree, value, level in zip(self.trees, row, node, strict=True))

    def classes(self, node: Node) -> list[Class]:
        members: dict[Row, list[int]] = {}
        for i, row in enumerate(self.records):
            members.setdefault(self.told(row, node), []).append(i)
        if self.population is None:
            return [Class(tuple(inside), len(inside)) for inside in members.values()]
        people = Counter(self.told(row, node) for row in self.population)
        return [Class(tuple(inside), people[told]) for told, inside in members.items()]

    def outcome(self, node: Node, rule: Rule, loss: LossKind) -> Outcome:
        classes = self.classes(node)
        always = [c for c in classes if c.matches < rule.floor]
        others = [c for c in classes if c.matches >= rule.floor]
        others.sort(key=lambda c: (c.matches, self.added(c.records[0], node, loss), c.people))
        for more in range(len(others) + 1):
            kept, suppressed = others[more:], always + others[:more]
            if rule.holds(kept, suppressed):
                break
        else:
            kept, suppressed = [], classes
        return Outcome(
            node,
            sum(c.people for c in suppressed),
            self.loss(node, kept, suppressed, loss),
            len(classes),
            len(kept),
        )

    def best(self, outcomes: Sequence[Outcome], limit: Fraction) -> Outcome | None:
        """The outcome with the least loss among those where somebody remains and at most the limit is suppressed."""
        allowed = [o for o in outcomes if o.suppressed <= limit * self.n and o.suppressed < self.n]
        if not allowed:
            return None
        least = float(min(o.loss for o in allowed))
        return min((o for o in allowed if float(o.loss) - least <= ALIKE * abs(least)), key=lambda o: o.rank)

    # ---- losses, record by record -----------------------------------------------------------------------------

    def loss(self, node: Node, kept: Sequence[Class], suppressed: Sequence[Class], kind: LossKind) -> Fraction | float:
        gone = sum(c.people for c in suppressed)
        if kind is LossKind.DM_STAR:
            return Fraction(sum(c.people**2 for c in (*kept, *suppressed)))
        if kind is LossKind.DISCERNIBILITY:
            return Fraction(sum(c.people**2 for c in kept) + gone * self.n)
        if kind is LossKind.AVERAGE_CLASS_SIZE:
            return Fraction(self.n, len(kept) + (gone > 0))
        cells = [self.cell(i, v, node, kind) for c in kept for i in c.records for v in range(len(node))]
        cells += [self.cell_gone(i, v, kind) for c in suppressed for i in c.records for v in range(len(node))]
        if kind is LossKind.NON_UNIFORM_ENTROPY:
            return math.fsum(cells)
        return sum(cells, Fraction(0)) / (self.n * sum(self.weights))

    def added(self, record: int, node: Node, kind: LossKind) -> Fraction | float:
        """What suppressing a record adds to the loss; losses of classes do not say, so all records are alike there."""
        if kind in CLASS_LOSSES:
            return 0
        added = sum(self.cell_gone(record, v, kind) - self.cell(record, v, node, kind) for v in range(len(node)))
        return round(added, 9) if kind is LossKind.NON_UNIFORM_ENTROPY else added

    def cell(self, record: int, v: int, node: Node, kind: LossKind) -> Fraction | float:
        """What telling this cell at its level loses, weighted."""
        tree, level, value = self.trees[v], node[v], self.records[record][v]
        label = tree[value][level]
        if kind is LossKind.NON_UNIFORM_ENTROPY:
            original, generalized = self.frequency(v, 0, tree[value][0]), self.frequency(v, level, label)
            return float(self.weights[v]) * -math.log2(original / generalized)
        if kind is LossKind.LM:
            under = sum(path[level] == label for path in tree.values())
            return self.weights[v] * Fraction(under - 1, max(1, len(tree) - 1))
        return self.weights[v] * Fraction(level, max(1, self.heights[v] - 1))

    def cell_gone(self, record: int, v: int, kind: LossKind) -> Fraction | float:
        """The same for a suppressed cell."""
        if kind is LossKind.NON_UNIFORM_ENTROPY:
            value = self.records[record][v]
            return float(self.weights[v]) * -math.log2(self.frequency(v, 0, self.trees[v][value][0]) / self.n)
        return self.weights[v] * 1

    def frequency(self, v: int, level: int, label: str) -> int:
        return self._frequencies[v][level][label]

    @cached_property
    def _frequencies(self) -> list[list[Counter[str]]]:
        return [
            [Counter(tree[row[v]][level] for row in self.records) for level in range(self.heights[v])]
            for v, tree in enumerate(self.trees)
        ]
