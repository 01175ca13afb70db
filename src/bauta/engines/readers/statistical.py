"""Files of the statistical packages: SAS (XPT and sas7bdat), SPSS and Stata, through pyreadstat.

Value labels are left alone: the codes make the classes, and a label is the same for everyone who has the code.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names
from bauta.errors import HeaderOnly, NotATable
from bauta.model.source import DataSource

_ROWS_AT_A_TIME = 250_000

FORMAT_NAMES = {
    ".xpt": "SAS transport (XPT)",
    ".sas7bdat": "SAS (sas7bdat)",
    ".sav": "SPSS",
    ".zsav": "SPSS",
    ".por": "SPSS portable",
    ".dta": "Stata",
}


def open_statistical(session: Session, source: DataSource, path: Path) -> RawTable:
    """The file as an Arrow table in memory; dates as dates, numbers as floating-point numbers, text as text."""
    import pyarrow as pa
    import pyreadstat

    readers: dict[str, Callable[..., Any]] = {
        ".xpt": pyreadstat.read_xport,
        ".sas7bdat": pyreadstat.read_sas7bdat,
        ".sav": pyreadstat.read_sav,
        ".zsav": pyreadstat.read_sav,
        ".por": pyreadstat.read_por,
        ".dta": pyreadstat.read_dta,
    }
    ending = path.suffix.lower()
    try:
        try:
            parts = _read(readers[ending], path, {})
            notes: tuple[str, ...] = ()
        except OverflowError:  # a date before year 1 or after 9999: then dates stay the numbers they are stored as
            parts = _read(readers[ending], path, {"disable_datetime_conversion": True})
            notes = ("Some dates lie outside the calendar, so dates were left as the numbers they are stored as.",)
    except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, UnicodeDecodeError, ValueError, OSError):
        why = f"it is damaged or not a {FORMAT_NAMES[ending]} file"
        raise NotATable(path=source.shown, format=FORMAT_NAMES[ending], why=why) from None
    check_names(tuple(parts[0].column_names), source.shown)
    if not any(part.num_rows for part in parts):
        raise HeaderOnly(path=source.shown)
    content = pa.concat_tables(parts, promote_options="permissive")
    return RawTable(session.register(content), tuple(content.column_names), ROW_IN_ORDER.copy(), notes)


def _read(reader: Callable[..., Any], path: Path, options: dict[str, bool]) -> list[Any]:
    """The file in pieces, each an Arrow table; a file without rows is one piece without rows."""
    import pyarrow as pa

    parts: list[pa.Table] = []
    offset = 0
    while True:
        columns, _ = reader(str(path), output_format="dict", row_offset=offset, row_limit=_ROWS_AT_A_TIME, **options)
        part = pa.table({name: _as_arrow(values) for name, values in columns.items()})
        if part.num_rows or not parts:
            parts.append(part)
        offset += part.num_rows
        if part.num_rows < _ROWS_AT_A_TIME:
            return parts


def _as_arrow(values: Any) -> Any:
    """One column. A Stata or SPSS column can mix types (tagged missing values); then its values are kept as text."""
    import pyarrow as pa

    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if value is None else str(value) for value in values])
