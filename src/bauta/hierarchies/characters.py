"""Text with ever more characters hidden, from one end."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from bauta.errors import HierarchyLevelsInvalid, shown
from bauta.hierarchies.told import Telling, Told
from bauta.model.transformations import CharacterHierarchy


def told_characters(section: CharacterHierarchy, variable: str, texts: Sequence[str]) -> Told:
    """A level per number of characters hidden; a text that is shorter is hidden altogether."""
    hidden = section.hide
    if any(fewer >= more for fewer, more in pairwise(hidden)):
        raise HierarchyLevelsInvalid(
            name=shown(variable),
            why="a level hides as many characters as the one before, or fewer",
            remedy="Give ever larger numbers, such as hide: [1, 2, 3, 4].",
        )
    return Told(texts, [Telling(f"{n} hidden", partial(_hide, section, n)) for n in hidden])


def _hide(section: CharacterHierarchy, number: int, text: str) -> str:
    number = min(number, len(text))
    signs = section.sign * number
    return text[: len(text) - number] + signs if section.side == "right" else signs + text[number:]
