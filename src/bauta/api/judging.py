"""`bauta.check`, `compare` and `diagnose`: a table beside a standard, a release beside its source and assumptions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.api.releasing import Release
from bauta.api.showing import EngineChoice, ReadsAsResult, SavesReport, engine_for, source_of
from bauta.model.comparison import Comparison
from bauta.model.diagnostics import Diagnostics
from bauta.model.source import CsvDialect
from bauta.model.standards import Outcome, StandardCheck

if TYPE_CHECKING:
    from bauta.report.page import Page


@dataclass(frozen=True, repr=False)
class CheckResult(ReadsAsResult, SavesReport):
    """A table held against a standard's list of identifiers."""

    result: StandardCheck

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta check --json`."""
        from bauta.report.json_standards import check_json

        return check_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_standards import check_sections

        return check_sections(self.result)

    def __repr__(self) -> str:
        broken = dict.fromkeys(one.rule.key for one in self.result.findings if one.outcome is Outcome.FAIL)
        told = f"{self.result.outcome.upper()} by {self.result.title}"
        return f"<{told}: broken {', '.join(broken)}>" if broken else f"<{told}>"


@dataclass(frozen=True, repr=False)
class ComparisonResult(ReadsAsResult, SavesReport):
    """What a release did to what the data are good for."""

    result: Comparison

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta compare --json`."""
        from bauta.report.json_step10 import comparison_json

        return comparison_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_compare import compare_sections

        return compare_sections(self.result)

    def __repr__(self) -> str:
        n = self.result
        return f"<{len(n.variables)} variables, {len(n.associations)} associations, {len(n.models)} models compared>"


@dataclass(frozen=True, repr=False)
class DiagnosticsResult(ReadsAsResult, SavesReport):
    """How far the verdict on a release depends on what was assumed."""

    result: Diagnostics

    def to_dict(self) -> dict[str, Any]:
        """The content of `bauta diagnose --json`."""
        from bauta.report.json_step10 import diagnostics_json

        return diagnostics_json(self.result)

    def _page(self) -> "Page":
        from bauta.report.content_diagnose import diagnose_sections

        return diagnose_sections(self.result)

    def __repr__(self) -> str:
        flipping, tried = len(self.result.flipping), len(self.result.scenarios)
        return f"<{self.result.verdict} risk; another verdict in {flipping} of {tried} scenarios>"


def check(
    data: Any,
    standard: str = "safe-harbor",
    *,
    census: str | int | None = None,
    as_of: str | date | None = None,
    random_codes: Sequence[str] | str = (),
    person_key: str | None = None,
    study_table: str | None = None,
    table: str | None = None,
    csv: CsvDialect | None = None,
    engine: EngineChoice = None,
) -> CheckResult:
    """Hold a table against HIPAA's "safe-harbor" or "limited-data-set": pass, fail or cannot tell, per rule and column.

    `data` is a path, a database address, a study file (.yaml), or a pandas, Polars or Arrow table. `random_codes` are
    columns of codes that were drawn at random.

    >>> import pyarrow as pa
    >>> check(pa.table({"email": ["ann@example.org", "bob@example.org"], "sex": ["F", "M"]}))
    <FAIL by HIPAA Safe Harbor: broken F>
    """
    from bauta.workflow.check import check_ages_and_areas, check_standard, parse_as_of, parse_census, parse_standard
    from bauta.workflow.options import build_request

    asked = parse_standard(standard)
    check_ages_and_areas(asked, census=census, as_of=as_of)
    year = parse_census(None if census is None else str(census))
    day = parse_as_of(None if as_of is None else str(as_of))
    codes = [random_codes] if isinstance(random_codes, str) else list(random_codes)
    request = build_request(source_of(data, table, csv), study_table=study_table, person_key=person_key)
    with engine_for(data, engine) as opened:
        return CheckResult(check_standard(opened, request, asked, census=year, as_of=day, random_codes=codes))


def compare(
    study: str | PathLike[str],
    release: Release | str | PathLike[str],
    *,
    curve: bool = True,
    study_table: str | None = None,
    engine: EngineChoice = None,
) -> ComparisonResult:
    """Compare a release with its source: distributions, associations, and the study's models fitted to both.

    `release` is the folder that a release was written to, or what `deidentify` gave back. Without `curve` no search
    is made for the curve of risk against loss.
    """
    from bauta.workflow.compare import compare as compare_tables

    folder = _folder_of(release)
    with engine_for(study, engine) as opened:
        return ComparisonResult(compare_tables(opened, Path(study), folder, study_table=study_table, with_curve=curve))


def diagnose(
    study: str | PathLike[str],
    release: Release | str | PathLike[str],
    *,
    study_table: str | None = None,
    engine: EngineChoice = None,
) -> DiagnosticsResult:
    """Judge a release again with one assumption changed at a time, and say what would change the verdict.

    `release` is the folder that a release was written to, or what `deidentify` gave back.
    """
    from bauta.workflow.diagnose import diagnose as diagnose_release

    folder = _folder_of(release)
    with engine_for(study, engine) as opened:
        return DiagnosticsResult(diagnose_release(opened, Path(study), folder, study_table=study_table))


def _folder_of(release: Release | str | PathLike[str]) -> Path:
    if not isinstance(release, Release):
        return Path(release)
    if release.result.folder is None:
        from bauta.errors import OptionInvalid

        raise OptionInvalid(option="release", value="one that was not written", allowed="deidentify with `out`")
    return Path(release.result.folder)
