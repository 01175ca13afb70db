"""The durations of a release: asked for by the study, generalized with the others, written as later dates."""

from dataclasses import dataclass, replace

from bauta.engines.engine import Engine
from bauta.engines.release import DatedColumn, QuasiColumn, ReleaseColumn, RowColumn
from bauta.equivalence.classes import Integers
from bauta.errors import DurationNameTaken, listed, shown
from bauta.hierarchies.bands import band_starts
from bauta.model.assessment import Assessment
from bauta.model.durations import DURATIONS, Duration, DurationFacts
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.model.transformations import BandHierarchy, RemoveMask
from bauta.workflow.assess import measure
from bauta.workflow.deidentify_request import DeidentifyRequest, QuasiIdentifier
from bauta.workflow.durations import add_durations, bands_of, find_durations
from bauta.workflow.find_solution import Found
from bauta.workflow.hierarchy import HierarchyChoice


@dataclass(frozen=True, eq=False, repr=False)
class Bands:
    """How finely the days of one duration are in a release."""

    duration: Duration
    is_told: bool
    """Whether they are in it at all."""
    starts: tuple[int, ...] | None
    """Where bands start; None where days stay as they are."""
    as_column: bool = False
    """Whether the bands are released as a column of their own, in place of the later date."""

    def start(self, days: Integers) -> Integers:
        """What the days become: where their band starts."""
        return days if self.starts is None else band_starts(self.starts, days)

    @property
    def in_words(self) -> str:
        """What becomes of the later date, for its reader."""
        since = f"after {listed([self.duration.first])}"
        if self.as_column:
            return f"left out: the days {since} are released in its place"
        if not self.is_told:
            return f"empty beside the first date, because the days {since} are suppressed"
        if self.starts is None:
            return f"as many days {since} as before"
        bounds = ", ".join(map(str, (0, *self.starts)))
        return f"at the start of its band of days {since} (bands from {bounds})"


def with_durations(engine: Engine, data: Microdata, request: DeidentifyRequest) -> DeidentifyRequest:
    """The request with the days between shifted dates among its quasi-identifiers, unless nobody knows them."""
    assessed, settings = request.assessed, request.settings.durations
    if request.durations:  # those of a plan
        taken = [one.name for one in request.durations if one.name in data.names]
        if taken:
            raise DurationNameTaken(name=shown(taken[0]), path=data.shown)
        return request
    removed = {name for name, mask in request.masks.items() if isinstance(mask, RemoveMask)}
    shifted = [name for name in data.names if name in request.shifted and name not in removed]
    found = find_durations(engine, data, assessed.dates, shifted, settings.first)
    request = replace(request, durations=found)
    if not found or DURATIONS in assessed.not_known:
        return request
    assessed = replace(assessed, durations=found)
    wider = add_durations(engine, data, assessed)
    warnings = (*request.warnings, *_dates_beside(data, request))
    further = tuple(
        QuasiIdentifier(
            one.name,
            HierarchyChoice(bands_of(engine, wider, one, settings.bands)),
            max_level=settings.max_level,
            weight=settings.weight,
        )
        for one in found
    )
    quasi = (*request.quasi_identifiers, *further)
    assessed = replace(assessed, quasi_identifiers=tuple(one.name for one in quasi))
    return replace(request, assessed=assessed, quasi_identifiers=quasi, warnings=warnings)


def _dates_beside(data: Microdata, request: DeidentifyRequest) -> list[str]:
    """A warning where dates that nobody is taken to know are released as they are beside dates that are shifted."""
    assessed = request.assessed
    treated = {*(one.name for one in request.quasi_identifiers), *request.shifted, *request.masks}
    kept = [
        name for name in assessed.dates if name in assessed.not_known and name in data.names and name not in treated
    ]
    if not kept:
        return []
    return [
        f"Dates released as they are beside dates that are shifted: {listed(kept)}. Whoever knows the days from one to "
        "the other finds the offset, and with it every date of that person. Shift them too."
    ]


def bands_of_release(request: DeidentifyRequest, found: Found) -> tuple[Bands, ...]:
    """How finely each duration is released, by the level that was found for it."""
    of_name = {one.name: v for v, one in enumerate(request.quasi_identifiers)}
    bands = []
    as_column = request.settings.durations.as_column
    for one in request.assessed.durations:
        v = of_name[one.name]
        quasi, built, level = request.quasi_identifiers[v], found.counted.built[v], found.node[v]
        section = built.section if quasi.lookup is None else quasi.rule
        assert isinstance(section, BandHierarchy)
        is_told = level <= len(section.starts)
        bands.append(Bands(one, is_told, section.starts[level - 1] if is_told and level else None, as_column))
    return tuple(bands)


def dated_column(moved: ReleaseColumn, days: QuasiColumn) -> DatedColumn:
    """A later date that was moved, bound to its days."""
    assert isinstance(moved, RowColumn)
    return DatedColumn(moved.name, days, moved.row_numbers, moved.told)


def measure_durations(
    engine: Engine, data: Microdata, request: DeidentifyRequest, before: Assessment
) -> DurationFacts | None:
    """How many people the days between dates alone find; None where no dates are shifted."""
    repeated = before.unit.repeated_rows if request.shifted else 0
    if not request.durations:
        return DurationFacts((), before.unit.people, 0, repeated_rows=repeated) if repeated else None
    assessed = request.assessed
    names = tuple(one.name for one in request.durations)
    asked = replace(
        assessed, quasi_identifiers=names, durations=request.durations, declared=names[:1], sensitive=(),
        population=None, sampling=None, verifier=None, missing=Missing.CATEGORY,
    )  # fmt: skip
    alone = measure(engine, asked).assessment
    reason = None if assessed.durations else assessed.not_known.get(DURATIONS)
    as_column = reason is None and request.settings.durations.as_column
    return DurationFacts(request.durations, alone.unit.people, alone.sample_uniques, reason, repeated, as_column)
