"""What a person asks to have released, from a study file or from options alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from bauta.engines.engine import Engine
from bauta.engines.writers import check_partitions
from bauta.errors import (
    ColumnsNotNamed,
    DirectIdentifierUnmasked,
    LevelInvalid,
    NoQuasiIdentifiers,
    OptionInvalid,
    ShareInvalid,
    listed,
    shown,
)
from bauta.hierarchies.suggest import DATES
from bauta.model.assessment import Unsettled
from bauta.model.durations import Duration
from bauta.model.microdata import Microdata
from bauta.model.roles import Role, VariableType
from bauta.model.source import DataSource
from bauta.model.study import Table
from bauta.model.transformations import (
    LEAST_ROWS_PER_FILE,
    CellReading,
    CriterionKind,
    DeidentifySection,
    FileHierarchy,
    HierarchySection,
    KeySource,
    LossKind,
    MaskSection,
    NoiseSection,
    PseudonymMask,
    ReleaseFormat,
    RemoveMask,
    ShiftSection,
    SuppressionKind,
    UnseenRule,
)
from bauta.transform.draws import Secret
from bauta.workflow.assess import check_column
from bauta.workflow.context_for_release import OPTION_OF, goal_from_context
from bauta.workflow.hierarchy import HierarchyChoice, choice_of_variable
from bauta.workflow.hierarchy_files import hierarchies_in_folder
from bauta.workflow.options import build_request, parse_share
from bauta.workflow.profile import TableProfile, profile_table
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.study_files import is_study_file, read_study
from bauta.workflow.unsettled import (
    OF_A_STUDY,
    OF_THE_COMMAND,
    births_beside_shifts,
    could_identify,
    unsettled_columns,
    unsettled_genomic,
)
from bauta.workflow.without_effect import refuse_without_effect
from bauta.workflow.write_data import division_of, format_of

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True)
class QuasiIdentifier:
    """How one quasi-identifier may be generalized."""

    name: str
    choice: HierarchyChoice = field(default_factory=HierarchyChoice)
    min_level: int = 0
    max_level: int | None = None
    weight: float = 1.0
    lookup: Mapping[str | None, str | None] | None = field(default=None, repr=False)
    """What each value is told as, where a plan is applied and nothing is left to choose."""
    is_told_as_it_is: bool = False
    """Whether that plan leaves the values as they are."""
    planned_level: str = "as planned"
    """What the plan calls the level they are told at."""
    rule: HierarchySection | None = None
    """The plan's hierarchy if it can tell values it has not seen: dates, numbers and codes by their form."""
    rule_level: int = 0
    """The level the plan tells them at ..."""
    planned_highest: int | None = None
    """... and the highest its hierarchy had; None where an older plan does not say."""
    planned_leaves: int | None = None
    """How many values that hierarchy has, where it lists them (a file, a tree) ..."""
    leaves: Mapping[str | None, int] = field(default_factory=dict, repr=False)
    """... and how many of them are told as each label."""


@dataclass(frozen=True)
class DeidentifyRequest:
    """One table to release."""

    assessed: AssessmentRequest
    """The data, what its columns mean, the thresholds and the population."""
    settings: DeidentifySection = field(default_factory=DeidentifySection)
    quasi_identifiers: tuple[QuasiIdentifier, ...] = ()
    masks: Mapping[str, MaskSection] = field(default_factory=dict)
    shifted: Mapping[str, ShiftSection] = field(default_factory=dict)
    noise: Mapping[str, NoiseSection] = field(default_factory=dict)
    durations: tuple[Duration, ...] = ()
    """Days between the shifted dates, also where nobody is taken to know them."""
    columns: tuple[str, ...] | None = None
    """Columns that may be in the release; None until the data are known: then all that they have."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """Levels a person chose; the search decides on the others."""
    hierarchies: Path | None = None
    """A folder with a hierarchy file per column."""
    secret: KeySource | Secret | None = None
    """What everything is drawn with; None leaves it to the study, and then to a fresh one."""
    recipient: str | None = None
    """Who gets the release; None where nobody says."""
    drawn_for: str | None = None
    """Whom an earlier release of the same plan was drawn for, as its draws say; this one is drawn for them too."""
    folder: Path = Path()
    """Where relative paths of keys begin: the study file's own folder."""
    inputs: tuple[Path, ...] = ()
    """Files that are read beside the data."""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """Notes that nobody should overlook."""
    unnamed: tuple[str, ...] = ()
    """Quasi-identifiers of the study that are not among those asked for."""
    keep: tuple[str, ...] = ()
    """Columns that a person wants released although they look as if they could identify somebody."""
    same_as: Mapping[str, str] = field(default_factory=dict)
    """Columns that are released as the quasi-identifier they repeat."""
    unsettled: tuple[Unsettled, ...] = ()
    """What leaves as it is and was not judged."""
    is_acceptable: bool = False
    """Whether the data were judged to be acceptable as they are: then nothing is searched for and nobody suppressed."""

    @property
    def suppression_limit(self) -> Fraction:
        return Fraction(str(self.settings.suppression_limit))


def key_files(request: DeidentifyRequest) -> list[Path]:
    """The files that hold keys and the secret: what is written must not take their place."""
    masks = [mask.key for mask in request.masks.values() if isinstance(mask, PseudonymMask)]
    sources = [*masks, request.secret, request.settings.secret]
    return [
        request.folder / source.file for source in sources if isinstance(source, KeySource) and source.file is not None
    ]


def written_hierarchies(request: DeidentifyRequest) -> dict[str, tuple[Any, Path]]:
    """The hierarchies that were chosen, by variable, each with the folder its file is in."""
    chosen = {one.name: (one.choice.section, one.choice.base) for one in request.quasi_identifiers}
    return {name: (section, base) for name, (section, base) in chosen.items() if section is not None}


def build_deidentify_request(
    data: DataSource | Any,
    *,
    study_table: str | None = None,
    hierarchies: Path | None = None,
    criterion: str | None = None,
    suppression: str | None = None,
    suppression_limit: str | float | None = None,
    reading: str | None = None,
    loss: str | None = None,
    levels: Mapping[str, int] | None = None,
    subsample: float | None = None,
    release_format: str | None = None,
    rows_per_file: int | None = None,
    partition_by: Sequence[str] | str | None = None,
    escape_formulas: bool | None = None,
    secret: Path | None = None,
    test_seed: int | None = None,
    recipient: str | None = None,
    keep: Sequence[str] | str | None = None,
    **assessed: Any,
) -> DeidentifyRequest:
    """What is to be released. Every option that is not None replaces what the study says about it."""
    measured = build_request(data, study_table=study_table, **assessed)
    kept = (keep,) if isinstance(keep, str) else tuple(keep or ())
    request = DeidentifyRequest(assessed=measured, secret=chosen_secret(secret, test_seed), keep=kept)
    if isinstance(data, DataSource) and is_study_file(data.location):
        refuse_without_effect({"--keep": kept}, "with a study, which says of each column what becomes of it")
        request = _with_study(request, Path(data.location), study_table)
        overridden = {"criterion": criterion, **{key: assessed.get(key) for key in ("threshold", "average", "alpha")}}
        named = [key for key, value in overridden.items() if value is not None]
        request = with_context_goal(request, Path(data.location), [OPTION_OF[key] for key in named])
    else:
        names = tuple(dict.fromkeys(request.assessed.quasi_identifiers or ()))
        refuse_without_effect(
            {"--keep": tuple(name for name in kept if name in names)}, "on a quasi-identifier, which is generalised"
        )
        request = replace(request, quasi_identifiers=tuple(QuasiIdentifier(name) for name in names))
    request = with_settings(
        request,
        criterion=criterion,
        suppression=suppression,
        suppression_limit=suppression_limit,
        reading=reading,
        loss=loss,
        subsample=subsample,
        release_format=release_format,
        rows_per_file=rows_per_file,
        partition_by=partition_by,
        escape_formulas=escape_formulas,
    )
    return with_recipient(replace(request, levels=levels or {}, hierarchies=hierarchies), recipient)


def chosen_secret(file: Path | None, test_seed: int | None) -> KeySource | Secret | None:
    """What options say everything is drawn with."""
    if test_seed is not None and file is not None:
        raise OptionInvalid(option="--test-seed", value="a seed beside --secret", allowed="one of the two")
    if test_seed is not None:
        if test_seed < 0:
            raise OptionInvalid(option="--test-seed", value=str(test_seed)[:20], allowed="0 or a larger number")
        return Secret.of_test_seed(test_seed)
    return None if file is None else KeySource(file=str(file.absolute()))


def with_recipient(request: DeidentifyRequest, recipient: str | None) -> DeidentifyRequest:
    """The request for somebody else than the study or the plan says; None leaves it."""
    if recipient is None:
        return request
    if not recipient.strip():
        raise OptionInvalid(option="--recipient", value="an empty name", allowed="the name of who gets the release")
    return replace(request, recipient=recipient)


def with_context_goal(request: DeidentifyRequest, path: Path, options: Sequence[str]) -> DeidentifyRequest:
    """The request with the goal that follows from the study's context, if it has one and no option overrides it."""
    goal = goal_from_context(path, options)
    if goal is None:
        return request
    assessed, settings = request.assessed, request.settings
    if goal.thresholds is not None:
        assessed = replace(assessed, thresholds=goal.thresholds)
        settings = settings.model_copy(update={"criterion": goal.criterion})
    if goal.is_closed:
        assessed = replace(assessed, population=None, sampling=None)
    return replace(request, assessed=assessed, settings=settings, notes=(*request.notes, goal.note))


def with_settings(
    request: DeidentifyRequest,
    *,
    criterion: str | None = None,
    suppression: str | None = None,
    suppression_limit: str | float | None = None,
    reading: str | None = None,
    loss: str | None = None,
    subsample: float | None = None,
    release_format: str | None = None,
    rows_per_file: int | None = None,
    partition_by: Sequence[str] | str | None = None,
    escape_formulas: bool | None = None,
    unseen: str | None = None,
) -> DeidentifyRequest:
    """The request with options in place of what the study or the plan says; None leaves it."""
    options: dict[str, Any] = {
        "criterion": _choice("--criterion", CriterionKind, criterion),
        "suppression": _choice("--suppression", SuppressionKind, suppression),
        "suppression_limit": _share("The suppression limit", suppression_limit),
        "reading": _choice("--reading", CellReading, reading),
        "loss": _choice("--loss", LossKind, loss),
        "subsample": _share("The subsample", subsample),
        "format": _choice("--format", ReleaseFormat, release_format),
        "rows_per_file": rows_per_file,
        "partition_by": (partition_by,) if isinstance(partition_by, str) else partition_by and tuple(partition_by),
        "escape_formulas": escape_formulas,
        "unseen": _choice("--unseen", UnseenRule, unseen),
    }
    if rows_per_file is not None and rows_per_file < LEAST_ROWS_PER_FILE:
        allowed = f"{LEAST_ROWS_PER_FILE:,} or more"
        raise OptionInvalid(option="--rows-per-file", value=str(rows_per_file)[:20], allowed=allowed)
    if options["subsample"] == 0:
        raise ShareInvalid(name="The subsample", value="0, which leaves nobody")
    given = {key: value for key, value in options.items() if value is not None}
    settings = request.settings.model_copy(update=given)
    if settings.suppression is not SuppressionKind.CELLS:
        where = f"where {settings.suppression} are suppressed"
        refuse_without_effect({"--reading": reading}, where, instead="add --suppression cells")
    kind = format_of(settings, request.assessed.data)
    if kind is not ReleaseFormat.CSV:
        where = f"on a .{kind.value} file, which a spreadsheet runs nothing of"
        refuse_without_effect({"--escape-formulas": escape_formulas}, where, instead="add --format csv")
    return replace(request, settings=settings)


def check_search_seconds(request: DeidentifyRequest, seconds: float | None) -> None:
    """Refuse a limit on the search where a person chose all levels, so that there is nothing to search for."""
    names = {one.name for one in request.quasi_identifiers}
    if names and names <= request.levels.keys() and request.settings.suppression is not SuppressionKind.CELLS:
        refuse_without_effect({"--search-seconds": seconds}, "where --levels chooses every level")


def resolve(engine: Engine, data: Microdata, request: DeidentifyRequest) -> DeidentifyRequest:
    """The request with every column of the data accounted for; refuses one that would let an identifier through."""
    if request.hierarchies is not None:
        request = _with_folder(data, request, request.hierarchies)
    is_declared = bool(request.assessed.declared)
    if not is_declared:
        request = _with_suggestions(engine, data, request)
    computed = {one.name for one in request.assessed.durations}
    names = [quasi.name for quasi in request.quasi_identifiers]
    if not names:
        raise NoQuasiIdentifiers(path=data.shown)
    request = replace(request, same_as={name: of for name, of in request.same_as.items() if of in names})
    key = request.assessed.person_key
    mentioned = (*names, *filter(None, [key]), *request.assessed.declared, *request.masks, *request.levels)
    mentioned += (*request.settings.partition_by, *request.keep)
    for name in dict.fromkeys(mentioned):
        if name not in computed:
            check_column(data, name)
    for name in request.levels:
        if name not in names:
            raise LevelInvalid(variable=shown(name), problem="it is not a quasi-identifier")
    direct = [*request.assessed.direct_identifiers, *([key] if key is not None else [])]
    bare = [name for name in dict.fromkeys(direct) if name not in request.masks]
    if bare:
        point = "points" if len(bare) == 1 else "point"
        raise DirectIdentifierUnmasked(names=", ".join(shown(name) for name in bare), point=point)
    check_partitions(division_of(request.settings), _released(data, request))
    if request.columns is not None:
        left_out = [name for name in data.names if name not in request.columns]
        if left_out:
            request = replace(request, notes=(*request.notes, f"Not in the study, so left out: {listed(left_out)}."))
    return _with_unsettled(engine, data, request) if is_declared else request


def _with_unsettled(engine: Engine, data: Microdata, request: DeidentifyRequest) -> DeidentifyRequest:
    """The request of a study, with what it releases as it is although it could identify somebody."""
    reasons = request.assessed.not_known
    unnamed = [name for name in request.unnamed if name in data.names and name not in reasons]
    if unnamed:
        raise columns_not_named(unnamed)
    kept = _kept(data, request)
    profile = profile_table(engine, data)
    looks = {one.summary.name: one.suggestion for one in profile.columns if one.summary.name in kept}
    genomic = [name for name in request.assessed.genomic if name in kept]
    others = {name: suggestion for name, suggestion in looks.items() if name not in genomic}
    numbers = request.assessed.numbers
    unsettled = unsettled_columns(others, reasons=reasons, numbers=numbers, remedy=OF_A_STUDY)
    warnings = births_beside_shifts(looks) if request.shifted else []
    return replace(
        request,
        notes=(
            *request.notes,
            *(f"Nobody could know {listed([name])}, says the study: {why}" for name, why in reasons.items()),
        ),
        unsettled=(*request.unsettled, *unsettled_genomic(genomic), *unsettled),
        warnings=(*request.warnings, *warnings),
    )


def columns_not_named(names: Sequence[str]) -> ColumnsNotNamed:
    """Why a release is refused that leaves quasi-identifiers of its study as they are."""
    is_one = len(names) == 1
    return ColumnsNotNamed(
        names=listed(names),
        what="a quasi-identifier" if is_one else "quasi-identifiers",
        them="it" if is_one else "them",
        they="it" if is_one else "they",
        they_are="it is" if is_one else "they are",
        first=listed(names[:1]),
    )


def _released(data: Microdata, request: DeidentifyRequest) -> list[str]:
    """Columns that will be in the release."""
    allowed = data.names if request.columns is None else request.columns
    return [name for name in data.names if name in allowed and not isinstance(request.masks.get(name), RemoveMask)]


def _kept(data: Microdata, request: DeidentifyRequest) -> set[str]:
    """Columns that are released as they are, or moved by noise alone."""
    changed = {one.name for one in request.quasi_identifiers} | {*request.masks, *request.shifted, *request.same_as}
    allowed = data.names if request.columns is None else request.columns
    return {name for name in data.names if name in allowed} - changed


def _with_study(request: DeidentifyRequest, path: Path, study_table: str | None) -> DeidentifyRequest:
    study = read_study(path)
    table: Table = study.tables[study_table or next(iter(study.tables))]
    declared = table.variables
    same_as = {name: one.same_as for name, one in declared.items() if one.same_as is not None}
    asked = tuple(dict.fromkeys(name for name in request.assessed.quasi_identifiers or () if name not in same_as))
    genomic = [name for name in table.names_of(Role.GENOMIC) if declared[name].mask is None and not declared[name].keep]
    return replace(
        request,
        settings=study.deidentify,
        recipient=study.deidentify.recipient or (study.context.recipient if study.context is not None else None),
        quasi_identifiers=tuple(
            QuasiIdentifier(
                name,
                choice_of_variable(declared[name], path.parent),
                declared[name].min_level,
                declared[name].max_level,
                declared[name].weight,
            )
            if name in declared and declared[name].role is Role.QUASI_IDENTIFIER
            else QuasiIdentifier(name)
            for name in asked
        ),
        masks={name: variable.mask for name, variable in declared.items() if variable.mask and name not in asked}
        | {name: RemoveMask() for name in genomic if name not in asked},
        shifted={name: variable.shift for name, variable in declared.items() if variable.shift and name not in asked},
        noise={name: variable.noise for name, variable in declared.items() if variable.noise and name not in asked},
        columns=tuple(dict.fromkeys((*declared, *asked))),
        same_as=same_as,
        folder=path.parent,
        unnamed=tuple(name for name in table.names_of(Role.QUASI_IDENTIFIER) if name not in (*asked, *same_as)),
        inputs=(
            path,
            *(
                path.parent / variable.hierarchy.path
                for variable in declared.values()
                if isinstance(variable.hierarchy, FileHierarchy)
            ),
        ),
    )


def _with_folder(data: Microdata, request: DeidentifyRequest, folder: Path) -> DeidentifyRequest:
    """Hierarchies from a folder with a file per column; without --qi the columns with a file are quasi-identifiers."""
    quasi = request.quasi_identifiers
    files = hierarchies_in_folder(folder, [one.name for one in quasi] or data.names)
    quasi = quasi or tuple(QuasiIdentifier(name) for name in data.names if name in files)
    chosen = tuple(
        replace(one, choice=HierarchyChoice(FileHierarchy(path=str(files[one.name].absolute()))))
        if one.name in files
        else one
        for one in quasi
    )
    assessed = replace(request.assessed, quasi_identifiers=tuple(one.name for one in chosen))
    return replace(request, assessed=assessed, quasi_identifiers=chosen, inputs=(*request.inputs, *files.values()))


def _with_suggestions(engine: Engine, data: Microdata, request: DeidentifyRequest) -> DeidentifyRequest:
    """Without a study the columns are profiled: direct identifiers are removed, and missing choices are suggested."""
    profile = profile_table(engine, data)
    suggested = {column.summary.name: column.suggestion for column in profile.columns}
    quasi = request.quasi_identifiers
    key = request.assessed.person_key or _key_that_repeats(profile, {one.name for one in quasi})
    if not quasi:
        quasi = tuple(
            QuasiIdentifier(name, HierarchyChoice(type=suggestion.type))
            for name, suggestion in suggested.items()
            if suggestion.role is Role.QUASI_IDENTIFIER and name != key and name not in request.keep
        )
    refuse_without_effect(
        {"--keep": tuple(name for name in request.keep if name == key)},
        "on the column that says whose row it is, which gets random pseudonyms",
    )
    quasi = tuple(_as_date(one, suggested[one.name].type) if one.name in suggested else one for one in quasi)
    taken = {one.name for one in quasi}
    others = {name: suggested[name] for name in data.names if name not in taken and name != key}
    identifying = [
        name for name, suggestion in others.items() if could_identify(suggestion) and name not in request.keep
    ]
    direct = [name for name in identifying if others[name].role is Role.DIRECT_IDENTIFIER]
    left_out = [name for name in identifying if name not in direct]
    masks: dict[str, MaskSection] = dict.fromkeys(identifying, RemoveMask())
    notes = list(request.notes)
    if direct:
        notes.append(f"Taken for direct identifiers, so left out: {listed(direct)}. A study file can say otherwise.")
    if left_out:
        notes.append(
            f"Left out, because they could identify somebody and were not named: {listed(left_out)}. To generalise one "
            "name it with --qi; to release it as it is name it with --keep."
        )
    kept = {name: suggestion for name, suggestion in others.items() if name not in identifying}
    if key is not None:
        masks[key] = PseudonymMask()
        if key != request.assessed.person_key:
            notes.append(f"Taken to say whose row it is, so people are counted by it: {listed([key])}.")
    assessed = replace(
        request.assessed,
        person_key=key,
        quasi_identifiers=tuple(one.name for one in quasi),
        direct_identifiers=tuple(direct),
    )
    return replace(
        request,
        assessed=assessed,
        quasi_identifiers=quasi,
        masks={**masks, **request.masks},
        columns=data.names,
        notes=tuple(notes),
        unsettled=(*request.unsettled, *unsettled_columns(kept, remedy=OF_THE_COMMAND)),
    )


def _as_date(quasi: QuasiIdentifier, looks_like: VariableType) -> QuasiIdentifier:
    """A variable that the profile takes for dates is generalized as dates, or refused; never as numbers or codes."""
    if looks_like not in DATES or quasi.choice != HierarchyChoice():
        return quasi
    return replace(quasi, choice=HierarchyChoice(type=looks_like))


def _key_that_repeats(profile: TableProfile, asked: set[str]) -> str | None:
    """The column that seems to say whose row it is, if people have several: their rows must not count as people."""
    summaries = {column.summary.name: column.summary for column in profile.columns}
    key = profile.person_key
    return key if key is not None and key not in asked and summaries[key].distinct < summaries[key].rows else None


def _choice(option: str, kind: type[Choice], value: str | None) -> Choice | None:
    if value is None:
        return None
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(choice.value for choice in kind)
        raise OptionInvalid(option=option, value=repr(str(value)[:30]), allowed=f"one of {allowed}") from None


def _share(name: str, value: object) -> float | None:
    return None if value is None else parse_share(name, value)


def parse_levels(texts: Sequence[str]) -> dict[str, int]:
    """Levels from `age=2`; the last = divides, because a column's name may have one."""
    levels = {}
    for text in texts:
        name, separator, level = text.rpartition("=")
        if not separator or not level.strip().isdecimal():
            raise OptionInvalid(option="--levels", value=repr(text[:40]), allowed="a column and a level: age=2")
        if name.strip() in levels:
            raise OptionInvalid(
                option="--levels", value=f"two levels of {shown(name.strip(), 40)}", allowed="one level for each column"
            )
        levels[name.strip()] = int(level)
    return levels
