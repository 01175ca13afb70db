"""`bauta.assess` and `bauta.profile`: what could identify people, and how likely that is."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.api.showing import EngineChoice, SavesReport, engine_for, source_of
from bauta.model.assessment import Assessment
from bauta.model.source import CsvDialect, DataSource
from bauta.workflow.profile import TableProfile

if TYPE_CHECKING:
    from bauta.engines.engine import Engine
    from bauta.report.page import Page
    from bauta.workflow.assess import Measured


class AssessmentResult(SavesReport):
    """An assessment that shows itself: as text when printed, as a small page in a notebook.

    Row numbers of the smallest classes can take a second pass over a large file; that is made when they are first
    asked for (`smallest_classes`, printing, a report), if the file is still as it was.
    """

    def __init__(
        self,
        measured: "Measured | Assessment",
        stamp: tuple[int, int] | None = None,
        open_engine: Callable[[], AbstractContextManager["Engine"]] = lambda: engine_for(None),
    ) -> None:
        self._measured = measured
        self._stamp = stamp
        self._open_engine = open_engine

    @cached_property
    def assessment(self) -> Assessment:
        """Everything that was found, complete."""
        if isinstance(self._measured, Assessment):
            return self._measured
        from bauta.workflow.assess import complete

        if self._measured.search is None:
            return self._measured.assessment
        measured, request = self._measured, self._measured.request
        if _stamp(request.data) != self._stamp:
            note = (
                "The file has changed since it was measured, so it is not told in which rows the smallest classes are."
            )
            return replace(measured.assessment, notes=(*measured.assessment.notes, note))
        with self._open_engine() as engine:
            return complete(engine, measured, engine.open(request.data, missing_codes=request.missing_codes))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # copy and pickle ask for these before the object is filled
            raise AttributeError(name)
        measured = self._measured
        if isinstance(measured, Assessment) or name == "smallest_classes":
            return getattr(self.assessment, name)
        return getattr(measured.assessment, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *(field.name for field in fields(Assessment)), "records", "threshold"})

    def __reduce__(self) -> tuple[type, tuple[Assessment]]:
        return AssessmentResult, (self.assessment,)  # without the values that a search would look for

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta assess --json`; every key is explained in docs/reference/json.md."""
        from bauta.report.render_json import assessment_json

        return assessment_json(self.assessment)

    def _page(self) -> "Page":
        from bauta.report.content import assessment_sections

        return assessment_sections(self.assessment)

    def __repr__(self) -> str:
        a = self
        return (
            f"<{a.decision.verdict} risk: {a.records} records in {a.classes} classes, smallest {a.smallest_class}, "
            f"{a.sample_uniques} unique>"
        )


@dataclass(frozen=True, repr=False)
class ProfileResult(SavesReport):
    """A profile that shows itself."""

    profile: TableProfile

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.profile, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *dir(self.profile)})

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta profile --json`."""
        from bauta.report.render_json import profile_json

        p = self.profile
        return profile_json(p.data.shown, p.rows, p.columns, p.data.notes)

    def _page(self) -> "Page":
        from bauta.report.content import profile_sections

        p = self.profile
        return profile_sections(p.data.shown, p.rows, p.columns, p.data.notes)

    def __repr__(self) -> str:
        return f"<profile of {len(self.profile.columns)} columns, {self.profile.rows} rows>"


def assess(
    data: Any,
    quasi_identifiers: Sequence[str] | str | None = None,
    *,
    sensitive: Sequence[str] | str | None = None,
    person_key: str | None = None,
    population: Any = None,
    population_count: str | None = None,
    sampling_fraction: float | None = None,
    population_size: int | None = None,
    estimator: str | None = None,
    sensitivity: bool = False,
    threshold: str | float | None = None,
    alpha: float | None = None,
    average_threshold: str | float | None = None,
    missing: str | None = None,
    attempts: int | None = None,
    verification_probability: str | float | None = None,
    study_table: str | None = None,
    table: str | None = None,
    csv: CsvDialect | None = None,
    engine: EngineChoice = None,
) -> AssessmentResult:
    """Measure the re-identification risk of a table.

    `data` is a path, a database address, a study file (.yaml), or a pandas, Polars or Arrow table. Without
    `quasi_identifiers` (and without a study) the columns are profiled and the suggested ones are used. `engine` is
    "duckdb", "spark" or an `EngineSettings`, in place of what a study says.

    >>> import pyarrow as pa
    >>> people = pa.table({"sex": ["F", "F", "M"], "born": [1960, 1960, 1971]})
    >>> assess(people, ["sex", "born"])
    <HIGH risk: 3 records in 2 classes, smallest 1, 1 unique>
    """
    from bauta.workflow.assess import complete, measure_table
    from bauta.workflow.options import build_request

    request = build_request(
        source_of(data, table, csv),
        study_table=study_table,
        population=source_of(population),
        quasi_identifiers=quasi_identifiers,
        sensitive=sensitive,
        person_key=person_key,
        population_count=population_count,
        sampling_fraction=sampling_fraction,
        population_size=population_size,
        estimator=estimator,
        sensitivity=sensitivity,
        threshold=threshold,
        alpha=alpha,
        average=average_threshold,
        missing=missing,
        attempts=attempts,
        verification_probability=verification_probability,
    )
    stamp = _stamp(request.data)
    with engine_for(data, engine) as opened:
        measured = measure_table(opened, request)
        # Frames can change or be read only once, and databases have no stamp: their rows are looked for at once.
        if stamp is None:
            return AssessmentResult(complete(opened, measured, measured.data))
    return AssessmentResult(measured, stamp, lambda: engine_for(data, engine))


def profile(
    data: Any, *, table: str | None = None, csv: CsvDialect | None = None, engine: EngineChoice = None
) -> ProfileResult:
    """Look at every column of a table and suggest its role, with the reason."""
    from bauta.workflow.profile import profile as profile_source

    with engine_for(data, engine) as opened:
        return ProfileResult(profile_source(opened, source_of(data, table, csv)))


def _stamp(data: Any) -> tuple[int, int] | None:
    """Size and time of a file, by which it is known again; None for what is no file, or not there."""
    if not isinstance(data, DataSource) or data.is_database_address:
        return None
    try:
        status = Path(data.location).stat()
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns
