"""Questions that need a whole assessment to be asked."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bauta.errors import (
    ColumnMissing,
    NoQuasiIdentifiers,
    PersonKeyMissing,
    PopulationClassMissing,
    PopulationColumnMissing,
    PopulationCountInvalid,
    PopulationTooSmall,
    WildcardNeedsOneRow,
)
from bauta.model.assessment import Assessment, Verdict
from bauta.model.missing import Missing
from bauta.model.source import DataSource
from bauta.model.threshold import Threshold, Thresholds
from bauta.workflow.requests import PopulationRequest

Measured = Callable[..., Assessment]


def test_eleven_classes_of_eleven_are_low_under_0_09(measured: Measured) -> None:
    people = pa.table({"zip": [f"{i % 11:05}" for i in range(121)]})
    assessment = measured(people, "zip", thresholds=Thresholds(tau=Threshold.parse("0.09")))
    assert assessment.decision.verdict is Verdict.LOW
    assert assessment.prosecutor.records_at_risk == 0


# ---- people with several rows ----------------------------------------------------------------------------------


def test_a_person_counts_once_in_a_class_however_many_rows(measured: Measured) -> None:
    visits = pa.table({"who": ["a", "a", "a", "b"], "zip": ["1", "1", "1", "1"]})
    assessment = measured(visits, "zip", person_key="who")
    assert (assessment.unit.rows, assessment.unit.people, assessment.unit.repeated_rows) == (4, 2, 2)
    assert assessment.prosecutor.exact_average == Fraction(1, 2)


def test_a_person_who_moved_counts_once_where_most_exposed(measured: Measured) -> None:
    visits = pa.table({"who": ["a", "a", "b", "c"], "zip": ["1", "2", "1", "1"]})
    assessment = measured(visits, "zip", person_key="who")
    assert assessment.unit.people_in_several_classes == 1
    assert assessment.sample_uniques == 1  # a, alone in 2
    assert assessment.prosecutor.exact_average == Fraction(1 + Fraction(1, 3) + Fraction(1, 3)) / 3


def test_rows_without_a_person_key_are_refused(measured: Measured) -> None:
    with pytest.raises(PersonKeyMissing, match="2 rows"):
        measured(pa.table({"who": ["a", None, ""], "zip": ["1", "2", "3"]}), "zip", person_key="who")


def test_people_in_several_classes_cannot_be_counted_with_wildcards(measured: Measured) -> None:
    visits = pa.table({"who": ["a", "a"], "zip": ["1", "2"]})
    with pytest.raises(WildcardNeedsOneRow):
        measured(visits, "zip", person_key="who", missing=Missing.WILDCARD)


# ---- missing values --------------------------------------------------------------------------------------------

SUPPRESSED = pa.table({"a": ["x", "x", None], "b": ["1", "1", None]})


def test_a_fully_suppressed_record_could_be_anybody_as_a_wildcard_and_is_judged_as_itself(measured: Measured) -> None:
    assessment = measured(SUPPRESSED, "a", "b", missing=Missing.WILDCARD)
    assert assessment.wildcard is not None
    assert (assessment.wildcard.smallest_match, assessment.smallest_class) == (3, 1)
    assert measured(SUPPRESSED, "a", "b", missing=Missing.CATEGORY).wildcard is None


@pytest.mark.parametrize("population", [None, PopulationRequest(SUPPRESSED)], ids=["alone", "in a population"])
def test_wildcards_change_nothing_but_their_own_figures(
    population: PopulationRequest | None, measured: Measured
) -> None:
    counted = measured(SUPPRESSED, "a", "b", missing=Missing.WILDCARD, population=population)
    assert counted.wildcard is not None
    assert (counted.wildcard.population_maximum is None) == (population is None)
    assert replace(counted, wildcard=None) == measured(SUPPRESSED, "a", "b", population=population)


def test_two_blank_rows_make_no_table_low(measured: Measured) -> None:
    """The hollow optimum: 40 people, each alone with their values, and two rows without any."""
    table = pa.table({"a": [*map(str, range(40)), None, None], "b": [*map(str, range(40)), None, None]})
    low = Thresholds(tau=Threshold.parse("3"))
    assessment = measured(table, "a", "b", missing=Missing.WILDCARD, thresholds=low)
    assert assessment.wildcard is not None
    assert (assessment.wildcard.smallest_match, assessment.wildcard.records_at_risk) == (3, 0)
    assert assessment.wildcard.exact_and_alone == 40
    assert assessment.wildcard.left_with_few == 2
    assert assessment.decision.rule_verdict is Verdict.HIGH
    assert assessment.sample_uniques == 40


def test_missing_codes_of_the_data_mean_missing_in_the_population_too(measured: Measured) -> None:
    data = pa.table({"age": ["7", "999"]})
    registry = pa.table({"age": ["7", "7", "999", "999"]})
    assessment = measured(data, "age", missing_codes={"age": ["999"]}, population=PopulationRequest(registry))
    assert assessment.journalist is not None
    assert assessment.journalist.exact_average == Fraction(1, 2)


# ---- populations -----------------------------------------------------------------------------------------------


def test_a_registry_that_knows_what_the_data_lack_is_accepted_with_wildcards(measured: Measured) -> None:
    """Both people are in the registry. That the data could confuse them and the registry cannot is no contradiction."""
    data = pa.table({"sex": ["M", None], "zip": ["1", "1"]})
    registry = pa.table({"sex": ["M", "F"], "zip": ["1", "1"]})
    assessment = measured(data, "sex", "zip", missing=Missing.WILDCARD, population=PopulationRequest(registry))
    assert assessment.journalist is not None
    assert assessment.wildcard is not None
    assert assessment.wildcard.population_maximum == 1  # both are known there


DAYS = ["1980-02-29", "1980-02-29", "2001-01-01"]
POPULATION_COLUMNS: dict[str, tuple[list[str], Any]] = {
    "whole numbers": (["39", "39", "7"], pa.array([39, 39, 7])),
    "small whole numbers": (["-100", "-100", "100"], pa.array([-100, -100, 100], pa.int8())),
    "floating-point numbers that are whole": (["39", "39", "7"], pa.array([39.0, 39.0, 7.0])),
    "floating-point numbers": (["36.6", "36.6", "0.1"], pa.array([36.6, 36.6, 0.1])),
    "single precision": (["36.6", "36.6", "0.1"], pa.array([36.6, 36.6, 0.1], pa.float32())),
    "infinite numbers": (["1.5", "1.5", "inf"], pa.array([1.5, 1.5, float("inf")])),
    "decimals": (["1.1", "1.1", "20"], pa.array(["1.10", "1.10", "20.00"]).cast(pa.decimal128(6, 2))),
    "dates": (DAYS, pa.array(DAYS).cast(pa.date32())),
    "moments at midnight": (DAYS, pa.array(DAYS).cast(pa.timestamp("us"))),
    "moments": (["2020-01-01 10:00:00"] * 3, pa.array(["2020-01-01 10:00:00"] * 3).cast(pa.timestamp("us"))),
    "moments in nanoseconds": (DAYS, pa.array(DAYS).cast(pa.timestamp("ns"))),
    "yes and no": (["true", "true", "false"], pa.array([True, True, False])),
    "text with leading zeros": (["02139", "02139", "2139"], pa.array(["02139", "02139", "2139"])),
    "missing numbers": (["", "", "7"], pa.array([None, None, 7])),
}


@pytest.mark.parametrize(("texts", "typed"), POPULATION_COLUMNS.values(), ids=POPULATION_COLUMNS.keys())
@pytest.mark.parametrize("rule", list(Missing), ids=str)
def test_text_in_a_csv_file_and_typed_values_in_parquet_are_matched(
    rule: Missing, texts: list[str], typed: Any, measured: Measured, tmp_path: Path
) -> None:
    (tmp_path / "data.csv").write_text("id,v\n" + "".join(f"{i},{text}\n" for i, text in enumerate(texts)))
    pq.write_table(pa.table({"v": pa.concat_arrays([typed, typed])}), tmp_path / "registry.parquet")
    csv, parquet = DataSource(str(tmp_path / "data.csv")), DataSource(str(tmp_path / "registry.parquet"))
    assessment = measured(csv, "v", missing=rule, population=PopulationRequest(parquet))
    assert assessment.journalist is not None
    assert assessment.prosecutor.exact_average is not None
    assert assessment.journalist.exact_average == assessment.prosecutor.exact_average / 2


def test_a_table_of_counts_is_a_population(measured: Measured) -> None:
    data = pa.table({"sex": ["F", "M"]})
    counts = pa.table({"sex": ["F", "F", "M", "X"], "n": [3, 2, 4, 0]})
    assessment = measured(data, "sex", population=PopulationRequest(counts, count="n"))
    assert assessment.population is not None
    assert (assessment.population.people, assessment.population.sampling_fraction) == (9, 2 / 9)
    assert assessment.journalist is not None
    assert assessment.journalist.exact_average == (Fraction(1, 5) + Fraction(1, 4)) / 2


@pytest.mark.parametrize("bad", ["-1", "2.5", "many", "", "nan", "inf", "1e30"])
def test_counts_that_are_no_numbers_of_people_are_refused(bad: str, measured: Measured) -> None:
    counts = pa.table({"sex": ["F", "M"], "n": ["3", bad]})
    with pytest.raises(PopulationCountInvalid, match="1 row without a whole number"):
        measured(pa.table({"sex": ["F"]}), "sex", population=PopulationRequest(counts, count="n"))


@pytest.mark.parametrize("good", ["7", "7.0", "7e0", "0"])
def test_counts_may_be_written_in_any_way_that_is_whole(good: str, measured: Measured) -> None:
    counts = pa.table({"sex": ["F", "F"], "n": ["3", good]})
    assessment = measured(pa.table({"sex": ["F"]}), "sex", population=PopulationRequest(counts, count="n"))
    assert assessment.population is not None
    assert assessment.population.people == 3 + float(good)


def test_populations_the_data_cannot_have_come_from_are_refused(measured: Measured) -> None:
    data = pa.table({"sex": ["F", "F", "M"]})
    with pytest.raises(PopulationClassMissing, match=r"No class of the data \(2 classes, 3 records\)"):
        measured(data, "sex", population=PopulationRequest(pa.table({"sex": ["female", "male"]})))
    with pytest.raises(PopulationTooSmall, match="In 1 class there are more people"):
        measured(data, "sex", population=PopulationRequest(pa.table({"sex": ["F", "M"]})))
    with pytest.raises(PopulationColumnMissing, match="'sex'"):
        measured(data, "sex", population=PopulationRequest(pa.table({"gender": ["F", "M"]})))


@pytest.mark.parametrize("rule", list(Missing))
def test_a_class_the_population_lacks_is_taken_to_be_as_large_there_and_counted(
    rule: Missing, measured: Measured
) -> None:
    data = pa.table({"sex": ["F", "F", "M"]})
    population = PopulationRequest(pa.table({"sex": ["F"] * 5}))
    assessment = measured(data, "sex", population=population, missing=rule)
    assert assessment.population is not None
    assert (assessment.population.absent_classes, assessment.population.absent_records) == (1, 1)
    assert assessment.population.spread is None
    assert assessment.journalist is not None
    assert assessment.journalist.exact_average == Fraction(2 * Fraction(1, 5) + 1, 3)
    assert assessment.journalist.maximum == 1


# ---- what is asked for -----------------------------------------------------------------------------------------


def test_a_variable_may_be_quasi_identifier_and_sensitive_at_once(measured: Measured) -> None:
    """On its own, there is nothing else to form classes by: everybody is in one."""
    (notice,) = measured(pa.table({"dx": ["flu", "flu", "gout"]}), "dx", sensitive=["dx"]).attribute_disclosure
    assert notice.smallest_diversity == 2
    assert notice.homogeneous_records == 0


def test_a_column_that_is_not_there_is_named_with_the_nearest(measured: Measured) -> None:
    data = pa.table({"Birth_Date": ["1"], "zip": ["2"]})
    with pytest.raises(ColumnMissing, match="Did you mean 'Birth_Date'"):
        measured(data, "birth_date")
    with pytest.raises(ColumnMissing, match="'nothing'"):
        measured(data, "zip", sensitive=["nothing"])
    with pytest.raises(ColumnMissing):
        measured(data, "zip", person_key="who")


def test_no_quasi_identifier_is_nothing_to_measure(measured: Measured) -> None:
    with pytest.raises(NoQuasiIdentifiers):
        measured(pa.table({"v": ["x"]}))
