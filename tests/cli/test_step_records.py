"""Records on disk: edited by hand, damaged or of a later version, they are refused in one sentence that names them."""

import json
from pathlib import Path

import pytest
from studies import states

from bauta.errors import FileUnreadable
from bauta.model.steps import Step
from bauta.workflow.study_folder import folder_of, sha256_of_json


def record(study: Path, step: Step) -> Path:
    return study.parent / "study.bauta" / f"{step:02d}-{step.key}.json"


def edit(path: Path, change, *, sealed: bool = False) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    if sealed:
        content.pop("seal")
        content["seal"] = sha256_of_json(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def accepted_by_hand(content):
    content["decision"] = {"decision": "accepted", "by": "Nobody", "note": None, "at": "2026-01-01T00:00:00+00:00"}


EDITS = {
    "another risk": (Step.ANONYMIZE, lambda c: c["evidence"].update(risk_after=None), False, "was changed"),
    "accepted by hand": (Step.DIAGNOSE, accepted_by_hand, False, "was changed"),
    "accepted and sealed, by nobody": (
        Step.DIAGNOSE,
        lambda c: c.update(decision={"decision": "accepted", "by": " ", "note": None, "at": ""}),
        True,
        "nobody is named",
    ),
    "another word than accepted or rejected": (
        Step.DIAGNOSE,
        lambda c: c.update(decision={"decision": "perhaps", "by": "N", "note": None, "at": ""}),
        True,
        "neither accepted nor rejected",
    ),
    "done without a decision": (Step.DIAGNOSE, lambda c: c.update(question=None), True, "without anybody's decision"),
    "a decision where nobody decides": (Step.RISK, accepted_by_hand, True, "nobody decides there"),
    "another step's record": (Step.RISK, lambda c: c.update(step=3), True, "step 3, not 7"),
    "no such step": (Step.RISK, lambda c: c.update(step=12), True, "not a record"),
    "a field too few": (Step.RISK, lambda c: c.pop("inputs"), True, "not a record"),
}


@pytest.mark.parametrize("case", EDITS)
def test_a_record_edited_by_hand_is_refused(case, bauta, waiting):
    step, change, sealed, why = EDITS[case]
    path = record(waiting, step)
    edit(path, change, sealed=sealed)
    for command in ("run", "status"):
        ended = bauta(command, waiting)
        assert ended.code == 2
        assert ended.err.count("\n") == 1
        assert path.name in ended.err
        assert why in ended.err
        assert "Delete this file" in ended.err
    path.unlink()
    assert states(waiting)[step] == "open"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"record": "x"}', b"[" * 100_000])
def test_a_damaged_record_is_refused(content, bauta, waiting):
    path = record(waiting, Step.IMPORT)
    path.write_bytes(content)
    ended = bauta("status", waiting)
    assert ended.code == 2
    assert path.name in ended.err
    assert ended.err.count("\n") == 1


def test_a_record_of_a_later_version_is_refused(bauta, waiting):
    edit(record(waiting, Step.IMPORT), lambda c: c.update(record=2, bauta="9.1"), sealed=True)
    ended = bauta("run", waiting)
    assert ended.code == 2
    assert "bauta 9.1, which is newer" in ended.err


def test_evidence_that_is_not_what_the_step_finds_is_refused(bauta, waiting):
    edit(record(waiting, Step.IMPORT), lambda c: c["evidence"].update(source={"rows": "many"}), sealed=True)
    ended = bauta("report", waiting)
    assert ended.code == 2
    assert "06-import.json" in ended.err


def test_a_deleted_record_is_taken_anew_with_what_rests_on_it(bauta, done):
    record(done, Step.THREAT_MODEL).unlink()
    held = states(done)
    assert held[3] == "open"
    assert held[5] == "stale"
    taken = json.loads(bauta("run", done, "--json").out)["taken"]
    assert taken == ["threat-model"]
    assert states(done)[11] == "done"


def test_names_of_tables_stay_within_the_folder():
    assert folder_of(Path("a/study.yaml"), "../../etc").parent == Path("a/study.bauta")
    assert folder_of(Path("a/study.yaml"), "..").name == "%2E%2E"
    assert folder_of(Path("a/b.c.yaml")) == Path("a/b.c.bauta")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--by", "A"], "--accept or --reject"),
        (["--accept"], "say who decided"),
        (["--accept", "--by", "  "], "say who decided"),
        (["--reject", "--by", "A"], "say what must change"),
        (["--accept", "--by", "A", "--note", "x" * 20_000], "more than 10,000"),
    ],
)
def test_a_decision_says_which_by_whom_and_why(options, why, bauta, waiting):
    ended = bauta("decide", waiting, *options)
    assert ended.code == 2
    assert why in ended.err
    assert states(waiting)[10] == "waiting"


def test_nothing_to_decide_is_told(bauta, waiting):
    waiting.write_text(waiting.read_text().replace("suppression_limit: 0.1", "suppression_limit: 0.2"))
    ended = bauta("decide", waiting, "--accept", "--by", "A. Custodian")
    assert ended.code == 2
    assert "the study changed since" in ended.err
    record(waiting, Step.DIAGNOSE).unlink()
    assert "no release was made" in bauta("decide", waiting, "--accept", "--by", "A. Custodian").err


def test_a_name_in_bytes_that_are_no_text_is_kept_and_read_again(bauta, waiting):
    name = "J\udcfcrgen"  # as a terminal in Latin-1 hands it over
    assert bauta("decide", waiting, "--accept", "--by", name).code == 0
    assert states(waiting)[10] == "done"
    assert bauta("run", waiting, "--out", waiting.parent / "f\udcfcr").code == 0
    assert bauta("status", waiting, "--json").code == 0


def test_what_a_person_writes_does_not_command_the_terminal(bauta, waiting):
    said = ("--by", "A\x1b[31m\u202e\nDONE: B", "--note", "no\x1b]0;title\x07")
    for ended in (bauta("decide", waiting, "--reject", *said), bauta("status", waiting), bauta("run", waiting)):
        assert not {"\x1b", "\x07", "\u202e"} & set(ended.out + ended.err)
        assert "\nDONE" not in ended.out
        assert "\\x1b[31m" in " ".join(ended.out.split())


def test_nobody_is_told_to_delete_a_record_that_is_only_closed(waiting, monkeypatch):
    def closed(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_bytes", closed)
    with pytest.raises(FileUnreadable, match="permission denied"):
        states(waiting)
