"""A made-up ward, its study and its releases, for the commands of step 10."""

import random
from pathlib import Path

STUDY = """
bauta: "1"
title: Ward
data: {path: ward.csv}
variables:
  id: {role: direct_identifier, mask: {kind: remove}}
  age: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [5, 10, 20]}}
  sex: {role: quasi_identifier, type: category}
  ward: {role: sensitive, type: category}
  days: {role: other, type: integer}
  died: {role: sensitive, type: integer}
  pressure: {role: other, type: decimal}
EXTRA
utility:
  needs: Deaths by age and sex.
  largest_loss: 0.7
  analyses:
    - {name: Deaths, model: logistic, outcome: died, terms: [age, sex, ward]}
    - {name: Pressure, model: linear, outcome: pressure, terms: [age, sex]}
    - {name: Stay, model: poisson, outcome: days, terms: [age, sex]}
    - {name: Survival, model: cox, duration: days, event: died, event_value: "1", terms: [age, sex]}
"""
CONTEXT = """
sampling: {fraction: 0.1}
context:
  sharing: by-request
  membership: {whole_population: false, findable: false, self_revealed: false}
  attacks:
    deliberate: {probability: 0.2, source: an earlier assessment}
    inadvertent: {prevalence: 0.001, source: a registry}
"""


def rows(n: int = 400, seed: int = 5) -> list[list[str]]:
    """People whose deaths depend on age."""
    draw = random.Random(seed)
    people = []
    for i in range(n):
        age, sex = draw.randint(20, 89), draw.choice("FM")
        died = int(draw.random() < age / 150)
        ward = draw.choice(["north", "south", "east"])
        pressure = f"{100 + age / 2 + draw.gauss(0, 8):.1f}"
        people.append([f"P{i}", str(age), sex, ward, str(draw.randint(1, 30)), str(died), pressure])
    return people


def write_ward(folder: Path, *, extra: str = "", content: list[list[str]] | None = None, study: str = STUDY) -> Path:
    """The data and the study file; returns the study's place."""
    lines = ["id,age,sex,ward,days,died,pressure", *(",".join(row) for row in content or rows())]
    (folder / "ward.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(study.replace("EXTRA", extra), encoding="utf-8")
    return folder / "study.yaml"
