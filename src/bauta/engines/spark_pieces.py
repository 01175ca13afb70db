"""A release that Spark holds comes up in pieces that fit into memory, one after the other."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.sql_release import ORDER_KEY, PARTITION


def even_steps(start: int, end: int, n: int) -> list[int]:
    """Numbers from `start` to `end` that cut what lies between into `n` pieces alike."""
    return [start + (end - start) * i // n for i in range(n + 1)]


def pieces(starts: Sequence[int], sizes: Sequence[int] | None, most: int) -> Iterator[exp.Condition]:
    """What the rows of each piece have in common. `starts` are order keys that cut the whole release into pieces.

    Where it has partitions, of these sizes, small ones that follow on each other make one piece, and a large one is cut
    by order keys, which are drawn evenly in every partition.
    """
    if sizes is None:
        yield from (_between(ORDER_KEY, start, end) for start, end in pairwise(starts))
        return
    first = together = 0
    for number, size in enumerate([*sizes, most + 1]):
        if together and together + size > most:
            yield _between(PARTITION, first, number)
            first, together = number, 0
        if size <= most:
            together += size
        elif number < len(sizes):
            steps = even_steps(starts[0], starts[-1], -(-size // most))
            own = _between(PARTITION, number, number + 1)
            yield from (exp.and_(own.copy(), _between(ORDER_KEY, start, end)) for start, end in pairwise(steps))
            first = number + 1


def _between(key: str, start: int, end: int) -> exp.Condition:
    """Keys from `start` to before `end`."""
    own = sql.column(key)
    return exp.and_(own >= exp.Literal.number(start), own.copy() <= exp.Literal.number(end - 1))
