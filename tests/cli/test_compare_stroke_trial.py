"""The International Stroke Trial before and after a release: the figures of docs/explanation/utility.md."""

import gzip
import json

import pytest

STUDY = """
data: {path: IST.csv}
variables:
  AGE: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [5, 10, 20]}}
  SEX: {role: quasi_identifier, type: category}
  COUNTRY: {role: quasi_identifier, type: category}
  RSBP: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [10, 20, 40]}}
  RXASP: {role: other, type: category}
  RXHEP: {role: other, type: category}
  STYPE: {role: sensitive, type: category}
  ID14: {role: sensitive, type: integer}
  DIED: {role: sensitive, type: integer}
  TD: {role: sensitive, type: integer}
thresholds: {tau: 11}
utility:
  analyses:
    - {name: Death within 14 days, model: logistic, outcome: ID14, terms: [AGE, SEX, RXASP, RXHEP]}
    - {name: Survival, model: cox, duration: TD, event: DIED, event_value: "1", terms: [AGE, SEX, RXASP]}
    - {name: Pressure, model: linear, outcome: RSBP, terms: [AGE, SEX, STYPE]}
"""


def test_deaths_are_told_alike_and_pressures_are_not(bauta, shared_data, tmp_path):
    with gzip.open(shared_data("ist/IST.csv.gz")) as file:
        (tmp_path / "IST.csv").write_bytes(file.read())
    study = tmp_path / "study.yaml"
    study.write_text(STUDY, encoding="utf-8")
    made = bauta("deidentify", study, "--out", tmp_path / "out")
    assert made.code == 0, made.err
    told = json.loads(bauta("compare", study, tmp_path / "out", "--json", "--no-curve").out)
    assert [model["same_signs"] for model in told["models"]] == [True] * 3
    deaths, survival, pressure = ({one["term"]: one for one in model["coefficients"]} for model in told["models"])
    overlaps = [one["overlap"] for one in deaths.values()]
    assert (min(overlaps), max(overlaps)) == (pytest.approx(0.88, abs=0.005), pytest.approx(0.99, abs=0.005))
    assert deaths["RXASP: N, not Y"]["overlap"] == pytest.approx(0.98, abs=0.005)
    assert [one["overlap"] for one in survival.values()] == pytest.approx([0.974, 0.976, 0.989], abs=0.001)
    constant = pressure["constant"]
    assert (constant["before"], constant["after"]) == (pytest.approx(142.6, abs=0.05), pytest.approx(147.5, abs=0.05))
    assert constant["overlap"] == pytest.approx(0.04, abs=0.005)
