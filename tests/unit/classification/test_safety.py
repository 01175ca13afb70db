"""No value and no column name may reach the reason, and no input may break or stall the suggestion."""

import time

import pytest

from bauta.classification import kinds
from bauta.classification.kinds import Kind
from bauta.classification.patterns import PATTERNS
from bauta.classification.suggest import suggest
from bauta.model.roles import VariableType

MARK = "Zqx"
NAMES = [
    "dob", "mrn", "notes", "email", "dx1", "sex", "zip", "city", "RDATE", "q17", "name", "id", "age",
]  # fmt: skip
MARKED = [
    [f"{MARK}{n}" for n in range(40)],
    [f"{MARK}"] * 40,
    [f"{MARK}", f"{MARK}b"] * 20,
    [f"{MARK}{n}@example.org" for n in range(40)],
    [f"Mary {MARK}"] * 40,
    [f"Mary {MARK} was seen on day {n} and complained about her left knee again" for n in range(40)],
    [f"https://{MARK}.org/{n}" for n in range(40)],
    [f"{MARK}-95", f"{MARK}-96"] * 20,
]


@pytest.mark.parametrize("values", MARKED)
@pytest.mark.parametrize("name", NAMES)
def test_no_value_reaches_the_suggestion(column, name, values):
    suggestion = suggest(*column(name, values))
    assert MARK.lower() not in f"{suggestion.reason}{suggestion.kind}".lower()


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\n\t\x00",
        "'; DROP TABLE patients; --",
        '"quoted"',
        "{name} %s {0}",
        "<script>alert(1)</script>",
        "x" * 10_000,
        "_" * 10_000,
        "Ab" * 5_000,
        "email_" * 2_000,
        "\ud800",
        "患者番号",
        "🙂",
    ],
)
@pytest.mark.parametrize("values", [["a", "b"] * 20, [str(n) for n in range(40)], [], [""] * 5, ["", "x"]])
def test_a_hostile_name_neither_breaks_nor_shows(column, name, values):
    suggestion = suggest(*column(name, values))
    assert suggestion.reason.endswith(".")
    assert "\n" not in suggestion.reason
    assert not name.strip() or name not in suggestion.reason


@pytest.mark.parametrize("unit", ["a", "1", " ", ":", ".", "-", "a ", "1.", "a.", "1:", "a@", "1-", "A1", "\n", "'"])
def test_no_pattern_stalls_on_a_hostile_value(unit):
    value = (unit * 200)[:200]
    started = time.perf_counter()
    for pattern in PATTERNS:
        pattern.test(value)
        pattern.test("1" + value + "!")
    assert time.perf_counter() - started < 0.5


@pytest.mark.parametrize("storage", list(VariableType))
def test_every_storage_type_gets_a_suggestion(column, storage):
    assert suggest(*column("q17", ["1", "2", "3"] * 10, storage)).reason


def test_every_kind_can_be_put_into_a_sentence():
    every = [kind for kind in vars(kinds).values() if isinstance(kind, Kind)]
    assert len({kind.label for kind in every}) == len(every)
    assert all(kind.why and not kind.why.endswith(".") and ";" not in kind.why for kind in every)
