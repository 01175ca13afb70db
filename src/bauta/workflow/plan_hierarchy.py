"""The hierarchy of a variable to which a plan is applied: its values, and what the plan tells them as."""

import numpy as np

from bauta.equivalence.classes import Domain
from bauta.equivalence.coding import canonical_texts
from bauta.errors import PlanValuesUnseen, shown
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy, Level
from bauta.model.transformations import NoHierarchy, UnseenRule
from bauta.workflow.deidentify_request import QuasiIdentifier
from bauta.workflow.hierarchy import BuiltHierarchy


def build_from_plan(quasi: QuasiIdentifier, domain: Domain, unseen: UnseenRule, *, path: str) -> BuiltHierarchy:
    """Level 0, the values, and where the plan changes them level 1, what they are told as."""
    lookup = quasi.lookup or {}
    texts: list[str | None] = [*canonical_texts(domain.values), *([None] if domain.has_missing else [])]
    # That nothing is known is no new value: missing stays missing where the plan does not say otherwise.
    is_seen = [text in lookup or text is None for text in texts]
    if not all(is_seen) and unseen is UnseenRule.ERROR:
        raise PlanValuesUnseen(values=is_seen.count(False), variable=shown(quasi.name), path=path)
    original = Level("original", np.arange(len(texts), dtype=np.int32), tuple(texts), np.ones(len(texts), np.int64))
    levels = [original]
    if not (quasi.is_told_as_it_is and all(is_seen)):
        levels.append(
            _told(texts, [lookup.get(text) if seen else SUPPRESSED for text, seen in zip(texts, is_seen, strict=True)])
        )
    hierarchy = Hierarchy(quasi.name, tuple(levels), len(texts), "the plan")
    return BuiltHierarchy(NoHierarchy(), None, hierarchy)


def _told(texts: list[str | None], told: list[str | None]) -> Level:
    labels = sorted({label for label in told if label is not None})
    number: dict[str | None, int] = {label: group for group, label in enumerate(labels)}
    if None in told:
        number[None] = len(labels)
    groups = np.array([number[label] for label in told], np.int32)
    all_labels = (*labels, None) if None in told else tuple(labels)
    return Level("as planned", groups, all_labels, np.bincount(groups, minlength=len(number)))
