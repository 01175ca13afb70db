"""Running the command in this process, as a person would in a terminal."""

import shutil
import sys
from dataclasses import dataclass

import pytest
from studies import accept_and_export, run_to_question

from bauta.cli.main import run


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def bauta(monkeypatch, capsys):
    """Call `bauta(*arguments)`; returns exit code, standard output and standard error."""

    def call(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["bauta", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        captured = capsys.readouterr()
        code = ended.value.code
        return Ended(code if isinstance(code, int) else 0, captured.out, captured.err)

    return call


@pytest.fixture(scope="session")
def study_that_waits(tmp_path_factory):
    """A small study whose release waits to be accepted; to be copied, never changed."""
    return run_to_question(tmp_path_factory.mktemp("waits") / "study")


@pytest.fixture
def waiting(study_that_waits, tmp_path):
    """A copy of it: the study file."""
    shutil.copytree(study_that_waits.parent, tmp_path / "study")
    return tmp_path / "study" / study_that_waits.name


@pytest.fixture(scope="session")
def study_that_is_done(study_that_waits, tmp_path_factory):
    """The same after the release was accepted and exported; to be copied, never changed."""
    folder = tmp_path_factory.mktemp("done") / "study"
    shutil.copytree(study_that_waits.parent, folder)
    accept_and_export(folder / study_that_waits.name)
    return folder / study_that_waits.name


@pytest.fixture
def done(study_that_is_done, tmp_path):
    """A copy of it: the study file."""
    shutil.copytree(study_that_is_done.parent, tmp_path / "done")
    return tmp_path / "done" / study_that_is_done.name
