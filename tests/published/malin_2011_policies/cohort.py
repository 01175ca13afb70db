"""Six made-up patients and the 32 people of their made-up state, small enough to count by eye."""

from pathlib import Path

COHORT = """age,race,sex
62,White,F
63,White,F
62,Black,M
91,White,F
94,White,F
62,Asian,F
"""
POPULATION = """age,race,sex,people
62,White,F,4
63,White,F,6
62,Black,M,2
66,Black,M,8
91,White,F,1
94,White,F,3
98,White,F,2
62,Asian,F,1
64,Asian,F,4
62,Other,F,1
"""
STUDY = """
data: {path: cohort.csv}
population: {path: state.csv, count: people}
variables:
  age: {role: quasi_identifier, hierarchy: {kind: numbers, widths: [5, 10]}}
  race: {role: quasi_identifier, hierarchy: {kind: tree, tree: {AA: [Black], WH: [White], OT: [Asian, Other]}}}
  sex: {role: quasi_identifier}
"""


def write_cohort(folder: Path) -> Path:
    """The study file of the cohort, with everything it needs beside it."""
    (folder / "cohort.csv").write_text(COHORT, encoding="utf-8")
    (folder / "state.csv").write_text(POPULATION, encoding="utf-8")
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    return folder / "study.yaml"
