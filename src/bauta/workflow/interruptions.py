"""Ctrl-C and being told to stop: an exception that tidies up on its way, but never in the middle of a step."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_STOPPING = ("SIGINT", "SIGTERM", "SIGHUP")


class Interruptions:
    """Listens for signals to stop between `start` and `end`, and holds them back inside `held`.

    Outside the main thread, where Python hears no signals, it does nothing. A signal the process ignores (nohup) stays
    ignored.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._holds = 0
        self._waiting: int | None = None

    def start(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        for name in _STOPPING:
            number = getattr(signal, name, None)
            if number is None or signal.getsignal(number) in {signal.SIG_IGN, None}:
                continue
            self._before[number] = signal.getsignal(number)
            signal.signal(number, self._heard)

    def end(self) -> None:
        """Stop listening; a signal that still waits is sent again, to whoever listened before."""
        for number, listener in self._before.items():
            signal.signal(number, listener)
        self._before = {}
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            os.kill(os.getpid(), waiting)

    @contextmanager
    def held(self) -> Iterator[None]:
        """A step that is done to its end: a signal that comes meanwhile is heard after it."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1

    def hear_waiting(self) -> None:
        """Act on a signal that came while it was held back."""
        if self._waiting is not None and not self._holds:
            waiting, self._waiting = self._waiting, None
            self._act(waiting, None)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self._holds:
            self._waiting = number
        else:
            self._act(number, frame)

    def _act(self, number: int, frame: FrameType | None) -> None:
        before = self._before.get(number)
        if callable(before):
            before(number, frame)
        else:  # the default, which would end the process on the spot
            raise SystemExit(128 + number)
