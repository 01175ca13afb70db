"""Whatever the values and the section: levels nest, groups have no gaps, labels decide, and leaves add up."""

from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import assume, given
from hypothesis import strategies as st
from laws import law

from bauta.equivalence.classes import Domain
from bauta.errors import HierarchyError
from bauta.hierarchies.build import build_hierarchy
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.hierarchies.rows import HierarchyRows
from bauta.hierarchies.suggest import suggest_hierarchy
from bauta.model.transformations import (
    CharacterHierarchy,
    DateHierarchy,
    DateLevel,
    FileHierarchy,
    IcdHierarchy,
    NoHierarchy,
    NumberHierarchy,
    PostalCodeHierarchy,
    TreeHierarchy,
    ZipHierarchy,
)

COARSENING = (DateLevel.DAY, DateLevel.MONTH, DateLevel.QUARTER, DateLevel.YEAR, DateLevel.FIVE_YEARS, DateLevel.DECADE)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=6)


def some_of(levels: tuple[Any, ...]) -> st.SearchStrategy[tuple[Any, ...]]:
    """Some of them, in their order."""
    return st.lists(st.sampled_from(levels), unique=True).map(lambda chosen: tuple(sorted(chosen, key=levels.index)))


dates = st.one_of(
    st.dates().map(str),
    st.datetimes().map(lambda moment: moment.isoformat(sep=" ")),
    st.dates(),
)
numbers = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(-1000, 1000, places=3).map(str),
    st.floats(allow_nan=False, allow_infinity=False),
)


@st.composite
def number_sections(draw: st.DrawFn) -> NumberHierarchy:
    first = draw(st.sampled_from([0.1, 0.25, 1, 3, 5, 7.5]))
    factors = draw(st.lists(st.integers(2, 5), max_size=3))
    widths = [first]
    for factor in factors:
        widths.append(round(widths[-1] * factor, 6))
    ends = sorted(draw(st.lists(st.integers(-50, 120), min_size=2, max_size=2, unique=True)))
    return NumberHierarchy(
        widths=tuple(widths) if draw(st.booleans()) else (),
        start=draw(st.sampled_from([0, 1, -2.5])),
        bottom=ends[0] if draw(st.booleans()) else None,
        top=ends[1] if draw(st.booleans()) else None,
    )


cases = st.one_of(
    st.tuples(some_of(COARSENING).map(lambda levels: DateHierarchy(levels=levels)), st.just(dates)),
    st.tuples(st.just(DateHierarchy(levels=("day", "week"))), st.just(dates)),
    st.tuples(number_sections(), st.just(numbers)),
    st.tuples(some_of((5, 4, 3, 2, 1, 0)).map(lambda keep: PostalCodeHierarchy(keep=keep)), st.just(texts)),
    st.tuples(
        st.builds(CharacterHierarchy, hide=some_of((1, 2, 3, 5)), side=st.sampled_from(["left", "right"])),
        st.just(texts),
    ),
    st.tuples(
        st.builds(ZipHierarchy, census=st.sampled_from(["2000", "2010", "2020"])),
        st.just(st.from_regex(r"[0-9]{5}(-[0-9]{4})?", fullmatch=True)),
    ),
    st.tuples(
        st.just(IcdHierarchy(kind="icd10cm")),
        st.just(st.from_regex(r"[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?", fullmatch=True)),
    ),
    st.tuples(
        st.just(IcdHierarchy(kind="icd9cm")),
        st.just(st.from_regex(r"([1-9][0-9][0-9]|V[0-9][0-9])(\.[0-9]{1,2})?|E[0-9]{3}(\.[0-9])?", fullmatch=True)),
    ),
    st.tuples(st.just(NoHierarchy()), st.just(texts)),
)


@st.composite
def domains(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Domain:
    chosen = draw(st.lists(values, min_size=1, max_size=20, unique=True))
    kind = type(chosen[0])  # a column has one type
    return Domain(pa.array([value for value in chosen if type(value) is kind]), has_missing=draw(st.booleans()))


def check(hierarchy: Hierarchy, size: int) -> None:
    for number, level in enumerate(hierarchy.levels):
        assert len(level.groups) == size
        assert set(level.groups.tolist()) == set(range(level.n_groups))
        assert len(set(level.labels)) == level.n_groups == len(level.leaves)
        assert None not in level.labels[:-1]
        if number:
            step = hierarchy.step(number - 1)
            assert np.array_equal(step[hierarchy.levels[number - 1].groups], level.groups)


@law
@given(st.data())
def test_computed_levels_nest_and_their_leaves_are_the_values(data: st.DataObject) -> None:
    section, values = data.draw(cases)
    domain = data.draw(domains(values))
    hierarchy = build_hierarchy(section, "v", domain)
    check(hierarchy, domain.size)
    assert hierarchy.levels[0].n_groups == domain.size == hierarchy.n_leaves
    assert all(level.leaves.sum() == hierarchy.n_leaves for level in hierarchy.levels)
    assert hierarchy.levels[-1].labels == ("*",)
    if domain.has_missing:
        told = [level.labels[level.groups[-1]] for level in hierarchy.levels]
        assert told[:-1] == [None] * (hierarchy.height - 1)


@law
@given(st.data())
def test_a_part_of_the_values_is_told_in_the_same_words(data: st.DataObject) -> None:
    section, values = data.draw(cases)
    whole = data.draw(domains(values))
    wanted = data.draw(st.lists(st.integers(0, len(whole.values) - 1), min_size=1, unique=True))
    part = Domain(whole.values.take(pa.array(wanted)), has_missing=False)
    told_whole = build_hierarchy(section, "v", whole)
    told_part = build_hierarchy(section, "v", part, like=told_whole)
    assert [level.name for level in told_part.levels] == [level.name for level in told_whole.levels]
    for ours, theirs in zip(told_part.levels, told_whole.levels, strict=True):
        expected = [theirs.labels[theirs.groups[code]] for code in wanted]
        assert [ours.labels[group] for group in ours.groups] == expected


@st.composite
def listed_rows(draw: st.DrawFn) -> HierarchyRows:
    """A hierarchy made from the top down, so that it is one: each group of a level is in one group of the next."""
    n_groups = sorted(draw(st.lists(st.integers(1, 8), min_size=1, max_size=4)), reverse=True)
    values = draw(st.lists(texts.map(str.strip).filter(bool), min_size=1, max_size=15, unique=True))
    rows = [[value] for value in values]
    groups = list(range(len(values)))
    for number, n in enumerate(n_groups, start=1):
        group_above = {group: draw(st.integers(0, n - 1)) for group in sorted(set(groups))}
        groups = [group_above[group] for group in groups]
        for row, group in zip(rows, groups, strict=True):
            row.append(f"level {number} group {group}")
    return HierarchyRows("v.csv", (), tuple(map(tuple, rows)), tuple(range(1, len(rows) + 1)))


@law
@given(listed_rows(), st.data())
def test_listed_levels_nest_and_count_the_values_the_data_lack(rows: HierarchyRows, data: st.DataObject) -> None:
    wanted = data.draw(st.lists(st.sampled_from([row[0] for row in rows.rows]), min_size=1, unique=True))
    domain = Domain(pa.array(wanted), has_missing=data.draw(st.booleans()))
    hierarchy = build_hierarchy(FileHierarchy(path="v.csv"), "v", domain, rows=rows)
    check(hierarchy, domain.size)
    assert hierarchy.n_leaves == len(rows.rows) + domain.has_missing
    for number, level in enumerate(hierarchy.levels[1:], start=1):
        for label, leaves in zip(level.labels, level.leaves, strict=True):
            listed = sum(row[number] == label for row in rows.rows)
            joined = domain.has_missing and level.groups[-1] == level.labels.index(label)
            assert leaves == listed + joined


@law
@given(listed_rows())
def test_a_tree_is_told_like_the_rows_it_stands_for(rows: HierarchyRows) -> None:
    tree: dict[str, Any] = {}
    for value, *groups in rows.rows:
        branch = tree
        for group in reversed(groups[1:]):
            branch = branch.setdefault(group, {})
        branch.setdefault(groups[0], []).append(value)
    domain = Domain(pa.array([row[0] for row in rows.rows]), has_missing=False)
    from_rows = build_hierarchy(FileHierarchy(path="v.csv"), "v", domain, rows=rows)
    from_tree = build_hierarchy(TreeHierarchy(tree=tree), "v", domain)
    assert from_tree.height == from_rows.height + 1
    for ours, theirs in zip(from_tree.levels, from_rows.levels, strict=False):
        assert (ours.labels, ours.groups.tolist()) == (theirs.labels, theirs.groups.tolist())
        assert ours.leaves.tolist() == theirs.leaves.tolist()


@law
@given(st.data(), st.sampled_from(["v", "age", "zip", "postcode", "diagnosis", "year"]))
def test_a_suggested_hierarchy_fits_whatever_the_values(data: st.DataObject, name: str) -> None:
    values = data.draw(st.sampled_from([dates, numbers, texts, st.booleans(), st.integers(0, 10**5)]))
    domain = data.draw(domains(values))
    _, hierarchy = suggest_hierarchy(name, domain)
    check(hierarchy, domain.size)


@law
@given(st.lists(st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=4).map(tuple), max_size=5))
def test_rows_of_any_kind_are_a_hierarchy_or_a_mistake(lines: list[tuple[str, ...]]) -> None:
    assume(all(any(line) for line in lines))
    rows = HierarchyRows("v.csv", (), tuple(lines), tuple(range(1, len(lines) + 1)))
    domain = Domain(pa.array(["a"]), has_missing=True)
    try:
        hierarchy = build_hierarchy(FileHierarchy(path="v.csv"), "v", domain, rows=rows)
    except HierarchyError:
        return
    check(hierarchy, domain.size)
