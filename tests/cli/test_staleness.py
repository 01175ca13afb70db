"""A changed input makes exactly the steps stale that rest on it, and another run takes only those again."""

import pytest
import yaml
from studies import PEOPLE, run_steps, stale, states, study, write_data, write_study

from bauta.model.steps import StepState
from bauta.workflow.status import study_status


def changed(*keys: str | int, value: object):
    """A change of one entry of the study file."""

    def change(path):
        said = study()
        place = said
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = value
        write_study(path.parent, said)

    return change


def more_data(path):
    write_data(path.parent, extra=((f"P{PEOPLE:04d}", "Somebody New", "F", 33, "N", 5),))


def other_hierarchy(path):
    (path.parent / "region.csv").write_text("N;north;*\nE;east;*\nS;south;*\nW;north;*\n", encoding="utf-8")


def other_answers(path):
    answers = "membership: {whole_population: yes, findable: yes, self_revealed: no}\n"
    (path.parent / "answers.yaml").write_text(answers, encoding="utf-8")


AFTER_5 = {7, 8, 9, 10, 11}
CASES = {
    "nothing": (lambda _: None, set(), set()),
    "title": (changed("title", value="Another title"), set(), set()),
    "words of the report": (changed("document", "signatory", value="B. Head"), set(), set()),
    "note on a role": (changed("variables", "sex", "note", value="another reason"), {1}, {1}),
    "role": (changed("variables", "score", "role", value="other"), {1, 2, 3, 4, 5, 6} | AFTER_5, None),
    "type": (changed("variables", "score", "type", value="decimal"), {1, 6} | AFTER_5, None),
    "mask": (changed("variables", "name", "mask", value="redact"), {1, 2, 9, 10, 11}, None),
    "limit of a variable": (changed("variables", "age", "max_level", value=2), {4, 9, 10, 11}, None),
    "hierarchy file": (other_hierarchy, {4, 9, 10, 11}, None),
    "data": (more_data, {1, 6} | AFTER_5, None),
    "recipient": (changed("context", "recipient", value="Another university"), {3, 5} | AFTER_5, None),
    "answers": (other_answers, {3, 5} | AFTER_5, None),
    "threshold": (changed("context", "threshold", "entry", value="20"), {5} | AFTER_5, None),
    "needs of the recipient": (changed("utility", "needs", value="rates by sex"), {4, 10, 11}, {4, 10}),
    "suppression limit": (changed("deidentify", "suppression_limit", value=0.2), {9, 10, 11}, None),
    "missing values": (changed("missing", value="wildcard"), {7, 8, 9, 10, 11}, None),
    "sampling": (changed("sampling", value={"fraction": 0.5}), {5, 6} | AFTER_5, None),
    "standards": (changed("standards", value=[]), {10, 11}, {10}),
}
"""What is changed, the steps that go stale, and those that are taken again where these differ."""


@pytest.mark.parametrize("case", CASES)
def test_a_change_makes_exactly_these_steps_stale(case, done):
    change, expected, _ = CASES[case]
    assert stale(done) == set()
    change(done)
    assert stale(done) == expected
    assert {state for step, state in states(done).items() if step not in expected} <= {"done"}


@pytest.mark.parametrize("case", [case for case, (_, _, taken) in CASES.items() if taken is not None])
def test_only_stale_steps_are_taken_again(case, done):
    change, _, taken = CASES[case]
    change(done)
    assert {step.value for step in run_steps(done).taken} == taken


def test_a_run_after_a_change_takes_the_stale_steps_and_asks_for_a_new_decision(done):
    CASES["threshold"][0](done)
    status = run_steps(done)
    assert [step.value for step in status.taken] == [5, 7, 8, 9, 10]
    assert status.question is not None
    assert status.steps[9].decision is None
    assert status.steps[10].state is StepState.STALE


def test_a_decision_holds_for_the_same_release_with_the_same_findings(done):
    """What was asked for is the same, so the same secret draws the same release again."""
    release = done.parent / "study.bauta" / "candidate" / "release" / "data.csv"
    before = release.read_bytes()
    CASES["role"][0](done)
    run_steps(done)
    write_study(done.parent, study())
    status = run_steps(done)
    assert 9 in [step.value for step in status.taken]
    assert release.read_bytes() == before


def test_another_release_of_the_same_rows_has_another_order(done):
    """More might have been suppressed: then the place of a row must not say which row of the first release it is."""
    release = done.parent / "study.bauta" / "candidate" / "release" / "data.csv"
    before = release.read_text(encoding="utf-8").splitlines()
    CASES["suppression limit"][0](done)
    status = run_steps(done)
    assert [step.value for step in status.taken][:2] == [9, 10]
    after = release.read_text(encoding="utf-8").splitlines()
    assert sum(one == other for one, other in zip(before, after, strict=False)) < len(before) / 2


def test_a_reworded_note_leaves_the_decision_and_the_export(done):
    CASES["note on a role"][0](done)
    assert run_steps(done).is_done
    assert study_status(done).steps[9].decision is not None


def test_what_changed_is_told(done):
    CASES["data"][0](done)
    steps = study_status(done).steps
    assert steps[0].why == "data data.csv changed"
    assert steps[6].why == "step 6 is stale"
    assert "data data.csv changed" in steps[5].why


def test_a_file_that_is_gone_is_told(done):
    (done.parent / "answers.yaml").unlink()
    assert "answers answers.yaml is not there" in study_status(done).steps[2].why


def test_a_step_taken_again_with_the_same_result_leaves_later_ones(done):
    said = study()
    said["variables"]["age"]["identifier"] = {"knowable": True, "by": "C. Analyst"}
    write_study(done.parent, said)
    assert stale(done) == {1}
    assert [step.value for step in run_steps(done).taken] == [1]
    assert study_status(done).is_done


def test_a_new_seed_makes_a_new_release(done):
    assert run_steps(done, test_seed=11).taken == ()
    assert [step.value for step in run_steps(done, test_seed=12).taken] == [9, 10]


def test_moving_the_study_with_its_data_changes_nothing(done, tmp_path):
    moved = tmp_path / "elsewhere"
    done.parent.rename(moved)
    steps = study_status(moved / done.name).steps
    assert {one.state for one in steps} == {StepState.DONE}


def test_comments_and_order_of_keys_change_nothing(done):
    said = yaml.safe_load(done.read_text(encoding="utf-8"))
    done.write_text("# reviewed\n" + yaml.safe_dump(said, sort_keys=True), encoding="utf-8")
    assert stale(done) == set()
