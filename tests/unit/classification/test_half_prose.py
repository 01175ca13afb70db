"""Notes in short are found whatever they are called; answers, codes and measurements are not taken for notes."""

import random

import pytest

from bauta.classification.kinds import FREE_TEXT
from bauta.classification.suggest import suggest
from bauta.model.columns import ColumnSummary
from bauta.model.roles import Role, VariableType

ROWS = 200
chance = random.Random(7)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
NOTE = "patient seen at home with pain in the left knee after a fall mother says fever since morning no cough"
WORDS = NOTE.split(" ")


def words(least: int, most: int) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(least, most)))


def day() -> str:
    return f"{chance.randint(1, 28)} {chance.choice(MONTHS)} {chance.randint(2019, 2023)}"


def number(least: int, most: int) -> int:
    return chance.randint(least, most)


NOTES = {
    "lot numbers and dates": ("laboratory data", lambda i: f"Lot {number(1000, 9999)}, {day()}"),
    "dates in few of them": ("laboratory data", lambda i: f"Lot {number(10, 20)}, {day()}" if i % 8 == 0 else "none"),
    "operations with their days": ("history", lambda i: f"CABG {number(1990, 2020)}-03-1{number(0, 9)} done"),
    "days as they are written in America": ("what", lambda i: f"seen {number(1, 12)}/{number(1, 28)}/2023 by nurse"),
    "days as they are written in Germany": ("what", lambda i: f"Kontrolle am {number(1, 28)}.{number(1, 12)}.2023"),
    "months": ("what", lambda i: f"stroke in March {number(1950, 2020)}" if i % 3 else "none"),
    "entries": ("vitals", lambda i: f"BP: {number(90, 180)}/80; HR: {number(50, 110)}"),
    "JSON": ("payload", lambda i: f'{{"hb": {number(1, 99)}, "wbc": {number(1, 99)}}}'),
    "short notes": ("cur_ill", lambda i: words(4, 6)),
    "now and then a sentence": ("allergies", lambda i: ("none", "NKDA", "latex")[i % 3] if i % 2 else words(1, 9)),
    "words and numbers": ("labs", lambda i: f"{words(2, 3)} {number(1, 200)} on day {number(1, 30)}"),
}
NO_NOTES = {
    "measurement with its unit": ("hba1c", lambda i: f"{number(40, 120) / 10} mmol/L"),
    "measurement with unit and flag": ("lab_result", lambda i: f"{number(40, 120) / 10} mmol/L high"),
    "cells per litre": ("wbc", lambda i: f"{number(40, 120) / 10} x 10^9/L"),
    "diagnoses in words": ("diagnosis", lambda i: ("Type 2 diabetes mellitus with complications", "Gout")[i % 2]),
    "doses": ("medication", lambda i: f"Metformin {(500, 850, 1000)[i % 3]} mg twice daily"),
    "answers": ("q7", lambda i: ("I agree completely with this", "I do not agree at all with it")[i % 2]),
    "dates": ("visit_date", lambda i: day()),
    "moments": ("visit_date", lambda i: f"2021-0{number(1, 9)}-1{number(0, 9)} 10:{number(10, 59)} UTC"),
    "occupations": ("occupation", lambda i: ("Senior lecturer in physics", "Nurse on the third floor")[i % 2]),
    "versions": ("software", lambda i: f"version {number(1, 3)}.{number(1, 9)}.{number(10, 12)}"),
    "intervals": ("age", lambda i: ("20-29", "30-39", "90+")[i % 3]),
}


def suggested(name, value):
    texts = [value(i) for i in range(ROWS)]
    summary = ColumnSummary(name, VariableType.TEXT, ROWS, 0, len(set(texts)))
    return suggest(summary, texts)


@pytest.mark.parametrize(("name", "value"), NOTES.values(), ids=NOTES)
def test_notes_are_found(name, value):
    found = suggested(name, value)
    assert (found.kind, found.role) == (FREE_TEXT.label, Role.DIRECT_IDENTIFIER)


@pytest.mark.parametrize(("name", "value"), NO_NOTES.values(), ids=NO_NOTES)
def test_what_has_one_form_is_not(name, value):
    assert suggested(name, value).kind != FREE_TEXT.label
