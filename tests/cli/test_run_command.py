"""`bauta run`, `bauta status` and `bauta decide`, end to end."""

import copy
import json
import stat
from dataclasses import replace

import pytest
from studies import make_study, rows, run_steps, states, study, write_data, write_study

from bauta.errors import shown
from bauta.model.assessment import Adversary, Verdict
from bauta.model.steps import Step
from bauta.report.content_steps import STEPS_JSON_KEYS
from bauta.workflow.step_records import read_study_record
from bauta.workflow.steps import step_09_anonymize

WAITS = 4


def key_paths(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}" if path else key
            yield from key_paths(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, f"{path}[]")


def test_from_extract_to_signed_report(bauta, tmp_path):
    path, out = make_study(tmp_path / "study"), tmp_path / "out"
    ended = bauta("run", path, "--out", out, "--test-seed", 1)
    assert ended.code == WAITS
    assert "Is the release accepted?" in ended.out
    assert not out.exists()
    decided = bauta("decide", path, "--accept", "--by", "A. Custodian", "--note", "as agreed with the university")
    assert decided.code == 0
    assert "ACCEPTED: by A. Custodian on " in decided.out
    assert not out.exists()
    ended = bauta("run", path, "--out", out)
    assert ended.code == 0
    assert "DONE: All eleven steps are done." in ended.out
    assert sorted(part.name for part in out.iterdir()) == ["custodian", "release"]
    assert (out / "release" / "data.csv").stat().st_size
    for edition in ("full", "recipient"):
        report = path.parent / f"study-report-{edition}.html"
        assert "A small study" in report.read_text(encoding="utf-8")
    assert bauta("run", path).code == 0
    assert bauta("status", path).code == 0


def test_the_whole_record_is_there_for_the_report(done):
    record = read_study_record(done)
    for name in ("context", "utility", "source", "before", "risk_before", "release", "risk_after", "diagnostics"):
        assert getattr(record, name) is not None, name
    assert record.comparison is not None
    assert [check.data for check in record.standards] == ["the source", "the release"]
    assert record.needs_change is True
    assert record.export is not None
    assert {name for name, _ in record.export.files} == {"data.csv", "dictionary.csv", "manifest.json"}
    assert [decision.by for _, decision in record.decisions] == ["A. Custodian"]
    assert {one.variable for one in record.variables} == set(study()["variables"])
    assert len(record.records) == 11
    assert record.stale == ()


def test_nothing_is_handed_out_before_it_is_accepted(bauta, waiting, tmp_path):
    out = tmp_path / "out"
    assert bauta("run", waiting, "--out", out).code == WAITS
    assert not out.exists()
    assert bauta("decide", waiting, "--reject", "--by", "A. Custodian", "--note", "too coarse").code == 0
    ended = bauta("run", waiting, "--out", out)
    assert ended.code == WAITS
    assert "rejected by A. Custodian: too coarse" in " ".join(ended.out.split())
    assert not out.exists()
    assert bauta("decide", waiting, "--accept", "--by", "A. Custodian").code == 0
    assert bauta("run", waiting, "--out", out).code == 0
    assert out.exists()


def test_where_to_export_is_asked(bauta, waiting):
    bauta("decide", waiting, "--accept", "--by", "A. Custodian")
    ended = bauta("run", waiting)
    assert ended.code == WAITS
    assert "Where is the release to go?" in ended.out


def test_the_json_has_the_documented_keys(bauta, done, waiting):
    finished = json.loads(bauta("status", done, "--json").out)
    asking = json.loads(bauta("run", waiting, "--json").out)
    assert {*key_paths(finished), *key_paths(asking)} == set(STEPS_JSON_KEYS)
    assert finished["is_done"] is True
    assert asking["question"]["step"] == "diagnose"
    assert asking["next"].startswith("bauta decide ")


def test_until_stops_there_and_is_no_question(bauta, tmp_path):
    path = make_study(tmp_path)
    ended = bauta("run", path, "--until", "import", "--json")
    assert ended.code == 0
    assert json.loads(ended.out)["taken"][-1] == "import"
    assert states(path)[7] == "open"
    assert bauta("run", path, "--until", "12").code == 2


def test_a_question_beyond_until_is_not_asked(bauta, waiting):
    assert bauta("run", waiting, "--until", "risk").code == 0
    assert bauta("run", waiting).code == WAITS


def test_a_sample_of_a_population_is_judged_by_estimates_before_and_after(tmp_path):
    path = make_study(tmp_path)
    said = study()
    (tmp_path / "answers.yaml").write_text(
        "membership: {whole_population: no, findable: no, self_revealed: no}\n", encoding="utf-8"
    )
    said["sampling"] = {"fraction": 0.1}
    write_study(tmp_path, said)
    assert run_steps(path).question.step is Step.DIAGNOSE
    record = read_study_record(path)
    for risk in (record.risk_before, record.risk_after):
        assert {one.measured_as for one in risk.risks} == {Adversary.JOURNALIST}
    assert record.risk_after.verdict is Verdict.LOW
    assert record.source.population == "a population of which 0.1 is in the data"


def test_a_release_that_one_attack_does_not_permit_is_not_made(tmp_path, monkeypatch):
    path = make_study(tmp_path)
    run_steps(path, until=Step.COMPARE)
    measure = step_09_anonymize.measure_context_risk

    def with_one_high(*arguments, **options):
        found = measure(*arguments, **options)
        return replace(found, risks=(replace(found.risks[0], verdict=Verdict.HIGH), *found.risks[1:]))

    monkeypatch.setattr(step_09_anonymize, "measure_context_risk", with_one_high)
    status = run_steps(path)
    assert status.question.step is Step.ANONYMIZE
    assert "attacks: deliberate" in status.question.because
    assert not (tmp_path / "study.bauta" / "candidate").exists()
    assert read_study_record(path).release is None


def test_records_are_for_the_owner_alone(done):
    folder = done.parent / "study.bauta"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for step in Step:
        assert stat.S_IMODE((folder / f"{step:02d}-{step.key}.json").stat().st_mode) == 0o600


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    files = []
    for name in ("one", "two"):
        path = make_study(tmp_path / name)
        run_steps(path, test_seed=5, until=Step.ANONYMIZE)
        files.append((path.parent / "study.bauta" / "candidate" / "release" / "data.csv").read_bytes())
    assert files[0] == files[1]


def test_no_value_of_anybody_is_in_a_record_or_on_the_screen(bauta, done):
    said = bauta("status", done).out + bauta("status", done, "--json").out
    for record in (done.parent / "study.bauta").glob("*.json"):
        said += record.read_text(encoding="utf-8")
    for identifier, name, *_ in rows():
        assert identifier not in said
        assert f'{name}"' not in said


def test_what_looks_otherwise_than_declared_is_said_in_step_1(bauta, tmp_path):
    path = make_study(tmp_path)
    said = study()
    said["variables"]["name"] = {"role": "other"}
    write_study(tmp_path, said)
    summary = json.loads(bauta("run", path, "--until", 1, "--json").out)["steps"][0]["summary"]
    assert "name: It looks like a direct identifier" in summary


def test_an_analysis_that_cannot_be_fitted_keeps_no_signs(tmp_path):
    path = make_study(tmp_path)
    said = study()
    said["utility"]["analyses"] = [{"name": "rows", "model": "linear", "outcome": "region", "terms": ["sex"]}]
    write_study(tmp_path, said)
    summary = run_steps(path).steps[Step.DIAGNOSE - 1].summary
    assert "1 analysis could not be fitted to both files." in summary
    assert "signs" not in summary


# ---- questions -------------------------------------------------------------------------------------------------


def without(*keys):
    def change(said):
        place = said
        for key in keys[:-1]:
            place = place[key]
        del place[keys[-1]]

    return change


def with_value(value, *keys):
    def change(said):
        place = said
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = value

    return change


QUESTIONS = {
    "a column the study says nothing about": (without("variables", "score"), 1, "What is score?"),
    "a direct identifier without a mask": (without("variables", "name", "mask"), 2, "What becomes of name"),
    "no context": (without("context"), 3, "Who gets the data"),
    "a contradiction": (
        with_value({"whole_population": False, "findable": False, "self_revealed": False}, "context", "membership"),
        3,
        "Which of these is true?",
    ),
    "no word of what the recipient needs": (without("utility"), 4, "What does the recipient need"),
    "no threshold": (without("context", "threshold"), 5, "Which risk is acceptable?"),
    "a threshold that cannot be met": (
        with_value(0.0, "deidentify", "suppression_limit"),
        9,
        "What gives way",
    ),
}


@pytest.mark.parametrize("case", QUESTIONS)
def test_a_person_is_asked(case, bauta, tmp_path):
    change, step, text = QUESTIONS[case]
    path = make_study(tmp_path)
    said = study()
    change(said)
    if step == 9:
        said["variables"]["age"]["max_level"] = said["variables"]["region"]["max_level"] = 0
    write_study(tmp_path, said)
    ended = bauta("run", path, "--json")
    assert ended.code == WAITS, ended
    asked = json.loads(ended.out)
    assert asked["question"]["step"] == Step(step).key
    assert asked["question"]["text"].startswith(text)
    assert asked["question"]["because"]
    assert asked["question"]["how"]
    assert {one["state"] for one in asked["steps"][: step - 1]} == {"done"} or step == 1
    assert asked["steps"][step - 1]["state"] == "waiting"
    assert bauta("status", path).code == 0
    write_study(tmp_path)  # the question is answered
    assert json.loads(bauta("run", path, "--json").out)["question"]["step"] == "diagnose"


def test_columns_that_are_not_mentioned_are_left_out_where_the_study_says_so(bauta, tmp_path):
    path = make_study(tmp_path)
    said = study()
    del said["variables"]["score"]
    write_study(tmp_path, {**said, "undeclared": "leave-out"})
    ended = bauta("run", path, "--until", "1", "--json")
    assert ended.code == 0, ended
    assert "1 column that the study does not mention left out." in json.loads(ended.out)["steps"][0]["summary"]
    write_study(tmp_path, said)
    assert bauta("run", path, "--until", "1").code == WAITS, "it is asked again"


def test_all_unanswered_questions_are_listed_together(bauta, tmp_path):
    path = make_study(tmp_path)
    said = study()
    del said["context"]["attacks"]
    (tmp_path / "answers.yaml").write_text("membership: {findable: yes}\n", encoding="utf-8")
    write_study(tmp_path, said)
    because = json.loads(bauta("run", path, "--json").out)["question"]["because"]
    for place in ("membership.whole_population", "inadvertent.prevalence", "mitigating_controls.need_to_know"):
        assert place in because


def test_data_that_do_not_fit_the_study_are_a_question(bauta, tmp_path):
    path = make_study(tmp_path)
    said = study()
    said["variables"]["ward"] = {"role": "other"}
    write_study(tmp_path, said)
    asked = json.loads(bauta("run", path, "--json").out)["question"]
    assert asked["step"] == "import"
    assert "ward" in asked["because"]


def test_names_of_columns_are_escaped(bauta, tmp_path):
    path = make_study(tmp_path)
    data = write_data(tmp_path)
    data.write_text(data.read_text().replace("score", "sc\x1b[31more"), encoding="utf-8")
    ended = bauta("run", path)
    assert ended.code == WAITS
    assert "\x1b" not in ended.out
    assert shown("sc\x1b[31more")[1:-1] in ended.out


def test_two_tables_are_two_ways_through_the_steps(bauta, tmp_path):
    make_study(tmp_path)
    said = study()
    table = {key: said.pop(key) for key in ("data", "person_key", "variables")}
    said["tables"] = {"people": table, "../visits": copy.deepcopy(table)}
    path = write_study(tmp_path, said)
    refused = bauta("run", path)
    assert refused.code == 2
    assert "--study-table" in refused.err
    assert bauta("run", path, "--study-table", "people", "--until", 2).code == 0
    assert bauta("run", path, "--study-table", "../visits", "--until", 1).code == 0
    assert bauta("status", path, "--study-table", "nobody").code == 2
    held = [
        sum(
            one["state"] == "done"
            for one in json.loads(bauta("status", path, "--study-table", name, "--json").out)["steps"]
        )
        for name in ("people", "../visits")
    ]
    assert held == [2, 1]
    assert sorted(part.name for part in tmp_path.iterdir() if part.is_dir()) == ["study.bauta"]


def test_a_report_before_there_is_a_result_is_refused(bauta, tmp_path):
    path = make_study(tmp_path)
    bauta("run", path, "--until", 6)
    ended = bauta("report", path)
    assert ended.code == 2
    assert "step 7" in ended.err
