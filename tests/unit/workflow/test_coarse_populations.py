"""Populations with totals, unreadable groups, strata of their own, coarser categories; and searches with them."""

import json

import pyarrow as pa
import pytest

import bauta
from bauta.errors import LevelInvalid, PopulationGroupsOverlap
from bauta.workflow.requests import PopulationRequest


def counts(**columns: list) -> PopulationRequest:
    return PopulationRequest(pa.table(columns), count="n")


def test_totals_are_left_out_and_said(measured):
    data = pa.table({"age": [22, 31], "sex": ["F", "M"]})
    plain = counts(age=["20-24", "20-24", "30-34", "30-34"], sex=["F", "M", "F", "M"], n=[40, 50, 60, 70])
    total = counts(
        age=["20-24", "20-24", "20-24", "30-34", "30-34", "30-34", "Total", "Total", "Total"],
        sex=["F", "M", "Both sexes"] * 3, n=[40, 50, 90, 60, 70, 130, 100, 120, 220],
    )  # fmt: skip
    with_, without = (measured(data, "age", "sex", population=one) for one in (total, plain))
    assert with_.population.people == without.population.people == 220
    assert with_.journalist == without.journalist
    assert [note.split("(")[0] for note in with_.population.notes] == [
        "3 combinations of the population with a total in 'age' were left out, so that nobody is counted twice ",
        "2 combinations of the population with a total in 'sex' were left out, so that nobody is counted twice ",
    ]


def test_a_total_under_a_code_is_known_by_its_sums(measured):
    """0 is both sexes in the census bureau's files."""
    data = pa.table({"area": ["a", "b"], "sex": [1, 2]})
    population = counts(
        area=[a for a in "abc" for _ in range(3)], sex=[0, 1, 2] * 3, n=[30, 10, 20, 50, 20, 30, 90, 50, 40]
    )
    found = measured(data, "area", "sex", population=population)
    assert found.population.people == 170
    assert "'sex'" in found.population.notes[0]


def test_a_value_that_happens_to_be_large_is_no_total(measured):
    data = pa.table({"area": ["a", "b"], "sex": ["F", "M"]})
    population = counts(area=[a for a in "abc" for _ in range(3)], sex=["F", "M", "X"] * 3,
                        n=[10, 20, 30, 20, 30, 51, 50, 40, 90])  # fmt: skip
    assert measured(data, "area", "sex", population=population).population.people == 341


def test_groups_that_cannot_be_read_are_counted(measured):
    data = pa.table({"age": [22]})
    found = measured(data, "age", population=counts(age=["20-24", "19-0", "not stated"], n=[90, 7, 5]))
    assert found.population.unreadable == (("age", 12),)
    assert found.population.people == 102


def test_each_stratum_may_have_groups_of_its_own(measured):
    """Province a tells 85+, b tells 85-89 and 90+, c tells single years."""
    data = pa.table({"age": [87, 92, 92, 87], "province": ["a", "b", "a", "c"]})
    population = counts(
        age=["85+", "85-89", "90+", "87", "88"], province=["a", "b", "b", "c", "c"], n=[500, 300, 200, 40, 30]
    )
    found = measured(data, "age", "province", population=population)
    assert found.population.absent_classes == 0
    assert found.population.spread.classes == 3
    assert found.population.spread.groups == 2
    alone = measured(pa.table({"age": [87], "province": ["c"]}), "age", "province", population=population)
    assert alone.population.spread is None
    assert alone.journalist.smallest_class == 40


def test_groups_that_overlap_within_a_stratum_are_refused(measured):
    data = pa.table({"age": [87], "province": ["a"]})
    with pytest.raises(PopulationGroupsOverlap):
        measured(data, "age", "province", population=counts(
            age=["85+", "85-89"], province=["a", "a"], n=[500, 300]))  # fmt: skip


STUDY = """
data: {path: data.csv}
variables:
  race: {role: quasi_identifier, hierarchy: {kind: tree, tree: {White: [white], Other: [asian, native, pacific]}}}
  age: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [5, 10]}}
population: {path: people.csv, count: n}
thresholds: {tau: 5}
"""


@pytest.fixture
def study(tmp_path):
    rows = ["white,31", "white,32", "asian,33", "native,34", "white,41"] * 3
    (tmp_path / "data.csv").write_text("race,age\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "people.csv").write_text(
        "race,age,n\nWhite,30-34,400\nOther,30-34,60\nWhite,40-44,300\nOther,40-44,9\n", encoding="utf-8"
    )
    path = tmp_path / "study.yaml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_coarser_categories_are_found_by_the_hierarchy(study):
    found = bauta.assess(study)
    assert found.population.absent_classes == 0
    assert found.population.spread.coarser == ("race", "age")
    assert "(estimated)" in " ".join(str(found).split())


def test_a_release_is_searched_for_where_the_population_can_be_counted(study):
    release = bauta.deidentify(study)
    levels = {one.variable: one.level for one in release.solution.variables}
    assert levels["age"] >= 1
    assert levels["race"] >= 1
    assert release.after.journalist.smallest_class >= 5
    assert release.after.population.spread is None
    assert any("the population tells it in groups" in note for note in release.result.notes)
    assert "(estimated)" not in str(release)
    with pytest.raises(LevelInvalid, match="finer than the population tells it"):
        bauta.deidentify(study, levels={"age": 0})
    ways = bauta.explore(study)
    assert min(node.levels[1] for node in ways.nodes) == 1
    assert json.loads(json.dumps(ways.to_dict()))


def test_a_variable_the_population_lacks_is_not_told(tmp_path):
    data = pa.table({"sex": ["F", "M"] * 10, "town": ["a", "b", "c", "d"] * 5})
    people = pa.table({"sex": ["F", "M"], "n": [60, 50]})
    release = bauta.deidentify(data, ["sex", "town"], k=5, population=people, population_count="n")
    assert release.data.column("town").unique().to_pylist() == ["*"]
    assert release.after.journalist.smallest_class == 50


def test_a_group_of_one_value_is_that_value(measured, tmp_path):
    """Canada's census tells the youngest as "Under 1 year"."""
    data = pa.table({"age": [0, 0, 1], "sex": ["F", "F", "M"]})
    population = pa.table({"age": ["Under 1 year", "Under 1 year", "1"], "sex": ["F", "M", "M"], "n": [50, 60, 70]})
    found = measured(data, "age", "sex", population=PopulationRequest(population, count="n"))
    assert (found.population.absent_classes, found.population.spread) == (0, None)
    assert found.journalist.smallest_class == 50
    release = bauta.deidentify(data, ["age", "sex"], k=40, population=population, population_count="n")
    assert [one.level for one in release.solution.variables] == [0, 0]
    assert release.after.journalist.smallest_class == 50


def test_a_release_takes_classes_the_population_lacks_to_be_as_large_as_in_the_data():
    data = pa.table({"area": ["a"] * 6 + ["b"] * 2, "sex": ["F", "M"] * 4})
    population = pa.table({"area": ["a", "a"], "sex": ["F", "M"], "n": [50, 60]})
    release = bauta.deidentify(
        data, ["area", "sex"], k=5, population=population, population_count="n", suppression_limit=0.3
    )
    assert release.after.journalist.smallest_class >= 5
