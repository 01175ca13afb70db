"""Contexts, agreement, checks and steps from Python: small studies, and what is wrong with some."""

import copy
import json
import pickle
from datetime import date

import pyarrow as pa
import pytest

import bauta
from bauta.errors import (
    ContextMissing,
    ContextUnanswered,
    DecisionIncomplete,
    FileMissing,
    NothingToDecide,
    OptionInvalid,
    ReportTooEarly,
    StandardUnknown,
)
from bauta.model.steps import Step, StepState
from contexts import context, recipient, study_text

DATA = "sex,age\n" + "F,30\n" * 6 + "M,40\n" * 4
VISITS = pa.table({"email": ["ann@example.org", "bob@example.org"], "sex": ["F", "M"], "born": [1990, 1991]})


@pytest.fixture
def study(tmp_path):
    (tmp_path / "data.csv").write_text(DATA, encoding="utf-8")
    path = tmp_path / "study.yaml"
    path.write_text(study_text(context()), encoding="utf-8")
    return path


def test_a_context_is_settled(study):
    found = bauta.context(study)
    assert [attack.kind for attack in found.attacks] == ["deliberate", "inadvertent", "breach"]
    assert found.threshold.threshold.probability == pytest.approx(0.1)
    assert found.permitted == found.binding.permitted
    assert found.risk is None
    assert found.to_dict()["permitted_data_risk"] == pytest.approx(found.permitted.probability)
    assert found.to_dict()["risk"] is None
    assert "<table" in found._repr_html_()
    assert "The context of the release" in str(found)
    assert "overall" not in repr(found)
    assert {"attacks", "permitted", "binding", "to_dict", "save_report"} <= set(dir(found))


def test_a_context_is_measured_on_the_data(study, tmp_path):
    found = bauta.context(str(study), measure=True)
    assert {risk.smallest_class for risk in found.risk.risks} == {4}
    assert found.risk.overall == pytest.approx(max(risk.overall for risk in found.risk.risks))
    assert repr(found).endswith(f"; {found.risk.verdict} risk, {found.risk.overall:.3g} overall>")
    found.save_report(tmp_path / "context.html")
    assert str(found.risk.verdict) in (tmp_path / "context.html").read_text(encoding="utf-8")
    assert copy.deepcopy(found).permitted == pickle.loads(pickle.dumps(found)).permitted == found.permitted


def test_answers_can_be_in_a_file_of_their_own(study, tmp_path):
    study.write_text(study_text(context(answers=None)), encoding="utf-8")
    with pytest.raises(ContextUnanswered):
        bauta.context(study)
    with pytest.raises(FileMissing):
        bauta.context(study, answers=tmp_path / "mine.yaml")
    (tmp_path / "mine.yaml").write_text(json.dumps(recipient()), encoding="utf-8")
    with pytest.warns(UserWarning, match="does not name the file of its answers"):
        assert len(bauta.context(study, answers=tmp_path / "mine.yaml").scores) == 2


def test_the_engine_is_the_one_that_the_study_asks_for(study, monkeypatch):
    import bauta.engines.opening as opening

    asked, opened = [], opening.open_engine
    monkeypatch.setattr(opening, "open_engine", lambda settings: asked.append(settings.threads) or opened(settings))
    bauta.check(VISITS)
    with study.open("a", encoding="utf-8") as file:
        file.write("engine: {threads: 1}\n")
    bauta.context(study, measure=True)
    bauta.run(study, until=1)
    assert asked == [None, 1, 1]


def test_a_study_without_a_context_has_none_to_settle(study):
    study.write_text("data: {path: data.csv}\nvariables: {sex: {role: quasi_identifier}}\n", encoding="utf-8")
    with pytest.raises(ContextMissing):
        bauta.context(study)


def test_two_analysts_are_compared(study, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(study.read_text().replace("age:\n    role: quasi_identifier", "age:\n    role: other"))
    found = bauta.agree(study, other)
    assert [one.variable for one in found.disagreements] == ["age"]
    assert float(found.kappa) == found.to_dict()["kappa"] == 0
    assert repr(found) == "<the same role for 1 of 2 variables, kappa 0.000>"
    assert repr(bauta.agree(study, study)) == "<the same role for 2 of 2 variables, kappa undefined>"
    assert "no consensus" in str(found)
    found.save_report(tmp_path / "agreement.html")


def test_a_table_is_held_against_a_standard(tmp_path):
    found = bauta.check(VISITS)
    assert found.outcome == "fail"
    assert repr(found) == "<FAIL by HIPAA Safe Harbor: broken F>"
    assert "ann@" not in repr(found) + str(found) + json.dumps(found.to_dict())
    assert "<table" in found._repr_html_()
    found.save_report(tmp_path / "check.html")
    assert bauta.check(VISITS, as_of=date(2025, 12, 31)).as_of == "2025-12-31"
    limited = bauta.check(VISITS.drop(["email"]), "limited-data-set", random_codes="born")
    assert repr(limited) == "<CANNOT TELL by HIPAA limited data set>"
    with pytest.raises(StandardUnknown):
        bauta.check(VISITS, "gdpr")
    with pytest.raises(OptionInvalid, match="--census"):
        bauta.check(VISITS, census=1990)


def test_a_seed_below_zero_is_refused():
    with pytest.raises(OptionInvalid, match="--test-seed"):
        bauta.deidentify(VISITS, "sex", k=2, test_seed=-1)


def test_a_release_in_memory_is_compared_with_nothing(study):
    release = bauta.deidentify(pa.table({"sex": ["F", "F"]}), "sex", k=2)
    for ask in (bauta.compare, bauta.diagnose):
        with pytest.raises(OptionInvalid, match="was not written"):
            ask(study, release)


def test_the_steps_of_a_study_stop_where_asked(study):
    assert repr(bauta.status(study)) == "<0 of 11 steps hold; step 1 (determine direct identifiers) is open>"
    ran = bauta.run(study, until="direct-identifiers")
    assert ran.taken == (Step.DIRECT_IDENTIFIERS,)
    assert (ran.question, ran.reports) == (None, ())
    assert bauta.run(study, until=Step.THREAT_MODEL).steps[2].state is StepState.DONE
    asked = bauta.run(study, until=4)
    assert asked.question.step is Step.UTILITY
    assert repr(asked) == "<3 of 11 steps hold; step 4 (determine the least utility) is waiting>"
    assert "Question of step 4" in str(asked)
    assert "<table" in asked._repr_html_()
    assert not hasattr(asked, "save_report")
    with pytest.raises(OptionInvalid, match="--until"):
        bauta.run(study, until=12)


def test_nothing_is_decided_or_reported_too_early(study):
    with pytest.raises(DecisionIncomplete):
        bauta.decide(study, accept=True, by=" ")
    with pytest.raises(NothingToDecide):
        bauta.decide(study, accept=True, by="C. Officer")
    with pytest.raises(ReportTooEarly):
        bauta.write_report(study)
    with pytest.raises(OptionInvalid, match="--edition"):
        bauta.write_report(study, "short")


def test_no_public_function_has_the_name_of_a_room():
    """A room that is imported takes its name in the package, so that a function of that name would be lost."""
    import pkgutil

    assert not {module.name for module in pkgutil.iter_modules(bauta.__path__)} & set(bauta.__all__)
