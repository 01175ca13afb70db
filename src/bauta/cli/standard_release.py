"""`bauta deidentify --standard`: a release by a list of identifiers, without a search."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bauta.workflow.deidentify_request import DeidentifyRequest


def standard_release(
    request: "DeidentifyRequest",
    standard: str,
    out: Path,
    *,
    data: str,
    census: str | None,
    as_of: str | None,
    json: bool,
    report: Path | None,
    force: bool,
) -> None:
    """Release by the standard and show it; `data` is what the command was given."""
    from bauta.cli.engine_options import open_engine
    from bauta.cli.progress import progress
    from bauta.cli.show_result import show_result
    from bauta.errors import BautaError, ReleaseNotShown
    from bauta.report.content_standards import standard_release_sections
    from bauta.report.json_standards import standard_release_json
    from bauta.workflow.check import check_ages_and_areas, parse_as_of, parse_census, parse_standard
    from bauta.workflow.standard_release import release_by_standard

    asked, day = parse_standard(standard), parse_as_of(as_of)
    check_ages_and_areas(asked, census=census, as_of=as_of)
    with progress() as bar, open_engine(bar, data) as engine:
        result = release_by_standard(
            engine,
            request,
            asked,
            out,
            replace_earlier=force,
            describe=standard_release_json,
            now=datetime.now().astimezone(),
            census=parse_census(census),
            as_of=day,
        )
    try:
        show_result(result, standard_release_sections, standard_release_json, json=json, report=report)
    except BautaError as error:
        why = error.facts.get("why", "the disk is full")
        raise ReleaseNotShown(folder=result.folder, what=report, why=why) from None
