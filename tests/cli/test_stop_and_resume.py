"""A study stopped at any step, in any way, goes on from there; nothing is lost and nothing half-written."""

import errno
import fcntl
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from studies import NOW, make_study, run_steps, states

from bauta.errors import BautaError, DiskFull, OutputFailed, RecordInvalid, StudyBusy
from bauta.model.steps import Acceptance, Step
from bauta.workflow.decide import decide_release
from bauta.workflow.steps import WORK

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and locks as POSIX has them")


def accept(path: Path) -> None:
    decide_release(path, Acceptance.ACCEPTED, by="A. Custodian", note=None, now=NOW)


def records(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((path.parent / "study.bauta").glob("[01]*.json"))}


def whole(out: Path) -> dict[str, str]:
    manifest = json.loads((out / "release" / "manifest.json").read_text(encoding="utf-8"))
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((out / "release" / name).read_bytes()).hexdigest() == digest
    return manifest["files"]


@pytest.mark.parametrize("step", list(Step), ids=lambda step: step.key)
def test_stopped_after_a_step_the_next_run_takes_the_rest(step, tmp_path):
    path = make_study(tmp_path)
    out = tmp_path / "out"
    if step > Step.DIAGNOSE:
        run_steps(path)
        accept(path)
    first = run_steps(path, until=step, out=out)
    before = records(path)
    taken = run_steps(path, out=out).taken
    assert not {*first.taken} & {*taken}
    assert {name: content for name, content in records(path).items() if name in before} == before
    if step < Step.DIAGNOSE:
        assert taken == tuple(Step)[step : Step.DIAGNOSE]
    else:
        assert taken == ()


@pytest.mark.parametrize("step", list(Step), ids=lambda step: step.key)
def test_interrupted_within_a_step_what_came_before_is_kept(step, tmp_path, monkeypatch):
    path, out = make_study(tmp_path), tmp_path / "out"
    if step > Step.DIAGNOSE:
        run_steps(path)
        accept(path)

    def interrupt(_case):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("bauta.workflow.run.WORK", {**WORK, step: replace(WORK[step], take=interrupt)})
        with pytest.raises(KeyboardInterrupt):
            run_steps(path, out=out)
    held = states(path)
    assert [held[number] for number in range(1, step)] == ["done"] * (step - 1)
    assert held[step] == "open"
    assert not out.exists()
    status = run_steps(path, out=out)
    assert status.taken[0] is step
    assert status.is_done == (step > Step.DIAGNOSE)


KILLED = """
import os, signal, sys
sys.path.insert(0, {tests!r})
import bauta.workflow.release_folder as folder
import bauta.workflow.study_folder as records
from pathlib import Path
from studies import run_steps

def killed(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

moment = {moment!r}
if moment == "before the release is in place":
    folder.ReleaseFolder.commit = killed
elif moment == "after it is in place":
    commit = folder.ReleaseFolder.commit
    def commit_and_die(self):
        commit(self)
        killed()
    folder.ReleaseFolder.commit = commit_and_die
else:
    records.os.replace = killed
    Path.replace = killed
run_steps(Path({study!r}), out=Path({out!r}))
"""
MOMENTS = ("before the release is in place", "after it is in place", "while the record is written")


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("step", [Step.ANONYMIZE, Step.EXPORT], ids=lambda step: step.key)
def test_killed_in_the_middle_the_study_is_as_before_or_goes_on(step, moment, tmp_path):
    path, out = make_study(tmp_path / "study"), tmp_path / "out"
    run_steps(path, until=Step(step - 1))
    if step is Step.EXPORT:
        accept(path)
    before = records(path)
    script = KILLED.format(tests=str(Path(__file__).parent), moment=moment, study=str(path), out=str(out))
    died = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert records(path) == before
    assert states(path)[step] == "open"
    if out.exists():
        whole(out)
        assert step is Step.EXPORT
    status = run_steps(path, out=out)
    assert status.taken[0] is step
    if step is Step.EXPORT:
        assert status.is_done
        assert whole(out)
    else:
        assert status.question is not None
        assert not out.exists()
        accept(path)
        assert run_steps(path, out=out).is_done
    assert [part.name for part in tmp_path.iterdir() if part.name.startswith(".")] == []
    left = {part.name for part in (path.parent / "study.bauta").iterdir() if part.name.startswith(".")}
    assert all(".json-" in name for name in left)  # a record that was being written; nobody takes it for one


def test_what_was_exported_is_what_was_accepted(done):
    accepted = whole(done.parent / "study.bauta" / "candidate")
    study = json.loads((done.parent / "study.bauta" / "11-export.json").read_text(encoding="utf-8"))
    assert whole(Path(study["evidence"]["export"]["folder"])) == accepted


def append(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


def link(path: Path) -> None:
    path.rename(path.parent.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent.parent / "elsewhere")


CHANGES = {
    "the data": ("release/data.csv", append),
    "the manifest": ("release/manifest.json", append),
    "a link": ("release/data.csv", link),
    "another file": ("release/notes.txt", lambda path: path.write_text("mine", encoding="utf-8")),
    "a crosswalk": ("custodian/plan/crosswalk_0.csv", append),
    "a crosswalk that is gone": ("custodian/plan/crosswalk_0.csv", Path.unlink),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("is_accepted", [True, False])
def test_a_candidate_that_was_changed_is_neither_accepted_nor_exported(what, is_accepted, bauta, waiting, tmp_path):
    if is_accepted:
        accept(waiting)
    name, change = CHANGES[what]
    change(waiting.parent / "study.bauta" / "candidate" / name)
    command = (
        ("run", waiting, "--out", tmp_path / "out") if is_accepted else ("decide", waiting, "--accept", "--by", "A")
    )
    ended = bauta(*command)
    assert ended.code == 2
    assert "not those that this step wrote" in ended.err
    assert not (tmp_path / "out").exists()
    assert states(waiting)[10] == ("done" if is_accepted else "waiting")


def test_a_candidate_that_changes_while_it_is_copied_is_not_exported(waiting, tmp_path, monkeypatch):
    accept(waiting)
    copied = shutil.copyfile

    def swapped(source, target, **options):
        copied(source, target, **options)
        if Path(target).name == "data.csv":
            append(Path(target))

    monkeypatch.setattr("bauta.workflow.steps.candidate.shutil.copyfile", swapped)
    with pytest.raises(RecordInvalid, match="not those that this step wrote"):
        run_steps(waiting, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_disk_that_fills_while_it_is_copied_is_told_as_such(waiting, tmp_path, monkeypatch):
    accept(waiting)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("bauta.workflow.steps.candidate.shutil.copyfile", full)
    with pytest.raises(DiskFull):
        run_steps(waiting, out=tmp_path / "out")
    assert [part.name for part in tmp_path.iterdir() if "out" in part.name] == []


def test_somebody_elses_folder_is_not_overwritten(bauta, waiting, tmp_path):
    accept(waiting)
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("mine", encoding="utf-8")
    ended = bauta("run", waiting, "--out", out)
    assert ended.code == 2
    assert [part.name for part in out.iterdir()] == ["thesis.txt"]
    assert states(waiting)[11] == "open"


def test_two_runs_at_once_are_one_too_many(waiting):
    handle = os.open(waiting.parent / "study.bauta", os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        with pytest.raises(StudyBusy):
            run_steps(waiting)
        with pytest.raises(StudyBusy):
            accept(waiting)
    finally:
        os.close(handle)


def test_a_file_where_the_folder_should_be_is_refused(tmp_path):
    path = make_study(tmp_path)
    (tmp_path / "study.bauta").write_text("", encoding="utf-8")
    with pytest.raises(OutputFailed):
        run_steps(path)


def test_a_folder_that_may_not_be_written_is_refused_before_anything_is_read(bauta, waiting, monkeypatch):
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).suffix != ".bauta" and allowed(path, mode))
    ended = bauta("run", waiting)
    assert ended.code == 2
    assert "you may not write in it" in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_no_permission_to_write_is_one_sentence(bauta, tmp_path):
    path = make_study(tmp_path / "study")
    path.parent.chmod(0o500)
    try:
        ended = bauta("run", path)
    finally:
        path.parent.chmod(0o700)
    assert ended.code == 2
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("step", [Step.RISK, Step.ANONYMIZE, Step.EXPORT], ids=lambda step: step.key)
def test_a_full_disk_is_one_sentence_and_loses_nothing(step, tmp_path):
    """No file may grow beyond 2 kB (of records and releases), which the system reports much like a full disk."""
    path, out = make_study(tmp_path / "study"), tmp_path / "out"
    run_steps(path, until=Step(step - 1))
    if step is Step.EXPORT:
        accept(path)
    before = records(path)

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))

    ended = subprocess.run(
        [sys.executable, "-m", "bauta", "run", str(path), "--out", str(out)],
        preexec_fn=limit, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("bauta: ")
    assert ended.stderr.count("\n") == 1
    assert records(path) == before
    assert not out.exists()
    assert run_steps(path, out=out).taken[0] is step


def test_a_step_that_fails_leaves_the_earlier_record(done):
    """A stale record is still there, and still stale, until the step was taken anew."""
    shutil.copy(done.parent / "data.csv", done.parent / "kept.csv")
    (done.parent / "data.csv").unlink()
    before = records(done)
    with pytest.raises(BautaError):
        run_steps(done)
    assert records(done) == before
    shutil.copy(done.parent / "kept.csv", done.parent / "data.csv")
    assert run_steps(done).taken == ()
