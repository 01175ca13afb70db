"""`bauta.deidentify` and `bauta.explore`: releases and the ways to make them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.api.showing import EngineChoice, ReadsAsResult, SavesReport, engine_for, source_of
from bauta.model.deidentification import Deidentification, Exploration
from bauta.model.source import CsvDialect

if TYPE_CHECKING:
    from bauta.report.page import Page


@dataclass(frozen=True, repr=False)
class Release(ReadsAsResult, SavesReport):
    """A released table, or the folder it was written to, and what was done."""

    data: Any
    """The table, of the kind that was given (Arrow for a path); None where it was written to a folder."""
    result: Deidentification

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta deidentify --json`; every key is explained in docs/reference/json.md."""
        from bauta.report.json_deidentify import deidentification_json

        return deidentification_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_deidentify import deidentify_sections

        return deidentify_sections(self.result)

    def __repr__(self) -> str:
        after, solution = self.result.after, self.result.solution
        levels = ", ".join(f"{one.variable}={one.level}" for one in solution.variables)
        return (
            f"<release of {after.records} of {self.result.before.records} people at {levels}; "
            f"smallest class {after.smallest_class}>"
        )


@dataclass(frozen=True, repr=False)
class Ways(ReadsAsResult, SavesReport):
    """Risk against loss for every node of the lattice."""

    result: Exploration

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta explore --json`."""
        from bauta.report.json_explore import exploration_json

        return exploration_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_explore import explore_sections

        return explore_sections(self.result)

    def __repr__(self) -> str:
        best = self.result.best
        found = "no node within the limit" if best is None else f"least loss {best.loss:.4g}"
        return f"<{self.result.lattice_nodes} nodes, {found}>"


def deidentify(
    data: Any,
    quasi_identifiers: Sequence[str] | str | None = None,
    *,
    out: str | PathLike[str] | None = None,
    hierarchies: str | PathLike[str] | None = None,
    k: int | None = None,
    threshold: str | float | None = None,
    criterion: str | None = None,
    alpha: float | None = None,
    average_threshold: str | float | None = None,
    suppression: str | None = None,
    suppression_limit: float | None = None,
    reading: str | None = None,
    loss: str | None = None,
    levels: Mapping[str, int] | None = None,
    person_key: str | None = None,
    population: Any = None,
    population_count: str | None = None,
    sampling_fraction: float | None = None,
    population_size: int | None = None,
    estimator: str | None = None,
    attempts: int | None = None,
    verification_probability: str | float | None = None,
    subsample: float | None = None,
    format: str | None = None,
    rows_per_file: int | None = None,
    partition_by: Sequence[str] | str | None = None,
    escape_formulas: bool = False,
    search_seconds: float | None = None,
    secret: str | PathLike[str] | None = None,
    test_seed: int | None = None,
    recipient: str | None = None,
    keep: Sequence[str] | str | None = None,
    force: bool = False,
    study_table: str | None = None,
    table: str | None = None,
    csv: CsvDialect | None = None,
    engine: EngineChoice = None,
) -> Release:
    """Find the least distorting generalization and suppression that meets a threshold, and release the data so.

    `data` is a path, a database address, a study file (.yaml), or a pandas, Polars or Arrow table. With `out` the
    release is written to that folder as the command does, in one file or as `rows_per_file` and `partition_by` divide
    it; without, the released table is in `.data`, and what would undo it (crosswalks, offsets, a fresh secret) is
    forgotten. `secret` is a file made by `bauta key`: the same people get the same codes again, for one recipient.

    >>> import pyarrow as pa
    >>> people = pa.table({"sex": ["F", "F", "M", "M"], "born": [1960, 1961, 1962, 1963]})
    >>> deidentify(people, ["sex", "born"], k=2, suppression_limit=0)
    <release of 4 of 4 people at sex=0, born=1; smallest class 2>
    """
    from datetime import datetime

    from bauta.report.json_deidentify import deidentification_json
    from bauta.workflow.deidentify import deidentify as write_release
    from bauta.workflow.deidentify import deidentify_frame
    from bauta.workflow.deidentify_request import build_deidentify_request, check_search_seconds
    from bauta.workflow.find_solution import SECONDS_TO_SEARCH
    from bauta.workflow.without_effect import refuse_without_effect

    if out is None:
        written = {
            "rows_per_file": rows_per_file,
            "partition_by": partition_by,
            "format": format,
            "escape_formulas": escape_formulas,
            "force": force,
        }
        refuse_without_effect(written, "on a release that is not written", instead="say where with out=")
    request = build_deidentify_request(
        source_of(data, table, csv),
        study_table=study_table,
        quasi_identifiers=quasi_identifiers,
        hierarchies=None if hierarchies is None else Path(hierarchies),
        threshold=_threshold(k, threshold),
        criterion=criterion,
        alpha=alpha,
        average=average_threshold,
        suppression=suppression,
        suppression_limit=suppression_limit,
        reading=reading,
        loss=loss,
        levels=levels,
        person_key=person_key,
        population=source_of(population),
        population_count=population_count,
        sampling_fraction=sampling_fraction,
        population_size=population_size,
        estimator=estimator,
        attempts=attempts,
        verification_probability=verification_probability,
        subsample=subsample,
        release_format=format,
        rows_per_file=rows_per_file,
        partition_by=partition_by,
        escape_formulas=escape_formulas or None,
        secret=None if secret is None else Path(secret),
        test_seed=test_seed,
        recipient=recipient,
        keep=keep,
    )
    check_search_seconds(request, search_seconds)
    seconds = SECONDS_TO_SEARCH if search_seconds is None else search_seconds
    with engine_for(data, engine) as opened:
        if out is not None:
            now = datetime.now().astimezone()
            result = write_release(
                opened, request, Path(out), replace_earlier=force, describe=deidentification_json, now=now,
                search_seconds=seconds,
            )  # fmt: skip
            return Release(None, result)
        content, result = deidentify_frame(opened, request, search_seconds=seconds)
    return Release(_like(data, content), result)


def explore(
    data: Any,
    quasi_identifiers: Sequence[str] | str | None = None,
    *,
    frontier: bool = False,
    hierarchies: str | PathLike[str] | None = None,
    k: int | None = None,
    threshold: str | float | None = None,
    criterion: str | None = None,
    alpha: float | None = None,
    average_threshold: str | float | None = None,
    suppression: str | None = None,
    suppression_limit: float | None = None,
    loss: str | None = None,
    person_key: str | None = None,
    population: Any = None,
    population_count: str | None = None,
    sampling_fraction: float | None = None,
    population_size: int | None = None,
    estimator: str | None = None,
    attempts: int | None = None,
    verification_probability: str | float | None = None,
    study_table: str | None = None,
    table: str | None = None,
    csv: CsvDialect | None = None,
    engine: EngineChoice = None,
) -> Ways:
    """Risk against loss for every combination of levels, or with `frontier` for those that no other beats."""
    from bauta.workflow.deidentify_request import build_deidentify_request
    from bauta.workflow.explore import explore as explore_request

    request = build_deidentify_request(
        source_of(data, table, csv),
        study_table=study_table,
        quasi_identifiers=quasi_identifiers,
        hierarchies=None if hierarchies is None else Path(hierarchies),
        threshold=_threshold(k, threshold),
        criterion=criterion,
        alpha=alpha,
        average=average_threshold,
        suppression=suppression,
        suppression_limit=suppression_limit,
        loss=loss,
        person_key=person_key,
        population=source_of(population),
        population_count=population_count,
        sampling_fraction=sampling_fraction,
        population_size=population_size,
        estimator=estimator,
        attempts=attempts,
        verification_probability=verification_probability,
    )
    with engine_for(data, engine) as opened:
        return Ways(explore_request(opened, request, frontier_only=frontier))


def _threshold(k: int | None, threshold: str | float | None) -> str | float | None:
    from bauta.errors import OptionInvalid

    if k is not None and threshold is not None:
        raise OptionInvalid(option="k", value="a number beside threshold", allowed="one of the two")
    return threshold if k is None else str(k)


def _like(given: Any, content: Any) -> Any:
    """The Arrow table as the kind of table that was given."""
    library = type(given).__module__.split(".")[0]
    if library == "pandas":
        return content.to_pandas()
    if library == "polars":
        import polars

        return polars.from_arrow(content)
    return content
