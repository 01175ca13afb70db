"""Marked values go through every command; none may come out in logs, errors, terminal, JSON, study files or reports."""

import io
import itertools
import json
import logging
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import bauta
from bauta.errors import BautaError

MARK = "QXZ7"
"""Part of every cell; no word, number or file name of ours contains it."""
COLUMNS = ("name", "mrn", "email", "birth_date", "zip", "sex", "notes", "diagnosis", "lab")


def rows(n: int = 60) -> list[list[str]]:
    return [
        [
            f"Ann {MARK}{i}",
            f"{MARK}{i:06d}",
            f"p{MARK}{i}@example.org",
            f"19{MARK}{i % 40:02d}",
            f"{MARK}{i % 7:05d}",
            f"{MARK}F" if i % 2 else f"{MARK}M",
            f"Seen by Dr {MARK} on ward {i}, family of {MARK} informed, doing well today",
            f"{MARK}.{i % 5}",
            f"{MARK}{i / 7:.3f}",
        ]
        for i in range(n)
    ]


def write(path: Path, content: list[list[str]], separator: str = ",") -> Path:
    lines = [separator.join(COLUMNS)] + [separator.join(f'"{cell}"' for cell in row) for row in content]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path):
    return write(tmp_path / "data.csv", rows())


def outputs(folder: Path) -> str:
    """Everything a command left in the folder except data: manifests, results and dictionaries of releases too."""
    return "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".yaml", ".html", ".json", ".log"} or path.name == "dictionary.csv"
    )


def run(*arguments: object, cwd: Path, debug: bool = False) -> subprocess.CompletedProcess:
    environment = {key: value for key, value in os.environ.items() if key != "BAUTA_DEBUG"}
    program = [sys.executable, "-X", "dev", "-W", "always", "-m", "bauta", *map(str, arguments)]
    return subprocess.run(program, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=60)


QI = ("--qi", "birth_date,zip,sex")
OUT = ("--out", "out", "--suppression-limit", "0.9", "--k", "3")

IN_CONTEXT = """\
data: {path: data.csv}
variables: {birth_date: {role: quasi_identifier}, zip: {role: quasi_identifier}, sex: {role: quasi_identifier}}
context:
  sharing: by-request
  membership: {whole_population: no, findable: no, self_revealed: yes}
  attacks: {deliberate: {probability: 0.3, source: say}, inadvertent: {prevalence: 0.01}}
"""

COMMANDS = {
    "profile": ["profile", "data.csv", "-o", "study.yaml"],
    "profile as JSON": ["profile", "data.csv", "--json"],
    "assess with suggested roles": ["assess", "data.csv"],
    "assess with everything": [
        "assess", "data.csv", *QI, "--sensitive", "diagnosis,lab", "--person-key", "mrn", "--population", "data.csv",
        "--report", "report.html",
    ],
    "assess as JSON": ["assess", "data.csv", *QI, "--sensitive", "diagnosis,notes", "--json"],
    "assess with wildcards": ["assess", "data.csv", *QI, "--missing", "wildcard"],
    "assess with every column": ["assess", "data.csv", "--qi", ",".join(COLUMNS), "--report", "report.html"],
    "context": ["context", "context.yaml", "--measure", "--report", "report.html"],
    "a release in context": ["deidentify", "context.yaml", "--out", "out", "--suppression-limit", "0.9"],
    "answers that are data": ["context", "context.yaml", "--answers", "data.csv"],
    "two analysts": ["agree", "context.yaml", "context.yaml"],
    "wrong separator": ["assess", "data.csv", "--delimiter", ";", "--qi", "zip"],
    "wrong quotation mark": ["assess", "data.csv", "--quote", "'", *QI],
    "no header": ["assess", "data.csv", "--no-header"],
    "wrong encoding": ["assess", "data.csv", "--encoding", "utf-16", *QI],
    "ragged": ["assess", "ragged.csv", *QI],
    "ragged profile": ["profile", "ragged.csv"],
    "open quote": ["assess", "open.csv", *QI],
    "not utf-8": ["assess", "latin.csv", "--encoding", "utf-8", *QI],
    "values as header": ["assess", "headless.csv"],
    "population with other people": ["assess", "data.csv", *QI, "--population", "others.csv"],
    "population too small": ["assess", "twice.csv", *QI, "--population", "data.csv"],
    "population counts that are not numbers": [
        "assess", "data.csv", *QI, "--population", "data.csv", "--population-count", "lab",
    ],
    "a study that holds data": ["assess", "data.yaml"],
    "a key that is missing": ["assess", "gaps.csv", *QI, "--person-key", "mrn"],
    "a workbook that is none": ["assess", "data.xlsx"],
    "a database that is none": ["assess", "data.db"],
    "a SAS file that is none": ["assess", "data.xpt"],
    "deidentify": ["deidentify", "data.csv", *QI, *OUT, "--report", "report.html"],
    "deidentify as JSON": ["deidentify", "data.csv", *QI, *OUT, "--person-key", "mrn", "--json"],
    "deidentify with suggested roles": ["deidentify", "data.csv", *OUT],
    "deidentify by cells": ["deidentify", "data.csv", *QI, *OUT, "--suppression", "cells", "--report", "report.html"],
    "deidentify with a population": [
        "deidentify", "data.csv", *QI, *OUT, "--population", "data.csv", "--suppression", "quasi-identifiers",
    ],
    "deidentify by a study": ["deidentify", "masks.yaml", *OUT, "--report", "report.html"],
    "deidentify with other people": ["deidentify", "data.csv", *QI, *OUT, "--population", "others.csv"],
    "a threshold nobody can meet": ["deidentify", "data.csv", *QI, *OUT, "--k", "61"],
    "a hierarchy without the values": ["deidentify", "data.csv", "--qi", "sex", *OUT, "--hierarchies", "levels"],
    "dates that are none": ["deidentify", "shift.yaml", *OUT],
    "numbers that are none": ["deidentify", "noise.yaml", *OUT],
    "a format too narrow": ["deidentify", "long.csv", "--qi", "sex", *OUT, "--format", "xpt"],
    "check": ["check", "data.csv", "--report", "report.html"],
    "check as JSON": ["check", "data.csv", "--standard", "limited-data-set", "--json"],
    "deidentify by a standard": [
        "deidentify", "data.csv", "--standard", "safe-harbor", *OUT[:2], "--report", "report.html",
    ],
    "deidentify by a standard and a study": [
        "deidentify", "masks.yaml", "--standard", "limited-data-set", *OUT[:2], "--json",
    ],
    "explore": ["explore", "data.csv", *QI, "--report", "report.html"],
    "explore as JSON": ["explore", "data.csv", *QI, "--json"],
    "policies": [
        "policies", "ages.csv", "--qi", "age,zip,sex", "--population", "ages.csv", "--report", "report.html",
        "--overlay", "5 Year", "--overlay", "zip=1",
    ],
    "policies as JSON": ["policies", "ages.csv", "--qi", "age,zip,sex", "--population", "others.csv", "--json"],
    "evaluate-estimators": ["evaluate-estimators", "data.csv", *QI, "--samples", "2", "--report", "report.html"],
    "evaluate-estimators as JSON": ["evaluate-estimators", "data.csv", *QI, "--samples", "2", "--json"],
    "link": ["link", "data.csv", "data.csv", "--on", "birth_date,zip,sex", "--person-key", "mrn"],
    "link as JSON": ["link", "data.csv", "twice.csv", "--on", "zip,sex", "--json"],
    "link what cannot be compared": ["link", "data.csv", "others.csv", "--on", "zip,sex"],
    "link a release": ["link", "earlier", "data.csv", "--on", "sex"],
    "hierarchy": ["hierarchy", "data.csv", "zip"],
    "run": ["run", "steps.yaml", "--out", "out"],
    "run as JSON": ["run", "steps.yaml", "--json"],
    "run that asks": ["run", "masks.yaml"],
    "compare": ["compare", "masks.yaml", "earlier", "--report", "report.html"],
    "compare as JSON": ["compare", "masks.yaml", "earlier", "--json"],
    "compare with models of values": ["compare", "models.yaml", "earlier"],
    "diagnose": ["diagnose", "masks.yaml", "earlier", "--report", "report.html"],
    "diagnose as JSON": ["diagnose", "masks.yaml", "earlier", "--json"],
    "apply": ["apply", "earlier", "data.csv", *OUT[:2], "--report", "report.html"],
    "apply to other values": ["apply", "earlier", "others.csv", *OUT[:2]],
    "apply what is no plan": ["apply", "levels", "data.csv", *OUT[:2]],
}  # fmt: skip

RELEASES = (
    "deidentify", "deidentify as JSON", "deidentify with suggested roles", "deidentify by cells",
    "deidentify with a population", "deidentify by a study", "check", "check as JSON", "deidentify by a standard",
    "deidentify by a standard and a study", "explore", "explore as JSON", "apply", "policies", "link", "link as JSON",
    "link a release",
    "evaluate-estimators", "evaluate-estimators as JSON", "compare", "compare as JSON",
    "compare with models of values", "diagnose", "diagnose as JSON",
)  # fmt: skip
"""Commands that must not end in a mistake: then nothing would be shown of what could be."""

STEPS = """
  notes: {role: direct_identifier, mask: remove}
  lab: {role: sensitive}
context:
  sharing: by-request
  membership: {whole_population: false, findable: true, self_revealed: false}
  attacks:
    deliberate: {probability: 0.3, source: agreed}
    inadvertent: {prevalence: 0.01, source: survey}
  threshold: {table: precedents, entry: "3"}
utility: {needs: counts}
deidentify: {suppression_limit: 0.9}
standards: [safe-harbor, limited-data-set]
"""
MASKS = """
data: {path: data.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: {kind: pseudonym}}
  name: {role: direct_identifier, mask: replace}
  email: {role: direct_identifier, mask: {kind: redact}}
  birth_date: {role: quasi_identifier}
  zip: {role: quasi_identifier, hierarchy: postal_codes}
  sex: {role: quasi_identifier}
  diagnosis: {role: sensitive}
"""
MODELS = """utility:
  analyses:
    - {name: values that are no numbers, model: linear, outcome: diagnosis, terms: [zip]}
    - {name: every value somebody's own, model: logistic, outcome: diagnosis, event_value: x, terms: [birth_date]}
    - {name: not in the release, model: linear, outcome: sex, terms: [mrn]}
"""
ONE = "data: {{path: data.csv}}\nvariables: {{sex: {{role: quasi_identifier}}, {}}}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_shows_no_value(name, data, tmp_path):
    command, content = COMMANDS[name], rows()
    text = data.read_text(encoding="utf-8")
    (tmp_path / "ragged.csv").write_text(text + f'"{MARK}","{MARK}"\n', encoding="utf-8")
    (tmp_path / "open.csv").write_text(text + f'"{MARK}\n' + text, encoding="utf-8")
    (tmp_path / "latin.csv").write_bytes(text.replace("Ann", "Zoë").encode("latin-1"))
    (tmp_path / "headless.csv").write_text(f"{MARK},1959-01-02\n{MARK},1960-02-03\n", encoding="utf-8")
    write(tmp_path / "others.csv", [[f"{cell}X" for cell in row] for row in content])
    write(tmp_path / "twice.csv", content + content)
    ages = "".join(f"{20 + i % 70},{MARK}{i % 7},{MARK}{'F' if i % 2 else 'M'}\n" for i in range(60))
    (tmp_path / "ages.csv").write_text(f"age,zip,sex\n{ages}", encoding="utf-8")
    write(tmp_path / "gaps.csv", [[*row[:1], "", *row[2:]] for row in content])
    for ending in ("yaml", "xlsx", "db", "xpt"):
        (tmp_path / f"data.{ending}").write_text(text, encoding="utf-8")
    (tmp_path / "data.yaml").write_text(f"data: {MARK}\nvariables: [{MARK}]\nmissing: {MARK}\n", encoding="utf-8")

    (tmp_path / "masks.yaml").write_text(MASKS, encoding="utf-8")
    (tmp_path / "context.yaml").write_text(IN_CONTEXT, encoding="utf-8")
    (tmp_path / "shift.yaml").write_text(ONE.format("birth_date: {role: other, shift: true}"), encoding="utf-8")
    (tmp_path / "noise.yaml").write_text(ONE.format("lab: {role: other, noise: {bound: 1}}"), encoding="utf-8")
    write(tmp_path / "long.csv", [[*row[:6], MARK * 20_000, *row[7:]] for row in content])
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "sex.csv").write_text(f"{MARK};*\n{MARK}X;*\n", encoding="utf-8")
    (tmp_path / "steps.yaml").write_text(MASKS + STEPS, encoding="utf-8")
    (tmp_path / "models.yaml").write_text(MASKS + MODELS, encoding="utf-8")
    if command[0] in {"compare", "diagnose"}:
        assert run("deidentify", "masks.yaml", *OUT[2:], "--out", "earlier", cwd=tmp_path).returncode == 0
    if command[0] == "apply" or name == "link a release":
        assert run("deidentify", "data.csv", *QI, *OUT[2:], "--out", "earlier", cwd=tmp_path).returncode == 0

    ended = run(*command, cwd=tmp_path)
    (tmp_path / "data.yaml").unlink()
    everything = ended.stdout + ended.stderr + outputs(tmp_path)
    expected = (4,) if command[0] == "run" else (0,) if name in RELEASES else (0, 2)
    assert ended.returncode in expected, ended.stderr
    assert name != "run" or "Is the release accepted?" in ended.stdout
    assert "Traceback" not in everything
    assert MARK.lower() not in everything.lower()


def test_the_commands_that_should_work_do(data, tmp_path):
    for name in ("profile", "assess with everything"):
        assert run(*COMMANDS[name], cwd=tmp_path).returncode == 0
    study = (tmp_path / "study.yaml").read_text(encoding="utf-8")
    assert "birth_date" in study
    assert run("assess", "study.yaml", "--json", cwd=tmp_path).returncode == 0


def test_python_results_show_no_value(data):
    result = bauta.assess(data, ["birth_date", "zip", "sex"], sensitive=["diagnosis"])
    profile = bauta.profile(data)
    shown = [repr(result), str(result), result._repr_html_(), json.dumps(result.to_dict())]
    shown += [repr(profile), str(profile), profile._repr_html_(), json.dumps(profile.to_dict())]
    shown += [repr(result.assessment), repr(profile.profile)]
    assert not [text for text in shown if MARK in text]


def test_errors_logs_and_warnings_of_the_library_show_no_value(data, tmp_path):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.DEBUG)
    (tmp_path / "ragged.csv").write_text(data.read_text() + f"{MARK}\n", encoding="utf-8")
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            bauta.assess(data, ["zip"], sensitive=["lab"])
            with pytest.raises(BautaError) as error:
                bauta.assess(tmp_path / "ragged.csv", ["zip"])
    finally:
        logging.getLogger().removeHandler(handler)
        logging.getLogger().setLevel(logging.WARNING)
    chain = []
    current: BaseException | None = error.value
    while current is not None:
        chain.append(str(current))
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    assert MARK not in stream.getvalue() + "".join(chain) + "".join(str(w.message) for w in caught)


def test_no_copy_of_the_data_is_left_behind(tmp_path, monkeypatch):
    private = tmp_path / "tmp"
    private.mkdir()
    path = tmp_path / "latin.csv"
    path.write_bytes("name,zip\nZoë,02139\nJosé,02140\n".encode("latin-1"))
    environment = {**os.environ, "TMPDIR": str(private)}
    for arguments in (["assess", "latin.csv", "--qi", "zip"], ["assess", "latin.csv", "--qi", "none"]):
        program = [sys.executable, "-m", "bauta", *arguments]
        subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60)
        assert list(private.iterdir()) == []


def test_the_mark_would_be_found():
    cells = itertools.chain.from_iterable(rows())
    assert all(MARK in cell for cell in cells)
