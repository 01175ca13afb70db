"""Work in a thread of its own: told while it goes on, stopped when somebody says so."""

import os
import signal
import threading
import time

import pytest
from sqlglot import parse_one

from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.waiting import wait_for


def test_the_answer_comes_back():
    assert wait_for(lambda: 7, cancel=lambda: None) == 7


def test_an_error_comes_back_as_it_is():
    def fail():
        raise LookupError("here")

    with pytest.raises(LookupError, match="here"):
        wait_for(fail, cancel=lambda: None)


def test_somebody_is_told_meanwhile():
    told, enough = [], threading.Event()

    def meanwhile():
        told.append(1)
        if len(told) == 3:
            enough.set()

    assert wait_for(lambda: enough.wait(60), cancel=lambda: None, meanwhile=meanwhile)
    assert len(told) == 3


def test_stopped_work_is_cancelled_and_waited_for():
    cancelled, tidied = threading.Event(), []

    def work():
        cancelled.wait(60)
        tidied.append(True)

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        wait_for(work, cancel=cancelled.set, meanwhile=stop)
    assert tidied == [True]


def test_a_second_signal_does_not_leave_the_work_alone():
    tidied, calls = [], []

    def cancel():
        calls.append(1)
        raise KeyboardInterrupt

    def work():
        while len(calls) < 3:
            time.sleep(0.01)
        tidied.append(True)

    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        wait_for(work, cancel=cancel, meanwhile=stop)
    assert tidied == [True]


def test_work_in_another_thread_needs_no_further_one():
    seen = []
    thread = threading.Thread(target=lambda: seen.append(wait_for(threading.current_thread, cancel=lambda: None)))
    thread.start()
    thread.join()
    assert seen == [thread]


@pytest.mark.parametrize("job", ["_fetch", "_execute", "_fetch_at_most"])
def test_a_long_query_stops_within_seconds(job):
    """Left alone, it would take an hour: DuckDB looks for signals only where a step of it ends."""
    query = parse_one(
        "SELECT hash(i) % 1000 AS h, count(*) AS n FROM range(100000000000) t(i) GROUP BY h", dialect="duckdb"
    )
    further = (10**6, None) if job == "_fetch_at_most" else ()
    with DuckDbEngine() as engine:
        stop = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        begun = time.monotonic()
        stop.start()
        with pytest.raises(KeyboardInterrupt):
            getattr(engine, job)(query, *further)
        assert time.monotonic() - begun < 30
