"""Running the command in this process, as a person would in a terminal."""

import sys
from dataclasses import dataclass

import pytest

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
