"""The progress bar: for people only, and only when they have to wait."""

import io
import sys

from bauta.cli import progress as progress_module
from bauta.cli.progress import LateProgressBar, progress
from bauta.engines.duckdb import DuckDbEngine
from bauta.model.source import DataSource


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nobody_is_told_when_nobody_looks(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress() as listener:
        assert listener is None


def test_a_short_wait_shows_nothing(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress() as listener:
        listener(50.0)
    assert screen.getvalue() == ""


def test_a_wait_of_more_than_a_second_shows_how_far_it_is(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    clock = iter([0.0, 0.5, 1.5, 1.6])
    monkeypatch.setattr(progress_module.time, "monotonic", lambda: next(clock, 2.0))
    bar = LateProgressBar()
    bar(10.0)
    assert screen.getvalue() == ""
    bar(40.0)
    bar.stop()
    assert "Counting" in screen.getvalue()


def test_a_search_shows_nodes_and_the_best_loss_so_far(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(progress_module, "PATIENCE_SECONDS", 0.0)
    bar = LateProgressBar()
    bar.search(0, None, 0.0)
    assert "Preparing the search" in screen.getvalue()
    bar.search(1234, 0.25, 0.5)
    bar.stop()
    assert "1,234 nodes, best loss 0.25" in screen.getvalue()


def test_estimates_are_counted(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress_module, "PATIENCE_SECONDS", 0.0)
    bar = LateProgressBar()
    bar.estimation(120, 1500)
    bar.stop()
    assert "Estimating: 120 of 1,500" in screen.getvalue()


def test_the_engine_reports_while_it_counts(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,b\n" + "".join(f"{i % 977},{i % 1009}\n" for i in range(1_500_000)))
    heard: list[float] = []
    with DuckDbEngine(on_progress=heard.append) as engine:
        engine.count_groups(engine.open(DataSource(str(path))), ["a", "b"])
    assert heard
    assert all(0 <= percent <= 100 for percent in heard)
