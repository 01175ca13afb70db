"""What can go wrong on Spark: one sentence, no value of anybody, nothing left behind."""

import sys
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sqlglot import parse_one

from bauta import errors
from bauta.engines import spark as module
from bauta.engines.spark_errors import explain, is_cancelled
from bauta.model.source import DataSource

SECRET = "Zebedee"


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.parquet"
    pq.write_table(pa.table({"sex": ["F", "M"] * 20, "name": [SECRET] * 40}), path)
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("java.io.IOException: No space left on device", errors.DiskFull),
        ("java.lang.OutOfMemoryError: Java heap space", errors.OutOfMemory),
        ("[PATH_NOT_FOUND] Path does not exist", errors.InputChanged),
        ("[FAILED_READ_FILE.NO_HINT] Encountered error", errors.InputChanged),
        ("Job aborted due to stage failure: Task 0 in stage 1.0 failed 4 times", errors.ClusterFailed),
        ("SparkContext was shut down", errors.EngineUnreachable),
        ("something nobody thought of", errors.EngineFailed),
    ],
)
def test_errors_of_spark_are_told_without_its_words(text, expected):
    told = explain(RuntimeError(f"{text} {SECRET}"), "people.parquet", "'local'", lambda: None)
    assert type(told) is expected
    assert SECRET not in str(told)


@pytest.mark.parametrize(("code", "expected"), [(52, errors.OutOfMemory), (1, errors.EngineUnreachable)])
def test_a_driver_that_is_gone_says_by_its_exit_code_why(code, expected):
    from py4j.protocol import Py4JError

    for error in (ConnectionRefusedError(111, SECRET), Py4JError("An error occurred while calling o1.getResult")):
        assert type(explain(error, "people.parquet", "'local'", lambda: code)) is expected


def test_py4j_logs_nothing(spark, capfd):
    """It would print a traceback where Java is gone, and where a call was interrupted."""
    from py4j import java_gateway

    say = compile(f"logging.exception({SECRET!r}); logger.error({SECRET!r})", java_gateway.__file__, "exec")
    exec(say, vars(java_gateway))
    assert SECRET not in capfd.readouterr().err


def test_work_that_was_cancelled_is_no_error():
    assert is_cancelled(RuntimeError("Job 3 cancelled as part of cancellation of all jobs"))
    assert not is_cancelled(RuntimeError("Job 3 cancelled because SparkContext was shut down"))


def test_a_task_that_fails_is_one_sentence_and_leaves_no_release(spark_settings, people, tmp_path, monkeypatch, capfd):
    """The input is damaged while the rows are written: everything before went well."""
    from bauta.cli.main import run

    starts_of_pieces = module.SparkEngine._starts_of_pieces

    def damage(self, *given):
        people.write_bytes(b"PAR1" + SECRET.encode() * 100)
        self._spark.catalog.clearCache()
        return starts_of_pieces(self, *given)

    monkeypatch.setattr(module.SparkEngine, "_starts_of_pieces", damage)
    options = ["--engine", "spark", "--threads", "2", "--memory-limit", "2GB"]
    arguments = ["deidentify", str(people), "--qi", "sex", "--k", "2", "--out", str(tmp_path / "out"), *options]
    monkeypatch.setattr(sys, "argv", ["bauta", *arguments])
    with pytest.raises(SystemExit) as ended:
        run()
    said = capfd.readouterr()
    assert ended.value.code == 2
    assert said.err.count("\n") == 1
    assert SECRET not in said.err + said.out
    assert [path.name for path in tmp_path.iterdir()] == ["people.parquet"]


@pytest.mark.parametrize(
    ("second", "said"),
    [({"sex": ["F"], "age": ["30"]}, "of type string"), ({"sex": ["F"]}, "it has no column 'age'")],
    ids=["another type", "another schema"],
)
def test_partitions_that_differ_are_refused_by_name(second, said, spark, tmp_path):
    """Spark by itself would take the first schema for all, or fail in a task."""
    for name, content in (("year=2019", {"sex": ["F"], "age": [30]}), ("year=2020", second)):
        (tmp_path / "claims" / name).mkdir(parents=True)
        pq.write_table(pa.table(content), tmp_path / "claims" / name / "part-0.parquet")
    with pytest.raises(errors.FilesDiffer, match=said):
        spark.open(DataSource(str(tmp_path / "claims")))


def test_a_copy_that_is_too_large_to_be_sent_is_refused(spark, monkeypatch):
    monkeypatch.setattr(spark, "_session", replace(spark._session, shares_files=False))
    monkeypatch.setattr(module, "BYTES_SENT", 10)
    with pytest.raises(errors.CopyTooLarge, match="--spill-folder"):
        spark.open(pa.table({"sex": ["F", "M"] * 20}))


def test_a_cluster_that_shares_no_folder_is_sent_the_rows(spark, monkeypatch):
    monkeypatch.setattr(spark, "_session", replace(spark._session, shares_files=False))
    data = spark.open(pa.table({"sex": ["F", "M", ""] * 20}))
    assert sorted(spark.count_groups(data, ["sex"]).sizes.tolist()) == [20, 20, 20]


def test_progress_is_told_while_a_query_runs(spark_settings):
    seen: list[float] = []
    with module.SparkEngine(spark_settings, on_progress=seen.append) as engine:
        engine._name("slow", engine._spark.range(8_000_000))
        query = parse_one("SELECT count(DISTINCT id % 1000003) AS n FROM slow", dialect="spark")
        assert engine._number(query) == 1_000_003
    assert seen
    assert all(0 <= percent <= 100 for percent in seen)
