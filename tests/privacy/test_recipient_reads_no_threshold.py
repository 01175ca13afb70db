"""No file of a recipient's folder says what had to be met, how close it was, or how much was suppressed for it."""

import json
import re
from pathlib import Path

import pyarrow as pa
import pytest
import yaml

import bauta as package
from commands import run_command

ROWS = 840
WORDS = (
    "threshold", "cell_size", "criterion", "alpha", "lambda", "tau", "risk", "limit", "prosecutor", "journalist",
    "marketer", "adversar", "smallest", "average", "verdict", "suppressed_people", "rows_left_out", "source_sha256",
    "secret", "loss",
)  # fmt: skip
NUMBERS = ("0.142857", "0.0731", "0.0613", "0.1777", "173")
"""The threshold of 7 as a probability, the suppression limit, alpha, lambda, and the most that dates may move."""
FORMATS = ["csv", "parquet", "xpt", "sav", "dta"]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    letters = "abcdefghijklm"
    table = pa.table(
        {
            "who": [f"p{letters[i % 13]}{letters[i // 13 % 13]}{letters[i // 169]}" for i in range(ROWS)],
            "sex": [("F", "M")[i % 2] for i in range(ROWS)],
            "town": [f"{'north' if i % 3 else 'south'}-{letters[(i * i) % 11]}" for i in range(ROWS)],
            "seen": [f"2024-{1 + i % 9:02d}-{10 + i % 18}" for i in range(ROWS)],
            "state": [letters[i % 5] for i in range(ROWS)],
        }
    )
    import pyarrow.csv

    pyarrow.csv.write_csv(table, tmp_path / "data.csv")
    described = {
        "data": {"path": "data.csv"},
        "person_key": "who",
        "variables": {
            "who": {"role": "direct_identifier", "mask": "pseudonym"},
            "sex": {"role": "quasi_identifier"},
            "town": {"role": "quasi_identifier"},
            "seen": {"role": "other", "type": "date", "shift": True},
            "state": {"role": "sensitive"},
        },
        "not_known": {"seen": "shifted", "durations": "one date"},
        "thresholds": {"tau": 7, "alpha": 0.0613, "lambda": 0.1777},
        "deidentify": {"suppression_limit": 0.0731, "date_shift_days": 173, "suppression": "quasi-identifiers"},
    }
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(described), encoding="utf-8")
    return tmp_path / "study.yaml"


def found_in(folder: Path) -> list[str]:
    """Words and numbers that are somewhere in the files of a folder, in their names too; codes of people aside."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            text = f"{path.relative_to(folder)} {path.read_bytes().decode('latin-1')}".lower()
            text = re.sub(r"\b[0-9a-f]{64}\b|\b[0-9a-z]{26}\b", "", text)  # hashes and pseudonyms have any digits
            words = [word for word in WORDS if re.search(rf"(?<![a-z]){word}", text)]
            found += [
                f"{path.name}: {one}"
                for one in (*words, *(n for n in NUMBERS if re.search(rf"(?<![0-9a-z]){n}", text)))
            ]
    return found


@pytest.mark.parametrize("release_format", FORMATS)
def test_a_release_by_search(release_format: str, study: Path, tmp_path: Path) -> None:
    package.deidentify(study, out=tmp_path / "out", format=release_format)
    assert found_in(tmp_path / "out" / "release") == []
    kept = json.loads((tmp_path / "out" / "custodian" / "manifest.json").read_text(encoding="utf-8"))
    assert kept["criterion"]["threshold"]["cell_size"] == 7
    assert kept["risk_after"]["prosecutor"]["smallest_class"] >= 7


def test_the_search_for_words_finds_them(study: Path, tmp_path: Path) -> None:
    package.deidentify(study, out=tmp_path / "out")
    found = " ".join(found_in(tmp_path / "out" / "custodian"))
    assert all(number in found for number in NUMBERS)
    assert "manifest.json: threshold" in found


def test_a_release_by_a_standard(study: Path, tmp_path: Path) -> None:
    run_command("deidentify", study, "--standard", "safe-harbor", "--out", tmp_path / "out")
    assert found_in(tmp_path / "out" / "release") == []


def test_a_release_of_the_next_extract(study: Path, tmp_path: Path) -> None:
    package.deidentify(study, out=tmp_path / "first")
    run_command("apply", tmp_path / "first", tmp_path / "data.csv", "--out", tmp_path / "next")
    assert found_in(tmp_path / "next" / "release") == []
