"""Whether a release is searched for against an adversary who matches with a population known by its size alone."""

from dataclasses import replace

from bauta.model.deidentification import Goal
from bauta.model.sampling import Sampling
from bauta.model.transformations import SuppressionKind
from bauta.workflow.deidentify_request import DeidentifyRequest


def estimated_adversary(request: DeidentifyRequest, people: int) -> Sampling | None:
    """The population whose classes are estimated, where the release is to be safe in it and can be searched for so."""
    assessed = request.assessed
    if assessed.sampling is None or assessed.population is not None or _why_not(request) is not None:
        return None
    return assessed.sampling.resolve(people)


def in_population_of(request: DeidentifyRequest, people: int) -> DeidentifyRequest:
    """The request with the size of the population that a source of so many people was drawn from.

    Suppression and subsampling leave that as it is, and not the share of it that is in the data.
    """
    asked = request.assessed.sampling
    if asked is None:
        return request
    sampling = replace(asked, fraction=None, population_size=asked.resolve(people).population_size)
    return replace(request, assessed=replace(request.assessed, sampling=sampling))


def not_against_estimates(request: DeidentifyRequest, goal: Goal, wandering: int) -> tuple[str, ...]:
    """That the classes of the data decide although the size of the population is known, and why."""
    if request.assessed.sampling is None or goal.is_journalists:
        return ()
    why = _why_not(request) or f"people ({wandering:,}) have rows that differ on the quasi-identifiers"
    return (
        f"The release was searched for by the classes of the data, because {why}. That asks for no less than the "
        "population would.",
    )


def _why_not(request: DeidentifyRequest) -> str | None:
    if request.assessed.durations:
        return "whoever knows days between dates of somebody knows that they are in the data"
    if request.settings.suppression is SuppressionKind.CELLS:
        return "single cells are suppressed by them"
    if request.assessed.verifier is not None:
        return "an adversary who verifies is kept off by their size"
    return None
