"""A progress bar on stderr, only for people (a terminal) and only for work that takes longer than a second."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE_SECONDS = 1.0


class LateProgressBar:
    """Listens to an engine and to a search; shows itself once the work has lasted longer than people wait gladly."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, percent: float) -> None:
        """The engine is so far with a query."""
        self._update("Counting", percent)

    def search(self, nodes: int, best: float | None, closed: float) -> None:
        """The search has judged so many nodes, has this loss at best, and has closed this share of the gap."""
        if not nodes:
            self._update("Preparing the search; the first time after installing it is compiled", 0.0)
        else:
            loss = "no solution yet" if best is None else f"best loss {best:.6g}"
            self._update(f"Searching: {nodes:,} nodes, {loss}", 100 * closed)

    def simulation(self, done: int, registries: int) -> None:
        """So many of the registries are simulated."""
        self._update(f"Simulating: {done:,} of {registries:,} registries", 100 * done / registries)

    def estimation(self, done: int, estimates: int) -> None:
        """So many of the estimates are made."""
        self._update(f"Estimating: {done:,} of {estimates:,}", 100 * done / estimates)

    def _update(self, words: str, percent: float) -> None:
        is_slow = words.startswith("Preparing") or time.monotonic() - self._started >= PATIENCE_SECONDS
        if self._bar is None and is_slow:
            self._show()
        if self._bar is not None and self._task is not None:
            is_new = not self._bar.tasks[0].description.startswith(words[:9])
            self._bar.update(self._task, completed=percent, description=words, refresh=is_new)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn()
        )  # fmt: skip
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("Counting", total=100)
        self._bar.start()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def progress() -> Iterator[LateProgressBar | None]:
    """A listener for an engine and a search, or None when nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = LateProgressBar()
    try:
        yield bar
    finally:
        bar.stop()
