"""Numbers of persons are known by what only they pass, under any column name and also when they repeat."""

import random
from datetime import date, timedelta

import pytest
from stdnum import luhn
from stdnum.es import dni
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.pl import pesel

from bauta.classification.person_numbers import SCHEMES, find_numbers_of_persons
from bauta.classification.suggest import suggest, suggest_all
from bauta.model.columns import ColumnSummary
from bauta.model.roles import Role, VariableType

PEOPLE = 60


def digits(rng, count):
    return "".join(rng.choice("0123456789") for _ in range(count))


def until(is_valid, draw):
    while not is_valid(number := draw()):
        pass
    return number


def born(rng):
    return date(1930, 1, 1) + timedelta(rng.randrange(25_000))


def swedish(rng):
    begun = born(rng).strftime("%y%m%d") + digits(rng, 3)
    return f"{begun[:6]}-{begun[6:]}{luhn.calc_check_digit(begun)}"


def french(rng):
    begun = f"{rng.choice('12')}{born(rng):%y%m}{rng.randrange(1, 95):02d}{digits(rng, 6)}"
    return begun + nir.calc_check_digits(begun)


def spanish(rng):
    number = digits(rng, 8)
    return number + dni.calc_check_digit(number)


NUMBERS = {
    "NHS": lambda rng: until(nhs.is_valid, lambda: digits(rng, 10)),
    "BSN": lambda rng: until(bsn.is_valid, lambda: digits(rng, 9)),
    "NIR": french,
    "NIR without their key": lambda rng: french(rng)[:13],
    "PESEL": lambda rng: until(pesel.is_valid, lambda: born(rng).strftime("%y%m%d") + digits(rng, 5)),
    "CPR": lambda rng: born(rng).strftime("%d%m%y") + "-" + rng.choice("0123") + digits(rng, 3),
    "fødselsnummer": lambda rng: until(fodselsnummer.is_valid, lambda: born(rng).strftime("%d%m%y") + digits(rng, 5)),
    "personnummer": swedish,
    "DNI": spanish,
}


@pytest.mark.parametrize("repeats", [1, 4], ids=["once", "in several rows"])
@pytest.mark.parametrize("name", ["v7", "ward", "value", "sex_code"])
@pytest.mark.parametrize("label", NUMBERS)
def test_a_number_of_a_person_is_a_direct_identifier_under_any_name(column, label, name, repeats):
    rng = random.Random(7)
    values = [NUMBERS[label](rng) for _ in range(PEOPLE)] * repeats
    rng.shuffle(values)
    suggestion = suggest(*column(name, values))
    assert suggestion.role is Role.DIRECT_IDENTIFIER
    assert label in suggestion.reason or label in suggestion.kind
    assert not any(value in suggestion.reason for value in values)


def test_zeros_that_a_spreadsheet_took_away_do_not_hide_a_number():
    rng = random.Random(3)
    values = [NUMBERS["PESEL"](rng) for _ in range(PEOPLE)] + [
        until(pesel.is_valid, lambda: "0" + digits(rng, 10)) for _ in range(10)
    ]
    found = find_numbers_of_persons([str(int(value)) for value in values])
    assert found is not None
    assert found.scheme.label == "PESEL"


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.label)
def test_random_numbers_of_the_same_form_are_not_numbers_of_persons(scheme):
    """The share that passes by chance is written with each scheme; here it is simulated for those of digits alone."""
    if scheme.width is None:
        letters = ["AB1234567", "X1", "12-34", "K1A 0B1"]
        assert not any(map(scheme.passes, letters))
        return
    rng = random.Random(1)
    values = [digits(rng, scheme.width) for _ in range(3000)]
    assert sum(map(scheme.passes, values)) / len(values) <= 1.3 * scheme.chance + 0.002
    assert find_numbers_of_persons(values[:200]) is None


def test_hospital_numbers_some_of_which_pass_are_not_called_bsn(column):
    values = [str(200_000_000 + 61 * n) for n in range(300)]
    assert 0 < sum(map(bsn.is_valid, values)) < 60
    assert find_numbers_of_persons(values) is None
    rng = random.Random(5)
    nine_of_ten = [NUMBERS["BSN"](rng) if n % 10 else digits(rng, 8) + "x" for n in range(100)]
    assert find_numbers_of_persons(nine_of_ten) is None


@pytest.mark.parametrize(
    "values",
    [
        [f"{d:02d}{m:02d}20{h:02d}{n:02d}" for d, m in ((3, 1), (4, 1), (5, 2)) for h in (8, 9, 12) for n in range(9)],
        [f"{1 + n % 28:02d}03{21 + n % 3}{n:04d}" for n in range(120)],
        ["1234567890"] * 50,
        ["", " ", "x"],
        [],
        [f"{n}" for n in range(300)],
    ],
    ids=["days and times", "running numbers of a day", "one value", "no digits", "nothing", "small numbers"],
)
def test_what_only_looks_like_dates_of_birth_is_no_number_of_a_person(values):
    assert find_numbers_of_persons(values) is None


def test_a_patient_number_stays_one_and_is_said_to_be_valid(column):
    rng = random.Random(2)
    suggestion = suggest(*column("patient_id", [NUMBERS["NHS"](rng) for _ in range(PEOPLE)]))
    assert suggestion.kind == "patient identifier"
    assert "valid NHS" in suggestion.reason


def test_the_key_that_other_tables_refer_to_comes_before_a_number_of_the_state():
    rng = random.Random(4)
    columns = {
        "Id": [f"{n:08x}-0000-4000-8000-{n:012x}" for n in range(PEOPLE)],
        "SSN": [f"{100 + n}-22-3333" for n in range(PEOPLE)],
        "doc": [NUMBERS["DNI"](rng) for _ in range(PEOPLE)],
    }

    def key(tables):
        summaries = [ColumnSummary(n, VariableType.TEXT, len(v), 0, len(set(v))) for n, v in tables.items()]
        profiles = suggest_all(summaries, list(tables.values()))
        return [p.summary.name for p in profiles if p.suggestion.is_person_key]

    assert key(columns) == ["Id"]
    assert key({"mrn": columns["doc"], **columns}) == ["mrn"]
    # Where the number of the state repeats, the id numbers rows: it is the person who repeats.
    visits = {name: values * 3 for name, values in columns.items() if name == "SSN"}
    assert key({"Id": [f"r{n}" for n in range(3 * PEOPLE)], **visits}) == ["SSN"]
