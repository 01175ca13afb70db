import datetime

import numpy as np
import pyarrow as pa
import pytest
from telling import check_laws, domain_of

from bauta.hierarchies.suggest import KINDS, section_of_kind, suggest_hierarchy, suggest_section
from bauta.model.roles import VariableType
from bauta.model.transformations import (
    CharacterHierarchy,
    DateHierarchy,
    IcdHierarchy,
    NoHierarchy,
    NumberHierarchy,
    PostalCodeHierarchy,
    ZipHierarchy,
)

AGES = [str(age) for age in range(95)]
ZIPS = [f"02{n:03d}" for n in range(30)]


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("birth_date", ["1950-01-02", "2001-12-31"], DateHierarchy()),
        ("admitted", [datetime.date(2024, 3, 1)], DateHierarchy()),
        ("age", AGES, NumberHierarchy(widths=(5, 10, 20))),
        ("AgeAtVisit", AGES, NumberHierarchy(widths=(5, 10, 20))),
        ("age_months", [str(n) for n in range(0, 1200, 7)], NumberHierarchy(widths=(50, 100, 200))),
        ("birth_year", [str(n) for n in range(1930, 2010)], NumberHierarchy(widths=(5, 10))),
        ("height", [f"{n / 100:.2f}" for n in range(140, 210)], NumberHierarchy(widths=(0.05, 0.1, 0.2))),
        ("income", list(range(0, 1_000_000, 999)), NumberHierarchy(widths=(50_000, 100_000, 200_000))),
        ("zip", ZIPS, ZipHierarchy()),
        ("ZIP_CODE", [int(code) for code in ZIPS], ZipHierarchy()),
        ("area", ZIPS, CharacterHierarchy(hide=(1, 2, 3, 4))),
        ("postcode", [f"M{n} 1AA" for n in range(1, 30)], PostalCodeHierarchy(keep=(6, 5, 4, 3, 2, 1))),
        ("plz", [f"{n}" for n in range(10115, 10200)], PostalCodeHierarchy(keep=(4, 3, 2, 1))),
        ("ward", [f"W{n:02d}" for n in range(30)], CharacterHierarchy(hide=(1, 2))),
        ("v9", [f"K{n % 10}A {n % 10}B{n // 10}" for n in range(30)], PostalCodeHierarchy(keep=(6, 5, 4, 3, 2, 1))),
        ("STATE_CD", [*map(str, range(1, 57)), "66"], NoHierarchy()),
        ("v17", [*map(str, range(1, 57)), "66"], NoHierarchy()),
        ("diag1", [str(n) for n in range(4200, 4290)], CharacterHierarchy(hide=(1, 2, 3))),
        ("dx", ["4280", "486", *map(str, range(25000, 25060))], NoHierarchy()),
        ("DRG", list(range(1, 400)), NoHierarchy()),
        ("provider", list(range(330_101, 330_140)), CharacterHierarchy(hide=(1, 2, 3, 4, 5))),
        ("CPT", list(range(99_201, 99_260)), CharacterHierarchy(hide=(1, 2, 3, 4))),
        ("hospital_no", list(range(1, 467)), NoHierarchy()),
        ("iage", AGES, NumberHierarchy(widths=(5, 10, 20))),
        ("hours-per-week", list(range(1, 99)), NumberHierarchy(widths=(5, 10, 20))),
        ("number_of_children", list(range(14)), NumberHierarchy(widths=(2,))),
        ("change", list(range(-50, 50)), NumberHierarchy(widths=(5, 10, 20))),
        ("v18", list(range(1931, 2009)), NumberHierarchy(widths=(5, 10))),
        ("diagnosis", ["E119", "I10"], IcdHierarchy(kind="icd10cm")),
        ("code", ["E11.9", "I10"], IcdHierarchy(kind="icd10cm")),
        ("sex", ["F", "M"], NoHierarchy()),
        ("parity", ["0", "1", "2"], NoHierarchy()),
        ("town", [f"town {n}" for n in range(30)], NoHierarchy()),
        ("age", [*AGES, "unknown"], NoHierarchy()),
        ("smoker", [True, False], NoHierarchy()),
        ("nothing", [None], NoHierarchy()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_hierarchy_is_suggested_by_name_and_values(name, values, expected):
    domain = domain_of(*values, type=pa.string() if values == [None] else None)
    section, hierarchy = suggest_hierarchy(name, domain)
    assert section == expected
    assert hierarchy.source.startswith("suggested: ")
    check_laws(hierarchy)


def test_a_declared_category_is_not_taken_for_a_number():
    assert suggest_section("region", domain_of(*range(30)), type=VariableType.CATEGORY) == NoHierarchy()
    assert isinstance(suggest_section("region", domain_of(*range(30)), type=VariableType.INTEGER), NumberHierarchy)


def test_a_declared_code_is_cut_and_not_put_in_intervals():
    codes = domain_of(*range(10_000, 10_030))
    assert suggest_section("area", codes, type=VariableType.CODE) == CharacterHierarchy(hide=(1, 2, 3, 4))


@pytest.mark.parametrize("name", ["v17", "state", "diagnosis_code"])
def test_codes_become_quantities_only_where_they_are_declared(name):
    numbers = domain_of(*range(1, 57))
    section, hierarchy = suggest_hierarchy(name, numbers)
    assert section == NoHierarchy()
    assert "say type: integer" in hierarchy.source
    assert isinstance(suggest_section(name, numbers, type=VariableType.INTEGER), NumberHierarchy)


def test_no_code_is_called_a_postal_code_without_its_name_or_form():
    for name in ("provider", "v3", "drg", "area"):
        _, hierarchy = suggest_hierarchy(name, domain_of(*ZIPS))
        assert "postal" not in hierarchy.source


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_had_by_its_name(kind):
    assert section_of_kind(kind, "v", domain_of("1", "50")).kind == kind


def test_the_suggestion_is_the_same_each_time():
    random = np.random.default_rng(1)
    shuffled = domain_of(*random.permutation(AGES).tolist())
    assert suggest_section("age", shuffled) == suggest_section("age", domain_of(*AGES))


@pytest.mark.parametrize(
    ("name", "values", "section"),
    [
        ("Postal Code", ["02139", "05001", "10001"], PostalCodeHierarchy(keep=(4, 3, 2, 1))),
        ("postcode", ["1010", "1020", "8010"], PostalCodeHierarchy(keep=(3, 2, 1))),
        ("PLZ", ["10115", "80333"], PostalCodeHierarchy(keep=(4, 3, 2, 1))),
        ("born", ["24.12.1960", "1.2.1961"], DateHierarchy()),
        ("born", ["24/12/1960", "01/02/1961"], DateHierarchy(order="day-first")),
        ("born", ["12/24/1960", "01/02/1961"], DateHierarchy(order="month-first")),
        ("born", ["12/24/1960", "24/12/1961"], NoHierarchy()),
        ("born", ["01/02/1960", "03/04/1961"], NoHierarchy()),
        ("height", [f"{n},5" for n in range(150, 190)], NumberHierarchy(widths=(2, 5, 10), decimal=",")),
        ("salary", [f"{n},000" for n in range(150, 190)], NoHierarchy()),
    ],
)
def test_european_codes_dates_and_numbers(name, values, section):
    suggested = suggest_section(name, domain_of(*values))
    if isinstance(section, NumberHierarchy):
        assert (type(suggested), suggested.decimal) == (NumberHierarchy, ",")
    else:
        assert suggested == section


def test_what_can_be_read_in_two_ways_is_said():
    _, hierarchy = suggest_hierarchy("born", domain_of("01/02/1960", "03/04/1961"))
    assert "which of day and month comes first is not known" in hierarchy.source
