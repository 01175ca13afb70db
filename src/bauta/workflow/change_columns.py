"""The columns of a release that are not quasi-identifiers: masked, shifted, with noise, or as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from bauta.engines.engine import Engine
from bauta.engines.release import KeptColumn, MappedColumn, ReleaseColumn, RowColumn, TaggedColumn
from bauta.equivalence.coding import canonical_texts
from bauta.errors import NotNumbers, shown
from bauta.hierarchies.numbers import find_decimal_sign
from bauta.model.dates import DateNotation
from bauta.model.deidentification import ColumnOutcome
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.model.transformations import (
    MaskSection,
    NoiseSection,
    PseudonymMask,
    PseudonymMethod,
    RedactMask,
    RemoveMask,
    ReplaceMask,
)
from bauta.transform.draws import Draws, Purpose, Words
from bauta.transform.masking.mask import mask_values
from bauta.transform.noise import add_noise, noise_of
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.durations_of_release import Bands
from bauta.workflow.keys import key_notes, read_key
from bauta.workflow.shift_columns import shift_columns

PSEUDONYMS = {
    PseudonymMethod.RANDOM: "random pseudonyms; who is who is in the custodian's crosswalk",
    PseudonymMethod.KEYED: "keyed pseudonyms (HMAC-SHA-256)",
    PseudonymMethod.REVERSIBLE: "keyed pseudonyms the key turns back (AES-SIV)",
}


@dataclass(frozen=True, eq=False, repr=False)
class Earlier:
    """What an earlier release drew, so that the same people get the same again."""

    crosswalks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    offsets: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class ChangedColumns:
    """Lookup tables of the other columns, and what undoes them, which stays with the custodian."""

    columns: Mapping[str, ReleaseColumn]
    """By name; a column that is removed is not here."""
    outcomes: tuple[ColumnOutcome, ...]
    crosswalks: Mapping[str, Mapping[str, str]]
    """For columns with random pseudonyms or replacements: value to what it became."""
    offsets: Mapping[str, int]
    """Person to days; row numbers stand for people where there is no person key."""
    dates: Mapping[str, DateNotation]
    """How the dates of shifted columns are written, where the values showed it."""
    notes: tuple[str, ...]
    warnings: tuple[str, ...]


class NoisyColumn(NamedTuple):
    """A column with noise, and how many of its values no noise could move."""

    column: RowColumn
    stuck: int
    values: int


def change_columns(
    engine: Engine,
    data: Microdata,
    request: DeidentifyRequest,
    draws: Draws,
    earlier: Earlier,
    bands: Sequence[Bands] = (),
) -> ChangedColumns:
    """What becomes of every column that is not a quasi-identifier, in the order of the data."""
    quasi = {*(one.name for one in request.quasi_identifiers), *request.same_as}
    columns: dict[str, ReleaseColumn] = {}
    outcomes: list[ColumnOutcome] = []
    crosswalks: dict[str, Mapping[str, str]] = {}
    notes: list[str] = []
    warnings: list[str] = []
    for column in data.columns:
        name = column.name
        if name in quasi or (request.columns is not None and name not in request.columns):
            continue
        mask = request.masks.get(name)
        what = "kept"
        if isinstance(mask, RemoveMask):
            what = "removed"
        elif isinstance(mask, RedactMask):
            columns[name], what = TaggedColumn(name, mask.tag), f"every value is {shown(mask.tag)}"
        elif mask is not None:
            known = {**_codes_so_far(name, mask, request, crosswalks), **earlier.crosswalks.get(name, {})}
            changed, crosswalk = _masked(engine, data, name, mask, request, draws, known)
            columns[name], what = changed, _in_words(mask)
            if crosswalk is not None:
                crosswalks[name] = crosswalk
            if isinstance(mask, PseudonymMask) and mask.key is not None:
                notes += key_notes(mask.key, request.folder)
        elif name in request.noise:
            section = request.noise[name]
            key = request.assessed.person_key
            noisy = _with_noise(engine, data, name, key, column.storage, section, draws)
            columns[name] = noisy.column
            most = f"{section.bound:g}" if section.bound is not None else f"{section.percent:g} %"
            what = f"noise of at most {most}"
            if noisy.stuck:
                share = noisy.stuck / noisy.values
                what += f"; {noisy.stuck:,} of {noisy.values:,} values unchanged"
                warnings.append(
                    f"Noise leaves {noisy.stuck:,} of {noisy.values:,} values of {shown(name)} ({share:.0%}) as they "
                    f"are: {most} of them is less than their last digit. Give a larger noise, or a bound."
                )
        elif name not in request.shifted:
            columns[name] = KeptColumn(name)
        if name not in request.shifted:
            outcomes.append(ColumnOutcome(name, what))
    offsets: Mapping[str, int] = {}
    dates: Mapping[str, DateNotation] = {}
    if request.shifted:
        shifted = shift_columns(engine, data, request, draws, earlier.offsets, bands)
        columns |= shifted.columns
        outcomes += shifted.outcomes
        warnings += shifted.warnings
        notes += shifted.notes
        offsets, dates = shifted.offsets, shifted.dates
    return ChangedColumns(
        columns, tuple(outcomes), crosswalks, offsets, dates, tuple(dict.fromkeys(notes)), tuple(warnings)
    )


def _codes_so_far(
    name: str, mask: MaskSection, request: DeidentifyRequest, crosswalks: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Random pseudonyms that columns before this one were given: a value gets one code wherever it stands."""
    if not isinstance(mask, PseudonymMask) or mask.method is not PseudonymMethod.RANDOM:
        return {}
    codes: dict[str, str] = {}
    for other, crosswalk in crosswalks.items():
        if other != name and request.masks[other] == mask:
            codes |= crosswalk
    return codes


def _in_words(mask: MaskSection) -> str:
    if isinstance(mask, PseudonymMask):
        return PSEUDONYMS[mask.method]
    return "replaced by random values of the same form"


def _masked(
    engine: Engine,
    data: Microdata,
    name: str,
    mask: ReplaceMask | PseudonymMask,
    request: DeidentifyRequest,
    draws: Draws,
    known: Mapping[str, str],
) -> tuple[MappedColumn, Mapping[str, str] | None]:
    import pyarrow as pa

    values = engine.count_groups(data, [name]).values.column(0).combine_chunks().drop_null()
    # In an order of their own: the order of the file must not decide who draws what.
    texts = canonical_texts(values)
    order = sorted(range(len(texts)), key=texts.__getitem__)
    sorted_texts = [texts[i] for i in order]
    key = None
    if isinstance(mask, PseudonymMask) and mask.key is not None:
        key = read_key(mask.key, request.folder)
    told = mask_values(mask, sorted_texts, draws=draws, key=key, known=known, column=name)
    column = MappedColumn(name, values.take(pa.array(order, pa.int64())), pa.array(told, pa.string()))
    is_drawn = isinstance(mask, ReplaceMask) or mask.method is PseudonymMethod.RANDOM
    crosswalk = {**known, **dict(zip(sorted_texts, told, strict=True))} if is_drawn else None
    return column, crosswalk


def _with_noise(
    engine: Engine,
    data: Microdata,
    name: str,
    person_key: str | None,
    storage: VariableType,
    section: NoiseSection,
    draws: Draws,
) -> NoisyColumn:
    """Numbers moved: drawn for every row or, with a person key, once for each number that a person has.

    A height that is in all forty rows of a person would otherwise be shown by the middle of forty draws. What is drawn
    for a person's number is the same in every release for one recipient, so that no mean of releases comes nearer to
    it. Rows that belong to nobody are drawn for afresh in every release.
    """
    import pyarrow as pa

    rows = engine.rows_of(data, [name, *([person_key] if person_key is not None else [])])
    content = rows.column(0).combine_chunks()
    if storage not in {VariableType.INTEGER, VariableType.DECIMAL, VariableType.TEXT}:
        raise NotNumbers(count=len(content) - content.null_count, column=shown(name))
    sign = "."
    if storage is VariableType.INTEGER:
        values, decimals = np.array([np.nan if v is None else float(v) for v in content.to_pylist()]), 0
    elif storage is VariableType.TEXT:
        texts = content.to_pylist()
        sign = find_decimal_sign([text for text in texts if text is not None]) or "."
        values, decimals = _numbers_from_text(
            [None if text is None else text.replace(",", ".") for text in texts] if sign == "," else texts, name
        )
    else:
        values, decimals = np.array([np.nan if v is None else float(v) for v in content.to_pylist()]), 12
    if person_key is None:
        words = draws.stream(Purpose.NOISE, name, count=len(values))
    else:
        words = _words_of_people(rows.column(1).combine_chunks(), values, draws, name)
    noisy = add_noise(values, section, noise_of(words), is_whole=decimals == 0, decimals=decimals, column=name)
    moved = noisy.values
    told: Any
    if storage is VariableType.TEXT:
        told = pa.array([None if np.isnan(v) else f"{v:.{decimals}f}".replace(".", sign) for v in moved], pa.string())
    elif storage is VariableType.INTEGER:
        told = pa.array([None if np.isnan(v) else int(v) for v in moved], pa.int64())
    else:
        told = pa.array([None if np.isnan(v) else float(v) for v in moved], pa.float64())
    column = RowColumn(name, np.arange(1, len(values) + 1), told)
    return NoisyColumn(column, int(noisy.is_stuck.sum()), int(np.isfinite(values).sum()))


def _words_of_people(keys: Any, values: np.ndarray, draws: Draws, name: str) -> Words:
    """A number of 64 bits for each row, which is the same wherever one person has one number in this column."""
    encoded = keys.dictionary_encode()
    texts = canonical_texts(encoded.dictionary)
    order = sorted(range(len(texts)), key=texts.__getitem__)
    subjects = np.empty((len(texts), 2), np.uint64)
    subjects[order] = draws.subjects([texts[i] for i in order])
    of_row = subjects[encoded.indices.to_numpy()]
    of_row[:, 1] ^= (np.nan_to_num(values) + 0.0).view(np.uint64)  # adding 0 makes -0 and 0 one number
    return draws.words(of_row, Purpose.NOISE, name)[:, 0]


def _numbers_from_text(texts: list[str | None], name: str) -> tuple[np.ndarray, int]:
    """Numbers written as text, and the most decimals any of them has. Decimal commas are dots already."""
    values = np.full(len(texts), np.nan)
    decimals = wrong = 0
    for i, text in enumerate(texts):
        if text is None:
            continue
        try:
            values[i] = float(text)
        except ValueError:
            wrong += 1
            continue
        if not np.isfinite(values[i]):
            wrong += 1
        decimals = max(decimals, len(text.partition(".")[2].strip()))
    if wrong:
        raise NotNumbers(count=wrong, column=shown(name))
    return values, min(decimals, 12)
