"""Every command and every piece of Python shown in README.md and docs/ is run, and prints what is shown.

In a page,

    ```console      `$ command` lines are run in one folder per page; what follows must be their output
    ```python       >>> examples, run in one namespace per page, in the same folder
    <!-- file: x --> before a block writes the block to the file x first

are the only kinds of code, beside ```text for drawings. A line `...` in an output stands for any lines.
To accept changed outputs:  UPDATE_DOCS=1 pytest tests/docs   and read the diff.
"""

import difflib
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"(?P<file><!-- file: (?P<name>\S+) -->\n)?```(?P<language>\w*)\n(?P<body>.*?)^```$", re.S | re.M)
KNOWN = {"console", "python", "text", "yaml", "csv"}
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "PYTHONIOENCODING": "utf-8",
}


def run(command: str, folder: Path) -> str:
    done = subprocess.run(
        command, shell=True, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60
    )
    text = done.stdout + done.stderr
    return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n")) + "\n" if text.strip() else ""


def matches(expected: str, actual: str) -> bool:
    pattern = "".join(
        "(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in expected.rstrip("\n").split("\n")
    )
    return re.fullmatch(pattern if expected.strip() else "", actual) is not None


def run_console(body: str, folder: Path) -> str:
    """Run the block's commands; returns the block as it should read, keeping outputs that match."""
    rewritten = []
    for part in re.split(r"^(?=\$ )", body, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        actual = run(command[2:], folder)
        if not matches(expected, actual):
            expected = excerpt(actual, expected)
        rewritten.append(command + "\n" + (expected if matches(expected, actual) else actual))
    return "".join(rewritten)


def excerpt(actual: str, expected: str) -> str:
    """The new output, left out where the page leaves the old one out: the lines most like those shown are shown."""
    if "...\n" not in expected:
        return actual
    lines, shown = actual.splitlines(), []
    at = 0
    for i, part in enumerate(re.split(r"^\.\.\.\n", expected, flags=re.M)):
        old = part.splitlines()
        if not old:
            shown.append("")
            continue
        starts = [0] if i == 0 else range(at, len(lines))
        windows = [(start, start + len(old) + more) for start in starts for more in (-1, 0, 1, 2, 3)]
        start, at = max(windows, key=lambda window: alike(lines[slice(*window)], old))
        shown.append("\n".join(lines[start:at]) + "\n")
    return "...\n".join(shown)


def alike(new: list[str], old: list[str]) -> float:
    return difflib.SequenceMatcher(None, "\n".join(new), "\n".join(old), autojunk=False).ratio()


def run_python(body: str, page: Path, namespace: dict) -> None:
    test = doctest.DocTestParser().get_doctest(body, namespace, page.name, str(page), 0)
    assert test.examples, "a python block without >>> runs nothing"
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    namespace.update(test.globs)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_is_what_happens(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    rewritten, namespace = text, {}
    for block in BLOCK.finditer(text):
        assert block["language"] in KNOWN, f"{page.name} has a block in {block['language'] or 'no language'}"
        if block["file"]:
            (tmp_path / block["name"]).write_text(block["body"], encoding="utf-8")
        elif block["language"] == "console":
            actual = run_console(block["body"], tmp_path)
            rewritten = rewritten.replace(block["body"], actual)
        elif block["language"] == "python":
            run_python(block["body"], page, namespace)
        else:
            assert block["language"] == "text", f"{page.name}: a {block['language']} block must name its file"
    if rewritten != text and os.environ.get("UPDATE_DOCS"):
        page.write_text(rewritten, encoding="utf-8")
    assert rewritten == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), target
