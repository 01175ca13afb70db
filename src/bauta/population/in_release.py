"""The people of a release among those of the sample it was made from.

The classes of a release are smaller than they were: suppression has taken people out of them, and least out of the
largest. A model fitted to what is left would take the gaps for a rarer or a commoner population than there is. So the
model is fitted to the whole sample, told as the release tells it, and only the sums run over who is in the release:
F_j given f_j of the whole sample does not change because somebody's row was left out.

Rows of the release that could be people of several classes (a suppressed cell) are a class of their own: F is the sum
over these classes, of which at least the people of the sample are known.
"""

from dataclasses import dataclass, replace

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.population.posterior import Posterior
from bauta.population.reciprocal import negative_binomial_moments_of_means
from bauta.population.unseen import Places, Unseen


@dataclass(frozen=True, eq=False, repr=False)
class Joined:
    """Rows of a release that are told alike and could be people of several classes of the sample."""

    people: int
    """In the release."""
    size: int
    """People of the sample who are told so or could be: F is no smaller."""
    members: Integers
    """The classes whose people not in the data are counted on too; with none of them F is taken to be `size`."""


@dataclass(frozen=True, eq=False, repr=False)
class InRelease:
    """Who of the sample is in a release, class by class of the sample."""

    people: Integers
    joined: tuple[Joined, ...] = ()

    @property
    def n_people(self) -> int:
        return int(self.people.sum()) + sum(one.people for one in self.joined)


@dataclass(frozen=True, eq=False, repr=False)
class WholeSample:
    """Everybody of a sample, told as the release tells them, each once and in an order of their own."""

    classes: EquivalenceClasses
    release: InRelease


@dataclass(frozen=True, eq=False, repr=False)
class View:
    """Classes that somebody of the release is in: what the sums of a risk run over."""

    sizes: Integers
    """In the sample."""
    people: Integers
    """In the release."""
    posterior: Posterior

    @property
    def n_people(self) -> int:
        return int(self.people.sum())


def view_of(sizes: Integers, posterior: Posterior, release: InRelease | None) -> View:
    """The classes of a release with what is known of them; all as they are where there is no release."""
    if release is None:
        return View(sizes, sizes, posterior)
    kept = np.flatnonzero(release.people)
    joined = release.joined
    rows = [_unseen_of(one, posterior) for one in joined]
    own_sizes = np.array([one.size for one in joined], np.int64)
    moments = [
        negative_binomial_moments_of_means(one.size, row.shapes[0], row.means[0])
        for one, row in zip(joined, rows, strict=True)
    ]
    mean = np.array([float(one.mean[0]) for one in moments])
    square = np.array([float(one.square[0]) for one in moments])
    unique = np.array([float(row.below(1)[0]) for row in rows]) * (own_sizes == 1)

    def unseen(classes: Places) -> Unseen:
        return _mixed(classes, kept, posterior, rows)

    extended = replace(
        posterior,
        reciprocal=np.concatenate((posterior.reciprocal[kept], mean)),
        reciprocal_variance=np.concatenate((posterior.reciprocal_variance[kept], np.maximum(square - mean**2, 0))),
        unique=np.concatenate((posterior.unique[kept], unique)),
        unseen=unseen,
    )
    people = np.array([one.people for one in joined], np.int64)
    return View(
        np.concatenate((sizes[kept], own_sizes)), np.concatenate((release.people[kept], people)), extended
    )  # fmt: skip


def _unseen_of(one: Joined, posterior: Posterior) -> Unseen:
    if not len(one.members):
        return Unseen.of_one(np.array([np.inf]), np.array([0.0]))
    return posterior.unseen(one.members).together()


def _mixed(classes: Places, kept: Integers, posterior: Posterior, rows: list[Unseen]) -> Unseen:
    """X of classes of the view: of the sample's own first, then of joined ones, as mixtures of as many parts."""
    is_own = classes < len(kept)
    own = posterior.unseen(kept[classes[is_own]])
    parts = own.shapes.shape[0]
    form = (parts, len(classes))
    shapes, means, weights = np.full(form, np.inf), np.zeros(form), np.zeros(form)
    shapes[:, is_own], means[:, is_own], weights[:, is_own] = own.shapes, own.means, own.weights
    for place in np.flatnonzero(~is_own).tolist():
        row = rows[int(classes[place]) - len(kept)]
        shapes[0, place], means[0, place], weights[0, place] = row.shapes[0, 0], row.means[0, 0], 1.0
    return Unseen(shapes, means, weights)
