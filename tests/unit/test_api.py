"""The Python face."""

import copy
import json
import pickle

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bauta
from bauta import errors
from bauta.errors import OptionInvalid
from bauta.model.engine import EngineSettings

PEOPLE = pa.table({"sex": ["F", "F", "M"], "born": [1960, 1960, 1971], "ill": ["a", "a", "b"]})


def test_a_result_shows_itself_in_a_notebook():
    page = bauta.assess(PEOPLE, ["sex", "born"], sensitive=["ill"])._repr_html_()
    assert "HIGH" in page
    assert "<table" in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_a_profile_shows_itself_in_a_notebook_and_in_print():
    profile = bauta.profile(PEOPLE)
    assert "sex" in profile._repr_html_()
    assert "quasi" in str(profile)
    assert repr(profile) == "<profile of 3 columns, 3 rows>"


def test_a_result_is_read_by_attribute_and_as_json():
    result = bauta.assess(PEOPLE, ["sex", "born"], threshold=2)
    assert (result.records, result.classes, result.sample_uniques) == (3, 2, 1)
    assert result.prosecutor.average == pytest.approx(2 / 3)
    assert json.loads(json.dumps(result.to_dict()))["prosecutor"]["records_at_risk"] == 1
    assert "Re-identification risk" in str(result)


def test_a_result_can_be_copied_and_kept():
    result = bauta.assess(PEOPLE, ["sex"])
    assert copy.deepcopy(result).classes == pickle.loads(pickle.dumps(result)).classes == 2
    with pytest.raises(AttributeError):
        _ = result.no_such_thing


def test_rows_of_the_smallest_classes_are_looked_for_when_asked(tmp_path, monkeypatch):
    import bauta.engines.duckdb as duckdb_engine

    searches = []
    find_rows = duckdb_engine.DuckDbEngine.find_rows
    monkeypatch.setattr(
        duckdb_engine.DuckDbEngine, "find_rows", lambda *a, **k: searches.append(1) or find_rows(*a, **k)
    )
    path = tmp_path / "people.parquet"
    pq.write_table(PEOPLE, path)
    result, later = bauta.assess(path, ["sex", "born"]), bauta.assess(path, ["sex", "born"])
    assert result.classes == 2
    assert searches == []
    assert [small.rows for small in result.smallest_classes] == [(3,), (1, 2)]
    assert result.to_dict()["smallest_classes"][0]["rows"] == [3]
    assert searches == [1]
    assert {"prosecutor", "records", "smallest_classes", "to_dict"} <= set(dir(result))
    pq.write_table(PEOPLE.slice(1), path)
    assert later.smallest_classes == ()
    assert "has changed since it was measured" in later.assessment.notes[-1]
    assert "HIGH" in str(later)
    path.unlink()
    assert bauta.assess(PEOPLE, ["sex", "born"]).smallest_classes[0].rows == (3,)


def test_a_report_is_saved_whole(tmp_path):
    bauta.assess(PEOPLE, ["sex", "born"]).save_report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_study_is_assessed_from_python(tmp_path):
    (tmp_path / "data.csv").write_text("sex,born\nF,1960\nF,1960\nM,1971\n")
    study = tmp_path / "study.yaml"
    study.write_text("data: {path: data.csv}\nvariables: {sex: {role: quasi_identifier}}\nthresholds: {tau: 2}\n")
    assert bauta.assess(study).threshold.cell_size == 2
    assert bauta.assess(str(study), ["sex", "born"], threshold=3).threshold.cell_size == 3
    with pytest.raises(OptionInvalid, match="`data:` section"):
        bauta.assess(study, csv=bauta.CsvDialect(delimiter=";"))


def test_the_same_population_makes_journalist_and_prosecutor_alike():
    result = bauta.assess(PEOPLE, ["sex", "born"], population=PEOPLE)
    assert result.journalist.average == result.prosecutor.average
    counts = pa.table({"sex": ["F", "M"], "born": [1960, 1971], "people": [20, 10]})
    result = bauta.assess(PEOPLE, ["sex", "born"], population=counts, population_count="people")
    assert result.journalist.maximum == pytest.approx(0.1)
    assert result.marketer.average == pytest.approx((2 / 20 + 1 / 10) / 3)


def test_the_engine_is_the_studys_unless_another_is_chosen(tmp_path):
    pq.write_table(pa.table({"sex": ["F", "M"] * 20}), tmp_path / "people.parquet")
    study = tmp_path / "study.yaml"
    text = "data: {path: people.parquet}\nvariables: {sex: {role: quasi_identifier}}\n"
    study.write_text(text + 'engine: {spark_master: "spark://localhost:1"}\n')
    calls = [bauta.assess, bauta.explore, bauta.deidentify, bauta.evaluate_estimators]
    for call in calls:
        with pytest.raises(errors.EngineUnreachable):
            call(study)
    assert bauta.assess(study, engine="duckdb").smallest_class == 20
    assert len(bauta.deidentify(study, k=2, engine=bauta.EngineSettings()).data) == 40


@pytest.mark.parametrize("chosen", ["oracle", EngineSettings("oracle"), EngineSettings(memory_limit="much")])
def test_an_engine_that_cannot_be_is_refused(chosen):
    with pytest.raises(OptionInvalid, match=r"does not take '(oracle|much)'"):
        bauta.assess(pa.table({"sex": ["F", "M"]}), ["sex"], engine=chosen)


def test_python_says_unsettled_as_the_command_does():
    people = pa.table({"sex": ["F", "M"] * 20, "phone": [f"(617) 555-{1000 + i}" for i in range(40)]})
    assessment = bauta.assess(people, ["sex"])
    assert assessment.decision.verdict == "UNSETTLED"
    assert [one.column for one in assessment.decision.unsettled] == ["phone"]
    assert "UNSETTLED" in repr(assessment)
