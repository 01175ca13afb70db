"""What steps rest on, as names and SHA-256: parts of the study, files, earlier steps.

The names are shown to a person when something changed, so they say what it is: "role of zip", "data hospital.csv".
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bauta.errors import printable
from bauta.model.source import DataSource
from bauta.model.steps import Step
from bauta.model.study import Variable
from bauta.model.transformations import FileHierarchy, Part
from bauta.workflow.steps.case import Case
from bauta.workflow.study_folder import sha256_of_json

ASPECTS: dict[str, tuple[str, ...]] = {
    "role": ("role",),
    "values": ("type", "missing"),
    "reasons": ("note", "identifier"),
    "hierarchy": ("hierarchy", "min_level", "max_level", "weight"),
    "treatment": ("mask", "shift", "noise", "same_as", "ignore"),
}
"""What a study says of a variable, divided by the steps that ask for it."""
DEFAULTS = {name: field.default for name, field in Variable.model_fields.items()}
NOT_DECLARED = ("hierarchy", "treatment", "reasons")
"""Aspects that most variables have nothing to say about; then they are not listed."""


def of_variables(case: Case, *aspects: str) -> dict[str, str]:
    """These aspects of every variable: {"role of zip": ...}."""
    inputs = {}
    for aspect in aspects:
        fields = ASPECTS[aspect]
        for name, variable in case.table.variables.items():
            if aspect in NOT_DECLARED and all(getattr(variable, field) == DEFAULTS[field] for field in fields):
                continue
            said = variable.model_dump(mode="json", include=set(fields))
            inputs[f"{aspect} of {printable(name)}"] = sha256_of_json(said)
    return inputs


def of_part(name: str, value: Part | Any) -> dict[str, str]:
    """A section of the study."""
    said = value.model_dump(mode="json", by_alias=True) if isinstance(value, Part) else value
    return {name: sha256_of_json(said)}


def of_file(case: Case, what: str, path: Path) -> dict[str, str]:
    """A file beside the study, by its content."""
    return {f"{what} {printable(path.name)}": case.files.of(path)}


def of_source(case: Case, what: str, source: DataSource) -> dict[str, str]:
    """A table: where it is, how it is written and, for a file, its content. Nobody sees a database change."""
    # The way to a file is not part of it: a study folder may be moved.
    location = source.without_password() if source.is_database_address else Path(source.location).name
    dialect = [source.table, source.csv.delimiter, source.csv.quote, source.csv.encoding, source.csv.header]
    inputs = of_part(f"{what}: where and how it is read", [location, *dialect, source.csv.skip_lines])
    if not source.is_database_address:
        inputs |= of_file(case, what, Path(source.location))
    return inputs


def of_hierarchy_files(case: Case) -> dict[str, str]:
    """The files that say how variables may be generalized."""
    inputs: dict[str, str] = {}
    for variable in case.table.variables.values():
        if isinstance(variable.hierarchy, FileHierarchy):
            inputs |= of_file(case, "hierarchy file", case.path.parent / variable.hierarchy.path)
    return inputs


def of_steps(case: Case, steps: Iterable[Step]) -> dict[str, str]:
    """What earlier steps found."""
    return {name_of(step): case.records[step].result if step in case.records else "" for step in steps}


def name_of(step: Step) -> str:
    """How a step is called among what another rests on."""
    return f"step {step.value}"


def of_person_key(case: Case) -> dict[str, str]:
    return of_part("person key", [case.table.person_key, case.table.rows_per])
