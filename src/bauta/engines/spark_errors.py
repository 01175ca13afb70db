"""Spark's errors in bauta's words. Their text is looked at, never shown: it quotes the data and the code."""

from collections.abc import Callable

from bauta.errors import BautaError, ClusterFailed, DiskFull, EngineFailed, EngineUnreachable, InputChanged, OutOfMemory

_SIGNS: tuple[tuple[tuple[str, ...], type[BautaError]], ...] = (
    (("No space left on device", "DISK_FULL", "ENOSPC"), DiskFull),
    (("OutOfMemoryError", "Java heap space", "Cannot broadcast the table", "GC overhead limit"), OutOfMemory),
    (
        ("PATH_NOT_FOUND", "FileNotFoundException", "FILE_NOT_EXIST", "does not exist", "Could not read footer"),
        InputChanged,
    ),
    (("FAILED_READ_FILE", "is not a Parquet file", "ParquetDecodingException"), InputChanged),
)


_LOST = ("Connection refused", "UNAVAILABLE", "SparkContext was shut down", "stopped", "Py4JError", "Py4JNetworkError")
"""Signs that Java is gone; a bare Py4JError is one of which Java said nothing."""
_KILLED_FOR_MEMORY = {52, -9}
"""How a Java process ends that had too little memory: by Spark's own hand, or by the system's."""


def explain(
    error: BaseException, shown_path: str, master: str, driver_ended_with: Callable[[], int | None]
) -> BautaError:
    """The error to raise instead; what the driver ended with is asked only if the connection to it was lost."""
    message = _whole_text(error)
    for signs, kind in _SIGNS:
        if any(sign in message for sign in signs):
            return kind() if kind is DiskFull else kind(path=shown_path)
    if isinstance(error, ConnectionError) or any(sign in message for sign in _LOST):
        if driver_ended_with() in _KILLED_FOR_MEMORY:
            return OutOfMemory(path=shown_path)
        return EngineUnreachable(master=master, why="the connection to it was lost")
    if any(sign in message for sign in ("Job aborted", "Task", "Executor", "Stage")):
        return ClusterFailed(path=shown_path)
    return EngineFailed(path=shown_path, kind=type(error).__name__)


def is_cancelled(error: BaseException) -> bool:
    """Whether work ended because somebody asked for it, and not because Spark itself went down."""
    message = _whole_text(error)
    if "SparkContext was shut down" in message:
        return False
    return "cancelled" in message or "OPERATION_CANCELED" in message or "INTERRUPTED" in message


def _whole_text(error: BaseException) -> str:
    try:
        java = getattr(error, "java_exception", None)
        return f"{type(error).__name__} {error} {java.toString() if java is not None else ''}"
    except Exception:  # its words are with the Java process, which is gone
        return f"{type(error).__name__} Connection refused"
