"""The optimal node the slow way: every node, every record, written from the definitions, in exact fractions.

Nothing here is packed, pruned or compiled. Whom to suppress is found by trying everything: for each class nobody,
everybody or, where suppressed records stay, any number it can spare. Only an average that does not hold without the
classes below the floor follows a rule: the riskiest first (fewest matches, then least loss added per record, then
fewest people), as few as it needs.
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

    @property
    def least(self) -> int:
        """How large the class of suppressed records must be, if they stay."""
        return self.thresholds.tau.cell_size if self.kind is CriterionKind.SHARE else max(1, self.floor)

    @property
    def is_average(self) -> bool:
        return self.kind in (CriterionKind.AVERAGE, CriterionKind.STRICT_AVERAGE)

    def size_of_suppressed(self, suppressed: "Sequence[Class]") -> int:
        """For the share their people; otherwise their matches, of which a recruit brings one: itself."""
        return sum(c.people if self.kind is CriterionKind.SHARE else c.matches for c in suppressed)

    def holds(self, kept: "Sequence[Class]", suppressed: "Sequence[Class]") -> bool:
        """Whether a release of these classes meets the criterion; suppressed records that stay are one class more."""
        if not kept:
            return False
        people = sum(c.people for c in kept)
        if self.stays:
            people += sum(c.people for c in suppressed)
            if suppressed and self.size_of_suppressed(suppressed) < self.least:
                return False
        if any(c.matches < self.floor for c in kept):
            return False
        if self.kind is CriterionKind.MAXIMUM:
            return True
        if self.kind is CriterionKind.SHARE:
            at_risk = sum(c.people for c in kept if c.matches < self.thresholds.tau.cell_size)
            return at_risk <= Fraction(str(self.thresholds.alpha)) * people
        return self.average_holds(kept, suppressed)

    def average_holds(self, kept: "Sequence[Class]", suppressed: "Sequence[Class]") -> bool:
        people = sum(c.people for c in kept)
        risk = sum(Fraction(c.people, c.matches) for c in kept)
        if self.stays and suppressed:
            people += sum(c.people for c in suppressed)
            risk += 1
        return risk <= self.thresholds.largest_average.largest_average * people

    def holds_for(self, gone: int, matched: int, at_risk: int, recruits: int, *, everybody: int) -> bool:
        """Whether so many people, so many matches among them, may be suppressed and so many at risk be kept.

        Recruits are company for others, and no more than these lack.
        """
        if self.stays and gone > 0 and matched < self.least:
            return False
        if recruits > 0 and (recruits == gone or matched > self.least):
            return False
        kept = everybody if self.stays else everybody - gone
        return self.kind is not CriterionKind.SHARE or at_risk <= Fraction(str(self.thresholds.alpha)) * kept


@dataclass(frozen=True)
class Class:
    """People who are told alike."""

    records: tuple[int, ...]
    matches: int

    @property
    def people(self) -> int:
        return len(self.records)


@dataclass(frozen=True)
class Way:
    """How many of each class are suppressed so far, what that costs, and how many are suppressed as a whole."""

    cost: Fraction | float
    whole: int
    numbers: tuple[int, ...]

    def is_better(self, other: "Way") -> bool:
        if math.isclose(self.cost, other.cost, rel_tol=ALIKE):
            return self.whole < other.whole
        return self.cost < other.cost


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

    def outcome(self, node: Node, rule: Rule, loss: LossKind, limit: Fraction = Fraction(1)) -> Outcome:
        classes = self.classes(node)
        always = [c for c in classes if c.matches < rule.floor]
        others = [c for c in classes if c.matches >= rule.floor]
        if rule.is_average and not rule.average_holds(others, always):
            kept, suppressed = self.riskiest_first(others, always, node, rule, loss)
        else:
            kept, suppressed = self.cheapest(classes, node, rule, loss, limit)
        return Outcome(
            node,
            sum(c.people for c in suppressed),
            self.loss(node, classes, kept, suppressed, loss),
            len(classes),
            len(kept),
        )

    def riskiest_first(
        self, others: "list[Class]", always: "list[Class]", node: Node, rule: Rule, loss: LossKind
    ) -> "tuple[list[Class], list[Class]]":
        others = sorted(others, key=lambda c: (c.matches, self.added(c.records[0], node, loss), c.people))
        for more in range(len(others) + 1):
            if rule.holds(others[more:], always + others[:more]):
                return others[more:], always + others[:more]
        return [], always + others

    def cheapest(
        self, classes: "list[Class]", node: Node, rule: Rule, loss: LossKind, limit: Fraction
    ) -> "tuple[list[Class], list[Class]]":
        """What is kept and suppressed at least cost, then of fewest people, then of fewest whole classes.

        All choices, class by class. Two that agree in all the criterion looks at go on as one, the cheaper. Within the
        limit if that is possible; if not, fewest people come first. Nobody is suppressed without need: discernibility
        would have it at times.
        """
        always = [c for c in classes if c.matches < rule.floor]
        others = [c for c in classes if c.matches >= rule.floor]
        if rule.holds(others, always):
            return others, always
        ways: dict[tuple[int, int, int, int], Way] = {(0, 0, 0, 0): Way(0, 0, ())}
        for c in classes:
            added = self.added(c.records[0], node, loss)
            longer: dict[tuple[int, int, int, int], Way] = {}
            for (gone, matched, at_risk, recruits), way in ways.items():
                for n in self.numbers(c, rule):
                    is_whole = n == c.people
                    matches = c.matches if is_whole and rule.kind is not CriterionKind.SHARE else n
                    risky = c.people - n if c.matches < rule.thresholds.tau.cell_size else 0
                    key = gone + n, matched + matches, at_risk + risky, recruits + (0 if is_whole else n)
                    step = Way(way.cost + self.cost(c, n, added, loss), way.whole + is_whole, (*way.numbers, n))
                    if key not in longer or step.is_better(longer[key]):
                        longer[key] = step
            ways = longer
        allowed = {key: way for key, way in ways.items() if key[0] < self.n and rule.holds_for(*key, everybody=self.n)}
        if not allowed:
            return [], classes
        within = {key: way for key, way in allowed.items() if key[0] <= limit * self.n}
        fewest = min(key[0] for key in allowed)
        candidates = list((within or {key: way for key, way in allowed.items() if key[0] == fewest}).items())
        least = min(float(way.cost) for _, way in candidates)
        tied = [(key, way) for key, way in candidates if float(way.cost) - least <= ALIKE * abs(least)]
        _, way = min(tied, key=lambda one: (one[0][0], one[1].whole))
        kept, suppressed = [], []
        for c, n in zip(classes, way.numbers, strict=True):
            if n < c.people:
                kept.append(Class(c.records[n:], c.matches - n))
            if n:
                suppressed.append(Class(c.records[:n], c.matches if n == c.people else n))
        assert rule.holds(kept, suppressed)
        return kept, suppressed

    @staticmethod
    def numbers(c: Class, rule: Rule) -> list[int]:
        """How many of a class may be suppressed."""
        if c.matches < rule.floor:
            return [c.people]
        if not rule.stays:
            return [0, c.people]
        return [n for n in range(c.people + 1) if n in (0, c.people) or c.matches - n >= rule.least]

    def cost(self, c: Class, gone: int, added: Fraction | float, loss: LossKind) -> Fraction | float:
        """What suppressing so many of a class adds to the loss, or to what it is computed from."""
        if loss is LossKind.DISCERNIBILITY:
            return gone * self.n + (c.people - gone) ** 2 - c.people**2
        if loss is LossKind.AVERAGE_CLASS_SIZE:
            return int(gone == c.people)
        return gone * added

    def best(self, outcomes: Sequence[Outcome], limit: Fraction) -> Outcome | None:
        """The outcome with the least loss among those where somebody remains and at most the limit is suppressed."""
        allowed = [o for o in outcomes if o.suppressed <= limit * self.n and o.suppressed < self.n]
        if not allowed:
            return None
        least = float(min(o.loss for o in allowed))
        return min((o for o in allowed if float(o.loss) - least <= ALIKE * abs(least)), key=lambda o: o.rank)

    # ---- losses, record by record -----------------------------------------------------------------------------

    def loss(
        self,
        node: Node,
        classes: Sequence[Class],
        kept: Sequence[Class],
        suppressed: Sequence[Class],
        kind: LossKind,
    ) -> Fraction | float:
        gone = sum(c.people for c in suppressed)
        if kind is LossKind.DM_STAR:
            return Fraction(sum(c.people**2 for c in classes))
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
