"""Hierarchies over data: which one a variable has, building it, and previewing what each level would do."""

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bauta.dates.reading import AS_WRITTEN
from bauta.engines.engine import Engine
from bauta.equivalence.classes import Domain, Integers
from bauta.equivalence.coding import encode_classes
from bauta.errors import OptionInvalid
from bauta.hierarchies.build import build_hierarchy, settled
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy, Level
from bauta.hierarchies.rows import HierarchyRows
from bauta.hierarchies.suggest import KINDS, section_of_kind, suggest_hierarchy
from bauta.model.dates import DateNotation
from bauta.model.hierarchy_preview import HierarchyPreview, LevelPreview
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.model.source import DataSource
from bauta.model.study import Variable
from bauta.model.threshold import Threshold
from bauta.model.transformations import (
    CharacterHierarchy,
    DateHierarchy,
    FileHierarchy,
    HierarchySection,
    PostalCodeHierarchy,
)
from bauta.risk.exposure import NOBODY, Memberships
from bauta.workflow.assess import check_column
from bauta.workflow.hierarchy_files import hierarchies_in_folder, read_hierarchy
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.study_files import is_study_file, read_study

MOST_EXAMPLES = 3
TELLS_PIECES_OF_VALUES = (PostalCodeHierarchy, CharacterHierarchy)
"""Kinds whose groups are told in characters of the values, of which no example is shown."""


@dataclass(frozen=True)
class HierarchyChoice:
    """What was said about a variable's hierarchy; where it was nothing, one is suggested."""

    section: HierarchySection | None = None
    kind: str | None = None
    """A kind of hierarchy by its name alone, in place of a section."""
    base: Path = Path()
    """The folder from which the path of a hierarchy file is read: the study file's own."""
    type: VariableType | None = None
    """What the study says the values are."""
    notation: DateNotation = AS_WRITTEN
    """How it says that dates are written."""


@dataclass(frozen=True, eq=False, repr=False)
class BuiltHierarchy:
    """A hierarchy with all it takes to build it again over other values."""

    section: HierarchySection
    rows: HierarchyRows | None
    hierarchy: Hierarchy

    def over_population(self, domain: Domain) -> Hierarchy:
        """The same over a population's values, told in the same words; values it does not know are outside of it."""
        return build_hierarchy(
            self.section, self.hierarchy.variable, domain, rows=self.rows, outside=True, like=self.hierarchy
        )


def build_chosen(
    variable: str, domain: Domain, choice: HierarchyChoice, *, records: Integers | None = None
) -> BuiltHierarchy:
    """The hierarchy that was chosen, its file read if it has one, or the one that is suggested."""
    if choice.section is None and choice.kind is None:
        section, hierarchy = suggest_hierarchy(
            variable, domain, type=choice.type, notation=choice.notation, records=records
        )
        return BuiltHierarchy(section, None, hierarchy)
    section = choice.section or section_of_kind(str(choice.kind), variable, domain)
    if isinstance(section, DateHierarchy):
        notation = choice.notation
        section = section.model_copy(
            update={"order": section.order or notation.order, "serial": section.serial or notation.serial}
        )
    section = settled(section, variable, domain)
    rows = None
    if isinstance(section, FileHierarchy):
        rows = read_hierarchy(choice.base / section.path, variable, delimiter=section.delimiter)
    return BuiltHierarchy(section, rows, build_hierarchy(section, variable, domain, rows=rows, records=records))


def choice_of(
    data: DataSource,
    variable: str,
    *,
    study_table: str | None = None,
    file: Path | None = None,
    kind: str | None = None,
    folder: Path | None = None,
) -> HierarchyChoice:
    """The choice meant by a command line: a file, a kind, a file in a folder, or else what the study says, if any."""
    if sum(option is not None for option in (file, kind, folder)) > 1:
        allowed = "only one of --hierarchy, --kind and --hierarchies"
        raise OptionInvalid(option="--hierarchy", value="further options for the same", allowed=allowed)
    if kind is not None:
        if kind not in KINDS:
            raise OptionInvalid(option="--kind", value=repr(kind[:20]), allowed=f"one of {', '.join(KINDS)}")
        return HierarchyChoice(kind=kind)
    if file is not None:
        return HierarchyChoice(FileHierarchy(path=str(file)))
    if folder is not None:
        return HierarchyChoice(FileHierarchy(path=str(hierarchies_in_folder(folder, [variable])[variable])))
    if not is_study_file(data.location):
        return HierarchyChoice()
    path = Path(data.location)
    tables = read_study(path).tables
    declared = tables[study_table or next(iter(tables))].variables.get(variable)
    if declared is None:
        return HierarchyChoice(base=path.parent)
    return choice_of_variable(declared, path.parent)


def choice_of_variable(declared: Variable, base: Path) -> HierarchyChoice:
    """What a study says of the hierarchy of one of its variables."""
    return HierarchyChoice(declared.hierarchy, base=base, type=declared.type, notation=declared.notation or AS_WRITTEN)


def preview_hierarchy(
    engine: Engine, request: AssessmentRequest, variable: str, choice: HierarchyChoice
) -> HierarchyPreview:
    """What each level of the variable's hierarchy would leave of the data."""
    data = engine.open(request.data, missing_codes=request.missing_codes)
    check_column(data, variable)
    domain, records, wandering = _count(engine, data, variable, request.person_key)
    built = build_chosen(variable, domain, choice, records=records)
    hierarchy, threshold = built.hierarchy, request.thresholds.tau
    may_show = not isinstance(built.section, TELLS_PIECES_OF_VALUES)
    levels = []
    for number, level in enumerate(hierarchy.levels):
        people = _people_per_group(level, records, wandering)
        examples = _examples(hierarchy, level, people, threshold) if may_show and number else ()
        levels.append(_level_preview(number, level, people, threshold, examples))
    return HierarchyPreview(
        source=data.shown,
        variable=variable,
        hierarchy=hierarchy.source,
        records=int(records.sum()) - len(wandering.person) + wandering.people,
        missing=0 if domain.missing_code is None else int(records[domain.missing_code]),
        values=len(domain.values),
        leaves=hierarchy.n_leaves,
        threshold=threshold,
        levels=tuple(levels),
        notes=data.notes,
    )


def _count(
    engine: Engine, data: Microdata, variable: str, person_key: str | None
) -> tuple[Domain, Integers, Memberships]:
    """The variable's values, the people with each, and who has several, by the code of the value."""
    wandering = NOBODY
    if person_key is None:
        groups = engine.count_groups(data, [variable])
    else:
        check_column(data, person_key)
        counted = engine.count_people(data, [variable], person_key)
        groups, wandering = counted.groups, Memberships(counted.wandering_person, counted.wandering_group)
    classes = encode_classes(groups.values, groups.sizes)
    (domain,), (codes,) = classes.domains, classes.codes
    records = np.zeros(domain.size, dtype=np.int64)
    records[codes] = classes.sizes
    return domain, records, Memberships(wandering.person, codes[wandering.class_number].astype(np.int64))


def _people_per_group(level: Level, records: Integers, wandering: Memberships) -> Integers:
    """People in each group; somebody with several values counts once in a group that has more than one of them."""
    people = np.bincount(level.groups, weights=records, minlength=level.n_groups).astype(np.int64)
    if len(wandering.person):
        memberships = np.column_stack((wandering.person, level.groups[wandering.class_number]))
        people -= np.bincount(memberships[:, 1], minlength=level.n_groups)
        people += np.bincount(np.unique(memberships, axis=0)[:, 1], minlength=level.n_groups)
    return people


def _level_preview(
    number: int, level: Level, people: Integers, threshold: Threshold, examples: tuple[str, ...]
) -> LevelPreview:
    return LevelPreview(
        number=number,
        name=level.name,
        groups=level.n_groups,
        smallest_group=int(people.min()),
        median_group=float(np.median(people)),
        records_in_small_groups=int(people[people < threshold.cell_size].sum()),
        examples=examples,
    )


def _examples(hierarchy: Hierarchy, level: Level, people: Integers, threshold: Threshold) -> tuple[str, ...]:
    """What the largest groups are told as, if they have people enough and several values: one would tell the value."""
    never_shown = {*hierarchy.levels[0].labels, SUPPRESSED, None}
    members = np.bincount(level.groups, minlength=level.n_groups)
    fit = np.flatnonzero((people >= threshold.cell_size) & (members > 1))
    largest_first = fit[np.argsort(-people[fit], kind="stable")]
    labels = (level.labels[group] for group in largest_first)
    shown = (str(label) for label in labels if label not in never_shown)
    return tuple(itertools.islice(shown, MOST_EXAMPLES))
