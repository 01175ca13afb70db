"""Levels of categories are people's values: what few people have comes out of no model, common levels do."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

MARK = "QXZ7"
STUDY = """
data: {path: data.csv}
variables:
  age: {role: quasi_identifier, type: integer}
  job: {role: other, type: category}
  note: {role: other}
  income: {role: sensitive, type: decimal}
  died: {role: sensitive}
thresholds: {tau: 10}
utility:
  analyses:
    - {name: income, model: linear, outcome: income, terms: [age, job]}
    - {name: notes, model: linear, outcome: income, terms: [note]}
    - {name: deaths, model: logistic, outcome: died, event_value: "yes", terms: [job]}
    - {name: deaths told wrongly, model: logistic, outcome: died, terms: [job]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    draw = random.Random(1)
    lines = ["age,job,note,income,died"]
    for i in range(300):
        job = f"{MARK}{i}" if i < 4 else f"{MARK}few" if i < 12 else draw.choice(["nurse", "clerk"])
        income = 98765.4321 if i == 0 else round(draw.gauss(3000, 400), 2)
        died = draw.choice(["yes", "no"]) if i % 30 else f"{MARK}?"
        lines.append(f"{draw.randint(20, 60)},{job},{MARK} {i},{income},{died}")
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    program = [sys.executable, "-m", "bauta", *arguments]
    done = subprocess.run(
        program, cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_rare_levels_are_in_no_output(folder):
    run(folder, "deidentify", "study.yaml", "--out", "out")
    shown = run(folder, "compare", "study.yaml", "out", "--report", "report.html")
    told = run(folder, "compare", "study.yaml", "out", "--json")
    shown += told + (folder / "report.html").read_text(encoding="utf-8")
    shown += run(folder, "diagnose", "study.yaml", "out") + run(folder, "diagnose", "study.yaml", "out", "--json")
    assert MARK.lower() not in shown.lower()
    models = {model["name"]: model for model in json.loads(told)["models"]}
    terms = [one["term"] for one in models["income"]["coefficients"]]
    assert any("nurse" in term and "clerk" in term for term in terms), "common levels are told"
    assert "more than 50 levels" in models["notes"]["note"]
    assert "`event_value` says which" in models["deaths told wrongly"]["note"]


def test_twelve_people_of_rare_levels_are_told_together_and_four_are_not(folder):
    run(folder, "deidentify", "study.yaml", "--out", "out")
    told = json.loads(run(folder, "compare", "study.yaml", "out", "--json"))
    terms = [one["term"] for one in told["models"][0]["coefficients"]]
    assert any("other levels" in term for term in terms)
    lines = (folder / "data.csv").read_text(encoding="utf-8").splitlines()
    (folder / "data.csv").write_text("\n".join([*lines[:5], *lines[13:]]) + "\n", encoding="utf-8")
    run(folder, "deidentify", "study.yaml", "--out", "out", "--force")
    told = json.loads(run(folder, "compare", "study.yaml", "out", "--json"))
    terms = [one["term"] for one in told["models"][0]["coefficients"]]
    assert not any("other levels" in term for term in terms), "a coefficient of four people tells of their incomes"
