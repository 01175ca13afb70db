"""An option that would change nothing is refused by its name, in every command and from Python."""

import pyarrow as pa
import pytest

import bauta as package
from bauta.errors import OptionWithoutEffect, StudyInvalid

ROWS = "mrn,sex,age,zip\n" + "".join(f"{4000 + i},{'FM'[i % 2]},{30 + i % 3},0213{i % 2}\n" for i in range(60))
STUDY = """\
data: {path: data.csv}
variables:
  sex: {role: quasi_identifier}
  age: {role: quasi_identifier}
  zip: {role: other}
not_known: {zip: drawn at random}
"""
QI = ("--qi", "sex,age")
SAFE_HARBOR = ("--standard", "safe-harbor")
LIMITED = ("--standard", "limited-data-set")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    package.deidentify(tmp_path / "data.csv", ["sex"], k=2, person_key="mrn", out=tmp_path / "made")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (("profile", "data.csv", "--force"), "--force"),
        (("profile", "data.csv", "--table", "x"), "--table"),
        (("assess", "data.parquet", "--delimiter", ";"), "--delimiter"),
        (("assess", "data.sav", "--encoding", "latin-1"), "--encoding"),
        (("assess", "data.xlsx", "--quote", "'"), "--quote"),
        (("assess", "data.sqlite", "--skip-lines", "2"), "--skip-lines"),
        (("assess", "data.dta", "--no-header"), "--header"),
        (("assess", "data.csv", "--study-table", "x"), "--study-table"),
        (("assess", "data.csv", "--population-count", "n"), "--population-count"),
        (("assess", "data.csv", "--estimator", "two-way"), "--estimator"),
        (("assess", "data.csv", "--sensitivity"), "--sensitivity"),
        (("assess", "data.csv", "--attempts", "2"), "--attempts"),
        (("assess", "data.csv", "--verification-probability", "0.5"), "--verification-probability"),
        (("assess", "data.csv", "--spark-master", "sc://host", "--memory-limit", "4GB"), "--memory-limit"),
        (("assess", "data.csv", "--spark-master", "local[2]", "--threads", "4"), "--threads"),
        (("check", "data.csv", *LIMITED, "--census", "2010"), "--census"),
        (("check", "data.csv", *LIMITED, "--as-of", "2025"), "--as-of"),
        (("deidentify", "data.csv", *QI, "--out", "out", "--census", "2010"), "--census"),
        (("deidentify", "data.csv", *QI, "--out", "out", "--as-of", "2025"), "--as-of"),
        (("deidentify", "data.csv", "--out", "out", *LIMITED, "--as-of", "2025"), "--as-of"),
        (("deidentify", "data.csv", "--out", "out", *SAFE_HARBOR, "--search-seconds", "9"), "--search-seconds"),
        (("deidentify", "data.csv", "--out", "out", *SAFE_HARBOR, "--k", "5"), "--k"),
        (("deidentify", "data.csv", "--out", "out", *SAFE_HARBOR, "--population-count", "n"), "--population-count"),
        (("deidentify", "data.csv", *QI, "--out", "out", "--reading", "wildcard"), "--reading"),
        (("deidentify", "data.csv", *QI, "--out", "out", "--keep", "sex"), "--keep"),
        (("deidentify", "data.csv", *QI, "--person-key", "mrn", "--out", "out", "--keep", "mrn"), "--keep"),
        (("deidentify", "study.yaml", "--out", "out", "--keep", "zip"), "--keep"),
        (
            ("deidentify", "data.csv", *QI, "--out", "out", "--levels", "sex=0,age=0", "--search-seconds", "9"),
            "--search-seconds",
        ),
        (("explore", "data.csv", *QI, "--population-count", "n"), "--population-count"),
        (("apply", "made", "data.csv", "--out", "out", "--population-count", "n"), "--population-count"),
        (("reverse", "made", "--code", "X", "--out", "back.csv", "--data", "data.csv"), "--data"),
        (("context", "--tables", "--report", "r.html"), "--report"),
        (("context", "--tables", "--threads", "2"), "--threads"),
        (("context", "study.yaml", "--study-table", "data"), "--study-table"),
        (("context", "study.yaml", "--engine", "duckdb"), "--engine"),
        (("context", "study.yaml", "--no-ask", "--by", "Ann"), "--by"),
        (("run", "study.yaml", "--until", "8", "--test-seed", "1"), "--test-seed"),
        (("run", "study.yaml", "--until", "3", "--search-seconds", "5"), "--search-seconds"),
        (("run", "study.yaml", "--until", "10", "--out", "out"), "--out"),
        (("policies", "data.csv", *QI, "--population", "data.csv", "--year", "2024"), "--year"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_it_is_refused_by_its_name(command, option, bauta, folder, monkeypatch):
    monkeypatch.chdir(folder)
    ended = bauta(*command)
    assert ended.code == 2
    assert ended.err.startswith(f"bauta: {option} has no effect ")
    assert ended.err.count("\n") == 1
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("deidentify", "data.csv", *QI, "--out", "out", "--reading", "wildcard", "--suppression", "cells"),
        ("deidentify", "data.csv", "--out", "out", *SAFE_HARBOR, "--census", "2010", "--as-of", "2025"),
        ("deidentify", "data.csv", *QI, "--out", "out", "--levels", "sex=0", "--search-seconds", "9"),
        ("check", "data.csv", "--census", "2000"),
        ("profile", "data.csv", "--output", "draft.yaml", "--force"),
    ],
    ids=" ".join,
)
def test_where_it_has_an_effect_it_is_taken(command, bauta, folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert bauta(*command).code == 0


def test_a_study_may_say_how_cells_compare_whatever_is_suppressed(bauta, folder):
    """It is one file for many commands, and an option can ask for cells."""
    (folder / "study.yaml").write_text(STUDY + "deidentify: {reading: wildcard}\n", encoding="utf-8")
    assert bauta("deidentify", folder / "study.yaml", "--k", "2", "--out", folder / "out").code == 0


@pytest.mark.parametrize(
    "entry",
    [
        "{role: sensitive, min_level: 2}", "{role: other, max_level: 1}", "{role: sensitive, weight: 3}",
        "{role: direct_identifier, mask: remove, shift: true}", "{role: sensitive, mask: redact, noise: {bound: 1}}",
    ],
)  # fmt: skip
def test_a_study_cannot_promise_of_a_variable_what_is_not_done(entry, folder):
    """Whoever writes min_level: 2 of a sensitive variable believes that it is generalised."""
    text = STUDY.replace("{role: other}", entry)
    (folder / "study.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(StudyInvalid, match="no effect"):
        package.assess(folder / "study.yaml")


def test_a_column_to_keep_is_not_generalised(bauta, folder):
    """Without --qi the columns that look like quasi-identifiers are generalised: all but one that is to be kept."""
    package.deidentify(folder / "data.csv", keep="zip", k=2, out=folder / "kept")
    ended = bauta("assess", folder / "kept" / "release" / "data.csv", "--qi", "zip", "--json")
    assert '"classes": 2' in ended.out


@pytest.mark.parametrize(
    ("options", "named"),
    [({"format": "parquet"}, "format"), ({"force": True}, "force"), ({"rows_per_file": 1_000}, "rows_per_file"),
     ({"table": "x"}, "table"), ({"reading": "strict"}, "--reading"), ({"keep": "sex"}, "--keep")],
)  # fmt: skip
def test_python_refuses_it_too(options, named):
    people = pa.table({"sex": ["F", "M"] * 5, "age": [30, 31] * 5})
    with pytest.raises(OptionWithoutEffect, match=f"^{named} has no effect"):
        package.deidentify(people, ["sex", "age"], k=2, **options)
