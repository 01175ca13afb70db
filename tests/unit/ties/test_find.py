"""Planted ties are found: twins, functions, prefixes, order, sums and differences; what is none is not."""

import numpy as np
import pytest

from bauta.ties.evidence import evidence_of_numbers, evidence_of_texts
from bauta.ties.find import People, find_ties
from bauta.ties.order import in_order, runs
from bauta.ties.tie import Evidence, Target, least_people

PEOPLE = 3000


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def target(name: str, *levels: np.ndarray, released: np.ndarray | None = None) -> Target:
    groups = np.zeros(len(levels[0]), dtype=np.int64) if released is None else released
    _, first, values = np.unique(np.array([groups, *levels]), axis=1, return_index=True, return_inverse=True)
    names = tuple(f"level {i}" for i in range(len(levels)))
    return Target(name, values.reshape(-1), groups[first], tuple(own[first] for own in levels), names)


def look(targets, evidence=(), *, numbers=None, numbers_of_targets=None, person=None):
    return find_ties(
        targets,
        evidence,
        People(PEOPLE, PEOPLE, person),
        numbers=numbers or {},
        numbers_of_targets=numbers_of_targets or {},
    ).ties


def texts_of(values: list[str]) -> tuple[list[str], np.ndarray]:
    different = sorted(set(values))
    return different, np.array([different.index(value) for value in values], dtype=np.int64)


def test_a_numeric_twin_is_found():
    race = chance().integers(0, 5, PEOPLE)
    (tie,) = look([target("RACE", race)], evidence_of_numbers("RACEN", (race + 1).astype(float)))
    assert (tie.variable, tie.columns, tie.how, tie.people) == ("RACE", ("RACEN",), "its values", PEOPLE)
    assert tie.share == 1


def test_the_finest_level_that_is_given_is_named():
    age = chance().integers(20, 80, PEOPLE)
    age_levels = (age, age // 5, age // 10)
    (tie,) = look([target("age", *age_levels)], evidence_of_numbers("band", (age // 5).astype(float)))
    assert tie.level == "level 1"
    (tie,) = look([target("age", *age_levels)], evidence_of_numbers("years", age.astype(float)))
    assert tie.level == "level 0"


def test_what_is_released_already_is_not_given_again():
    age = chance().integers(20, 80, PEOPLE)
    assert (
        look([target("age", age, released=age // 10)], evidence_of_numbers("decade", (age // 10).astype(float))) == []
    )


def test_a_function_of_many_values_is_found_by_its_order():
    """An age in days gives the age in years, though nearly everybody has days of their own."""
    age = chance().integers(20, 80, PEOPLE)
    days = age * 365.0 + chance(2).integers(0, 365, PEOPLE)
    ties = look([target("age", age, age // 5, released=age // 10 - 2)], evidence_of_numbers("days", days))
    assert [(tie.how, tie.level) for tie in ties] == [("its order", "level 0")]


def test_the_first_characters_of_a_number_give_the_place():
    site = chance().integers(0, 12, PEOPLE)
    codes = [f"{701 + s}-{i:05d}" for i, s in enumerate(site)]
    ties = look([target("SITE", site)], evidence_of_texts("VISITNO", *texts_of(codes)))
    assert [(tie.columns, tie.share) for tie in ties] == [(("VISITNO",), 1.0)]


def test_a_part_within_a_text_gives_the_place():
    site = chance().integers(0, 12, PEOPLE)
    codes = [f"{chance(i).integers(1, 10**6)}/{701 + s}" for i, s in enumerate(site)]
    ties = look([target("SITE", site)], evidence_of_texts("SAMPLE", *texts_of(codes)))
    assert [tie.how for tie in ties] == ["part 3 of it"] or [tie.how for tie in ties] == ["part 2 of it"]


@pytest.mark.parametrize("sign", [1, -1])
def test_sums_and_differences_give_an_age(sign):
    age = chance().integers(20, 80, PEOPLE)
    birth = sign * -chance(2).integers(0, 20_000, PEOPLE).astype(float)
    visit = sign * (age * 365.25 + chance(3).integers(0, 365, PEOPLE)) - sign * birth * -1
    columns = {"birth": birth, "visit": visit, "weight": chance(4).normal(70, 10, PEOPLE)}
    ties = look(
        [target("age", age, age // 5, released=age // 10 - 2)],
        numbers=columns, numbers_of_targets={"age": age.astype(float)},
    )  # fmt: skip
    assert [tie.columns for tie in ties] == [("birth", "visit")]


def test_columns_that_have_nothing_to_do_with_one_another_are_not_tied():
    """No false alarm in twenty tables of six quasi-identifiers and ten columns."""
    alarms = 0
    for seed in range(20):
        rng = chance(seed)
        sizes = (2, 5, 20, 80, 300, 1000)
        targets = [target(f"q{size}", np.minimum(rng.geometric(2 / size, PEOPLE), size) - 1) for size in sizes]
        evidence = []
        for i, size in enumerate((2, 3, 7, 30, 100, 500, 1500, 5000)):
            evidence += evidence_of_numbers(f"n{i}", rng.integers(0, size, PEOPLE).astype(float))
        evidence += evidence_of_numbers("normal", rng.normal(size=PEOPLE))
        evidence += evidence_of_texts("text", *texts_of([f"{rng.integers(10**6):06d}" for _ in range(PEOPLE)]))
        alarms += len(look(targets, evidence))
    assert alarms == 0


def test_few_people_count_where_they_are_as_many_as_a_class():
    assert least_people(100_000, 5) == 5
    assert least_people(200, 5) == 2
    assert least_people(50, 5) == 1
    group = chance().integers(0, 2, PEOPLE)
    rare = np.zeros(PEOPLE, dtype=np.int64)
    rare[np.flatnonzero(group == 1)[:40]] = 1
    (tie,) = look([target("group", group)], [Evidence(("rare",), "its values", rare)])
    assert (tie.people, tie.share) == (40, 1.0)


def test_people_near_in_an_order_are_held_together_within_their_group():
    released = np.array([0, 1] * 20)
    place = runs(released, in_order(released, np.arange(40)), 16)
    assert place.tolist() == [i // 2 // 16 for i in range(40)]


def test_a_file_sorted_by_what_is_asked_gives_nothing_away():
    """Many people share each number; that they stand sorted by group in the file is not in the release."""
    group = np.sort(chance().integers(0, 4, PEOPLE))
    numbers = chance(2).integers(0, 40, PEOPLE).astype(float)
    assert look([target("group", group)], evidence_of_numbers("n", numbers)) == []


def test_a_function_is_found_where_few_people_share_its_value():
    """Three people of each age, as in a table of two hundred."""
    age = np.repeat(np.arange(20, 90), 3)
    days = age * 365.0 + chance(2).permutation(len(age))
    (tie,) = look([target("age", age, age // 5)], evidence_of_numbers("days", days))
    assert tie.how == "its order"


def test_a_level_is_found_though_a_coarser_one_says_nothing():
    """Nearly everybody is of one state, so no column gives the state; the town it gives all the same."""
    town = chance().integers(0, 6, PEOPLE)
    state = (chance(2).random(PEOPLE) < 0.01).astype(np.int64)
    ties = look([target("place", town * 2 + state, state)], evidence_of_numbers("code", town.astype(float)))
    assert [(tie.level, tie.columns) for tie in ties] == [("level 0", ("code",))]


def test_a_birth_follows_from_a_visit_and_an_age_in_years():
    rng = chance()
    birth = rng.integers(0, 20_000, PEOPLE)
    visit = 30_000 + rng.integers(0, 3650, PEOPLE)
    age = (visit - birth) // 365.25
    ties = look(
        [target("birth", birth, birth // 1000, birth // 2000)],
        numbers={"visit": visit.astype(float), "age": age, "noise": rng.normal(size=PEOPLE)},
        numbers_of_targets={"birth": birth.astype(float)},
    )
    assert [tie.columns for tie in ties] == [("visit", "age")]


def test_rows_of_one_person_are_not_guessed_from_one_another():
    """Everybody has a site of their own in all of their rows."""
    person = np.repeat(np.arange(PEOPLE // 5), 5)
    group = np.repeat(chance().integers(0, 4, PEOPLE // 5), 5)
    numbers = person * 10.0 + np.tile(np.arange(5), PEOPLE // 5)
    shown = [*evidence_of_numbers("visit", numbers), *evidence_of_numbers("site", person.astype(float))]
    assert look([target("group", group)], shown, person=person) == []


def test_what_goes_with_a_quasi_identifier_is_measured_beside_guesses_without_it():
    """Of three in four the sex agrees with the column, and one half are of either sex."""
    rng = chance(21)
    sex = rng.integers(0, 2, PEOPLE)
    column = np.where(rng.random(PEOPLE) < 0.75, sex, 1 - sex)
    found = find_ties(
        [target("SEX", sex)],
        [
            *evidence_of_numbers("column", column.astype(float)),
            *evidence_of_numbers("noise", rng.integers(0, 5, PEOPLE).astype(float)),
            *evidence_of_numbers("key", rng.permutation(PEOPLE).astype(float)),
        ],
        People(PEOPLE, PEOPLE),
        numbers={},
        numbers_of_targets={},
    )
    assert found.ties == []
    (one,) = found.associations
    assert (one.variable, one.columns) == ("SEX", ("column",))
    assert one.right == pytest.approx(0.75, abs=0.03)
    assert one.without == pytest.approx(0.5, abs=0.03)
