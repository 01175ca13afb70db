"""Populations that are coarser than the data, by hand and against the truth in simulated populations."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

import bauta
from bauta.errors import OptionInvalid, PopulationGroupsOverlap, PopulationTooCoarse, PopulationTooSmall
from bauta.hierarchies.intervals import read_interval
from bauta.model.missing import Missing
from bauta.workflow.requests import PopulationRequest


def counts(**columns: list) -> PopulationRequest:
    return PopulationRequest(pa.table(columns), count="n")


@pytest.mark.parametrize(("text", "inside", "outside"), [
    ("20-24", [20, 24, 24.5], [19, 25]), ("85+", [85, 120], [84]), ("[20,25)", [20, 24.9], [25]),
    ("(20, 25]", [21, 25], [20, 26]), ("under 5", [0, 4], [5]), ("<5", [4], [5]), ("<=4", [4], [5]),
    ("85 and over", [85], [84]), ("85 years and over", [85], [84]), ("Under 1 year", [0], [1]),
    ("20 to 24 years", [22], [25]), ("20–24", [24], [25]), (">=100", [100], [99]), (">99", [100], [99]),
])  # fmt: skip
def test_groups_of_numbers_are_read_as_census_tables_write_them(text, inside, outside):
    interval = read_interval(text)
    assert all(interval.contains(Fraction(number)) for number in inside)
    assert not any(interval.contains(Fraction(number)) for number in outside)


@pytest.mark.parametrize("text", ["", "all ages", "20", "2020-05-17", "24-20", "A-B", "20-", "1" * 500 + "+"])
def test_other_texts_are_no_groups(text):
    assert read_interval(text) is None


def test_a_group_is_spread_over_the_values_it_may_hold(measured):
    """One person of 9 in the data, five values: E[1/F] = (1 + 5 - 1)/(9 + 5 - 1), the data saying nothing of alpha."""
    found = measured(pa.table({"age": [22]}), "age", population=counts(age=["20-24"], n=[9]))
    spread = found.population.spread
    assert (spread.groups, spread.classes, spread.records, spread.coarser, spread.lacking) == (1, 1, 1, ("age",), ())
    assert spread.marketer.value == pytest.approx(5 / 13, rel=0.1)
    assert spread.marketer.lower < spread.marketer.value < spread.marketer.upper
    assert found.journalist.average == spread.marketer.value
    assert found.journalist.smallest_class == 2


def test_values_told_one_by_one_stay_exact_beside_an_open_group(measured):
    data = pa.table({"age": [84, 84, 90, 101], "sex": list("FFFM")})
    population = counts(age=["84", "85+", "85+"], sex=["F", "F", "M"], n=[50, 400, 300])
    found = measured(data, "age", "sex", population=population)
    assert found.population.spread.classes == 2
    assert found.population.absent_classes == 0
    assert found.journalist.average < (2 / 50 + 2) / 4


def test_a_variable_the_population_does_not_tell_is_one_group(measured):
    data = pa.table({"sex": ["F", "F", "M"], "town": ["a", "b", "a"]})
    found = measured(data, "sex", "town", population=counts(sex=["F", "M"], n=[40, 30]))
    assert found.population.spread.lacking == ("town",)
    assert found.population.spread.groups == 2


def test_classes_in_no_group_are_told_and_assumed_to_be_alone(measured):
    data = pa.table({"age": [22, 60]})
    found = measured(data, "age", population=counts(age=["20-24"], n=[90]))
    assert (found.population.absent_classes, found.population.absent_records) == (1, 1)
    assert found.journalist.maximum == 1


def test_what_cannot_be_is_refused(measured):
    data = pa.table({"age": [21, 22, 22]})
    with pytest.raises(PopulationTooSmall):
        measured(data, "age", population=counts(age=["20-24"], n=[2]))
    with pytest.raises(PopulationGroupsOverlap):
        measured(data, "age", population=counts(age=["20-24", "0-99"], n=[50, 90]))
    with pytest.raises(OptionInvalid, match="coarser"):
        measured(data, "age", population=counts(age=["20-24"], n=[9]), missing=Missing.WILDCARD)


def test_numbers_that_are_codes_are_not_taken_for_groups(measured):
    """Every value of the data is in the population as it is, so nothing is spread."""
    data = pa.table({"code": ["20-24", "85+"]})
    found = measured(data, "code", population=counts(code=["20-24", "85+"], n=[9, 8]))
    assert found.population.spread is None


def test_the_interval_holds_the_truth_in_simulated_populations(measured):
    """Ages fall off within groups of five; a tenth of the people are in the data."""
    rng = np.random.default_rng(12)
    covered, errors = 0, []
    for _ in range(20):
        ages = np.arange(40, 70)
        people = rng.poisson(30 * np.exp(-(ages - 40) / 15) * rng.gamma(20, 1 / 20, len(ages))) + 1
        data = rng.binomial(people, 0.1)
        known: Counter[str] = Counter()
        for age, number in zip(ages.tolist(), people.tolist(), strict=True):
            known[f"{age // 5 * 5}-{age // 5 * 5 + 4}"] += number
        population = counts(age=list(known), n=list(known.values()))
        told = measured(pa.table({"age": np.repeat(ages, data).tolist()}), "age", population=population)
        truth = float((data / people).sum() / data.sum())
        estimate = told.population.spread.marketer
        covered += estimate.lower <= truth <= estimate.upper
        errors.append(estimate.value / truth - 1)
    assert covered >= 17
    assert abs(np.mean(errors)) < 0.08


def test_somebody_in_several_classes_counts_once_where_the_risk_is_highest(measured):
    data = pa.table({"id": [1, 1, 2, 3, 4], "age": [21, 22, 22, 23, 24]})
    found = measured(data, "age", person_key="id", population=counts(age=["20-24"], n=[60]))
    assert found.records == 4
    spread = found.population.spread
    assert spread.marketer.value < spread.journalist.value < 1
    assert found.marketer.average == spread.marketer.value


def test_five_year_groups_of_a_state_give_the_average_of_its_single_years(measured, shared_data):
    """Wyoming in 1999 by race, sex and age; one person in a hundred is in the data."""
    import duckdb

    path = shared_data("census/us_state_age_sex_race_1990_1999.parquet")
    rows = duckdb.sql(
        f"select race, sex, age, sum(pop)::bigint from '{path}' where year = 1999 and statefips = '56' and age < 85 "
        "group by all order by all"
    ).fetchall()
    rng = np.random.default_rng(7)
    people = np.array([row[3] for row in rows])
    data = rng.binomial(people, 0.01)
    known: Counter[tuple[str, str, str]] = Counter()
    for race, sex, age, number in rows:
        known[race, sex, f"{age // 5 * 5}-{age // 5 * 5 + 4}"] += number
    table = pa.table({
        name: [row[v] for row, f in zip(rows, data.tolist(), strict=True) for _ in range(f)]
        for v, name in enumerate(("race", "sex", "age"))
    })  # fmt: skip
    census = counts(**{name: [key[v] for key in known] for v, name in enumerate(("race", "sex", "age"))},
                    n=list(known.values()))  # fmt: skip
    estimate = measured(table, "race", "sex", "age", population=census).population.spread.marketer
    occurs = data > 0
    truth = float((data[occurs] / people[occurs]).sum() / data.sum())
    assert estimate.lower <= truth <= estimate.upper
    assert estimate.value == pytest.approx(truth, rel=0.1)


def test_a_class_that_the_population_lacks_changes_nothing_for_others(tmp_path):
    """52, M is nowhere in the population; 30 and 31 share ten people with three other ages, 45 four with four."""
    (tmp_path / "data.csv").write_text("age,sex\n30,F\n30,F\n31,F\n45,F\n52,M\n", encoding="utf-8")
    (tmp_path / "without.csv").write_text("age,sex\n30,F\n30,F\n31,F\n45,F\n", encoding="utf-8")
    (tmp_path / "people.csv").write_text("age,sex,n\n30-34,F,10\n45-49,F,4\n", encoding="utf-8")
    averages = [
        bauta.assess(
            str(tmp_path / name), ["age", "sex"], population=str(tmp_path / "people.csv"), population_count="n"
        ).marketer.average
        for name in ("data.csv", "without.csv")
    ]
    assert averages[0] == pytest.approx((4 * averages[1] + 1) / 5)


def test_a_group_of_a_hundred_billion_ages_is_refused(tmp_path):
    (tmp_path / "data.csv").write_text("age,sex\n30,F\n31,F\n", encoding="utf-8")
    (tmp_path / "people.csv").write_text("age,sex,n\n0-99999999999,F,10\n", encoding="utf-8")
    with pytest.raises(PopulationTooCoarse):
        bauta.assess(str(tmp_path / "data.csv"), ["age", "sex"], population=str(tmp_path / "people.csv"),
                     population_count="n")  # fmt: skip
