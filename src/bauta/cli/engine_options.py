"""The options about the engine, which every command that reads data has, and the engine they mean."""

import functools
import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bauta.errors import OptionInvalid

if TYPE_CHECKING:
    from bauta.engines.engine import Engine, ProgressListener

MOST_THREADS = 1_024
_GIVEN: ContextVar[dict[str, Any] | None] = ContextVar("given", default=None)

_OPTIONS: dict[str, tuple[Any, str, str, str]] = {
    "engine": (str | None, "--engine", "NAME", "What counts the rows: duckdb or spark. [default: duckdb]"),
    "spark_master": (
        str | None, "--spark-master", "URL", "Where Spark is: local[4], spark://host:7077, yarn or sc://host.",
    ),
    "memory_limit": (str | None, "--memory-limit", "SIZE", "Memory to use, such as 4GB; the rest goes to disk."),
    "threads": (int | None, "--threads", "NUMBER", "Cores to use. [default: all]"),
    "spill_folder": (Path | None, "--spill-folder", "DIR", "Where temporary files go. [default: the system's place]"),
}  # fmt: skip


def with_engine_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options about the engine, after its own."""
    signature = inspect.signature(command, eval_str=True)
    added = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[kind, typer.Option(flag, metavar=metavar, help=words, show_default=False)],
        )
        for name, (kind, flag, metavar, words) in _OPTIONS.items()
    ]

    @functools.wraps(command)
    def run(*args: Any, **options: Any) -> None:
        given = {name: options.pop(name, None) for name in _OPTIONS}
        token = _GIVEN.set(given)
        try:
            command(*args, **options)
        finally:
            _GIVEN.reset(token)

    setattr(run, "__signature__", signature.replace(parameters=[*signature.parameters.values(), *added]))  # noqa: B010
    run.__annotations__ = {**command.__annotations__, **{one.name: one.annotation for one in added}}
    return run


def given_engine_options() -> dict[str, object]:
    """The options about the engine that were given, by their names."""
    given = _GIVEN.get() or {}
    return {flag: given[name] for name, (_, flag, _, _) in _OPTIONS.items() if given.get(name) is not None}


def open_engine(
    listener: "ProgressListener | None", data: str | Path | None = None
) -> "AbstractContextManager[Engine]":
    """The engine that the options ask for, or else the study at `data`, or else DuckDB."""
    from bauta.engines.opening import open_engine as opened
    from bauta.workflow.engine_choice import chosen_engine, parse_kind

    given = dict(_GIVEN.get() or {})
    threads = given.get("threads")
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise OptionInvalid(option="--threads", value=threads, allowed=f"a number from 1 to {MOST_THREADS:,}")
    asked = given.pop("engine", None)
    kind = None if asked is None else parse_kind(asked, "--engine")
    if given.get("spark_master") is not None and kind == "duckdb":
        raise OptionInvalid(option="--spark-master", value="a URL beside --engine duckdb", allowed="one of the two")
    return opened(chosen_engine(data, kind=kind, **given), on_progress=listener)
