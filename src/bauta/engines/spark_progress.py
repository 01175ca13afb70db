"""How far Spark is with a query: tasks that are done, of those it knows of by now."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from bauta.engines.engine import ProgressListener

SECONDS_BETWEEN = 0.2


def told_progress(spark: Any, listener: ProgressListener, *, is_connect: bool) -> AbstractContextManager[None]:
    """While the block runs, the listener is told how far its query is."""
    return _told_by_the_server(spark, listener) if is_connect else _asked_for(spark, listener)


@contextmanager
def _asked_for(spark: Any, listener: ProgressListener) -> Iterator[None]:
    """Asked for from a thread of its own: the query holds this one."""
    done, tracker = threading.Event(), spark.sparkContext.statusTracker()

    def report() -> None:
        while not done.wait(SECONDS_BETWEEN):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            listener(_percent((one.numTasks, one.numCompletedTasks) for one in stages if one is not None))

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        done.set()
        reporter.join()


@contextmanager
def _told_by_the_server(spark: Any, listener: ProgressListener) -> Iterator[None]:
    """Spark Connect sends it along with the answer, every few seconds."""

    def report(stages: Iterable[Any] | None, **_: object) -> None:
        listener(_percent((one.num_tasks, one.num_completed_tasks) for one in stages or ()))

    spark.registerProgressHandler(report)
    try:
        yield
    finally:
        spark.removeProgressHandler(report)


def _percent(stages: Iterable[tuple[int, int]]) -> float:
    pairs = list(stages)
    tasks = sum(of for of, _ in pairs)
    return 100 * sum(done for _, done in pairs) / tasks if tasks else 0.0
