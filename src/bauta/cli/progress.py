"""A progress bar on stderr, only for people (a terminal) and only for work that takes longer than a second."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from bauta.engines.engine import ProgressListener
    from bauta.workflow.find_solution import SearchListener

PATIENCE_SECONDS = 1.0
SECONDS_BETWEEN_LOOKS = 0.1


class LateProgressBar:
    """Listens to an engine; shows itself once the work has lasted longer than people wait gladly."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, percent: float) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < PATIENCE_SECONDS:
                return
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=percent)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("Counting"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("counting", total=100)
        self._bar.start()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def progress() -> "Iterator[ProgressListener | None]":
    """A listener for an engine, or None when nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = LateProgressBar()
    try:
        yield bar
    finally:
        bar.stop()


class SearchBar:
    """Listens to a search: nodes judged, best loss so far, and how much of the gap to the optimum is closed."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._told = 0.0
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, nodes: int, best: float | None, closed: float) -> None:
        now = time.monotonic()
        if now - self._started < PATIENCE_SECONDS or now - self._told < SECONDS_BETWEEN_LOOKS:
            return
        self._told = now
        if self._bar is None:
            self._show()
        if self._bar is not None and self._task is not None:
            loss = "none yet" if best is None else f"{best:.6g}"
            self._bar.update(self._task, completed=100 * closed, nodes=f"{nodes:,}", loss=loss)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        words = TextColumn("Searching: {task.fields[nodes]} nodes, best loss {task.fields[loss]}")
        self._bar = Progress(words, BarColumn(), TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("searching", total=100, nodes="0", loss="none yet")
        self._bar.start()

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def search_progress() -> "Iterator[SearchListener | None]":
    """A listener for a search, or None when nobody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = SearchBar()
    try:
        yield bar
    finally:
        bar.stop()
