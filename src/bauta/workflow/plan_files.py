"""A transformation plan on disk: lookup tables and settings, to do the same again with another extract.

A plan undoes a release, so it stays in the custodian's folder:

    plan/plan.json            levels, masks, settings, and which file holds what
    plan/lookup_0.parquet     value, what it is told as, and how many values are told so; one file per quasi-identifier
    plan/crosswalk_0.csv      value and its pseudonym or replacement, for columns drawn at random
    plan/offsets.csv          person and days, where dates were shifted
    plan/released.parquet     digests of who was released in which class, where there is a person key
"""

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bauta.engines.readers.many_files import files_at, is_pattern
from bauta.errors import PlanInvalid
from bauta.hierarchies.told import OUTSIDE
from bauta.model.dates import DateNotation, Serial
from bauta.model.durations import Duration
from bauta.model.estimates import Estimator
from bauta.model.missing import Missing
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import (
    BandHierarchy,
    CharacterHierarchy,
    DateHierarchy,
    DeidentifySection,
    HierarchySection,
    IcdHierarchy,
    MaskSection,
    NoiseSection,
    NumberHierarchy,
    PostalCodeHierarchy,
    ShiftSection,
    ZipHierarchy,
)
from bauta.model.verification import Verifier
from bauta.transform.draws import Draws, Secret
from bauta.workflow.change_columns import ChangedColumns, Earlier
from bauta.workflow.deidentify_request import DeidentifyRequest, QuasiIdentifier
from bauta.workflow.find_solution import Found
from bauta.workflow.keys import SECRET_FILE, read_custodians_secret
from bauta.workflow.released_people import RELEASED_FILE, ReleasedPeople, read_released, write_released
from bauta.workflow.requests import AssessmentRequest, SamplingRequest

PLAN = "plan"
PLAN_FILE = "plan.json"
PLAN_VERSION = 2
_WITHOUT_SECRET = 1
"""Plans of releases that were drawn by a generator, before there were secrets."""

Lookup = Mapping[str | None, str | None]

BY_FORM = (
    DateHierarchy, NumberHierarchy, BandHierarchy, PostalCodeHierarchy, ZipHierarchy, IcdHierarchy, CharacterHierarchy
)  # fmt: skip
"""Hierarchies that tell any value of their kind, whether or not it was in the data before."""

_MASK: TypeAdapter[Any] = TypeAdapter(MaskSection)
_HIERARCHY: TypeAdapter[Any] = TypeAdapter(HierarchySection)


@dataclass(frozen=True, eq=False, repr=False)
class SavedPlan:
    """A plan as it was read: what to release, and what was drawn before."""

    request: DeidentifyRequest
    """Without data: that comes from whoever applies it."""
    earlier: Earlier
    has_population: bool
    people: ReleasedPeople | None
    """Who was released so far; None where nobody knows ..."""
    knows_people: bool
    """... as in plans of an earlier bauta."""


def write_plan(
    custodian: Path,
    request: DeidentifyRequest,
    found: Found,
    changed: ChangedColumns,
    draws: Draws,
    people: ReleasedPeople | None,
) -> None:
    """Write the plan of a release into the custodian's folder."""
    folder = custodian / PLAN
    folder.mkdir()
    quasi = []
    for v, one in enumerate(request.quasi_identifiers):
        file = f"lookup_{v}.parquet"
        hierarchy = found.counted.built[v].hierarchy
        level = hierarchy.levels[found.node[v]]
        leaves = {**one.leaves, **dict(zip(level.labels, level.leaves.tolist(), strict=True))}
        _write_lookup(folder / file, {**(one.lookup or {}), **lookup_of(found, v)}, leaves)
        rule = one.rule if one.lookup is not None else found.counted.built[v].section
        is_by_form = isinstance(rule, BY_FORM)  # such a hierarchy has the values of the data, whatever they are
        quasi.append(
            {
                "name": one.name,
                "level": found.node[v] if one.lookup is None else one.rule_level,
                "highest_level": hierarchy.height - 1 if one.lookup is None else one.planned_highest,
                "leaves": None if is_by_form else hierarchy.n_leaves if one.lookup is None else one.planned_leaves,
                "level_name": level.name,
                "weight": one.weight,
                "lookup": file,
                "rule": rule.model_dump(mode="json") if rule is not None and is_by_form else None,
            }
        )
    crosswalks = {}
    for i, (name, crosswalk) in enumerate(changed.crosswalks.items()):
        crosswalks[name] = f"crosswalk_{i}.csv"
        write_pairs(folder / crosswalks[name], ("value", "told"), crosswalk)
    has_offsets = bool(changed.offsets) and request.assessed.person_key is not None  # rows are nobody the next time
    if has_offsets:
        write_pairs(folder / "offsets.csv", ("person", "days"), changed.offsets)
    if people is not None:
        write_released(folder / RELEASED_FILE, people)
    assessed = request.assessed
    content = {
        "bauta_plan": PLAN_VERSION,
        "bauta": version("bauta"),
        "title": assessed.title,
        "recipient": request.recipient,
        "drawn_for": draws.recipient,
        "quasi_identifiers": quasi,
        "columns": list(request.columns or ()),
        "masks": {name: mask.model_dump(mode="json") for name, mask in request.masks.items()},
        "noise": {name: noise.model_dump(mode="json") for name, noise in request.noise.items()},
        "same_as": dict(request.same_as),
        "ignored_ties": {name: dict(reasons) for name, reasons in request.assessed.ignored_ties.items()},
        "keep": list(request.keep),
        "shifted": {name: shift.model_dump(mode="json") for name, shift in request.shifted.items()},
        "dates": {name: _notation_as_json(notation) for name, notation in {**assessed.dates, **changed.dates}.items()},
        "person_key": assessed.person_key,
        "direct_identifiers": list(assessed.direct_identifiers),
        "sensitive": list(assessed.sensitive),
        "durations": [vars(one) for one in request.durations],
        "durations_judged": bool(assessed.durations),
        "not_known": dict(assessed.not_known),
        "genomic": list(assessed.genomic),
        "numbers": sorted(assessed.numbers),
        "missing_codes": {name: list(codes) for name, codes in assessed.missing_codes.items()},
        "missing": assessed.missing.value,
        "thresholds": _thresholds_as_json(assessed.thresholds),
        "verifier": _verifier_as_json(assessed.verifier),
        "sampling": _sampling_as_json(assessed.sampling),
        "settings": request.settings.model_dump(mode="json"),
        "has_population": found.counted.goal.has_population,
        "study_folder": str(request.folder.absolute()),
        "crosswalks": crosswalks,
        "has_offsets": has_offsets,
        "has_released": people is not None,
        "sha256": {path.name: sha256_of(path) for path in sorted(folder.iterdir())},
    }
    (folder / PLAN_FILE).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_plan(place: Path) -> SavedPlan:
    """The plan at a place: the custodian's folder of a release, its plan folder, or the folder that holds both."""
    folder = next(
        (path for path in (place, place / PLAN, place / "custodian" / PLAN) if (path / PLAN_FILE).is_file()), None
    )
    if folder is None:
        raise PlanInvalid(path=place, why=f"there is no {PLAN_FILE} in it")
    try:
        content = json.loads((folder / PLAN_FILE).read_text(encoding="utf-8"))
        if content["bauta_plan"] not in (PLAN_VERSION, _WITHOUT_SECRET):
            raise PlanInvalid(path=place, why=f"it is of version {content['bauta_plan']}, not {PLAN_VERSION}")
        for name, digest in content["sha256"].items():
            if sha256_of(folder / name) != digest:
                raise PlanInvalid(path=place, why=f"{name} is not as it was written: damaged, cut off or edited")
        secret = None if content["bauta_plan"] == _WITHOUT_SECRET else _read_secret(folder, place)
        return _from_json(content, folder, secret)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration, ValidationError):
        raise PlanInvalid(path=place, why="it is damaged or incomplete") from None


def _read_secret(folder: Path, place: Path) -> Secret:
    """The secret beside the plan; without it the same people would get other codes."""
    path = next((path for path in (folder.parent / SECRET_FILE, folder / SECRET_FILE) if path.is_file()), None)
    if path is None:
        raise PlanInvalid(path=place, why=f"{SECRET_FILE}, which stood beside the plan, is not there")
    return read_custodians_secret(path)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits; of a folder or a pattern, that of its files' names and hashes."""
    if path.is_dir() or is_pattern(str(path)):
        files = files_at(str(path))
        lines = [f"{sha256_of(file)} {file.relative_to(path) if path.is_dir() else file.name}\n" for file in files]
        return hashlib.sha256("".join(lines).encode()).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def lookup_of(found: Found, v: int) -> Lookup:
    """What every value of the data, the population and a hierarchy file is told as at the solution's level."""
    built, level = found.counted.built[v], found.node[v]
    lookup: dict[str | None, str | None] = {}
    if built.rows is not None:
        lookup = {row[0] or None: row[level] or None for row in built.rows.rows}
    levels = found.counted.space.hierarchies[v].levels
    for value, group in zip(levels[0].groups.tolist(), levels[level].groups.tolist(), strict=True):
        if levels[level].labels[group] != OUTSIDE:
            lookup[levels[0].labels[value]] = levels[level].labels[group]
    return lookup


def _from_json(content: Mapping[str, Any], folder: Path, secret: Secret | None) -> SavedPlan:
    quasi = tuple(
        QuasiIdentifier(
            name=one["name"],
            weight=one["weight"],
            lookup=_read_lookup(folder / one["lookup"]),
            is_told_as_it_is=one["level"] == 0,
            planned_level=one["level_name"],
            rule=None if one["rule"] is None else _HIERARCHY.validate_python(one["rule"]),
            rule_level=one["level"],
            planned_highest=one.get("highest_level"),
            planned_leaves=one.get("leaves"),
            leaves={} if one.get("leaves") is None else _read_leaves(folder / one["lookup"]),
        )
        for one in content["quasi_identifiers"]
    )
    durations = tuple(Duration(**one) for one in content.get("durations", ()))
    assessed = AssessmentRequest(
        data=None,
        quasi_identifiers=tuple(one.name for one in quasi),
        sensitive=tuple(content["sensitive"]),
        direct_identifiers=tuple(content["direct_identifiers"]),
        declared=tuple(one.name for one in quasi),
        person_key=content["person_key"],
        dates={name: _notation_from_json(notation) for name, notation in content.get("dates", {}).items()},
        not_known=content.get("not_known", {}),
        ignored_ties=content.get("ignored_ties", {}),
        durations=durations if content.get("durations_judged", True) else (),
        genomic=tuple(content.get("genomic", ())),
        numbers=frozenset(content.get("numbers", ())),
        missing_codes=content["missing_codes"],
        thresholds=_thresholds_from_json(content["thresholds"]),
        verifier=_verifier_from_json(content.get("verifier")),
        sampling=_sampling_from_json(content.get("sampling")),
        missing=Missing(content["missing"]),
        title=content["title"],
    )
    request = DeidentifyRequest(
        assessed=assessed,
        settings=DeidentifySection.model_validate(content["settings"]),
        quasi_identifiers=quasi,
        masks={name: _MASK.validate_python(mask) for name, mask in content["masks"].items()},
        shifted=_shifted_from_json(content["shifted"]),
        noise={name: NoiseSection.model_validate(noise) for name, noise in content["noise"].items()},
        durations=durations,
        columns=tuple(content["columns"]),
        same_as=content.get("same_as", {}),
        keep=tuple(content.get("keep", ())),
        folder=Path(content["study_folder"]),
        secret=secret,
        recipient=content.get("recipient"),
        drawn_for=content.get("drawn_for"),
    )
    released = [RELEASED_FILE] if content.get("has_released") else []
    files = [*(one["lookup"] for one in content["quasi_identifiers"]), *content["crosswalks"].values()]
    if not {*files, *(["offsets.csv"] if content["has_offsets"] else []), *released} <= content["sha256"].keys():
        raise LookupError("a file without its hash")
    crosswalks = {name: read_pairs(folder / file) for name, file in content["crosswalks"].items()}
    offsets = read_pairs(folder / "offsets.csv") if content["has_offsets"] else {}
    earlier = Earlier(crosswalks, {person: int(days) for person, days in offsets.items()})
    people = read_released(folder / RELEASED_FILE) if released else None
    return SavedPlan(request, earlier, bool(content["has_population"]), people, "has_released" in content)


def _thresholds_as_json(thresholds: Thresholds) -> dict[str, Any]:
    def pair(threshold: Threshold) -> dict[str, float]:
        return {"probability": threshold.probability, "cell_size": threshold.cell_size}

    average = thresholds.average
    return {
        "tau": pair(thresholds.tau),
        "alpha": thresholds.alpha,
        "average": None if average is None else pair(average),
    }


def _thresholds_from_json(content: Mapping[str, Any]) -> Thresholds:
    average = content["average"]
    return Thresholds(Threshold(**content["tau"]), content["alpha"], None if average is None else Threshold(**average))


def _notation_as_json(notation: DateNotation) -> dict[str, str | None]:
    return {"order": notation.order, "serial": notation.serial}


def _notation_from_json(content: Mapping[str, Any]) -> DateNotation:
    return DateNotation(content["order"], None if content["serial"] is None else Serial(content["serial"]))


def _shifted_from_json(content: Mapping[str, Any] | Sequence[str]) -> dict[str, ShiftSection]:
    """Which columns are shifted and how; an earlier bauta kept a list of names."""
    if isinstance(content, Mapping):
        return {name: ShiftSection.model_validate(shift) for name, shift in content.items()}
    return {name: ShiftSection() for name in content}


def _verifier_as_json(verifier: Verifier | None) -> dict[str, Any] | None:
    if verifier is None:
        return None
    return {"attempts": verifier.attempts, "probability": str(verifier.probability)}


def _verifier_from_json(content: Mapping[str, Any] | None) -> Verifier | None:
    return None if content is None else Verifier(content["attempts"], Fraction(content["probability"]))


def _sampling_as_json(sampling: SamplingRequest | None) -> dict[str, Any] | None:
    """What is known of the population's size, as it was said."""
    if sampling is None:
        return None
    estimator = None if sampling.estimator is None else sampling.estimator.value
    return {"fraction": sampling.fraction, "population_size": sampling.population_size, "estimator": estimator}


def _sampling_from_json(content: Mapping[str, Any] | None) -> SamplingRequest | None:
    if content is None:
        return None
    estimator = None if content["estimator"] is None else Estimator(content["estimator"])
    return SamplingRequest(content["fraction"], content["population_size"], estimator)


def _write_lookup(path: Path, lookup: Lookup, leaves: Mapping[str | None, int]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = {
        "value": pa.array(lookup.keys(), pa.string()),
        "told": pa.array(lookup.values(), pa.string()),
        "leaves": pa.array([leaves.get(told) for told in lookup.values()], pa.int64()),
    }
    pq.write_table(pa.table(table), path)


def _read_lookup(path: Path) -> Lookup:
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    return dict(zip(table.column("value").to_pylist(), table.column("told").to_pylist(), strict=True))


def _read_leaves(path: Path) -> dict[str | None, int]:
    """How many values of the plan's hierarchy are told as each label."""
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    pairs = zip(table.column("told").to_pylist(), table.column("leaves").to_pylist(), strict=True)
    return {told: leaves for told, leaves in pairs if leaves is not None}


def write_pairs(path: Path, names: tuple[str, str], pairs: Mapping[str, Any]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(sorted(pairs.items()))


def read_pairs(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        return {row[0]: row[1] for row in rows}
