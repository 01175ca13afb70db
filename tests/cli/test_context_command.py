"""`bauta context`, and what a context does to assess, deidentify and explore."""

import builtins
import json

import pytest
import yaml

from bauta.report.json_context import CONTEXT_JSON_KEYS, CONTEXT_RISK_JSON_KEYS
from contexts import CONTROLS, MOTIVES, context, recipient, study_text

ROWS = "sex,age\n" + "f,30\n" * 3 + "f,40\n" * 3 + "m,30\n" * 4


@pytest.fixture
def written(tmp_path):
    """Writes a study with a context beside its data."""

    def write(described, *, rows=ROWS, **parts):
        (tmp_path / "data.csv").write_text(rows)
        path = tmp_path / "study.yaml"
        path.write_text(study_text(described, **parts))
        return path

    return write


def key_paths(value, prefix=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{prefix}{key}"
            yield from key_paths(inner, f"{prefix}{key}.")
    if isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, f"{prefix[:-1]}[].")


def test_the_document_for_programs(bauta, written):
    ended = bauta("context", written(context()), "--json", "--measure")
    assert ended.code == 0
    told = json.loads(ended.out)
    assert (told["threshold"]["probability"], told["threshold"]["cell_size"]) == (0.1, 10)
    assert [attack["kind"] for attack in told["attacks"]] == ["deliberate", "inadvertent", "breach"]
    assert told["permitted_data_risk"] == pytest.approx(0.1 / 0.27)
    assert told["binding"] == "breach"
    assert told["risk"]["verdict"] == "LOW"
    assert set(key_paths(told)) == {key for key in CONTEXT_JSON_KEYS if "unsettled[]" not in key}
    assert all(meaning.endswith(".") for meaning in (*CONTEXT_JSON_KEYS.values(), *CONTEXT_RISK_JSON_KEYS.values()))


def test_the_page_says_where_every_figure_comes_from(bauta, written):
    ended = bauta("context", written(context()), "--measure")
    for words in ("IPC Ontario", "HIMSS", "0.370", "What the recipient must keep to", "In context"):
        assert words in ended.out


def test_published_thresholds_are_listed(bauta):
    ended = bauta("context", "--tables")
    assert ended.code == 0
    assert "ipc-2016" in ended.out
    told = json.loads(bauta("context", "--tables", "--json").out)
    assert told["ipc-2016"]["entries"]["medium"] == {"probability": 0.075, "cell_size": 15, "note": None}
    assert told["ema-health-canada"]["entries"]["public"]["cell_size"] == 11
    assert all(table["source"] for table in told.values())


def answering(monkeypatch, *lines):
    waiting = list(lines)

    def answer(_=""):
        if not waiting:
            raise KeyboardInterrupt
        return waiting.pop(0)

    monkeypatch.setattr(builtins, "input", answer)
    return waiting


def test_open_questions_are_asked_and_every_answer_is_kept(bauta, written, monkeypatch):
    path = written(context(answers=None, membership=None, attacks=None))
    membership = [line for _ in range(3) for line in ("no", "nobody was asked")]
    controls = [line for _ in CONTROLS for line in ("yes", "")]
    motives = [line for _ in MOTIVES for line in ("no", "")]
    left = answering(monkeypatch, "Dr Ada", *membership, "two", "0.0013", "a paper", *controls, *motives)
    ended = bauta("context", path, "--ask")
    assert ended.code == 0, ended.err
    assert left == []
    assert "Please answer with a number" in ended.out
    kept = yaml.safe_load((path.parent / "answers.yaml").read_text())
    assert kept["membership"]["findable"] == {"answer": "no", "by": "Dr Ada", "note": "nobody was asked"}
    assert kept["inadvertent"]["prevalence"]["answer"] == "0.0013"
    assert len(kept["mitigating_controls"]) == len(CONTROLS)
    assert "answers: answers.yaml" in ended.err
    told = json.loads(bauta("context", path, "--json").out)
    assert told["scores"][0]["questions"][0]["by"] == "Dr Ada"


def test_an_answer_is_understood_as_it_is_typed(bauta, written, monkeypatch):
    path = written(context(answers=None, membership=None, attacks=None))
    left = answering(monkeypatch, "n", "", "Y", "", "maybe", "No", "", "2", "0,02", "")
    ended = bauta("context", path, "--ask", "--by", "Bo")
    assert left == []
    assert "Please answer with yes or no." in ended.out
    assert "Please answer with a number above 0, up to 1." in ended.out
    kept = yaml.safe_load((path.parent / "answers.yaml").read_text())
    assert [kept["membership"][key]["answer"] for key in ("whole_population", "findable", "self_revealed")] == [
        "no",
        "yes",
        "no",
    ]
    assert kept["inadvertent"]["prevalence"]["answer"] == "0.02"


def test_stopping_loses_nothing(bauta, written, monkeypatch):
    path = written(context(answers=None))
    answering(monkeypatch, "yes", "locked", "no", "")
    ended = bauta("context", path, "--ask", "--by", "Bo")
    assert ended.code == 130
    assert "answers.yaml" in ended.err
    kept = yaml.safe_load((path.parent / "answers.yaml").read_text())
    assert list(kept["mitigating_controls"].values()) == [
        {"answer": "yes", "by": "Bo", "note": "locked"},
        {"answer": "no", "by": "Bo"},
    ]
    answering(monkeypatch)
    left = bauta("context", path)
    assert left.code == 2
    assert f"{len(CONTROLS) + len(MOTIVES) - 2} questions" in left.err


def test_answers_from_another_file(bauta, written, tmp_path):
    path = written(context(answers=None))
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(recipient()))
    assert bauta("context", path).code == 2
    assert bauta("context", path, "--answers", tmp_path / "mine.yaml").code == 0
    mistyped = bauta("context", path, "--answers", tmp_path / "mien.yaml")
    assert mistyped.code == 2
    assert "mien.yaml" in mistyped.err


def test_no_study_and_no_tables(bauta):
    ended = bauta("context")
    assert ended.code == 2
    assert "Name a study file" in ended.err


def test_assess_shows_the_attacks_beside_its_figures(bauta, written):
    path = written(context())
    assert "In context: every attack measured" in bauta("assess", path).out
    told = json.loads(bauta("assess", path, "--json").out)["context"]
    assert told["verdict"] == "LOW"
    nothing_open = {key for key in CONTEXT_RISK_JSON_KEYS if "unsettled[]" not in key}
    assert set(key_paths({"context": told})) == nothing_open


def test_what_is_unsettled_is_so_in_its_context_too(bauta, written):
    rows = "sex,age,phone\n" + "".join(f"f,30,(617) 555-{1000 + i}\n" for i in range(10))
    path = written(context(), rows=rows)
    told = json.loads(bauta("assess", path, "--json").out)["context"]
    assert told["verdict"] == "UNSETTLED"
    assert [one["column"] for one in told["unsettled"]] == ["phone"]
    assert set(key_paths({"context": told})) == set(CONTEXT_RISK_JSON_KEYS)
    measured = json.loads(bauta("context", path, "--json", "--measure").out)
    assert set(key_paths(measured)) == set(CONTEXT_JSON_KEYS)


def test_assess_takes_the_threshold_of_the_context(bauta, written):
    """IPC's for low invasion; a threshold of the study's own, or an option, goes before it."""
    ended = bauta("assess", written(context()), "--json")
    assert json.loads(ended.out)["decision"]["thresholds"]["tau"] == {"probability": 0.1, "cell_size": 10}
    ended = bauta("assess", written(context()), "--threshold", "5", "--json")
    assert json.loads(ended.out)["decision"]["thresholds"]["tau"]["cell_size"] == 5
    ended = bauta("assess", written(context(), thresholds={"tau": 3}), "--json")
    assert json.loads(ended.out)["decision"]["thresholds"]["tau"]["cell_size"] == 3


def test_assess_goes_on_where_questions_are_open(bauta, written):
    path = written(context(answers=None))
    ended = bauta("assess", path)
    assert ended.code == 0
    assert "25 questions open: bauta context" in ended.out
    assert json.loads(bauta("assess", path, "--json").out)["context"] is None


def test_a_role_that_contradicts_its_own_answers_is_told(bauta, written):
    answers = {"replicable": False, "distinguishable": True, "knowable": True}
    variables = {"sex": {"role": "quasi_identifier", "identifier": answers}, "age": {"role": "quasi_identifier"}}
    told = " ".join(bauta("assess", written(context(), variables=variables)).out.split())
    assert "'sex': its role is quasi_identifier, but by its own answers it is not replicable" in told


@pytest.mark.parametrize("command", ["deidentify", "explore"])
def test_a_release_takes_its_goal_from_the_context(bauta, written, tmp_path, command):
    """Strict average at most 0.1/0.27: the classes of 3, 3 and 4 may stay as they are."""
    path = written(context())
    out = ["--out", tmp_path / "release"] if command == "deidentify" else []
    told = json.loads(bauta(command, path, *out, "--json").out)
    goal = told["goal"]
    assert goal["criterion"] == "strict-average"
    assert goal["thresholds"]["lambda"]["probability"] == pytest.approx(0.1 / 0.27)


def test_options_override_the_context_and_it_is_said(bauta, written, tmp_path):
    path = written(context())
    ended = bauta("deidentify", path, "--out", tmp_path / "one", "--k", "4", "--suppression-limit", "0.9")
    assert ended.code == 0, ended.err
    assert "--threshold replaces the goal of the study's context" in " ".join(ended.out.split())
    ended = bauta("deidentify", path, "--out", tmp_path / "two")
    assert "The goal follows from the context" in " ".join(ended.out.split())


def test_a_release_is_not_made_while_questions_are_open(bauta, written, tmp_path):
    ended = bauta("deidentify", written(context(answers=None)), "--out", tmp_path / "release")
    assert ended.code == 2
    assert "25 questions" in ended.err
    assert not (tmp_path / "release").exists()


def test_a_population_does_not_help_where_people_can_be_known(bauta, written, tmp_path):
    (tmp_path / "population.csv").write_text("sex,age\n" + "f,30\nf,40\nm,30\n" * 50)
    closed = {"whole_population": "false", "findable": "true", "self_revealed": "false"}
    beside = {"population": {"path": "population.csv"}, "deidentify": {"suppression_limit": "0.5"}}
    for membership, adversary in ((closed, "prosecutor"), (context()["membership"], "journalist")):
        told = json.loads(bauta("explore", written(context(membership=membership), **beside), "--json").out)
        assert told["goal"]["adversary"] == adversary


def test_a_report_of_the_context(bauta, written, tmp_path):
    ended = bauta("context", written(context()), "--measure", "--report", tmp_path / "context.html")
    assert ended.code == 0
    assert "HIMSS" in (tmp_path / "context.html").read_text()
