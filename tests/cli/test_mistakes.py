"""Every mistake bauta knows, made on purpose: one sentence, exit code 2, no traceback, no value from the data.

The table is complete: an error class without a case here fails the build. docs/reference/errors.md is made from the
same classes.
"""

import errno
import gzip
import sqlite3
import time
from pathlib import Path

import pytest

import bauta.engines.duckdb
from bauta import errors
from bauta.errors import BautaError

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
    errors.StudyInvalid: lambda d: ["assess", study(d, "data: {path: data.csv}\nvariables: {sex: {role: qid}}\n")],
    errors.NoQuasiIdentifiers: lambda d: ["assess", study(d, "data: {path: data.csv}\nvariables: {}\n")],
    errors.ThresholdInvalid: lambda d: ["assess", csv(d), *SEX, "--threshold", "1.5"],
    errors.ShareInvalid: lambda d: ["assess", csv(d), *SEX, "--alpha", "2"],
    errors.OptionInvalid: lambda d: ["assess", csv(d), *SEX, "--missing", "maybe"],
    errors.WildcardNeedsOneRow: lambda d: [
        "assess", csv(d, ROWS + f"{SECRET},F,31\n"), "--qi", "age", "--person-key", "name", "--missing", "wildcard",
    ],
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
    errors.HierarchyLacksValues: lambda d: hierarchy(d, "Other;*\n", "name"),
    errors.HierarchyDoesNotFit: lambda d: ["hierarchy", csv(d), "name", "--kind", "dates"],
    errors.HierarchiesMissing: lambda d: ["hierarchy", csv(d), "sex", "--hierarchies", d],
    errors.PopulationColumnMissing: lambda d: ["assess", csv(d), *SEX_AGE, "--population", population(d, "sex\nF\n")],
    errors.PopulationCountInvalid: lambda d: [
        "assess", csv(d), *SEX, "--population", population(d, "sex,n\nF,many\nM,2.5\n"), "--population-count", "n",
    ],
    errors.PopulationClassMissing: lambda d: ["assess", csv(d), *SEX, "--population", population(d, "sex\nF\nF\n")],
    errors.PopulationTooSmall: lambda d: [
        "assess", csv(d, ROWS + "Third,F,30\n"), *SEX, "--population", population(d, "sex\nF\nM\n"),
    ],
}  # fmt: skip

NOT_FROM_THE_COMMAND_LINE = {errors.UnsupportedFrame, errors.OutOfMemory, errors.DiskFull, errors.EngineFailed}


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
    ],
)
def test_what_the_machine_cannot_do_is_said_without_the_engines_words(raised, expected, tmp_path, monkeypatch):
    engine = bauta.engines.duckdb.DuckDbEngine()
    data = engine.open(bauta.engines.duckdb.DataSource(str(csv(tmp_path))))

    def fail(*_):
        raise raised

    monkeypatch.setattr(engine, "_fetch_arrow", fail)
    with engine, pytest.raises(expected) as told:
        engine.count_groups(data, ["sex"])
    assert SECRET not in str(told.value)
    assert told.value.__cause__ is None


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
