"""The finest nodes that are acceptable, where whatever is coarser than an acceptable node is acceptable too."""

from collections.abc import Callable, Iterator

from bauta.search.space import Node


def finest_acceptable(bottom: Node, top: Node, is_acceptable: Callable[[Node], bool]) -> list[Node]:
    """The acceptable nodes of a lattice that are coarser than no other.

    Nodes are looked at from the finest up, level sum by level sum; what is coarser than one already found need not be
    judged.
    """
    found: list[Node] = []
    for height in range(sum(bottom), sum(top) + 1):
        for node in nodes_of_height(bottom, top, height):
            if not any(is_coarser(node, other) for other in found) and is_acceptable(node):
                found.append(node)
    return found


def is_coarser(node: Node, other: Node) -> bool:
    """Whether no level of `node` is below that of `other`."""
    return all(own >= theirs for own, theirs in zip(node, other, strict=True))


def meet(node: Node, other: Node) -> Node:
    """The coarsest node that is finer than both: what two releases tell together."""
    return tuple(min(levels) for levels in zip(node, other, strict=True))


def nodes_of_height(bottom: Node, top: Node, height: int) -> Iterator[Node]:
    """All nodes whose levels add up to `height`."""
    if not bottom:
        if height == 0:
            yield ()
        return
    rest_low, rest_high = sum(bottom[1:]), sum(top[1:])
    for level in range(max(bottom[0], height - rest_high), min(top[0], height - rest_low) + 1):
        for rest in nodes_of_height(bottom[1:], top[1:], height - level):
            yield (level, *rest)
