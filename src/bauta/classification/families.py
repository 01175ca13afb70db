"""Columns of one form and one name pattern get one role.

Of eleven condition flags called alike (sp_copd, sp_chf, sp_ra_oa, ...) a vocabulary knows two. The others are no
different for that: their names begin alike and their values are the same, so what is known of some is said of all. A
name with a number at its end (rdef1 to rdef8) is the stronger pattern: one recognised column is enough there.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bauta.classification import unrecognised
from bauta.classification.tokens import tokenise
from bauta.model.columns import ColumnProfile
from bauta.model.roles import Role, VariableType

_FEWEST = 3
"""Columns that make a family."""
_MOST_VALUES = 12
"""Different values: flags and short scales. Longer lists differ in meaning though their names begin alike."""
_LEAST_KNOWN = 2
"""Recognised columns whose names only begin like those of the others."""


@dataclass(frozen=True)
class _Pattern:
    """What the members of a family share."""

    stem: tuple[str, ...]
    is_numbered: bool
    values: frozenset[str]
    type: VariableType | None


def alike_within_families(profiles: Sequence[ColumnProfile], samples: Sequence[Sequence[str]]) -> list[ColumnProfile]:
    """The same profiles, those of unknown meaning with the role of their family where its known members agree."""
    changed = list(profiles)
    for pattern, members in _families(profiles, samples).items():
        known = [i for i in members if not _is_unknown(changed[i])]
        roles = {changed[i].suggestion.role for i in known}
        needed = 1 if pattern.is_numbered else _LEAST_KNOWN
        allowed = {Role.SENSITIVE, Role.QUASI_IDENTIFIER} if pattern.is_numbered else {Role.SENSITIVE}
        if len(known) < needed or len(roles) > 1 or not roles <= allowed:
            continue
        model = changed[known[0]].suggestion
        for i in members:
            if i not in known:
                kind = model.kind if pattern.is_numbered else f"like {model.kind}"
                suggestion = replace(
                    changed[i].suggestion, role=model.role, kind=kind, reason=_reason(len(known), model.role)
                )
                changed[i] = replace(changed[i], suggestion=suggestion)
    return changed


def _reason(known: int, role: Role) -> str:
    columns = "another column is" if known == 1 else f"{known} others are"
    recognised = f"of which {columns} recognised as {role.replace('_', ' ')}"
    return f"The name and the values are of one pattern with other columns, {recognised}."


def _is_unknown(profile: ColumnProfile) -> bool:
    return profile.suggestion.kind in unrecognised.REPEATING


def _families(profiles: Sequence[ColumnProfile], samples: Sequence[Sequence[str]]) -> dict[_Pattern, list[int]]:
    """Positions of columns by how their names begin and which values they have; a column may be in two families."""
    found: dict[_Pattern, list[int]] = defaultdict(list)
    for i, (profile, sample) in enumerate(zip(profiles, samples, strict=True)):
        if not 1 < profile.summary.distinct <= _MOST_VALUES:
            continue
        values = frozenset(text.strip().lower() for text in sample)
        words = tokenise(profile.summary.name)
        stem = tuple(word for word in words if not word.isdigit())
        if stem and len(stem) < len(words):
            found[_Pattern(stem, True, frozenset(), profile.suggestion.type)].append(i)
        if len(words) > 1:
            found[_Pattern(words[:1], False, values, None)].append(i)
    return {pattern: members for pattern, members in found.items() if len(members) >= _FEWEST}
