"""The hierarchy of a variable to which a plan is applied: its values, and what the plan tells them as."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bauta.equivalence.classes import Domain, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.errors import PlanColumnUnseen, PlanValuesUnseen, shown
from bauta.hierarchies.build import build_hierarchy, readable
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy, Level
from bauta.hierarchies.told import ORIGINAL, OUTSIDE, numbered_level
from bauta.model.numbers import arrow_integers
from bauta.model.transformations import NoHierarchy, UnseenRule
from bauta.workflow.deidentify_request import QuasiIdentifier
from bauta.workflow.hierarchy import BuiltHierarchy

MOST_UNSEEN = 0.5
"""With more of the people than this having values that a plan does not know, it is not for this column."""


@dataclass(frozen=True, eq=False, repr=False)
class PlannedHierarchy(BuiltHierarchy):
    """Up to the plan's level the values, there what they are told as, and above it nothing told.

    A plan does not have the levels between. There are as many as its hierarchy had, so that a level means the same.
    """

    quasi: QuasiIdentifier
    unseen: UnseenRule
    level: int
    unseen_people: int = 0
    """How many people have a value that the plan does not know, and that is released as '*'."""

    def over_population(self, domain: Domain) -> Hierarchy:
        """The same over a population's values; those the plan has not seen are outside of it, or told as '*'."""
        otherwise = OUTSIDE if self.unseen is UnseenRule.ERROR else SUPPRESSED
        levels = _levels(told_by_rule(self.quasi, domain), _texts(domain), otherwise, self.level)
        return Hierarchy(self.quasi.name, levels, self.hierarchy.n_leaves, self.hierarchy.source)


def build_from_plan(
    quasi: QuasiIdentifier, domain: Domain, unseen: UnseenRule, people: Integers, *, path: str
) -> PlannedHierarchy:
    """The values of the data as the plan tells them; raises PlanValuesUnseen if it does not know all and must.

    Where most of the `people` (per value) have values it does not know, it is not for these data: PlanColumnUnseen.
    """
    texts = _texts(domain)
    quasi = told_by_rule(quasi, domain)
    new = [text for text in texts if not _is_seen(quasi, text)]
    if new and unseen is UnseenRule.ERROR:
        raise PlanValuesUnseen(different=len(new), variable=shown(quasi.name), path=path)
    is_new = np.array([not _is_seen(quasi, text) for text in texts], bool)
    n_new, n_known = int(people[is_new].sum()), int(people[[text is not None for text in texts]].sum())
    if n_new > MOST_UNSEEN * n_known and set((quasi.lookup or {}).values()) != {SUPPRESSED}:
        raise PlanColumnUnseen(unseen=f"{n_new:,}", people=f"{n_known:,}", variable=shown(quasi.name), path=path)
    level = quasi.rule_level if quasi.planned_highest is not None else int(not quasi.is_told_as_it_is)
    if quasi.is_told_as_it_is and new:
        level = 1  # values are told as they are, but new ones are not told
    hierarchy = Hierarchy(
        quasi.name, _levels(quasi, texts, SUPPRESSED, level), quasi.planned_leaves or domain.size, "the plan"
    )
    return PlannedHierarchy(NoHierarchy(), None, hierarchy, quasi, unseen, level, n_new)


def notes_on_unseen(built: Sequence[BuiltHierarchy]) -> tuple[str, ...]:
    """What becomes of values that a plan does not know, column by column."""
    return tuple(
        f"The plan does not know the values that {one.unseen_people:,} of the people have of "
        f"{shown(one.quasi.name, 40)}: they are released as '*'."
        for one in built
        if isinstance(one, PlannedHierarchy) and one.unseen_people
    )


def told_by_rule(quasi: QuasiIdentifier, domain: Domain) -> QuasiIdentifier:
    """The variable with new values added to its lookup where the plan's hierarchy tells them by their form.

    A value of another kind than the hierarchy is for stays unseen. The others are told in the words of the plan's own.
    """
    import pyarrow as pa

    if quasi.rule is None:
        return quasi
    texts = canonical_texts(domain.values)
    if all(_is_seen(quasi, text) for text in texts):
        return quasi
    seen = Domain(pa.array([text for text in quasi.lookup or () if text is not None], pa.string()), has_missing=False)
    like = build_hierarchy(quasi.rule, quasi.name, seen, outside=True)
    is_readable = readable(quasi.rule, quasi.name, domain, like)
    new = [code for code, text in enumerate(texts) if is_readable[code] and not _is_seen(quasi, text)]
    if not new:
        return quasi
    added = Domain(domain.values.take(arrow_integers(np.array(new))), has_missing=False)
    level = build_hierarchy(quasi.rule, quasi.name, added, like=like).levels[quasi.rule_level]
    told = {text: level.labels[group] for text, group in zip(_texts(added), level.groups.tolist(), strict=True)}
    return replace(quasi, lookup={**(quasi.lookup or {}), **told})


def _texts(domain: Domain) -> list[str | None]:
    return [*canonical_texts(domain.values), *([None] if domain.has_missing else [])]


def _is_seen(quasi: QuasiIdentifier, text: str | None) -> bool:
    """That nothing is known is no new value: missing stays missing where the plan does not say otherwise."""
    return text is None or text in (quasi.lookup or {})


def _levels(quasi: QuasiIdentifier, texts: Sequence[str | None], otherwise: str, level: int) -> tuple[Level, ...]:
    """As many levels as the plan's hierarchy had, the values being told as planned at `level`."""
    lookup = quasi.lookup or {}
    told = [lookup.get(text) if _is_seen(quasi, text) else otherwise for text in texts]
    original = numbered_level(ORIGINAL, texts)
    planned = _with_planned_leaves(quasi, numbered_level(quasi.planned_level, told))
    highest = max(level, quasi.planned_highest if quasi.planned_highest is not None else 0)
    nothing = numbered_level(SUPPRESSED, [SUPPRESSED] * len(texts))
    below = (original,) * level or (original,)
    return (*below, *([planned] if level else []), *([nothing] * (highest - level)))


def _with_planned_leaves(quasi: QuasiIdentifier, level: Level) -> Level:
    """The level with as many leaves under each group as the plan's hierarchy has there, in these data or not."""
    if quasi.planned_leaves is None:
        return level
    known = [quasi.leaves.get(label, int(own)) for label, own in zip(level.labels, level.leaves, strict=True)]
    return replace(level, leaves=np.array(known, np.int64))
