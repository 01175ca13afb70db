"""The values of a list in the words of a release, so that the two can be compared.

The release's own rules are used: the custodian's plan where it is there, or else what its dictionary calls the level
(decade, 3 characters, ZIP3), or the intervals that stand in the release (1940-1949, 90+).
"""

from collections.abc import Collection, Sequence

from bauta.equivalence.classes import Domain
from bauta.equivalence.coding import canonical_texts
from bauta.errors import BautaError
from bauta.hierarchies.build import build_hierarchy
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.hierarchies.intervals import Interval, read_fraction, read_interval
from bauta.hierarchies.zip3_census import CENSUSES
from bauta.model.transformations import (
    CharacterHierarchy,
    DateHierarchy,
    DateLevel,
    HierarchySection,
    IcdHierarchy,
    PostalCodeHierarchy,
    ZipHierarchy,
)
from bauta.workflow.plan_hierarchy import told_by_rule
from bauta.workflow.published_release import NOT_TOLD, PublishedRelease

Labels = list[str | None]
"""For each value what the release calls it; None where the release has no word for it."""


def in_words_of(release: PublishedRelease, variable: str, domain: Domain, released: Collection[str]) -> Labels:
    """What the release tells each value of `domain` as; `released` are the values that it has."""
    level = release.level_of(variable)
    texts = canonical_texts(domain.values)
    if level == NOT_TOLD:
        return [SUPPRESSED] * len(texts)
    if level is None:
        return list(texts)
    ways = [_by_plan(release, variable, domain, texts)]
    ways += [_by_section(section, variable, domain, level) for section in _sections(level)]
    ways.append(_by_interval(texts, released))
    ways.append(list(texts))  # the list may be generalised alike already
    return max(ways, key=lambda labels: sum(label in released for label in labels))


def _by_plan(release: PublishedRelease, variable: str, domain: Domain, texts: Sequence[str]) -> Labels:
    planned = release.plan.get(variable)
    lookup = {} if planned is None else told_by_rule(planned, domain).lookup or {}
    return [lookup.get(text) for text in texts]


def _sections(level: str) -> list[HierarchySection]:
    """The hierarchies that have a level of this name and tell values by their form."""
    count, _, what = level.partition(" ")
    if level in set(DateLevel):
        return [DateHierarchy(levels=(DateLevel(level),))]
    if what in ("character", "characters") and count.isdecimal():
        return [PostalCodeHierarchy(keep=(int(count),))]
    if what == "hidden" and count.isdecimal():
        return [CharacterHierarchy(hide=(int(count),), side=side) for side in ("right", "left")]
    if level in ("ZIP3", "ZIP5"):
        return [ZipHierarchy(census=census) for census in reversed(CENSUSES)]
    if level in ("category", "block", "chapter"):
        return [IcdHierarchy(kind="icd10cm"), IcdHierarchy(kind="icd9cm")]
    return []


def _by_section(section: HierarchySection, variable: str, domain: Domain, level: str) -> Labels:
    """What a hierarchy tells the values as at the level of this name; nothing where it cannot read them."""
    try:
        hierarchy = build_hierarchy(section, variable, Domain(domain.values, has_missing=False), outside=True)
    except BautaError:
        return [None] * len(domain.values)
    own = next((one for one in hierarchy.levels if one.name == level), None)
    if own is None:
        return [None] * len(domain.values)
    return [own.labels[group] for group in own.groups.tolist()]


def _by_interval(texts: Sequence[str], released: Collection[str]) -> Labels:
    """Numbers, and intervals within wider ones, by the intervals that the release has."""
    wide = {label: interval for label in sorted(released) if (interval := _interval(label)) is not None}
    return [_around(_interval(text), wide) for text in texts]


def _interval(text: str) -> Interval | None:
    """A number is an interval that holds nothing else."""
    number = read_fraction(text)
    return read_interval(text) if number is None else Interval(number, number)


def _around(one: Interval | None, wide: dict[str, Interval]) -> str | None:
    return None if one is None else next((label for label, interval in wide.items() if _holds(interval, one)), None)


def _holds(outer: Interval, inner: Interval) -> bool:
    if inner.low is not None and inner.low == inner.high:
        return outer.contains(inner.low) or (outer.low == outer.high == inner.low)
    has_low = outer.low is None or (inner.low is not None and inner.low >= outer.low)
    has_high = outer.high is None or (inner.high is not None and inner.high <= outer.high)
    return has_low and has_high
