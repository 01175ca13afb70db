"""The command `bauta hierarchy`, which shows what each level of a variable's hierarchy would leave."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    DelimiterOption,
    EncodingOption,
    HeaderOption,
    HierarchiesOption,
    JsonOption,
    PersonKeyOption,
    QuoteOption,
    SkipLinesOption,
    StudyTableOption,
    TableOption,
    ThresholdOption,
    data_source,
)
from bauta.cli.show_result import show_result


def hierarchy(
    data: Annotated[
        str, typer.Argument(metavar="DATA|STUDY", help="A data file, a database address, or a study file (.yaml).")
    ],
    column: Annotated[str, typer.Argument(metavar="COLUMN", help="The variable.")],
    file: Annotated[
        Path | None,
        typer.Option("--hierarchy", metavar="FILE", help="A file: value;level 1;level 2;...", show_default=False),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="dates, numbers, postal_codes, zip, icd10cm, icd9cm, characters or none.",
            show_default=False,
        ),
    ] = None,
    hierarchies: HierarchiesOption = None,
    person_key: PersonKeyOption = None,
    threshold: ThresholdOption = None,
    json: JsonOption = False,
    study_table: StudyTableOption = None,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Preview how a variable may be generalized, level by level.

    The hierarchy is the one named by --hierarchy, --kind or --hierarchies, else the study's, else a suggested one.
    """
    from bauta.cli.progress import progress
    from bauta.report.content_hierarchy import hierarchy_json, hierarchy_sections
    from bauta.workflow.hierarchy import choice_of, preview_hierarchy
    from bauta.workflow.options import build_request

    source = data_source(
        data,
        table=table,
        delimiter=delimiter,
        quote=quote,
        encoding=encoding,
        header=header,
        skip_lines=skip_lines,
    )
    request = build_request(source, study_table=study_table, person_key=person_key, threshold=threshold)
    choice = choice_of(source, column, study_table=study_table, file=file, folder=hierarchies, kind=kind)
    with progress() as listener, open_engine(listener, data) as engine:
        preview = preview_hierarchy(engine, request, column, choice)
    show_result(preview, hierarchy_sections, hierarchy_json, json=json)
