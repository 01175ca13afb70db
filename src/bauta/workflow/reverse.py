"""Reverse: from released codes back to the identifiers, for the custodian.

Random pseudonyms and replacements are looked up in the crosswalk, reversible ones are decrypted with their key. Keyed
ones cannot be turned back: the codes of all values in the source are computed and compared.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bauta.engines.engine import Engine
from bauta.equivalence.coding import canonical_texts
from bauta.errors import ColumnMissing, NoPseudonyms, OptionInvalid, OptionMissing, PlanInvalid, PseudonymUnknown, shown
from bauta.model.formulas import escaped, is_formula
from bauta.model.microdata import Microdata
from bauta.model.transformations import PseudonymMask, PseudonymMethod, ReplaceMask
from bauta.transform.masking.pseudonyms import keyed_pseudonyms, reverse_pseudonyms
from bauta.workflow.keys import read_key
from bauta.workflow.output import check_output, write_whole
from bauta.workflow.plan_files import SavedPlan, read_pairs, read_plan
from bauta.workflow.release_folder import CUSTODIAN, MANIFEST
from bauta.workflow.without_effect import refuse_without_effect


@dataclass(frozen=True)
class Reversal:
    """How many codes were turned back; the values themselves are in the file and nowhere else."""

    column: str
    codes: int
    found: int
    formulas: int
    """Values that a spreadsheet would run as formulas."""


def reverse_codes(
    engine: Engine,
    release: Path,
    out: Path,
    *,
    codes: Any = None,
    code: str | None = None,
    column: str | None = None,
    data: Any = None,
    overwrite: bool = False,
    escape_formulas: bool = False,
) -> Reversal:
    """Write a table of codes and what they stand for to `out`, readable by its owner alone.

    The codes are those in a column of a table (`codes`) or a single one. `data` is the source of the release, which
    keyed pseudonyms need.
    """
    if (codes is None) == (code is None):
        raise OptionMissing(option="CODES", wanted="either a file with codes, or --code CODE, and not both")
    check_output(out, overwrite=overwrite)
    crosswalks, plan = _kept_by_custodian(release)
    table = None if codes is None else engine.open(codes)
    name = _column(column, crosswalks, plan, table)
    wanted = [str(code)] if table is None else _values(engine, table, name)
    known = _who_is_who(engine, name, wanted, crosswalks, plan, data)
    found = [(one, value) for one in wanted for value in known.get(one, ())]
    if not found:
        raise PseudonymUnknown(count=len(wanted), total=len(wanted))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    shown_as = escaped if escape_formulas else str
    writer.writerows([("code", "value"), *((shown_as(one), shown_as(value)) for one, value in found)])
    write_whole(out, text.getvalue(), overwrite=overwrite, owner_only=True)
    formulas = sum(is_formula(one) or is_formula(value) for one, value in found)
    return Reversal(name, len(wanted), len({one for one, _ in found}), formulas)


def _kept_by_custodian(release: Path) -> tuple[Mapping[str, Mapping[str, str]], SavedPlan | None]:
    """Crosswalks by column, and the plan; a release by a standard has no plan."""
    folder = next((path for path in (release, release / CUSTODIAN) if _has_crosswalks(path)), None)
    if folder is not None:
        try:
            files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["crosswalks"]
            return {name: read_pairs(folder / file) for name, file in files.items()}, None
        except (OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration):
            raise PlanInvalid(path=release, why="it is damaged or incomplete") from None
    plan = read_plan(release)
    return plan.earlier.crosswalks, plan


def _has_crosswalks(folder: Path) -> bool:
    try:
        return "crosswalks" in json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False


def _column(asked: str | None, crosswalks: Mapping[str, Any], plan: SavedPlan | None, table: Microdata | None) -> str:
    """Whose codes are turned back: the column that is named, or the only one that can be."""
    masks = {} if plan is None else plan.request.masks
    able = [name for name, mask in masks.items() if isinstance(mask, PseudonymMask | ReplaceMask)] or list(crosswalks)
    if not able:
        raise NoPseudonyms()
    if asked is not None and asked not in able:
        raise OptionInvalid(option="--column", value=shown(asked), allowed=_listed(able))
    here = [name for name in able if table is None or name in table.names] if asked is None else [asked]
    if table is not None and not set(here) & set(table.names):
        raise ColumnMissing(name=_listed(here or able), path=table.shown, nearest="")
    if len(here) != 1:
        raise OptionMissing(option="--column", wanted=_listed(here))
    return here[0]


def _listed(names: Sequence[str]) -> str:
    return "one of " * (len(names) > 1) + ", ".join(shown(name) for name in names)


def _values(engine: Engine, table: Microdata, name: str) -> list[str]:
    return canonical_texts(engine.count_groups(table, [name]).values.column(0).combine_chunks().drop_null())


def _who_is_who(
    engine: Engine,
    name: str,
    codes: Sequence[str],
    crosswalks: Mapping[str, Mapping[str, str]],
    plan: SavedPlan | None,
    data: Any,
) -> Mapping[str, Sequence[str]]:
    """What codes stand for, as far as it can be known: for two values where two people were given one name."""
    mask = None if plan is None else plan.request.masks[name]
    if not isinstance(mask, PseudonymMask) or mask.method is not PseudonymMethod.KEYED:
        refuse_without_effect({"--data": data}, f"on {shown(name)}, whose codes can be turned back without the source")
    if plan is None or not isinstance(mask, PseudonymMask) or mask.method is PseudonymMethod.RANDOM:
        drawn: dict[str, list[str]] = {}
        for value, one in crosswalks.get(name, {}).items():
            drawn.setdefault(one, []).append(value)
        return drawn
    assert mask.key is not None
    key = read_key(mask.key, plan.request.folder)
    recipient = None if mask.shared else plan.request.drawn_for
    if mask.method is PseudonymMethod.KEYED:
        if data is None:
            raise OptionMissing(
                option="--data", wanted="the source, because keyed codes are compared with those of its values"
            )
        source = engine.open(data, missing_codes=plan.request.assessed.missing_codes)
        if name not in source.names:
            raise ColumnMissing(name=shown(name), path=source.shown, nearest="")
        values = _values(engine, source, name)
        made = keyed_pseudonyms(values, key=key, recipient=recipient, prefix=mask.prefix)
        return {one: [value] for one, value in zip(made, values, strict=True)}
    known = {}
    for code in codes:
        try:
            known[code] = reverse_pseudonyms([code], key, recipient=recipient, prefix=mask.prefix)
        except PseudonymUnknown:
            continue
    return known
