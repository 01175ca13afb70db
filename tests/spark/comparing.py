"""The same command on two engines, in the same folder one after the other: the same bytes, but for the time it took."""

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TIMES = re.compile(r'"(seconds|cpu_seconds|created|results\.json)": "?[^,\n]*')

Run = Callable[[Sequence[str], Path], tuple[int, str, str]]
"""Runs the arguments of `bauta` in a folder; returns the exit code and what was said to whom."""


@dataclass(frozen=True)
class Comparison:
    """Called with a command's arguments, it runs them with the options of each engine and returns what was written."""

    folder: Path
    run: Run
    options: tuple[Sequence[str], Sequence[str]]

    def __call__(self, *arguments: str, code: int = 0) -> dict[str, Any]:
        ours, theirs = (self._ended(*arguments, *options) for options in self.options)
        assert ours == theirs
        assert ours[0] == code, ours[2]
        shutil.rmtree(self.folder / "before", ignore_errors=True)
        shutil.copytree(self.folder / "here", self.folder / "before")
        return ours[3]

    def _ended(self, *arguments: str) -> tuple[int, str, str, dict[str, Any]]:
        here, before = self.folder / "here", self.folder / "before"
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(before, here) if before.exists() else here.mkdir()
        code, out, err = self.run(arguments, here)
        files = {path.relative_to(here).as_posix(): without_times(path) for path in here.rglob("*") if path.is_file()}
        return code, TIMES.sub('"time": 0', out), err, files


def without_times(path: Path) -> bytes | str:
    content = path.read_bytes()
    return TIMES.sub('"time": 0', content.decode()) if path.suffix == ".json" else content
