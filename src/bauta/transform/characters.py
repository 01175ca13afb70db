"""Texts of one length as a matrix of characters, so that a million of them are read or written at once."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.uint32]
"""Unicode code points: a row for each text, a column for each character."""
Flags = npt.NDArray[np.bool_]

_MOST_CELLS = 4_000_000


def to_points(texts: Sequence[str]) -> Points:
    """The characters of texts that all have the same length."""
    length = len(texts[0]) if texts else 0
    return np.frombuffer("".join(texts).encode("utf-32-le"), dtype="<u4").reshape(len(texts), length)


def to_texts(points: Points) -> list[str]:
    """The texts that a matrix of characters spells.

    >>> to_texts(to_points(["abc", "xyz"]))
    ['abc', 'xyz']
    """
    rows, length = points.shape
    joined = points.astype("<u4").tobytes().decode("utf-32-le")
    return [joined[start : start + length] for start in range(0, rows * length, length)] if length else [""] * rows


def all_of(cells: Flags) -> Flags:
    """Which rows are marked in every column."""
    marked: Flags = np.logical_and.reduce(cells, axis=1)
    return marked


def blocks(texts: Sequence[str]) -> Iterator[tuple[list[int], Points]]:
    """Positions of texts of the same length, with their characters; no block so large that memory is short."""
    rows_of_length: dict[int, list[int]] = {}
    for row, text in enumerate(texts):
        rows_of_length.setdefault(len(text), []).append(row)
    for length, rows in rows_of_length.items():
        at_once = max(1, _MOST_CELLS // max(1, length))
        for start in range(0, len(rows), at_once):
            block = rows[start : start + at_once]
            yield block, to_points([texts[row] for row in block])
