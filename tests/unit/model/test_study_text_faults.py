import textwrap

import pytest

from bauta.errors import StudyInvalid
from bauta.model.missing import Missing
from bauta.model.roles import Role, VariableType
from bauta.model.study import RowsPer, Study
from bauta.model.study_text import parse_study
from bauta.model.threshold import Threshold


def read(text: str) -> Study:
    return parse_study(textwrap.dedent(text).lstrip("\n"), path="study.yaml")


def faults(text: str) -> str:
    with pytest.raises(StudyInvalid) as caught:
        read(text)
    return str(caught.value)


SHORT = """
data: {path: patients.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier}
  born: {role: quasi_identifier, type: date}
"""
LONG = """
tables:
  data:
    data: {path: patients.csv}
    person_key: mrn
    variables:
      mrn: {role: direct_identifier}
      born: {role: quasi_identifier, type: date}
"""


def test_the_short_form_is_a_study_of_one_table() -> None:
    assert read(SHORT) == read(LONG)
    (table,) = read(SHORT).tables.values()
    assert table.person_key == "mrn"
    assert table.rows_per is RowsPer.PERSON
    assert table.names_of(Role.QUASI_IDENTIFIER) == ("born",)
    assert table.variables["born"].type is VariableType.DATE


def test_what_is_left_out_has_the_usual_value() -> None:
    study = read(SHORT)
    assert study.missing is Missing.CATEGORY
    assert study.population is None
    thresholds = study.thresholds.thresholds
    assert thresholds.tau == thresholds.largest_average == Threshold(0.2, 5)
    assert thresholds.alpha == 0


@pytest.mark.parametrize("name", ["no", "yes", "on", "null", "~", "02139", "1e3", "2020-01-01", "true", "0x1F", "1:30"])
def test_a_column_may_be_called_what_yaml_takes_for_something_else(name: str) -> None:
    study = read(f"data: {{path: x.csv}}\nvariables:\n  {name}: {{role: sensitive}}\n")
    assert list(study.tables["data"].variables) == [name]


def test_missing_codes_keep_their_zeros() -> None:
    study = read("data: {path: x.csv}\nvariables:\n  zip: {role: sensitive, missing: [00000, 9, no, 1.0]}\n")
    assert study.tables["data"].variables["zip"].missing == ("00000", "9", "no", "1.0")


@pytest.mark.parametrize(
    ("written", "threshold"),
    [
        ("0.09", Threshold(0.09, 11)),
        ("11", Threshold(1 / 11, 11)),
        ("{probability: 0.075, cell_size: 15}", Threshold(0.075, 15)),
        ("'0.33'", Threshold(0.33, 3)),
    ],
)
def test_a_threshold_is_a_probability_a_cell_size_or_both(written: str, threshold: Threshold) -> None:
    study = read(SHORT + f"thresholds: {{tau: {written}, lambda: {written}, alpha: 0.05}}\n")
    thresholds = study.thresholds.thresholds
    assert thresholds.tau == thresholds.largest_average == threshold
    assert thresholds.alpha == 0.05


def test_how_a_text_file_is_written_can_be_told() -> None:
    study = read("data: {path: x.csv, csv: {delimiter: ';', encoding: latin-1, header: no}}\nvariables: {}\n")
    dialect = study.tables["data"].data.source.csv
    assert (dialect.delimiter, dialect.encoding, dialect.header, dialect.quote) == (";", "latin-1", False, None)


# ---- faults ----------------------------------------------------------------------------------------------------


def test_a_fault_is_named_by_its_line() -> None:
    message = faults("""
        data: {path: x.csv}
        variables:
          born:
            role: quasi_identifier
            type: datum
        """)
    assert message.startswith("study.yaml: line 5:")
    assert "'variables.born.type' must be one of" in message


def test_all_faults_are_named_together_in_the_order_of_the_lines() -> None:
    message = faults("""
        data: {path: x.csv}
        thresholds:
          tau: 7.5
          alpha: 2
        variables:
          born: {role: quasi}
        titel: Example
        """)
    assert [message.index(f"line {line}:") for line in (3, 4, 6, 7)] == sorted(
        message.index(f"line {line}:") for line in (3, 4, 6, 7)
    )
    assert "Did you mean title?" in message


def test_a_key_that_stands_twice_is_named_by_its_second_line() -> None:
    message = faults("""
        data: {path: x.csv}
        variables:
          born: {role: sensitive}
          sex: {role: sensitive}
          born: {role: other}
        """)
    assert "line 5: 'born' stands here a second time" in message


def test_something_missing_is_named_by_the_line_it_belongs_under() -> None:
    assert "line 2: 'variables.born.role' is missing" in faults("data: {path: x.csv}\nvariables: {born: {}}\n")
    assert "'variables' is missing" in faults("data: {path: x.csv}\n")
    assert "'data' is missing" in faults("variables: {}\n")


def test_short_and_long_form_cannot_be_mixed() -> None:
    assert "not both" in faults("data: {path: x.csv}\ntables: {}\n")


def test_a_fault_in_the_long_form_is_named_in_the_long_form() -> None:
    assert "line 6: 'tables.data.variables.mrn.role'" in faults(LONG.replace("direct_identifier", "name"))
    assert "line 4: 'variables.mrn.role'" in faults(SHORT.replace("direct_identifier", "name"))


def test_a_person_key_cannot_be_a_quasi_identifier() -> None:
    assert "person key cannot be a quasi-identifier" in faults(SHORT.replace("direct_identifier", "quasi_identifier"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just text",
        "- a\n- b\n",
        "a: [",
        "a: b: c",
        "\t- x",
        "a: 1\n---\nb: 2\n",
        "\x00",
        "a: *nobody\n",
        "? [x]\n: y\n",
    ],
    ids=ascii,
)
def test_what_is_not_a_study_is_refused(text: str) -> None:
    assert faults(text).startswith("study.yaml: ")


@pytest.mark.parametrize("text", ["data: &loop {path: *loop}\n", "variables: &loop [*loop]\n"])
def test_yaml_that_contains_itself_is_refused(text: str) -> None:
    assert faults(text).startswith("study.yaml: ")


@pytest.mark.parametrize("depth", [1_200])
def test_yaml_nested_without_end_is_refused(depth: int) -> None:
    assert faults("data: " + "[" * depth + "]" * depth + "\n").startswith("study.yaml: ")


def test_the_value_at_fault_is_not_repeated() -> None:
    message = faults(
        "data: {path: x.csv}\nvariables: {born: {role: MsSmith}}\nthresholds: {alpha: MsSmith}\nmissing: MsSmith\n"
    )
    assert "Smith" not in message


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ("{role: quasi_identifier, min_level: x}", "'variables.a.min_level' must be a whole number."),
        ("{role: quasi_identifier, min_level: -1}", "'variables.a.min_level' must be at least 0."),
        ("{role: quasi_identifier, weight: x}", "'variables.a.weight' must be a number."),
        ("{role: quasi_identifier, weight: 0}", "'variables.a.weight' must be more than 0."),
        ("{role: other, noise: {percent: 101}}", "'variables.a.noise.percent' must be at most 100."),
        ("{role: other, shift: perhaps}", "'variables.a.shift': give true, false, or {keep_time: true}."),
        ("{role: other, missing: 9}", "'variables.a.missing' must be a list such as [a, b]."),
        ("{role: other, missing: [[9]]}", "'variables.a.missing.0' must be a text."),
    ],
)
def test_numbers_and_lists_are_asked_for_in_plain_words(variable, said):
    with pytest.raises(StudyInvalid) as told:
        parse_study(f"data: {{path: a.csv}}\nvariables:\n  a: {variable}\n", path="study.yaml")
    assert said in str(told.value)
    assert "Input should" not in str(told.value)
