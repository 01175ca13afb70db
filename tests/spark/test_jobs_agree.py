"""Every job of the command line gives the same bytes on both engines, but for the time it took."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from comparing import Comparison

from bauta.cli.main import run
from bauta.engines.sql_engine import SqlEngine
from bauta.example import make_example


@pytest.fixture
def both(spark_settings, monkeypatch, capsys, tmp_path):
    """Runs a command on each engine, in this process; returns what it wrote, without times."""

    def call(arguments: Sequence[str], folder: Path) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["bauta", *arguments, "--threads", "2", "--memory-limit", "2GB"])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        said = capsys.readouterr()
        return ended.value.code or 0, said.out, said.err

    return Comparison(tmp_path, call, (["--engine", "duckdb"], ["--engine", "spark"]))


def test_a_profile(both, hospital):
    both("profile", str(hospital[0]), "--json")


def test_an_assessment_with_estimates(both, hospital):
    both("assess", str(hospital[1]), "--json", "--population-size", "5000", "--attempts", "2",
         "--verification-probability", "0.5")  # fmt: skip


def test_a_release_with_everything_in_it_and_a_plan_applied_again(both, hospital):
    files = both("deidentify", str(hospital[1]), "--out", "out", "--test-seed", "7", "--k", "3", "--json",
                 "--suppression-limit", "0.3")  # fmt: skip
    assert json.loads(files["out/release/manifest.json"])["rows"] > 0
    both("apply", "out/custodian", str(hospital[0]), "--out", "again", "--json")


@pytest.mark.parametrize("suppression", ["cells", "quasi-identifiers"])
def test_a_release_with_cells_suppressed_written_as_csv(both, hospital, suppression):
    both("deidentify", str(hospital[0]), "--out", "out", "--qi", "sex,race", "--k", "4", "--suppression", suppression,
         "--suppression-limit", "0.5", "--format", "csv", "--test-seed", "3", "--subsample", "0.5",
         "--json")  # fmt: skip


def test_exploring(both, hospital):
    both("explore", str(hospital[1]), "--json", "--k", "3")


def test_a_standard(both, hospital):
    both("check", str(hospital[0]), "--standard", "safe-harbor", "--json")
    files = both(
        "deidentify", str(hospital[0]), "--standard", "safe-harbor", "--out", "out", "--test-seed", "2", "--json"
    )
    assert "out/release/data.parquet" in files


def test_policies_beside_safe_harbor(both, hospital, tmp_path):
    registry = tmp_path / "registry.parquet"
    pq.write_table(make_example().registry, registry)
    both("policies", str(hospital[0]), "--qi", "birth_date,sex,race", "--age", "birth_date", "--year", "2024",
         "--population", str(registry), "--json")  # fmt: skip


def test_more_classes_than_memory(both, hospital, monkeypatch):
    monkeypatch.setattr(SqlEngine, "most_classes", lambda self, variables: 30 if variables > 1 else 1000)
    both("assess", str(hospital[1]), "--json")
    files = both("deidentify", str(hospital[1]), "--out", "out", "--test-seed", "7", "--k", "3", "--json",
                 "--suppression-limit", "0.3")  # fmt: skip
    assert "finer_levels_untried" in files["out/custodian/results.json"]


@pytest.mark.parametrize("release_format", ["csv", "parquet"])
def test_a_release_in_folders_of_several_files(both, tmp_path, monkeypatch, release_format):
    """Pieces are small, so that large partitions come up in several and small ones share one."""
    monkeypatch.setattr("bauta.engines.spark.ROWS_AT_A_TIME", 500)
    patients = make_example().patients.slice(0, 4_000)
    ages = pa.array([i % 90 if i % 50 else None for i in range(len(patients))])
    path = tmp_path / "hospital.parquet"
    pq.write_table(patients.append_column("age=%", ages), path)
    files = both("deidentify", str(path), "--out", "out", "--qi", "sex,age=%", "--keep", "race", "--k", "4",
                 "--test-seed", "3", "--levels", "sex=0,age=%=0",
                 "--suppression", "quasi-identifiers", "--suppression-limit", "0.9",
                 "--format", release_format, "--partition-by", "sex,race", "--rows-per-file", "1000",
                 "--json")  # fmt: skip
    rows = json.loads(files["out/release/manifest.json"])["rows_of_files"]
    assert sum(rows.values()) == 4_000
    assert max(rows.values()) == 1_000
    assert f"data/sex=F/race=White/part-00002.{release_format}" in rows
    files = both("deidentify", str(path), "--out", "by_age", "--qi", "sex,age=%", "--k", "3", "--test-seed", "3",
                 "--levels", "sex=0,age=%=0", "--suppression", "quasi-identifiers", "--suppression-limit", "0.9",
                 "--format", release_format, "--partition-by", "age=%", "--json")  # fmt: skip
    rows = json.loads(files["by_age/release/manifest.json"])["rows_of_files"]
    assert len(rows) > 80
    assert f"data/age%3D%25=__HIVE_DEFAULT_PARTITION__/part-00001.{release_format}" in rows


def test_a_release_in_several_files_is_one_order_of_rows(both, tmp_path, monkeypatch):
    monkeypatch.setattr("bauta.engines.spark.ROWS_AT_A_TIME", 300)
    path = tmp_path / "hospital.parquet"
    pq.write_table(make_example().patients.slice(0, 2_500), path)
    files = both("deidentify", str(path), "--out", "out", "--qi", "sex", "--k", "2", "--test-seed", "1",
                 "--rows-per-file", "1000", "--json")  # fmt: skip
    assert [name for name in sorted(files) if "/data" in name] == [
        f"out/release/data/part-0000{n}.parquet" for n in (1, 2, 3)
    ]
