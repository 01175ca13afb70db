"""Link: how well two releases can be put together on the variables they share."""

from collections.abc import Sequence

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes
from bauta.equivalence.matching import align, population_sizes
from bauta.equivalence.roll_up import pack
from bauta.errors import OptionInvalid
from bauta.model.linkage import InBoth, Linkage, Notification
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource
from bauta.risk.linkage import expected_matches, expected_notification
from bauta.workflow.assess import check_column
from bauta.workflow.count_classes import count_classes
from bauta.workflow.link_alike import tell_alike
from bauta.workflow.published_release import PublishedRelease, published_release
from bauta.workflow.shared_codes import shared_codes


def link(
    engine: Engine, a: DataSource, b: DataSource, variables: Sequence[str] = (), *, person_key: str | None = None
) -> Linkage:
    """The expected correct matches between two releases, and whom to tell if A was lost and B is its source.

    Where one is a release by its folder, the other is put in its words first. Without `variables` those are taken that
    a release has as quasi-identifiers and the other table has too.
    """
    releases = published_release(a), published_release(b)
    opened = [engine.open(one.data if one is not None else at) for one, at in zip(releases, (a, b), strict=True)]
    first, second = opened
    variables = tuple(dict.fromkeys(variables)) or _quasi_identifiers_of_both(releases, first, second)
    if not variables:
        raise OptionInvalid(
            option="bauta link", value="these two tables alone", allowed="--on and the columns both have"
        )
    if person_key in variables:
        allowed = "a key that says whose row it is, and variables that do not"
        raise OptionInvalid(option="--person-key", value="a variable to link on", allowed=allowed)
    for data in opened:
        for name in (*variables, *([person_key] if person_key is not None else [])):
            check_column(data, name)
    codes = shared_codes(engine, first, second)
    alike = tell_alike(engine, (first, second), releases, variables)
    first, second = alike.tables
    classes, records_a = _count(engine, first, variables, person_key)
    others, records_b = _count(engine, second, variables, person_key)
    in_b = population_sizes(classes, others)
    if person_key is None:
        in_both, basis = np.minimum(classes.sizes, in_b), InBoth.NESTED
    else:
        in_both, basis = _in_both(engine, first, second, classes, person_key), InBoth.KEY
    matches = expected_matches(classes.sizes, in_b, in_both)
    linkable = int(classes.sizes[in_b > 0].sum())
    return Linkage(
        source_a=first.shown,
        source_b=second.shown,
        variables=variables,
        records_a=records_a,
        records_b=records_b,
        classes=len(classes),
        shared_classes=int(np.count_nonzero(in_b)),
        linkable=linkable,
        in_both=int(in_both.sum()),
        basis=basis,
        correct_matches=matches.one_to_one,
        share=matches.one_to_one / records_a,
        share_of_linkable=matches.one_to_one / linkable if linkable else 0.0,
        correct_if_reused=matches.any_mapping,
        unique_pairs=int(np.count_nonzero((classes.sizes == 1) & (in_b == 1))),
        notification=_notification(classes.sizes, in_b, records_b),
        notes=(*first.notes, *second.notes),
        told_alike=alike.told,
        shared_codes=codes,
        rows_suppressed=alike.rows_suppressed,
    )


def _quasi_identifiers_of_both(
    releases: tuple[PublishedRelease | None, PublishedRelease | None], first: Microdata, second: Microdata
) -> tuple[str, ...]:
    """What a release has as quasi-identifiers and both tables have; of the first release that says so."""
    for release in releases:
        if release is not None:
            return tuple(name for name in release.quasi_identifiers if name in first.names and name in second.names)
    return ()


def _notification(exposed: Integers, listed: Integers, everybody: int) -> Notification | None:
    if (exposed > listed).any():
        return None
    found = expected_notification(exposed, listed, everybody)
    return Notification(found.told_if_linked, found.reached_if_linked, found.told_by_class, found.told_if_all)


def _count(
    engine: Engine, data: Microdata, variables: Sequence[str], person_key: str | None
) -> tuple[EquivalenceClasses, int]:
    groups, unit, _ = count_classes(engine, data, variables, person_key)
    return encode_classes(groups.values, groups.sizes), unit.people


def _in_both(
    engine: Engine, first: Microdata, second: Microdata, classes: EquivalenceClasses, person_key: str
) -> Integers:
    """For every class of A, the people who are in it in both releases."""
    variables = (*classes.variables, person_key)
    ours = encode_classes((groups := engine.count_groups(first, variables)).values, groups.sizes)
    theirs = encode_classes((groups := engine.count_groups(second, variables)).values, groups.sizes)
    is_in_both = population_sizes(ours, theirs) > 0
    if ours.domains[-1].missing_code is not None:
        is_in_both &= ours.codes[-1] != ours.domains[-1].missing_code
    # The classes of these people, in the numbering of A's classes.
    codes, radices = align(ours.without_last(), classes)
    together = [np.concatenate((own, other[is_in_both])) for own, other in zip(classes.codes, codes, strict=True)]
    keys, _ = pack(together, radices)
    distinct, number = np.unique(keys, return_inverse=True)
    people = np.bincount(number[len(classes) :], minlength=len(distinct))
    return people[number[: len(classes)]].astype(np.int64)
