"""The graph of a log-linear model: variables are its nodes, interacting pairs its edges.

Where taking one variable out would cut a connected graph in two, the two sides are independent given that variable,
and each side can be fitted alone. The parts that no single variable cuts are the *blocks* (biconnected components): a
lone variable, a pair, or three and more variables in circles.
"""

from collections.abc import Iterable
from itertools import combinations

Pair = tuple[int, int]
"""Positions of two variables, the smaller one first."""
Pairs = frozenset[Pair]


def all_pairs(n_variables: int) -> Pairs:
    """The model of all two-way interactions."""
    return frozenset(combinations(range(n_variables), 2))


def as_pairs(pairs: Iterable[tuple[int, int]] | None, n_variables: int) -> Pairs:
    """Pairs in order and without repetition; None stands for all of them.

    >>> sorted(as_pairs([(2, 0), (0, 2), (1, 2)], 3))
    [(0, 2), (1, 2)]
    """
    if pairs is None:
        return all_pairs(n_variables)
    tidy = frozenset((min(pair), max(pair)) for pair in pairs)
    assert all(0 <= u < v < n_variables for u, v in tidy), "pairs are of two different variables, by position"
    return tidy


def blocks(pairs: Pairs, n_variables: int) -> list[tuple[int, ...]]:
    """The variables of each block, ascending; a variable may be in several.

    Hopcroft and Tarjan's depth-first search: a block ends where nothing below reaches back above its first variable.

    >>> blocks(frozenset({(0, 1), (1, 2), (0, 2), (2, 3)}), 5)
    [(2, 3), (0, 1, 2), (4,)]
    """
    neighbours: list[list[int]] = [[] for _ in range(n_variables)]
    for u, v in sorted(pairs):
        neighbours[u].append(v)
        neighbours[v].append(u)
    found: list[tuple[int, ...]] = []
    depth: dict[int, int] = {}
    waiting: list[Pair] = []

    def lowest_reached(v: int, parent: int) -> int:
        lowest = depth[v]
        for w in neighbours[v]:
            if w not in depth:
                depth[w] = depth[v] + 1
                start = len(waiting)
                waiting.append((v, w))
                reached = lowest_reached(w, v)
                lowest = min(lowest, reached)
                if reached >= depth[v]:
                    found.append(tuple(sorted({end for edge in waiting[start:] for end in edge})))
                    del waiting[start:]
            elif w != parent and depth[w] < depth[v]:
                waiting.append((v, w))
                lowest = min(lowest, depth[w])
        return lowest

    for root in range(n_variables):
        if not neighbours[root]:
            found.append((root,))
        elif root not in depth:
            depth[root] = 0
            lowest_reached(root, -1)
    return found
