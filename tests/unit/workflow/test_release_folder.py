"""A release's folder appears whole or not at all, whatever happens to the program that writes it."""

import json
import os
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bauta.workflow.release_folder as module
from bauta.errors import BautaError, DiskFull, FolderNotARelease, FolderNotEmpty, InputInsideOutput, OutputFailed
from bauta.workflow.exchange import exchange
from bauta.workflow.release_folder import ReleaseFolder, checked_place

FILES = 6


def write_manifests(folder: ReleaseFolder) -> None:
    own = {"files": {f"tables/{i}.csv": "" for i in range(FILES)}}
    (folder.release / "manifest.json").write_text(json.dumps(own))
    (folder.custodian / "manifest.json").write_text(
        json.dumps({"custodian_files": [f"{i}.json" for i in range(FILES)]})
    )


def write(folder: ReleaseFolder, text: str) -> None:
    """A release of several files, all of which say the same, and the manifests that list them."""
    write_manifests(folder)
    (folder.release / "tables").mkdir()
    for i in range(FILES):
        (folder.release / "tables" / f"{i}.csv").write_text(text)
        (folder.custodian / f"{i}.json").write_text(text)


def released(out: Path, text: str, *, replace: bool = False) -> Path:
    with ReleaseFolder(out, replace=replace) as folder:
        write(folder, text)
        folder.commit()
    return out


def content(out: Path) -> set[str]:
    """What the files of a whole release say; the test fails if it is not whole."""
    names = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    expected = {"release/manifest.json", "custodian/manifest.json"}
    expected |= {f"release/tables/{i}.csv" for i in range(FILES)} | {f"custodian/{i}.json" for i in range(FILES)}
    assert names == expected
    return {(out / name).read_text() for name in names if not name.endswith("manifest.json")}


def others(out: Path) -> list[str]:
    return sorted(path.name for path in out.parent.iterdir() if path != out)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "parent").mkdir()
    return tmp_path / "parent" / "out"


@pytest.fixture
def umask() -> Iterator[Callable[[int], None]]:
    before = os.umask(0o022)

    def change(mask: int) -> None:
        os.umask(mask)

    yield change
    os.umask(before)


# ---- what is written -------------------------------------------------------------------------------------------


def test_a_release_appears_when_it_is_committed_and_not_before(out: Path) -> None:
    with ReleaseFolder(out, replace=False) as folder:
        write(folder, "new")
        assert not out.exists()
        assert folder.release.parent.parent == out.parent
        assert folder.release.parent.name.startswith(".out-")
        folder.commit()
        assert content(out) == {"new"}
    assert others(out) == []


def test_an_empty_folder_is_filled(out: Path) -> None:
    out.mkdir()
    assert content(released(out, "new")) == {"new"}


def test_without_commit_nothing_remains(out: Path) -> None:
    with ReleaseFolder(out, replace=False) as folder:
        write(folder, "new")
    assert os.listdir(out.parent) == []


def test_an_error_leaves_the_earlier_release(out: Path) -> None:
    def failing() -> None:
        with ReleaseFolder(out, replace=True) as folder:
            write(folder, "new")
            raise ZeroDivisionError

    released(out, "old")
    with pytest.raises(ZeroDivisionError):
        failing()
    assert content(out) == {"old"}
    assert others(out) == []


def test_an_earlier_release_is_replaced(out: Path) -> None:
    released(out, "old")
    assert content(released(out, "new", replace=True)) == {"new"}
    assert others(out) == []


def test_nothing_can_be_written_after_commit(out: Path) -> None:
    with ReleaseFolder(out, replace=False) as folder:
        write(folder, "new")
        folder.commit()
        with pytest.raises(RuntimeError):
            folder.commit()


def test_a_name_of_any_length_and_in_any_letters_will_do(out: Path) -> None:
    for name in ("x" * 255, "ü" * 127, "out [1] *", ".hidden", "-"):
        assert content(released(out.parent / name, "new")) == {"new"}


def test_a_folder_may_be_named_from_where_one_is(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(out.parent)
    with ReleaseFolder(Path("out"), replace=False) as folder:
        monkeypatch.chdir("/")
        write(folder, "new")
        folder.commit()
    assert content(out) == {"new"}


# ---- who may read it -------------------------------------------------------------------------------------------


def modes(out: Path) -> dict[str, int]:
    found = {"": stat.S_IMODE(out.stat().st_mode)}
    return found | {str(path.relative_to(out)): stat.S_IMODE(path.stat().st_mode) for path in out.rglob("*")}


@pytest.mark.parametrize(("mask", "folder_mode", "file_mode"), [(0o022, 0o755, 0o644), (0o077, 0o700, 0o600),
                                                                (0o000, 0o755, 0o644)])  # fmt: skip
def test_the_custodian_s_part_is_for_its_owner_only_whatever_the_settings(
    mask: int, folder_mode: int, file_mode: int, out: Path, umask: Callable[[int], None]
) -> None:
    umask(mask)
    found = modes(released(out, "new"))
    assert found[""] == found["release"] == found["release/tables"] == folder_mode
    assert found["release/manifest.json"] == found["release/tables/0.csv"] == file_mode
    assert found["custodian"] == 0o700
    assert {found[f"custodian/{i}.json"] for i in range(FILES)} == {0o600}


def test_while_it_is_written_everything_is_for_its_owner_only(out: Path, umask: Callable[[int], None]) -> None:
    umask(0o000)
    with ReleaseFolder(out, replace=False) as folder:
        write(folder, "new")
        assert {mode & 0o077 for mode in modes(folder.release.parent).values()} == {0}
    assert os.umask(0) == 0


# ---- where it must not be written ------------------------------------------------------------------------------


def refused(
    out: Path, error: type[BautaError], why: str | None = None, *, replace: bool = False, **facts: object
) -> None:
    with pytest.raises(error, match=why), ReleaseFolder(out, replace=replace, **facts):  # type: ignore[arg-type]
        pytest.fail("it let us in")


def test_a_folder_with_something_in_it_is_refused(out: Path) -> None:
    out.mkdir()
    (out / "thesis.tex").write_text("years of work")
    refused(out, FolderNotEmpty, "--force")
    refused(out, FolderNotARelease, "left alone", replace=True)
    assert (out / "thesis.tex").read_text() == "years of work"
    assert others(out) == []


def test_a_release_somebody_put_something_beside_is_left_alone(out: Path) -> None:
    released(out, "old")
    refused(out, FolderNotEmpty)
    (out / "notes.txt").write_text("mine")
    refused(out, FolderNotARelease, replace=True)
    assert (out / "notes.txt").exists()


@pytest.mark.parametrize(
    "name", ["release/my_notes.txt", "custodian/thesis.tex", "release/tables/extra.csv", "custodian/a/b"]
)
def test_a_release_somebody_put_something_into_is_left_alone(name: str, out: Path) -> None:
    released(out, "old")
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).write_text("years of work")
    refused(out, FolderNotARelease, f"did not write .{name}", replace=True)
    assert (out / name).read_text() == "years of work"
    (out / name).unlink()
    released(out, "new", replace=True)


@pytest.mark.parametrize("missing", ["release/manifest.json", "custodian", "custodian/manifest.json"])
def test_what_only_resembles_a_release_is_left_alone(missing: str, out: Path) -> None:
    released(out, "old")
    (out / missing).rename(out.parent / "moved")
    refused(out, FolderNotARelease, replace=True)


def test_a_file_is_refused(out: Path) -> None:
    out.write_text("precious")
    refused(out, OutputFailed, "is a file")
    refused(out, OutputFailed, "is a file", replace=True)
    assert out.read_text() == "precious"


def test_a_link_is_refused(out: Path, tmp_path: Path) -> None:
    real = released(tmp_path / "real", "old")
    for target in (real, tmp_path / "nowhere", out):
        out.symlink_to(target)
        refused(out, OutputFailed, "is a link", replace=True)
        out.unlink()
    assert content(real) == {"old"}


def test_a_release_whose_parts_are_links_is_left_alone(out: Path, tmp_path: Path) -> None:
    real = released(tmp_path / "real", "old")
    out.mkdir()
    for part in ("release", "custodian"):
        (out / part).symlink_to(real / part)
    refused(out, FolderNotARelease, replace=True)


def test_a_place_that_is_not_there_is_refused(out: Path) -> None:
    refused(out / "deep" / "down", OutputFailed, "there is no folder")
    refused(Path("zero\x00byte"), OutputFailed, "not the name of a folder")
    refused(out.parent / ("x" * 300), OutputFailed, "too long")
    refused(Path("/"), OutputFailed, "disk of its own")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_that_is_closed_to_us_is_refused(out: Path) -> None:
    out.parent.chmod(0o500)
    refused(out, OutputFailed, "may not write")


def test_a_disk_that_takes_no_writing_is_refused() -> None:
    refused(Path("/proc/bauta-out"), OutputFailed)


def test_data_in_the_folder_to_be_replaced_is_refused(out: Path, tmp_path: Path) -> None:
    released(out, "old")
    data = out / "release" / "tables" / "0.csv"
    link_to_it, link_in_it = tmp_path / "link.csv", out / "release" / "link.csv"
    link_to_it.symlink_to(data)
    link_in_it.symlink_to(tmp_path / "elsewhere.csv")
    for path in (data, link_to_it, link_in_it, out / "release" / ".." / "release" / "tables" / "0.csv"):
        refused(out, InputInsideOutput, "would be replaced", replace=True, inputs=[path])
    assert data.exists()


def test_data_beside_the_folder_is_fine(out: Path) -> None:
    (out.parent / "data.csv").write_text("x")
    with ReleaseFolder(out, replace=True, inputs=[out.parent / "data.csv", Path("gone.csv")]) as folder:
        write(folder, "new")
        folder.commit()
    assert others(out) == ["data.csv"]


def test_a_folder_can_be_checked_before_any_work(out: Path) -> None:
    assert checked_place(out, replace=False) == out
    assert not out.exists()


def test_a_folder_filled_in_the_meantime_is_left_alone(out: Path) -> None:
    with ReleaseFolder(out, replace=False) as folder:
        write(folder, "new")
        released(out, "faster")
        with pytest.raises(FolderNotEmpty):
            folder.commit()
    assert content(out) == {"faster"}
    assert others(out) == []


def test_a_full_disk_leaves_the_earlier_release(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    released(out, "old")
    monkeypatch.setattr(module.os, "fsync", full)
    with pytest.raises(DiskFull):
        released(out, "new", replace=True)
    assert content(out) == {"old"}
    assert others(out) == []


# ---- folders left behind ---------------------------------------------------------------------------------------


def test_a_folder_that_is_still_written_is_not_taken_for_one_left_behind(out: Path) -> None:
    with ReleaseFolder(out, replace=False) as slow:
        write(slow, "slow")
        released(out.parent / "out", "fast")
        assert content(slow.release.parent) == {"slow"}


def test_only_folders_of_its_own_making_are_removed(out: Path) -> None:
    (out.parent / ".out-abcdefgh").mkdir()
    (out.parent / ".out-abcdefgh" / "thesis.tex").write_text("years of work")
    (out.parent / ".out-of-office").mkdir()
    (out.parent / ".outer-abcdefgh").mkdir()
    released(out, "new")
    assert others(out) == [".out-abcdefgh", ".out-of-office", ".outer-abcdefgh"]


# ---- where folders cannot change places ------------------------------------------------------------------------


@pytest.fixture
def no_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "exchange", lambda one, other: False)


@pytest.mark.usefixtures("no_exchange")
def test_without_exchange_an_earlier_release_is_replaced_too(out: Path) -> None:
    released(out, "old")
    assert content(released(out, "new", replace=True)) == {"new"}
    assert others(out) == []


@pytest.mark.usefixtures("no_exchange")
def test_without_exchange_an_error_puts_the_earlier_release_back(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    released(out, "old")
    real, calls = os.rename, []

    def second_fails(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) == 2:
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr(module.os, "rename", second_fails)
    with pytest.raises(OutputFailed, match="permission"):
        released(out, "new", replace=True)
    assert content(out) == {"old"}


def test_an_earlier_release_that_waits_aside_is_put_back_by_the_next_run(out: Path) -> None:
    released(out, "old").rename(out.parent / ".out-earlier")
    refused(out, FolderNotEmpty)
    assert content(out) == {"old"}
    assert others(out) == []


def test_an_earlier_release_whose_successor_is_there_is_removed_by_the_next_run(out: Path) -> None:
    released(out, "old").rename(out.parent / ".out-earlier")
    (out.parent / "another").mkdir()
    released(out.parent / "another" / "out", "new").rename(out)
    (out.parent / "another").rmdir()
    assert content(released(out, "newer", replace=True)) == {"newer"}
    assert others(out) == []


def test_two_folders_change_places(tmp_path: Path) -> None:
    (tmp_path / "a" / "one").mkdir(parents=True)
    (tmp_path / "b" / "two").mkdir(parents=True)
    if not exchange(tmp_path / "a", tmp_path / "b"):
        pytest.skip("needs a disk on which two folders can change places")
    assert os.listdir(tmp_path / "a") == ["two"]
    assert os.listdir(tmp_path / "b") == ["one"]
    with pytest.raises(FileNotFoundError):
        exchange(tmp_path / "a", tmp_path / "nowhere")


# ---- stopped at any moment -------------------------------------------------------------------------------------

WRITER = f"""
import json, os, signal, sys
from pathlib import Path
out, kind, moment = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
from bauta.workflow import release_folder
import bauta.workflow.exchange, ctypes, fcntl, shutil, tempfile
if "no exchange" in sys.argv:
    release_folder.exchange = lambda one, other: False
met = 0
def count(event, _):
    '''Python tells of every file it opens, makes, renames, changes or removes before it does so.'''
    global met
    if event.split(".")[0] in ("open", "os", "shutil", "tempfile", "ctypes", "fcntl"):
        met += 1
        if met == moment:
            os.kill(os.getpid(), kind)
sys.addaudithook(count)
with release_folder.ReleaseFolder(out, replace=True) as folder:
    own = {{"files": {{f"tables/{{i}}.csv": "" for i in range({FILES})}}}}
    (folder.release / "manifest.json").write_text(json.dumps(own))
    own = {{"custodian_files": [f"{{i}}.json" for i in range({FILES})]}}
    (folder.custodian / "manifest.json").write_text(json.dumps(own))
    (folder.release / "tables").mkdir()
    for i in range({FILES}):
        (folder.release / "tables" / f"{{i}}.csv").write_text("new")
        (folder.custodian / f"{{i}}.json").write_text("new")
    folder.commit()
print(met)
"""


def run(out: Path, kind: int, moment: int, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(WRITER), str(out), str(kind), str(moment), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def stopped_at_every_moment(tmp_path: Path, kind: int, *options: str, every: int = 1) -> Iterator[tuple[Path, int]]:
    """Folders with an earlier release, each after a run that was stopped at another moment."""

    def prepared(name: str) -> Path:
        (tmp_path / name).mkdir()
        return released(tmp_path / name / "out", "old")

    moments = int(run(prepared("all"), kind, 0, *options).stdout)
    assert moments >= 60

    def stopped(moment: int) -> tuple[Path, int]:
        out = prepared(str(moment))
        return out, run(out, kind, moment, *options).returncode

    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(stopped, range(1, moments + 1, every))


def test_killed_at_any_moment_the_folder_holds_the_earlier_release_or_the_new_one_whole(tmp_path: Path) -> None:
    found = []
    for out, code in stopped_at_every_moment(tmp_path, signal.SIGKILL):
        assert code == -signal.SIGKILL
        found.append(content(out))
        assert content(released(out, "newer", replace=True)) == {"newer"}
        assert others(out) == []  # the next run removed what the killed one left behind
    assert len(found) >= 60
    assert found.count({"old"}) > 10
    assert found.count({"new"}) > 10
    assert found.count({"old"}) + found.count({"new"}) == len(found)
    assert found == sorted(found, key=lambda texts: texts == {"new"})  # and once it is there, it stays


def test_killed_at_any_moment_a_first_release_is_there_or_not(tmp_path: Path) -> None:
    for moment in range(1, 60, 4):
        out = tmp_path / str(moment) / "out"
        out.parent.mkdir()
        assert run(out, signal.SIGKILL, moment).returncode == -signal.SIGKILL
        assert not out.exists() or content(out) == {"new"}


def test_killed_at_any_moment_without_exchange_the_next_run_has_a_release_before_it(tmp_path: Path) -> None:
    for out, _ in stopped_at_every_moment(tmp_path, signal.SIGKILL, "no exchange", every=2):
        refused(out, FolderNotEmpty)
        assert content(out) in ({"old"}, {"new"})


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopped_at_any_moment_nothing_is_left_aside(kind: int, tmp_path: Path) -> None:
    before = signal.getsignal(kind)
    codes = set()
    for out, code in stopped_at_every_moment(tmp_path, kind, every=2):
        assert content(out) in ({"old"}, {"new"})
        assert others(out) == []
        codes.add(code)
    assert codes <= {-kind, 128 + kind}
    assert signal.getsignal(kind) == before
