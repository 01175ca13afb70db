"""Two releases of the same people for two recipients, who put them together: do shifted dates link the rows?

The attacks read release/ alone; who is who is used only to count how many of their guesses were right. Each attack is
also made on what would have been released without the protection, where it succeeds: otherwise these tests could not
fail.
"""

import csv
import datetime as dt
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from bauta.cli.main import run

PEOPLE = 300
FILLER = "1900-01-01"
BOUND = 182


def moments() -> list[dt.datetime]:
    chance = random.Random(4)
    return [dt.datetime(2021, 1, 1) + dt.timedelta(seconds=chance.randrange(2 * 365 * 86_400)) for _ in range(PEOPLE)]


def zone(moment: dt.datetime) -> str:
    return "+02:00" if 4 <= moment.month <= 10 else "+01:00"


def release(folder: Path, values: list[str], recipient: str, variable: str) -> tuple[int, list[str]]:
    """The exit code and the released values, in the order of the people."""
    lines = [f"P{i:03d},F,{value}\n" for i, value in enumerate(values)]
    (folder / "data.csv").write_text("pid,sex,seen\n" + "".join(lines), encoding="utf-8")
    (folder / "study.yaml").write_text(
        "data: {path: data.csv}\nperson_key: pid\nvariables:\n  pid: {role: direct_identifier, mask: pseudonym}\n"
        f"  sex: {{role: quasi_identifier}}\n  seen: {{role: other, type: date, {variable}}}\n"
        f"deidentify: {{date_shift_days: {BOUND}}}\n",
        encoding="utf-8",
    )
    out, before = folder / recipient, sys.argv
    sys.argv = ["bauta", "deidentify", str(folder / "study.yaml"), "--recipient", recipient, "--out", str(out)]
    try:
        with pytest.raises(SystemExit) as ended:
            run()
    finally:
        sys.argv = before
    if ended.value.code:
        return int(str(ended.value.code)), []
    with (out / "custodian" / "plan" / "crosswalk_0.csv").open(encoding="utf-8") as file:
        who = {code: person for person, code in list(csv.reader(file))[1:]}
    with (out / "release" / "data.csv").open(encoding="utf-8") as file:
        seen = {who[row["pid"]]: row["seen"] for row in csv.DictReader(file)}
    return 0, [seen[f"P{i:03d}"] for i in range(PEOPLE)]


def linked_by_clock(first: list[str], second: list[str]) -> int:
    """Rows that one clock time, which is in each release once, puts together rightly."""
    clocks = [[value.partition("T")[2][:8] for value in values] for values in (first, second)]
    counts = [Counter(one) for one in clocks]
    unique = [clock for clock in counts[0] if clock and counts[0][clock] == counts[1][clock] == 1]
    return sum(clocks[0].index(clock) == clocks[1].index(clock) for clock in unique)


def out_of_season(values: list[str]) -> int:
    """Rows whose zone says that they were moved out of the summer or into it."""
    return sum(value[19:] != "" and value[19:] != zone(dt.datetime.fromisoformat(value[:19])) for value in values)


def offsets_by_filler(values: list[str]) -> list[int]:
    """The offsets of all whose date is near 1900-01-01, had that been the date of them all."""
    days = [(dt.date.fromisoformat(value[:10]) - dt.date.fromisoformat(FILLER)).days for value in values if value]
    return [day for day in days if abs(day) <= BOUND]


@pytest.fixture
def recipients(tmp_path):
    def make(values: list[str], variable: str) -> list[tuple[int, list[str]]]:
        return [release(tmp_path, values, recipient, variable) for recipient in ("university", "insurer")]

    return make


def test_clock_times_link_no_rows(recipients):
    values = [moment.isoformat(timespec="seconds") for moment in moments()]
    (_, first), (_, second) = recipients(values, "shift: true")
    assert linked_by_clock(first, second) == 0
    assert linked_by_clock(values, values) > 0.95 * PEOPLE


def test_clock_times_that_a_study_keeps_do_link_rows_as_its_warning_says(recipients):
    values = [moment.isoformat(timespec="seconds") for moment in moments()]
    (_, first), (_, second) = recipients(values, "shift: {keep_time: true}")
    assert linked_by_clock(first, second) > 0.95 * PEOPLE


@pytest.mark.parametrize("variable", ["shift: true", "shift: {keep_time: true}"])
def test_zones_tell_no_season(variable, recipients):
    values = [moment.isoformat(timespec="seconds") + zone(moment) for moment in moments()]
    (_, first), _ = recipients(values, variable)
    assert out_of_season(first) == 0
    moved = [dt.datetime.fromisoformat(value[:19]) + dt.timedelta(days=120) for value in first_with_time(values)]
    with_zone = [day.isoformat() + value[19:] for day, value in zip(moved, values, strict=True)]
    assert out_of_season(with_zone) > 0.3 * PEOPLE


def first_with_time(values: list[str]) -> list[str]:
    return [value[:19] for value in values]


@pytest.mark.parametrize("share", [1 / PEOPLE, 0.3])
def test_a_filler_shows_no_offset(share, recipients):
    n = max(1, int(PEOPLE * share))
    values = [FILLER] * n + [moment.date().isoformat() for moment in moments()[n:]]
    for code, seen in recipients(values, "shift: true"):
        assert code == 2
        assert offsets_by_filler(seen) == []
    for code, seen in recipients(values, f"shift: true, missing: [{FILLER}]"):
        assert code == 0
        assert offsets_by_filler(seen) == []
    unprotected = [(dt.date.fromisoformat(value) + dt.timedelta(days=9)).isoformat() for value in values]
    assert offsets_by_filler(unprotected) == [9] * n


def test_the_first_day_of_the_study_shows_no_offset(recipients):
    values = ["2021-01-01"] * 40 + [moment.date().isoformat() for moment in moments()[40:]]
    assert [code for code, _ in recipients(values, "shift: true")] == [2, 2]
