"""Every mistake bauta knows, made on purpose: one sentence, exit code 2, no traceback, no value from the data.

The table is complete: an error class without a case here fails the build. docs/reference/errors.md is made from the
same classes.
"""

import errno
import gzip
import json
import os
import shutil
import socket
import sqlite3
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import bauta.engines.duckdb
from bauta import errors
from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import BautaError
from bauta.model.source import DataSource
from commands import run_command

SECRET = "Zebedee"
ROWS = f"name,sex,age\n{SECRET},F,30\nOther,M,40\n"


def csv(folder: Path, text: str = ROWS, name: str = "data.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def study(folder: Path, text: str) -> Path:
    csv(folder)
    path = folder / "study.yaml"
    path.write_text(text, encoding="utf-8")
    return path


SEX_ONLY = "data: {path: data.csv}\nvariables: {sex: {role: quasi_identifier}}\n"


def with_record(folder: Path, content: str) -> Path:
    """A study with something else in the place of a step's record."""
    (folder / "study.bauta").mkdir()
    (folder / "study.bauta" / "01-direct-identifiers.json").write_text(content, encoding="utf-8")
    return study(folder, SEX_ONLY)


def with_another_at_work(folder: Path) -> Path:
    """A study on which somebody else works, as long as this process lives."""
    import fcntl

    (folder / "study.bauta").mkdir()
    fcntl.flock(os.open(folder / "study.bauta", os.O_RDONLY), fcntl.LOCK_EX)
    return study(folder, SEX_ONLY)


def parquet_that_is_none(folder):
    return csv(folder, name="data.parquet")


def two_tables(folder):
    path = folder / "data.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table a (x)")
        connection.execute("create table b (x)")
    connection.close()
    return path


def population(folder, text, name="population.csv"):
    return csv(folder, text, name)


def no_columns(folder):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = folder / "none.parquet"
    pq.write_table(pa.table({}), path)
    return path


def two_files(folder: Path, first: str, second: str) -> Path:
    (folder / "parts").mkdir()
    csv(folder / "parts", first, "a.csv")
    return csv(folder / "parts", second, "b.csv")


def mixed_files(folder: Path) -> Path:
    (folder / "parts").mkdir()
    csv(folder / "parts")
    no_columns(folder / "parts")
    return folder / "parts"


def linked(path: Path) -> Path:
    (path.parent / "linked.html").hardlink_to(path)
    return path


def hierarchy(folder, text, column="sex"):
    """`bauta hierarchy` of a column by a hierarchy file with this text."""
    path = folder / "levels.csv"
    path.write_text(text, encoding="utf-8")
    return ["hierarchy", csv(folder), column, "--hierarchy", path]


def hierarchy_in_study(folder, section):
    """`bauta hierarchy` of a column by a section of a study."""
    path = study(
        folder, f"data: {{path: data.csv}}\nvariables: {{age: {{role: quasi_identifier, hierarchy: {section}}}}}\n"
    )
    return ["hierarchy", path, "age"]


FEW = "".join(
    f"{name},{sex},{age}\n" for name, sex, age in [(SECRET, "F", 30), *(("Other", "M", 40 + i) for i in range(9))]
)
PEOPLE = "name,sex,age\n" + FEW


def out(folder: Path, *names: str) -> list[object]:
    """--out for a folder that already has these files in it."""
    place = folder / "out"
    for name in names:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("earlier", encoding="utf-8")
    return ["--out", place]


VARIABLE_SEX = "{sex: {role: quasi_identifier}}"


def in_context(folder: Path, section: str) -> list[object]:
    """`bauta context` of a study with this context."""
    text = f"data: {{path: data.csv}}\nvariables: {VARIABLE_SEX}\ncontext: {{{section}}}\n"
    return ["context", study(folder, text)]


def masked(folder: Path, mask: str, **files: bytes) -> list[object]:
    """`bauta deidentify` of a study that masks the column `name` so, with these files beside it."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return released(folder, f"name: {{role: direct_identifier, mask: {mask}}}")


def released(folder: Path, *variables: str, table: str = PEOPLE, more: str = "") -> list[object]:
    """`bauta deidentify` of a study with `sex` as its quasi-identifier and these further variables."""
    listed = "".join(f"  {variable}\n" for variable in ("sex: {role: quasi_identifier}", *variables))
    path = study(folder, f"data: {{path: data.csv}}\nvariables:\n{listed}thresholds: {{tau: 2}}\n{more}")
    csv(folder, table)
    return ["deidentify", path, *out(folder)]


def keyed(where: str) -> str:
    return f"{{kind: pseudonym, method: keyed, key: {where}}}"


def plan(folder: Path, extract: str) -> list[object]:
    """`bauta apply` of a real plan to another extract."""
    place = folder / "earlier" / "custodian" / "plan"
    make_plan(folder)
    assert (place / "plan.json").exists()
    return ["apply", folder / "earlier", csv(folder, extract, "extract.csv"), *out(folder)]


def newcomer(folder: Path) -> list[object]:
    """`bauta apply` to an extract with one person more, by a plan that allows nobody to be suppressed."""
    rows = "name,sex\n" + "".join(f"P{i},F\n" for i in range(9))
    path = study(
        folder,
        "data: {path: data.csv}\nperson_key: name\nvariables:\n  name: {role: direct_identifier, mask: pseudonym}\n"
        "  sex: {role: quasi_identifier}\nthresholds: {tau: 2}\ndeidentify: {suppression_limit: 0}\n",
    )
    csv(folder, rows)
    run_command("deidentify", path, "--out", folder / "earlier")
    return ["apply", folder / "earlier", csv(folder, f"{rows}{SECRET},F\n", "extract.csv"), *out(folder)]


def make_plan(folder: Path) -> None:
    from datetime import datetime

    from bauta.workflow.deidentify import deidentify
    from bauta.workflow.deidentify_request import build_deidentify_request

    request = build_deidentify_request(
        DataSource(str(csv(folder, PEOPLE))), quasi_identifiers=["sex", "age"], threshold="2", suppression_limit=1,
        levels={"sex": 0, "age": 1},
    )  # fmt: skip
    with DuckDbEngine() as engine:
        deidentify(
            engine, request, folder / "earlier", replace_earlier=False, describe=lambda _: {}, now=datetime.now()
        )


def to_reverse(folder: Path, mask: str = "pseudonym") -> list[object]:
    """`bauta reverse` of a release whose column `name` was masked so."""
    from datetime import datetime

    from bauta.workflow.deidentify import deidentify
    from bauta.workflow.deidentify_request import build_deidentify_request

    masked(folder, mask)
    request = build_deidentify_request(DataSource(str(folder / "study.yaml")))
    with DuckDbEngine() as engine:
        deidentify(
            engine, request, folder / "earlier", replace_earlier=False, describe=lambda _: {}, now=datetime.now()
        )
    return ["reverse", folder / "earlier", "--out", folder / "who.csv"]


def one_too_many(folder: Path) -> list[object]:
    """Four at risk are too many by less than one person, only one may go, and no class is that small."""
    path = study(
        folder,
        """data: {path: data.csv}
variables:
  x: {role: quasi_identifier, hierarchy: none, max_level: 0}
  n: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [5, 10, 20]}}
thresholds: {tau: 5, alpha: 0.035}
deidentify: {criterion: share, suppression_limit: 0.01}
""",
    )
    csv(folder, "x,n\n" + "a,7\n" * 100 + "b,7\n" * 4)
    return ["deidentify", path, "--search-seconds", "0", *out(folder)]


def many_levels(folder: Path) -> list[object]:
    """A lattice of 5 to the 10th nodes."""
    columns = [f"q{i}" for i in range(10)]
    rows = "".join(",".join(str((7 * i * j + j) % 100) for j in range(10)) + "\n" for i in range(200))
    sections = "".join(
        f"  {name}: {{role: quasi_identifier, hierarchy: {{kind: numbers, widths: [2, 4, 8, 16]}}}}\n"
        for name in columns
    )
    path = study(folder, f"data: {{path: data.csv}}\nvariables:\n{sections}")
    csv(folder, ",".join(columns) + "\n" + rows)
    return ["explore", path]


def wandering(folder: Path) -> list[object]:
    rows = "".join(f"p{i % 10},{'FM'[i % 2]},{30 + i}\n" for i in range(20))
    data = csv(folder, f"who,sex,age\n{rows}")
    return ["deidentify", data, "--qi", "sex,age", "--person-key", "who", "--suppression", "cells", *out(folder)]


def several_rows(folder: Path) -> list[object]:
    visits = f"name,sex\n{SECRET},F\n{SECRET},F\nOther,F\nThird,F\n"
    return released(folder, "name: {role: direct_identifier, mask: remove}", table=visits, more="person_key: name\n")


def dates_and_numbers(folder: Path, what: str) -> list[object]:
    return released(folder, f"age: {{role: other, {what}}}", table=PEOPLE.replace("30", SECRET))


def shifted(folder: Path, more: list[str]) -> list[object]:
    """Forty dates and some more, to be shifted."""
    days = [*(f"2024-0{1 + i % 4}-{1 + i % 28:02d}" for i in range(40)), *more]
    table = "sex,seen\n" + "".join(f"F,{day}\n" for day in days)
    return released(folder, "seen: {role: other, type: date, shift: true}", table=table)


def days_already_there(folder: Path) -> list[object]:
    """`bauta apply` of a plan that counts days, to an extract with a column of their name."""
    from datetime import datetime

    from bauta.workflow.deidentify import deidentify
    from bauta.workflow.deidentify_request import build_deidentify_request

    rows = "".join(f"F,2024-03-{1 + i:02d},2024-04-{1 + i:02d}\n" for i in range(20))
    dates = [f"{name}: {{role: other, type: date, shift: true}}" for name in ("came", "left")]
    _, path, *_ = released(folder, *dates, table="sex,came,left\n" + rows)
    with DuckDbEngine() as engine:
        deidentify(
            engine, build_deidentify_request(DataSource(str(path))), folder / "earlier",
            replace_earlier=False, describe=lambda _: {}, now=datetime.now(),
        )  # fmt: skip
    extract = csv(folder, "sex,came,left,days from came to left\n" + rows.replace("\n", ",1\n"), "extract.csv")
    return ["apply", folder / "earlier", extract, *out(folder)]


def uneven_top(d):
    """Hierarchies; that of age ends with two groups."""
    folder = d / "hierarchies"
    folder.mkdir()
    (folder / "sex.csv").write_text("F,*\nM,*\n")
    (folder / "age.csv").write_text("31,young\n32,old\n")
    return folder


def many_values(folder: Path) -> list[object]:
    """Four variables of 60 values each that the population does not tell: 13 million classes a row."""
    rows = "".join(f"{20 + i},a{i},b{i},c{i},d{i}\n" for i in range(60))
    ages = "age,n\n" + "".join(f"{20 + i},5\n" for i in range(60))
    names = ("--qi", "age,a,b,c,d", "--population", population(folder, ages), "--population-count", "n")
    return ["policies", csv(folder, "age,a,b,c,d\n" + rows), *names]


def released_file(folder: Path) -> Path:
    """A file beside a manifest that says it is a release."""
    path = csv(folder)
    manifest = {"generalization": {"sex": "unchanged"}, "files": {path.name: "0"}}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return path


STUDY_OF_TWO = """
tables:
  people: {data: {path: data.csv}, variables: {sex: {role: quasi_identifier}}}
  visits: {data: {path: data.csv}, variables: {age: {role: quasi_identifier}}}
"""

SEX, SEX_AGE = ("--qi", "sex"), ("--qi", "sex,age")

MISTAKES = {
    errors.FileMissing: lambda d: ["assess", d / "nothing.csv"],
    errors.FolderGiven: lambda d: ["assess", d],
    errors.FileEmpty: lambda d: ["assess", csv(d, "")],
    errors.HeaderOnly: lambda d: ["assess", csv(d, "name,sex,age\n")],
    errors.NotATable: lambda d: ["assess", parquet_that_is_none(d)],
    errors.FileUnreadable: lambda d: ["assess", d / ("x" * 300 + ".csv")],
    errors.UnknownFormat: lambda d: ["assess", csv(d, name="data.docx")],
    errors.DuplicateColumns: lambda d: ["assess", csv(d, "sex,age,sex\nF,30,M\n")],
    errors.HeaderLooksLikeData: lambda d: ["assess", csv(d, f"{SECRET},F,1959-03-02\nOther,M,1960-01-01\n")],
    errors.HeaderUnclear: lambda d: ["assess", csv(d, f"{SECRET},30\nOther,40\nThird,50\n")],
    errors.TitleAboveHeader: lambda d: ["assess", csv(d, "Ward 7: all patients\n\n" + ROWS.replace(",", ";"))],
    errors.RaggedRow: lambda d: ["assess", csv(d, ROWS + f"{SECRET},F\n"), *SEX_AGE],
    errors.BadQuoting: lambda d: ["assess", csv(d, ROWS + f'"{SECRET}"x,F,30\n'), *SEX_AGE],
    errors.LineTooLong: lambda d: ["assess", csv(d, "name,sex," + SECRET * 200_000)],
    errors.LineEndsDiffer: lambda d: ["assess", csv(d, ROWS + "Other,M,40\n" * 120_000 + "Other,M,40\r\n"), *SEX_AGE],
    errors.WrongEncoding: lambda d: ["assess", csv(d, f"name\n{SECRET}é\n", encoding="latin-1"), "--encoding", "utf-8"],
    errors.UnknownEncoding: lambda d: ["assess", csv(d), "--encoding", "utf-99"],
    errors.TableMissing: lambda d: ["assess", two_tables(d)],
    errors.DatabaseRefused: lambda d: ["assess", "postgresql://nobody:secretpassword@127.0.0.1:1/none", "--table", "t"],
    errors.NothingToRead: lambda d: ["assess", no_columns(d)],
    errors.ColumnMissing: lambda d: ["assess", csv(d), "--qi", "sexx,age"],
    errors.PersonKeyMissing: lambda d: ["assess", csv(d, ROWS + ",F,30\n"), *SEX, "--person-key", "name"],
    errors.ReportTooEarly: lambda d: ["report", study(d, SEX_ONLY)],
    errors.StudyInvalid: lambda d: ["assess", study(d, "data: {path: data.csv}\nvariables: {sex: {role: qid}}\n")],
    errors.NotAStudy: lambda d: ["run", csv(d)],
    errors.ContextMissing: lambda d: ["context", study(d, f"data: {{path: data.csv}}\nvariables: {VARIABLE_SEX}\n")],
    errors.ContextUnanswered: lambda d: in_context(
        d, "sharing: by-request, mechanism: portal, "
        "membership: {whole_population: no, findable: no, self_revealed: no}",
    ),
    errors.ContextContradictory: lambda d: in_context(
        d, "sharing: public, membership: {whole_population: no, findable: no, self_revealed: no}, "
        "attacks: {demonstration: {quasi_identifiers: [age]}}",
    ),
    errors.FrameworkUnknown: lambda d: in_context(d, "sharing: public, framework: horoscope"),
    errors.ThresholdTableUnknown: lambda d: in_context(d, "sharing: public, threshold: {table: horoscope}"),
    errors.NothingToCompare: lambda d: [
        "agree", study(d, f"data: {{path: data.csv}}\nvariables: {VARIABLE_SEX}\n"),
        csv(d, "data: {path: data.csv}\nvariables: {age: {role: other}}\n", "other.yaml"),
    ],
    errors.NoQuasiIdentifiers: lambda d: ["assess", study(d, "data: {path: data.csv}\nvariables: {}\n")],
    errors.ThresholdInvalid: lambda d: ["assess", csv(d), *SEX, "--threshold", "1.5"],
    errors.ShareInvalid: lambda d: ["assess", csv(d), *SEX, "--alpha", "2"],
    errors.OptionMissing: lambda d: ["reverse", d / "made", "--code", "X"],
    errors.KeyExists: lambda d: ["key", csv(d)],
    errors.ValuesNotComparable: lambda d: [
        "link", csv(d), csv(d, "sex,age\nF,30-39\n", "other.csv"), "--on", "sex,age"
    ],
    errors.OptionWithoutEffect: lambda d: ["deidentify", csv(d), *SEX, "--out", d / "out", "--census", "2010"],
    errors.OptionInvalid: lambda d: ["assess", csv(d), *SEX, "--missing", "maybe"],
    errors.StandardUnknown: lambda d: ["check", csv(d), "--standard", "gdpr"],
    errors.NothingToRelease: lambda d: [
        "deidentify", csv(d, f"name,email\n{SECRET} Ann,a@example.org\nOther Bob,b@example.org\n"),
        "--standard", "safe-harbor", *out(d),
    ],
    errors.WildcardNeedsOneRow: lambda d: [
        "assess", csv(d, ROWS + f"{SECRET},F,31\n"), "--qi", "age", "--person-key", "name", "--missing", "wildcard",
    ],
    errors.RecordInvalid: lambda d: ["status", with_record(d, "[]")],
    errors.RecordTooNew: lambda d: ["run", with_record(d, '{"record": 99, "bauta": "9.9"}')],
    errors.StudyBusy: lambda d: ["run", with_another_at_work(d)],
    errors.NothingToDecide: lambda d: ["decide", study(d, SEX_ONLY), "--accept", "--by", "A. Custodian"],
    errors.DecisionIncomplete: lambda d: ["decide", study(d, SEX_ONLY), "--accept"],
    errors.LinkedTables: lambda d: ["assess", study(d, STUDY_OF_TWO)],
    errors.OutputExists: lambda d: ["profile", csv(d), "-o", study(d, "")],
    errors.OutputWouldReplaceInput: lambda d: ["assess", linked(csv(d)), *SEX, "--report", d / "linked.html"],
    errors.OutputFailed: lambda d: ["profile", csv(d), "-o", d / "no" / "such" / "folder" / "study.yaml"],
    errors.HierarchyEmpty: lambda d: hierarchy(d, "\n"),
    errors.HierarchyOneColumn: lambda d: hierarchy(d, f"{SECRET}\nF\n"),
    errors.HierarchyUneven: lambda d: hierarchy(d, f"F;{SECRET};*\nM;*\n"),
    errors.HierarchyLabelMissing: lambda d: hierarchy(d, f"F;{SECRET};*\nM;;*\n"),
    errors.HierarchyDuplicate: lambda d: hierarchy(d, "F;*\nM;*\nF;*\n"),
    errors.HierarchyCycle: lambda d: hierarchy(d, f"F;{SECRET};F\nM;M;M\n"),
    errors.HierarchyRefines: lambda d: hierarchy(d, f"F;*;{SECRET}\nM;*;all\n"),
    errors.HierarchyGroupEmpty: lambda d: hierarchy_in_study(d, "{kind: tree, tree: {young: ['30'], old: []}}"),
    errors.HierarchyLevelsInvalid: lambda d: hierarchy_in_study(d, "{kind: numbers, widths: [5, 12]}"),
    errors.HierarchyAmbiguous: lambda d: [
        "hierarchy", csv(d, f"name,day\n{SECRET},01/02/2024\nOther,03/04/2024\n"), "day", "--kind", "dates",
    ],
    errors.HierarchyLacksValues: lambda d: hierarchy(d, "Other;*\n", "name"),
    errors.HierarchyDoesNotFit: lambda d: ["hierarchy", csv(d), "name", "--kind", "dates"],
    errors.HierarchiesMissing: lambda d: ["hierarchy", csv(d), "sex", "--hierarchies", d],
    errors.PopulationColumnMissing: lambda d: ["assess", csv(d), *SEX, "--population", population(d, "gender\nF\n")],
    errors.PopulationCountInvalid: lambda d: [
        "assess", csv(d), *SEX, "--population", population(d, "sex,n\nF,many\nM,2.5\n"), "--population-count", "n",
    ],
    errors.RegistryTableInvalid: lambda d: [
        "simulate-registry", csv(d), "--by-age", population(d, "year,age,sex\n2001,30,F\n"),
        "--by-month", population(d, "year,month,count\n2001,1,5\n", "months.csv"),
    ],
    errors.PopulationClassMissing: lambda d: ["assess", csv(d), *SEX, "--population", population(d, "sex\nX\nX\n")],
    errors.PopulationGroupsOverlap: lambda d: [
        "assess", csv(d), "--qi", "age", "--population", population(d, "age,n\n20-34,9\n30-39,9\n"),
        "--population-count", "n",
    ],
    errors.PopulationTooCoarse: many_values,
    errors.PopulationLevelMissing: lambda d: [
        "deidentify", csv(d, "sex,age\nF,31\nM,32\n"), "--qi", "sex,age", "--hierarchies", uneven_top(d),
        "--population", population(d, "sex,n\nF,90\nM,80\n"), "--population-count", "n", *out(d),
    ],
    errors.FolderNotEmpty: lambda d: ["deidentify", csv(d), *SEX, *out(d, "something.txt")],
    errors.FolderNotARelease: lambda d: ["deidentify", csv(d), *SEX, *out(d, "something.txt"), "--force"],
    errors.InputInsideOutput: lambda d: [
        "deidentify", d / "out" / "release" / "data.csv", *SEX, "--force",
        *out(d, "release/data.csv", "release/manifest.json", "custodian/manifest.json"),
    ],
    errors.FormatCannotHold: lambda d: [
        "deidentify", csv(d, "a b\n" + "F\n" * 9), "--qi", "a b", "--format", "dta", *out(d),
    ],
    errors.FormatNotDivided: lambda d: [*released(d), "--format", "sav", "--rows-per-file", "1000"],
    errors.PartitionInvalid: lambda d: [*released(d), "--format", "parquet", "--partition-by", "age"],
    errors.FolderNameTooLong: lambda d: [
        *released(d, "note: {role: other}", table="sex,note\n" + f"F,{'long ' * 60}\n" * 9), "--partition-by", "note",
    ],
    errors.TooManyFiles: lambda d: [
        *released(d, "n: {role: other}", table="sex,n\n" + "".join(f"F,{i}\n" for i in range(10_001))),
        "--partition-by", "n",
    ],
    errors.DirectIdentifierUnmasked: lambda d: released(d, "name: {role: direct_identifier}"),
    errors.ColumnsNotNamed: lambda d: [
        *released(d, "age: {role: quasi_identifier}", table="sex,age\n" + "F,30\n" * 9), "--qi", "sex",
    ],
    errors.PersonKeyNotReleased: several_rows,
    errors.LevelInvalid: lambda d: ["deidentify", csv(d, PEOPLE), *SEX, "--levels", "sex=7", *out(d)],
    errors.ThresholdUnreachable: lambda d: [
        "deidentify", csv(d, PEOPLE), *SEX, "--levels", "sex=0", "--suppression-limit", "0", *out(d),
    ],
    errors.SearchEndedEarly: one_too_many,
    errors.CellsNotPossible: wandering,
    errors.CellSuppressionExceedsLimit: lambda d: [
        "deidentify", csv(d, PEOPLE), *SEX, "--levels", "sex=0", "--suppression", "cells", "--k", "2",
        "--suppression-limit", "0.1", *out(d),
    ],
    errors.LatticeTooLarge: many_levels,
    errors.PlanInvalid: lambda d: ["apply", d, csv(d), *out(d)],
    errors.PlanColumnsMissing: lambda d: plan(d, f"name,sex\n{SECRET},F\n"),
    errors.PlanValuesUnseen: lambda d: plan(d, PEOPLE + f"Other,F,{SECRET}\n"),
    errors.PlanColumnUnseen: lambda d: [
        *plan(d, "name,sex,age\n" + "".join(f"P{i},{SECRET},30\n" for i in range(9))), "--unseen", "most-general",
    ],
    errors.HeldBackExceedsLimit: newcomer,
    errors.KeyMissing: lambda d: masked(d, keyed("{env: BAUTA_NO_SUCH_KEY}")),
    errors.KeyUnreadable: lambda d: masked(d, keyed("{file: secret.key}"), **{"secret.key": SECRET.encode() * 20_000}),
    errors.KeyTooShort: lambda d: masked(d, keyed("{file: secret.key}"), **{"secret.key": SECRET.encode()}),
    errors.KeyGuessable: lambda d: masked(d, keyed("{file: secret.key}"), **{"secret.key": b"z" * 40}),
    errors.PseudonymUnknown: lambda d: [*to_reverse(d), "--code", SECRET],
    errors.NoPseudonyms: lambda d: [*to_reverse(d, mask="remove"), "--code", SECRET],
    errors.NoRoomToReplace: lambda d: released(
        d, "digit: {role: direct_identifier, mask: replace}",
        table="digit,sex\n" + "".join(f"{i},F\n" for i in range(10)),
    ),
    errors.NotDates: lambda d: dates_and_numbers(d, "shift: true"),
    errors.DurationNotShifted: lambda d: released(
        d, "seen: {role: other, type: date, shift: true}", table="sex,seen\nF,2024-03-04\nM,2024-05-06\n",
        more="deidentify: {durations: {first: sex}}\n",
    ),
    errors.DurationNameTaken: days_already_there,
    errors.DatesAmbiguous: lambda d: released(
        d, "seen: {role: other, type: date, shift: true}", table="sex,seen\nF,3/4/2024\nM,5/6/2024\n"
    ),
    errors.DateStandsForNone: lambda d: shifted(d, ["1900-01-01"]),
    errors.DateSharedByMany: lambda d: shifted(d, ["2031-05-06"] * 9),
    errors.NotNumbers: lambda d: dates_and_numbers(d, "noise: {bound: 2}"),
    errors.NoiseChangesNothing: lambda d: released(d, "age: {role: other, noise: {bound: 0.4}}"),
    errors.PopulationTooSmall: lambda d: [
        "assess", csv(d, ROWS + "Third,F,30\n"), *SEX, "--population", population(d, "sex\nF\nM\n"),
    ],
    errors.PopulationSizeInvalid: lambda d: ["assess", csv(d), *SEX_AGE, "--population-size", "1"],
    errors.SamplingFractionInvalid: lambda d: ["assess", csv(d), *SEX_AGE, "--sampling-fraction", "10"],
    errors.FilesDiffer: lambda d: ["assess", two_files(d, "sex,age\nF,30\n", "sex,years\nF,30\n").parent, *SEX],
    errors.FilesMixed: lambda d: ["assess", mixed_files(d), *SEX],
    errors.EngineUnreachable: lambda d: ["assess", csv(d), *SEX, "--spark-master", "spark://localhost:1"],
    errors.EstimatorCannotAnswer: lambda d: [
        "assess", csv(d), *SEX, "--sampling-fraction", "0.1", "--estimator", "poisson-gamma",
    ],
    errors.ReleaseIsNoSample: lambda d: ["assess", released_file(d), *SEX, "--sampling-fraction", "0.1"],
}  # fmt: skip

NOT_FROM_THE_COMMAND_LINE = {
    errors.UnsupportedFrame, errors.OutOfMemory, errors.DiskFull, errors.EngineFailed, errors.ExtraMissing,
    errors.JavaMissing, errors.ClusterFailed, errors.InputChanged, errors.CopyTooLarge, errors.TooManyColumns,
    errors.TooManyClasses,
    errors.ReleaseRefused, errors.StandardBroken, errors.ReleaseNotShown, errors.TooFewRecords,
    errors.PseudonymsCollide, errors.TiesNotTreated,
}  # fmt: skip
"""Each has a test of its own below."""


def leaves(kind: type) -> set[type]:
    below = kind.__subclasses__()
    return set().union(*map(leaves, below)) if below else {kind}


@pytest.mark.parametrize("error", MISTAKES, ids=lambda error: error.__name__)
def test_a_mistake_gets_one_sentence_and_exit_code_2(error, bauta, tmp_path):
    arguments = MISTAKES[error](tmp_path)
    ended = bauta(*arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert "Traceback" not in ended.err
    assert ended.err.count("\n") == 1
    assert SECRET not in ended.err
    assert "secretpassword" not in ended.err
    expected_start = error.template.split("{")[0]
    assert ended.err.startswith("bauta: " + expected_start)
    first_words = [part for part in _fixed_parts(error.template) if len(part) > 8]
    assert all(part in ended.err for part in first_words)


def _fixed_parts(template: str) -> list[str]:
    import string

    return [text for text, *_ in string.Formatter().parse(template)]


def test_every_mistake_is_tried():
    assert leaves(BautaError) == MISTAKES.keys() | NOT_FROM_THE_COMMAND_LINE


def test_the_tree_at_the_top_of_the_file_names_every_mistake():
    for error in leaves(BautaError):
        assert error.__name__ in (errors.__doc__ or "")


def test_a_frame_of_an_unknown_kind_is_refused_by_name():
    import bauta as package

    with pytest.raises(errors.UnsupportedFrame, match="cannot read a dict"):
        package.assess({"a": [1]}, ["a"])


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (bauta.engines.duckdb.duckdb.OutOfMemoryException(f"row {SECRET}"), errors.OutOfMemory),
        (bauta.engines.duckdb.duckdb.IOException(f"No space left on device {SECRET}"), errors.DiskFull),
        (bauta.engines.duckdb.duckdb.InternalException(f"at {SECRET}"), errors.EngineFailed),
        (OSError(errno.ENOSPC, SECRET), errors.DiskFull),
        (bauta.engines.duckdb.duckdb.IOException(f"No files found that match {SECRET}"), errors.InputChanged),
    ],
)
def test_what_the_machine_cannot_do_is_said_without_the_engines_words(raised, expected, tmp_path, monkeypatch):
    engine = bauta.engines.duckdb.DuckDbEngine()
    data = engine.open(bauta.engines.duckdb.DataSource(str(csv(tmp_path))))

    def fail(*_):
        raise raised

    monkeypatch.setattr(engine, "_fetch_at_most", fail)
    with engine, pytest.raises(expected) as told:
        engine.count_groups(data, ["sex"])
    assert SECRET not in str(told.value)
    assert told.value.__cause__ is None


def test_a_format_whose_library_is_missing_says_what_to_install(bauta, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    ended = bauta("deidentify", csv(tmp_path, PEOPLE), *SEX, "--k", "2", "--format", "sav", *out(tmp_path))
    assert ended.code == 2
    assert "pip install 'bauta[statistical]'" in ended.err
    assert not (tmp_path / "out").exists()


def test_an_engine_that_is_not_installed_says_what_to_install(bauta, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    ended = bauta("assess", csv(tmp_path), *SEX, "--engine", "spark", "--threads", "1")
    assert ended.code == 2
    assert "pip install 'bauta[spark]'" in ended.err


def test_spark_without_java_says_so(bauta, tmp_path, monkeypatch):
    pytest.importorskip("pyspark")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    ended = bauta("assess", csv(tmp_path), *SEX, "--engine", "spark", "--threads", "1")
    assert ended.code == 2
    assert "Spark needs Java 17" in ended.err


def test_spark_on_an_old_java_says_so(bauta, tmp_path, monkeypatch):
    pytest.importorskip("pyspark")
    java = tmp_path / "jdk" / "bin" / "java"
    java.parent.mkdir(parents=True)
    java.write_text("#!/bin/sh\necho 'openjdk version \"1.8.0_402\"' >&2\n", encoding="utf-8")
    java.chmod(0o700)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    ended = bauta("assess", csv(tmp_path), *SEX, "--engine", "spark", "--threads", "1")
    assert ended.code == 2
    assert "Spark needs Java 17 or newer, and the java here is version 8." in ended.err


def test_less_memory_than_sparks_driver_starts_with_is_refused(bauta, tmp_path):
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("needs Java 17, which Spark runs on")
    ended = bauta("assess", csv(tmp_path), *SEX, "--engine", "spark", "--memory-limit", "256MB")
    assert ended.code == 2
    assert "--memory-limit does not take '256MB'" in ended.err


def test_a_host_that_listens_and_says_nothing_is_told_within_seconds(bauta, tmp_path):
    pytest.importorskip("grpc")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        started = time.monotonic()
        master = f"sc://127.0.0.1:{silent.getsockname()[1]}"
        ended = bauta("assess", csv(tmp_path), *SEX, "--spark-master", master)
    assert ended.code == 2
    assert "it did not answer as Spark does" in ended.err
    assert time.monotonic() - started < 30


def test_a_master_that_does_not_answer_is_told_within_seconds(bauta, tmp_path):
    for master in ("spark://localhost:1", "sc://localhost:1", "sc://localhost:1/;user_id=x"):
        started = time.monotonic()
        ended = bauta("assess", csv(tmp_path), *SEX, "--spark-master", master)
        assert ended.code == 2
        assert "nobody answers there" in ended.err
        assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    "options",
    [
        ("--engine", "oracle"), ("--spark-master", "mesos://x"), ("--spark-master", "spark://"), ("--threads", "0"),
        ("--threads", "100000"),
        ("--memory-limit", "little"), ("--memory-limit", "1MB"), ("--spill-folder", "/nowhere/at/all"),
        ("--engine", "duckdb", "--spark-master", "local[2]"),
    ],
)  # fmt: skip
def test_options_of_the_engine_that_cannot_be_are_refused(options, bauta, tmp_path):
    ended = bauta("assess", csv(tmp_path), *SEX, *options)
    assert ended.code == 2
    assert f"{options[-2]} does not take" in ended.err


@pytest.mark.parametrize("key", [(), ("--person-key", "name")], ids=["rows", "people"])
def test_more_classes_than_fit_into_memory_are_refused_where_sizes_are_not_enough(key, bauta, tmp_path, monkeypatch):
    import pyarrow as pa
    import pyarrow.parquet as pq

    monkeypatch.setattr("bauta.engines.sql_counting.MOST_CLASSES", 3)
    path = tmp_path / "people.parquet"
    pq.write_table(pa.table({"name": list("abcdef"), "age": [1, 2, 3, 4, 4, 4]}), path)
    ended = bauta("assess", path, "--qi", "age", *key)
    assert ended.code == 0
    assert "counted by size" in ended.out
    estimate = ["--population-size", "100", "--estimator", "mu-argus"]
    ended = bauta("assess", path, "--qi", "age", *key, *estimate)
    assert ended.code == 2
    assert "more than 3 different values of 'age', which do not fit into memory" in ended.err
    monkeypatch.setattr("bauta.engines.sql_counting.MOST_CLASSES", 4)
    ended = bauta("assess", path, "--qi", "age", *key, *estimate)
    assert ended.code == 0
    assert "counted by size" not in ended.out


def test_a_table_with_a_million_columns_is_refused():
    from bauta.engines.readers.raw_table import check_names

    with pytest.raises(errors.TooManyColumns, match="1,000,000 columns"):
        check_names(tuple(map(str, range(1_000_000))), "wide.parquet")


def test_a_written_file_over_the_threshold_is_not_released(bauta, tmp_path, monkeypatch):
    """As if the engine had a fault: it writes every row, although the classes of one are to go."""
    import bauta.workflow.deidentify as workflow

    plan_release = workflow.plan_release
    monkeypatch.setattr(workflow, "plan_release", lambda *given: replace(plan_release(*given), classes=None))
    arguments = ("--levels", "sex=0", "--k", "2", "--suppression-limit", "1")
    ended = bauta("deidentify", csv(tmp_path, PEOPLE), *SEX, *arguments, *out(tmp_path))
    assert ended.code == 2
    assert "so nothing was released" in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


RELEASED = (*SEX, "--k", "2", "--suppression-limit", "0.5")


def test_a_written_file_that_breaks_the_standard_is_not_released(bauta, tmp_path, monkeypatch):
    """Remedies that did nothing would be found out."""
    import bauta.workflow.standard_release as workflow
    from bauta.standards.remedies import KEPT

    monkeypatch.setattr(workflow, "remedy_of", lambda *_: KEPT)
    monkeypatch.setattr(workflow, "REMOVED", KEPT)
    ended = bauta("deidentify", csv(tmp_path, PEOPLE), "--standard", "safe-harbor", *out(tmp_path))
    assert ended.code == 2
    assert "still breaks HIPAA Safe Harbor (rules A" in ended.err
    assert not (tmp_path / "out").exists()


def test_a_report_that_cannot_be_written_after_a_standards_release_does_not_hide_it(bauta, tmp_path, monkeypatch):
    import bauta.workflow.report_file as module

    def full(*_args, **_options):
        raise errors.OutputFailed(path="report.html", why="no space left on device")

    monkeypatch.setattr(module, "write_whole", full)
    report = tmp_path / "report.html"
    ended = bauta("deidentify", csv(tmp_path, PEOPLE), "--standard", "safe-harbor", *out(tmp_path), "--report", report)
    assert ended.code == 2
    assert (tmp_path / "out" / "release" / "data.csv").exists()
    assert "no space left on device" in ended.err


def test_a_report_that_cannot_be_written_afterwards_does_not_hide_the_release(bauta, tmp_path, monkeypatch):
    import bauta.workflow.report_file as module

    def full(*_, **__):
        raise errors.DiskFull()

    monkeypatch.setattr(module, "write_whole", full)
    ended = bauta("deidentify", csv(tmp_path, PEOPLE), *RELEASED, "--report", tmp_path / "r.html", *out(tmp_path))
    assert ended.code == 2
    assert f"The release is made and in {tmp_path / 'out'}, but {tmp_path / 'r.html'} could not be written" in ended.err
    assert (tmp_path / "out" / "release" / "data.csv").exists()


def test_a_page_that_cannot_be_printed_does_not_hide_the_release(bauta, tmp_path, monkeypatch):
    import bauta.cli.show_release as module

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "_print", full)
    ended = bauta("deidentify", csv(tmp_path, PEOPLE), *RELEASED, *out(tmp_path))
    assert ended.code == 2
    assert "The release is made and in" in ended.err
    assert "no space left on device" in ended.err


@pytest.mark.parametrize("place", ["nowhere/r.html", "out/r.html", "out/release/r.html", "r.txt", "folder.html"])
@pytest.mark.parametrize("command", ["deidentify", "apply"])
def test_a_report_that_cannot_be_written_is_refused_before_anything(command, place, bauta, tmp_path):
    (tmp_path / "folder.html").mkdir()
    asked = ["deidentify", csv(tmp_path, PEOPLE), *RELEASED] if command == "deidentify" else plan(tmp_path, PEOPLE)[:3]
    ended = bauta(*asked, "--report", tmp_path / place, *out(tmp_path))
    assert ended.code == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["assess", "data.csv", "--table", "foo"], "--table has no effect on a CSV file"),
        (["assess", "data.csv", "--qi", ""], "--qi does not take"),
        (["assess", "data.csv", "--qi", "sex", "--sensitive", " , "], "--sensitive does not take"),
        (["deidentify", "data.csv", "--qi", "", "--out", "o"], "--qi does not take"),
        (["explore", "data.csv", "--qi", ","], "--qi does not take"),
        (["deidentify", "data.csv", "--qi", "sex", "--levels", "sex=0,sex=1", "--out", "o"], "--levels does not take"),
        (["assess", "blank.csv"], "has no text in it, only empty lines"),
        (["assess", "data.csv", "--skip-lines", "99"], "has fewer lines than --skip-lines says"),
        (["deidentify", "one.yaml", "--out", "o"], "'name', which points at one person"),
        (["deidentify", "two.yaml", "--out", "o"], "'name', 'mrn', which point at one person"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)  # fmt: skip
def test_small_mistakes_are_not_passed_over(arguments, said, bauta, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    csv(tmp_path, PEOPLE.replace("name", "name,mrn").replace(",F", ",1,F").replace(",M", ",2,M"))
    csv(tmp_path, "\n\n", "blank.csv")
    variables = "sex: {role: quasi_identifier}, name: {role: direct_identifier}"
    for file, more in (("one.yaml", ""), ("two.yaml", ", mrn: {role: direct_identifier}")):
        (tmp_path / file).write_text(f"data: {{path: data.csv}}\nvariables: {{{variables}{more}}}\n", encoding="utf-8")
    ended = bauta(*arguments)
    assert ended.code == 2
    assert said in ended.err


def test_cells_of_fewer_people_than_a_class_needs_are_not_suppressed():
    """From the command line the search says so first: no level has a class that is large enough."""
    import numpy as np

    from bauta.model.transformations import CellReading
    from bauta.transform.cell_suppression import suppress_cells

    with pytest.raises(errors.TooFewRecords, match="2 records, fewer than the cell size 3"):
        suppress_cells(
            [np.array([0, 1], np.int32)], [2], np.array([1, 1]), 3, reading=CellReading.STRICT, missing_codes=[None]
        )


def test_pseudonyms_that_collide_are_refused(monkeypatch):
    from bauta.transform.masking import pseudonyms

    monkeypatch.setattr(pseudonyms, "encode", lambda blocks, letters: ["A" * letters] * len(blocks))
    with pytest.raises(errors.PseudonymsCollide, match="1 pseudonyms stand for more than one value"):
        pseudonyms.keyed_pseudonyms(["one", SECRET], key=bytes(range(32)))


def test_codes_of_another_key_are_not_turned_back():
    from bauta.transform.masking.pseudonyms import reverse_pseudonyms, reversible_pseudonyms

    codes = reversible_pseudonyms([SECRET], key=bytes(range(32)))
    with pytest.raises(errors.PseudonymUnknown, match="1 of 1 codes"):
        reverse_pseudonyms(codes, bytes(range(1, 33)))


def test_the_nearest_column_is_suggested(bauta, tmp_path):
    assert "Did you mean 'sex'?" in bauta("assess", csv(tmp_path), "--qi", "Sexx").err


def test_a_binary_file_named_csv_is_recognised(bauta, tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes(b"PK\x03\x04" + bytes(range(256)) * 10)
    assert "ZIP archive or an Excel workbook" in bauta("assess", path).err
    path.write_bytes(bytes(range(256)) * 10)
    assert "not text" in bauta("assess", path).err


def test_a_damaged_gzip_file_is_recognised(bauta, tmp_path):
    path = tmp_path / "data.csv.gz"
    path.write_bytes(gzip.compress(ROWS.encode() * 1000)[:-40])
    ended = bauta("assess", path, *SEX)
    assert ended.code == 2
    assert "gzip" in ended.err


def test_a_line_longer_than_any_row_late_in_the_file_is_refused(bauta, tmp_path):
    path = csv(tmp_path, ROWS + SECRET * 1_500_000 + ",F,30\n")
    ended = bauta("assess", path, *SEX_AGE)
    assert ended.code == 2
    assert "longer than 8 MB" in ended.err


def test_two_gigabytes_on_one_line_are_refused_at_once(bauta, tmp_path):
    path = csv(tmp_path, "a," * (1 << 20))
    with path.open("r+b") as file:
        file.truncate(2 << 30)  # sparse: after the first megabytes nothing is on the disk, and nothing is read
    started = time.monotonic()
    ended = bauta("assess", path)
    assert "longer than 1 MB" in ended.err
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "abc", "1.5", "", "5e9e9"])
def test_thresholds_out_of_range_are_refused(value, bauta, tmp_path):
    ended = bauta("assess", csv(tmp_path), *SEX, f"--threshold={value}")
    assert ended.code == 2
    assert "neither a probability" in ended.err


def test_a_fault_of_our_own_shows_its_place_but_not_its_words(bauta, tmp_path, monkeypatch):
    import bauta.workflow.assess as workflow

    def fail(*_):
        raise KeyError(SECRET)

    monkeypatch.setattr(workflow, "encode_classes", fail)
    ended = bauta("assess", csv(tmp_path), *SEX)
    assert ended.code == 3
    assert "KeyError at workflow/assess.py" in ended.err
    assert SECRET not in ended.err


def test_ctrl_c_says_so_and_leaves_nothing(bauta, tmp_path, monkeypatch):
    import bauta.workflow.assess as workflow

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(workflow, "encode_classes", interrupt)
    report = tmp_path / "report.html"
    ended = bauta("assess", csv(tmp_path), *SEX, "--report", report)
    assert ended.code == 130
    assert "Stopped" in ended.err
    assert not report.exists()
