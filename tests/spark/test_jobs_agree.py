"""Every job of the command line gives the same bytes on both engines, but for the time it took."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from comparing import Comparison

from bauta.cli.main import run
from bauta.example import make_example


@pytest.fixture
def both(spark_settings, monkeypatch, capsys, tmp_path):
    """Runs a command on each engine, in this process; returns what it wrote, without times."""

    monkeypatch.setattr("bauta.workflow.deidentify.secrets.randbits", lambda bits: 2**bits // 3)

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
    files = both("deidentify", str(hospital[1]), "--out", "out", "--seed", "7", "--k", "3", "--json",
                 "--suppression-limit", "0.3")  # fmt: skip
    assert json.loads(files["out/release/manifest.json"])["rows"] > 0
    both("apply", "out/custodian", str(hospital[0]), "--out", "again", "--json")


@pytest.mark.parametrize("suppression", ["cells", "quasi-identifiers"])
def test_a_release_with_cells_suppressed_written_as_csv(both, hospital, suppression):
    both("deidentify", str(hospital[0]), "--out", "out", "--qi", "sex,race", "--k", "4", "--suppression", suppression,
         "--suppression-limit", "0.5", "--format", "csv", "--seed", "3", "--subsample", "0.5",
         "--json")  # fmt: skip


def test_exploring(both, hospital):
    both("explore", str(hospital[1]), "--json", "--k", "3")


def test_a_standard(both, hospital):
    both("check", str(hospital[0]), "--standard", "safe-harbor", "--json")


def test_policies_beside_safe_harbor(both, hospital, tmp_path):
    registry = tmp_path / "registry.parquet"
    pq.write_table(make_example().registry, registry)
    both("policies", str(hospital[0]), "--qi", "birth_date,sex,race", "--age", "birth_date", "--year", "2024",
         "--population", str(registry), "--json")  # fmt: skip
