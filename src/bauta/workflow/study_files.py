"""Study files on disk: reading one, and turning it into what is to be measured."""

from pathlib import Path
from typing import TYPE_CHECKING

from bauta.errors import FileMissing, FileUnreadable, FolderGiven, LinkedTables, NotAStudy, StudyInvalid, shown
from bauta.model.roles import Role
from bauta.workflow.requests import NAMES_OF_THINGS, NO_DATES, AssessmentRequest, PopulationRequest, SamplingRequest

if TYPE_CHECKING:  # pydantic takes a tenth of a second to import, which a command without a study need not pay
    from bauta.model.study import Study, Table

STUDY_ENDINGS = (".yaml", ".yml")
LARGEST_STUDY = 16 << 20
"""Bytes. A study of ten thousand variables is about one megabyte; more is not a study."""


def is_study_file(location: str) -> bool:
    return location.lower().endswith(STUDY_ENDINGS)


def read_study(path: Path) -> "Study":
    """The study in the file; raises StudyInvalid naming each faulty line."""
    if path.is_file() and path.suffix.lower() not in STUDY_ENDINGS:
        raise NotAStudy(path=path)
    text = read_text(path, "a study file")
    from bauta.model.study_text import parse_study

    return parse_study(text, path=str(path))


def read_text(path: Path, kind: str) -> str:
    """The text of a study file, or of a file beside it; raises what tells why it cannot be read."""
    try:
        if path.is_dir():
            raise FolderGiven(path=path)
        if path.exists() and not path.is_file():
            raise FileUnreadable(path=path, why="it is a device or a pipe; save it as a file first")
        if path.stat().st_size > LARGEST_STUDY:
            raise StudyInvalid(path=path, problems=f"it is far too large for {kind}; is it data?")
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise FileMissing(path=path) from None
    except UnicodeDecodeError:
        raise StudyInvalid(path=path, problems="it is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise FileUnreadable(path=path, why=(error.strerror or "refused").lower()) from None


def request_from_study(study: "Study", path: Path, table_name: str | None = None) -> AssessmentRequest:
    """What the study asks to have measured. Relative paths in it start from the study file's own folder."""
    names = ", ".join(shown(name, 40) for name in study.tables)
    if table_name is None and len(study.tables) > 1:
        from importlib.metadata import version

        raise LinkedTables(path=path, count=len(study.tables), version=version("bauta"), tables=names)
    if table_name is not None and table_name not in study.tables:
        problems = f"it has no table {shown(table_name)} under `tables:`; it has {names}."
        raise StudyInvalid(path=path, problems=problems)
    table = study.tables[table_name or next(iter(study.tables))]
    population = None
    if study.population is not None:
        source = study.population.source.relative_to(path.parent)
        population = PopulationRequest(source, study.population.count)
    return AssessmentRequest(
        data=table.data.source.relative_to(path.parent),
        quasi_identifiers=table.names_of(Role.QUASI_IDENTIFIER),
        sensitive=table.names_of(Role.SENSITIVE),
        unordered=frozenset(name for name, variable in table.variables.items() if variable.type in NAMES_OF_THINGS),
        direct_identifiers=table.names_of(Role.DIRECT_IDENTIFIER),
        declared=tuple(table.variables),
        person_key=table.person_key,
        not_known=not_known_of(study, table),
        ignored_ties={name: one.ignore for name, one in table.variables.items() if one.ignore},
        genomic=tuple(name for name in table.names_of(Role.GENOMIC) if table.variables[name].keep is not None),
        treated=tuple(name for name, one in table.variables.items() if one.is_treated),
        dates={name: one.notation for name, one in table.variables.items() if one.notation is not None},
        numbers=frozenset(name for name, one in table.variables.items() if one.type in NO_DATES),
        missing_codes={name: variable.missing for name, variable in table.variables.items() if variable.missing},
        population=population,
        sampling=None if study.sampling is None else SamplingRequest(**study.sampling.model_dump()),
        thresholds=study.thresholds.thresholds,
        verifier=None if study.adversary is None else study.adversary.verifier,
        missing=study.missing,
        hierarchies={
            name: (variable.hierarchy, path.parent)
            for name, variable in table.variables.items()
            if variable.hierarchy is not None
        },
        title=study.title,
    )


def not_known_of(study: "Study", table: "Table") -> dict[str, str]:
    """What the study says nobody could know, with the reason: by name, or by the answers a role follows from."""
    answered = {
        name: one.identifier.note or "By the answers given in the study, an adversary cannot know it."
        for name, one in table.variables.items()
        if one.identifier is not None and one.identifier.knowable is False
    }
    return answered | study.not_known
