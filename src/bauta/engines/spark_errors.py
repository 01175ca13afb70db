"""Spark's errors in bauta's words. Their text is looked at, never shown: it quotes the data and the code."""

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


def explain(error: BaseException, shown_path: str, master: str) -> BautaError:
    """The error to raise instead."""
    message = _whole_text(error)
    for signs, kind in _SIGNS:
        if any(sign in message for sign in signs):
            return kind() if kind is DiskFull else kind(path=shown_path)
    if any(sign in message for sign in ("Connection refused", "UNAVAILABLE", "SparkContext was shut down", "stopped")):
        return EngineUnreachable(master=master, why="the connection to it was lost")
    if any(sign in message for sign in ("Job aborted", "Task", "Executor", "Stage")):
        return ClusterFailed(path=shown_path)
    return EngineFailed(path=shown_path, kind=type(error).__name__)


def is_cancelled(error: BaseException) -> bool:
    """Whether work ended because somebody asked for it."""
    message = _whole_text(error)
    return "cancelled" in message or "OPERATION_CANCELED" in message or "INTERRUPTED" in message


def _whole_text(error: BaseException) -> str:
    java = getattr(error, "java_exception", None)
    return f"{error} {java.toString() if java is not None else ''}"
