"""`bauta deidentify` stopped at any moment: the folder holds the earlier release or the new one, whole."""

import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")

SMALL = "name,sex,age\n" + "".join(f"Person {i},{'FM'[i % 2]},{20 + i % 40}\n" for i in range(400))
LARGE = "name,sex,age\n" + "".join(f"Person {i},{'FM'[i % 2]},{20 + i % 40}\n" for i in range(60_000))


def command(data: Path, out: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "bauta", "deidentify", str(data), "--qi", "sex,age", "--out", str(out), *options]


def whole(out: Path) -> str:
    """The one hash that stands for a release, which must be complete and as its manifest says."""
    assert sorted(path.name for path in out.iterdir()) == ["custodian", "release"]
    manifest = json.loads((out / "release" / "manifest.json").read_text(encoding="utf-8"))
    private = json.loads((out / "custodian" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["files"] == private["files"]
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((out / "release" / name).read_bytes()).hexdigest() == digest
    json.loads((out / "custodian" / "results.json").read_text(encoding="utf-8"))
    json.loads((out / "custodian" / "plan" / "plan.json").read_text(encoding="utf-8"))
    return str(manifest["files"]["data.csv"])


@pytest.fixture(scope="module")
def released(tmp_path_factory) -> tuple[Path, float]:
    """A folder with data and a release of it, and how long making it again takes."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "data.csv").write_text(SMALL, encoding="utf-8")
    subprocess.run(command(folder / "data.csv", folder / "out"), check=True, capture_output=True, timeout=120)
    started = time.monotonic()
    subprocess.run(
        command(folder / "data.csv", folder / "out", "--force"), check=True, capture_output=True, timeout=120
    )
    return folder, time.monotonic() - started


def stop(folder: Path, delay: float, number: signal.Signals) -> tuple[int, str]:
    environment = {**os.environ, "TMPDIR": str(folder / "tmp")}
    (folder / "tmp").mkdir(exist_ok=True)
    process = subprocess.Popen(
        command(folder / "data.csv", folder / "out", "--force"),
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(delay)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    return process.returncode, said


def test_killed_at_many_moments_the_folder_holds_one_whole_release(released):
    folder, seconds = released
    chance = random.Random(11)
    kept = changed = 0
    for _ in range(14):
        before = whole(folder / "out")
        stop(folder, chance.uniform(0.3, 1.05) * seconds, signal.SIGKILL)
        after = whole(folder / "out")
        kept, changed = kept + (after == before), changed + (after != before)
    assert kept + changed == 14
    assert kept
    subprocess.run(command(folder / "data.csv", folder / "out", "--force"), check=True, capture_output=True, timeout=60)
    assert sorted(path.name for path in folder.iterdir() if path.name != "tmp") == ["data.csv", "out"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_it_leaves_nothing_beside_the_release(number, released):
    folder, seconds = released
    chance = random.Random(12 + number)
    stopped = 0
    for path in (folder / "tmp").glob("*"):  # what was killed could not tidy up
        path.rmdir()
    for _ in range(7):
        before = whole(folder / "out")
        code, said = stop(folder, chance.uniform(0.4, 1.0) * seconds, number)
        after = whole(folder / "out")
        assert code in (0, 130, -signal.SIGINT)  # Python ends by the signal itself if it came amid an import
        assert "Traceback" not in said
        assert code == 0 or after == before or "Stopped" in said
        assert sorted(path.name for path in folder.iterdir() if path.name != "tmp") == ["data.csv", "out"]
        assert list((folder / "tmp").iterdir()) == []
        stopped += code != 0
        if code == 0:  # the machine is less busy than when it was timed
            seconds *= 0.7
    assert stopped


def test_no_earlier_release_means_none_at_all(tmp_path):
    (tmp_path / "data.csv").write_text(SMALL, encoding="utf-8")
    for delay in (0.6, 1.0, 1.3):
        code, _ = stop(tmp_path, delay, signal.SIGTERM)
        left = sorted(path.name for path in tmp_path.iterdir() if path.name != "tmp")
        if "out" in left:  # it came too late: the release was in place already
            whole(tmp_path / "out")
            break
        assert code
        assert left == ["data.csv"]


@pytest.mark.parametrize("release_format", ["csv", "parquet", "sav"])
def test_a_full_disk_is_one_sentence_and_leaves_the_earlier_release(release_format, released, tmp_path):
    """No file may grow beyond 40 kB, which the system reports much like a full disk."""
    shutil.copytree(released[0] / "out", tmp_path / "out")
    before = whole(tmp_path / "out")
    (tmp_path / "data.csv").write_text(LARGE, encoding="utf-8")

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))

    ended = subprocess.run(
        command(tmp_path / "data.csv", tmp_path / "out", "--force", "--format", release_format),
        preexec_fn=limit, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("bauta: ")
    assert ended.stderr.count("\n") == 1
    assert whole(tmp_path / "out") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "out"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_disk_that_is_really_full_leaves_the_earlier_release(released, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount a small disk")
    try:
        shutil.copytree(released[0] / "out", disk / "out")
        before = whole(disk / "out")
        (tmp_path / "data.csv").write_text(LARGE, encoding="utf-8")
        ended = subprocess.run(
            command(tmp_path / "data.csv", disk / "out", "--force"),
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert ended.returncode == 2
        assert "The disk is full" in ended.stderr
        assert whole(disk / "out") == before
        assert [path.name for path in disk.iterdir()] == ["out"]
    finally:
        subprocess.run(["umount", str(disk)], check=False)
