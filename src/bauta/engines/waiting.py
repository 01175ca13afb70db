"""Waiting for an engine: it works in a thread of its own, so that this one tells how far it is and hears Ctrl-C.

An engine looks for signals between steps of a query, if at all, and these can be minutes apart.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

SECONDS_BETWEEN_LOOKS = 0.1

Answer = TypeVar("Answer")


def wait_for(
    work: Callable[[], Answer], *, cancel: Callable[[], None], meanwhile: Callable[[], None] | None = None
) -> Answer:
    """What the work returns or raises; `meanwhile` is called several times a second.

    Stopped by a signal, the work is cancelled, and waited for: it has files and tables of its own to tidy away.
    """
    if threading.current_thread() is not threading.main_thread() and meanwhile is None:
        return work()  # where Python hears no signals
    answer: Future[Answer] = Future()
    done = threading.Event()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)
        finally:
            done.set()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        while not done.wait(SECONDS_BETWEEN_LOOKS):
            if meanwhile is not None:
                meanwhile()
    except BaseException:
        while not done.is_set():  # what is cancelled before it has begun would go on; a second signal changes nothing
            with suppress(Exception, KeyboardInterrupt):
                cancel()
                done.wait(SECONDS_BETWEEN_LOOKS)
        raise
    return answer.result()
