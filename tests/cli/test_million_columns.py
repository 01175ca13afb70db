"""A file of a million columns: one sentence, soon, whatever was asked of it."""

import time
from pathlib import Path

import pytest

MILLION = 1_000_000


def number(value: int) -> bytes:
    """A number as Thrift's compact protocol writes it: seven bits at a time."""
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def text(words: bytes) -> bytes:
    return b"\x18" + number(len(words)) + words


def parquet(folder: Path) -> Path:
    """Only the footer, by hand: writing such a file with a library takes half a minute and four gigabytes."""
    root = b"\x48" + text(b"schema")[1:] + b"\x15" + number(2 * MILLION) + b"\x00"
    columns = b"".join(b"\x15\x02\x25\x02" + text(b"c%d" % i) + b"\x00" for i in range(MILLION))
    schema = b"\x19\xfc" + number(MILLION + 1) + root + columns
    footer = b"\x15\x02" + schema + b"\x16\x00\x19\x0c\x00"
    path = folder / "wide.parquet"
    path.write_bytes(b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    return path


def csv(folder: Path) -> Path:
    path = folder / "wide.csv"
    path.write_text(",".join(f"c{i}" for i in range(MILLION)) + "\n" + ",".join(["1"] * MILLION) + "\n")
    return path


def csv_of_short_names(folder: Path) -> Path:
    """As many columns as there is room for in the part of a file that is looked at first."""
    path = folder / "wide.csv"
    path.write_text(",".join(f"{i:x}" for i in range(150_000)) + "\n" + "," * 149_999 + "\n")
    return path


@pytest.mark.parametrize("arguments", [("profile",), ("assess", "--qi", "c1")], ids=lambda given: given[0])
@pytest.mark.parametrize(
    ("make", "said"),
    [(parquet, "it has a million columns"), (csv, "longer than 1 MB"), (csv_of_short_names, "150,000 columns")],
)
def test_a_million_columns_are_refused_soon(make, said, arguments, bauta, tmp_path):
    path = make(tmp_path)
    command, *options = arguments
    started = time.monotonic()
    ended = bauta(command, path, *options)
    assert ended.code == 2
    assert said in ended.err
    assert ended.err.count("\n") == 1
    assert time.monotonic() - started < 30
