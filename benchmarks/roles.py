"""How often the suggested role of a column is right, on tables whose roles are known.

    python -m benchmarks.roles            # accuracy per table and in all; --wrong names the columns

Columns that hold nothing, or the same in all rows, are left out: nobody can be recognised by them.
"""

import argparse
import csv
import gzip
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from bauta.classification.suggest import suggest_all
from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import HeaderOnly
from bauta.model.columns import ColumnProfile, ColumnSummary
from bauta.model.roles import Role, VariableType
from bauta.model.source import DataSource
from bauta.workflow.profile import profile
from benchmarks import made_up_registries
from benchmarks.data import SHARED

LEAST, LEAST_DIRECT = 0.95, 1.0
"""Shares of columns, and of direct identifiers, whose suggested role must be right."""

BY_HAND = Path(__file__).parent / "roles_by_hand"
DATA, FORMATS = SHARED / "data", SHARED / "formats"
Accepted = tuple[Role, ...]
"""The roles that are right, the best first; none where nothing is known of the column."""


@dataclass(frozen=True)
class Judged:
    """One column: what is right and what was suggested."""

    table: str
    column: str
    accepted: Accepted
    suggested: Role
    kind: str

    @property
    def is_right(self) -> bool:
        return self.suggested in self.accepted

    @property
    def is_direct(self) -> bool:
        return self.accepted[0] is Role.DIRECT_IDENTIFIER


def shared_tables() -> Iterator[tuple[str, list[Judged]]]:
    """The tables kept beside the repository, by collection."""
    by_hand = {
        "adult": [DATA / "adult/adult.csv"],
        "fars": [DATA / "fars_subset/fars_subset.csv"],
        "ist": [DATA / "ist/IST.csv.gz"],
        "redcap": sorted((DATA / "redcap").glob("*/data.csv")),
    }
    for name, paths in by_hand.items():
        yield name, [judged for path in paths for judged in _judge(path, _ByHand(name))]
    domains = sorted((DATA / "sdtm/cdiscpilot01").glob("*.xpt.gz"))
    yield "sdtm", [j for path in domains if path.name[:2] not in _ABOUT_THE_TRIAL for j in _judge(path, _Sdtm())]
    for name, ending in (("synthea", "*.csv.gz"), ("omop", "*.parquet")):
        yield name, [j for path in sorted((DATA / name).glob(ending)) for j in _judge(path, _Listed(name))]


def made_up_tables() -> Iterator[tuple[str, list[Judged]]]:
    """Tables that nothing was worked out on."""
    for name, make in made_up_registries.TABLES.items():
        columns = make()
        summaries = [ColumnSummary(c.name, VariableType.TEXT, len(c.values), 0, len(set(c.values))) for c in columns]
        profiles = suggest_all(summaries, [c.values[:300] for c in columns])
        yield (
            name,
            [
                Judged(name, c.name, tuple(map(Role, c.roles.split())), p.suggestion.role, p.suggestion.kind)
                for c, p in zip(columns, profiles, strict=True)
            ],
        )


class _ByHand:
    """Roles that were written down here."""

    def __init__(self, name: str) -> None:
        with (BY_HAND / f"{name}.csv").open(newline="", encoding="utf-8") as lines:
            self.rules = [
                (pattern, tuple(map(Role, row["roles"].split())))
                for row in csv.DictReader(lines)
                for pattern in row["columns"].split()
            ]

    def accepted(self, table: str, column: str) -> Accepted:
        return next((roles for pattern, roles in self.rules if fnmatchcase(column, pattern)), ())


class _Listed:
    """Roles by table and column, from a list of the model."""

    def __init__(self, name: str) -> None:
        with (FORMATS / f"{name}_roles.csv").open(newline="", encoding="utf-8") as lines:
            self.rows = {(row["table"], row["column"]): row for row in csv.DictReader(lines)}

    def accepted(self, table: str, column: str) -> Accepted:
        row = self.rows.get((table, column))
        is_about_people = any((table, key) in self.rows for key in _PERSON_KEYS) or table in _PEOPLE
        return _accept(row) if row is not None and is_about_people else ()


class _Sdtm:
    """Roles by domain and variable: the rule of highest priority that fits both."""

    def __init__(self) -> None:
        with (FORMATS / "sdtm_roles.csv").open(newline="", encoding="utf-8") as lines:
            self.rows = sorted(
                (row for row in csv.DictReader(lines) if not row["when"]), key=lambda row: -int(row["priority"])
            )

    def accepted(self, table: str, column: str) -> Accepted:
        domain = table.upper()
        for row in self.rows:
            if re.search(row["domain_regex"], domain) and re.search(row["regex"], column):
                return _accept(row)
        return ()


_PERSON_KEYS = ("person_id", "PATIENT")
_PEOPLE = ("patients", "person")
_ABOUT_THE_TRIAL = ("ta", "ts")
"""Tables of arms, hospitals, words: a role says what a column means to somebody who looks for a person."""


def _accept(row: dict[str, str]) -> Accepted:
    """The role in the list, and those that mean the same treatment or are a matter of judgement."""
    role, kind, treatment = Role(row["role"]), row["kind"], row["treatment"].partition(":")[0]
    also: list[Role] = []
    if treatment in {"pseudonym", "regenerate", "follow_named"} or kind in {"record_key", "link", "entity_key"}:
        also += [Role.DIRECT_IDENTIFIER]  # a number of an event or of a thing: only direct identifiers are recoded
    is_of_an_event = row.get("level") != "1" and kind in {
        "concept", "code", "source_value", "category", "flag", "text", "free_text", "measure", "count"
    }  # fmt: skip
    if role is Role.QUASI_IDENTIFIER and (is_of_an_event or kind in {"money", "flag"}):
        also += [Role.SENSITIVE]  # what somebody has, earns or died of: known to neighbours, or what they would learn
    if treatment == "review_text":
        also += [Role.SENSITIVE, Role.DIRECT_IDENTIFIER]  # typed text: what it says of a person, or whom it names
    if treatment == "keep_relative":
        also += [Role.OTHER]  # days since the start of a study: kept by PHUSE's rules too
    if kind in {"date", "birth"} and role is Role.DIRECT_IDENTIFIER:
        also += [Role.QUASI_IDENTIFIER]  # the birth date: removed by PHUSE's rules, made coarser by others
    return tuple(dict.fromkeys((role, *also)))


def _judge(path: Path, truth: "_ByHand | _Listed | _Sdtm") -> list[Judged]:
    table = path.name.partition(".")[0] if path.name != "data.csv" else path.parent.name
    return [
        Judged(table, column.summary.name, accepted, column.suggestion.role, column.suggestion.kind)
        for column in _profiled(path)
        if (accepted := truth.accepted(table, column.summary.name)) and _says_something(column, accepted)
    ]


def _says_something(column: ColumnProfile, accepted: Accepted) -> bool:
    summary = column.summary
    is_constant = summary.distinct <= 1 and (summary.missing == 0 or summary.present == 0)
    return summary.present > 0 and (not is_constant or accepted[0] is Role.DIRECT_IDENTIFIER)


def _profiled(path: Path) -> Sequence[ColumnProfile]:
    with DuckDbEngine() as engine, tempfile.TemporaryDirectory() as folder:
        if path.name.endswith(".xpt.gz"):
            plain = Path(folder) / path.name.removesuffix(".gz")
            with gzip.open(path) as packed, plain.open("wb") as target:
                shutil.copyfileobj(packed, target)
            path = plain
        try:
            return profile(engine, DataSource(str(path))).columns
        except HeaderOnly:
            return ()


def show(tables: Iterator[tuple[str, list[Judged]]], *, wrong: bool) -> tuple[float, float]:
    """A line per table; the shares of all columns and of direct identifiers that are right."""
    everything: list[Judged] = []
    print(f"{'':28}{'columns':>9}{'right':>9}{'direct':>9}{'right':>9}")
    for name, judged in tables:
        everything += judged
        print(_line(name, judged))
        for one in judged:
            if wrong and not one.is_right:
                print(f"    {one.table}.{one.column}: {one.suggested} ({one.kind}), right: {' or '.join(one.accepted)}")
    print(_line("all", everything))
    return _share(everything), _share([one for one in everything if one.is_direct])


def _share(judged: Sequence[Judged]) -> float:
    return sum(one.is_right for one in judged) / len(judged) if judged else 1.0


def _line(name: str, judged: Sequence[Judged]) -> str:
    direct = [one for one in judged if one.is_direct]
    return f"{name:28}{len(judged):9}{_share(judged):9.1%}{len(direct):9}{_share(direct):9.1%}"


def roles(*, wrong: bool = False) -> bool:
    """Print the accuracy on the shared tables and on those made up; whether the limits are met on the former."""
    print("Suggested roles, shared tables")
    share, direct = show(shared_tables(), wrong=wrong)
    print("\nSuggested roles, made-up extracts of other models (no limit: nothing was worked out on them)")
    show(made_up_tables(), wrong=wrong)
    is_met = share >= LEAST and direct >= LEAST_DIRECT
    print(f"\nright {share:.1%} (limit {LEAST:.0%}), direct identifiers {direct:.1%} (limit {LEAST_DIRECT:.0%})")
    return is_met


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.roles")
    parser.add_argument("--wrong", action="store_true", help="name the columns whose role is wrong")
    roles(wrong=parser.parse_args().wrong)
