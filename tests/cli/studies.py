"""A small study that goes through all eleven steps in a second or two."""

from datetime import UTC, datetime
from pathlib import Path

import yaml

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.steps import Acceptance, Step, StudyStatus
from bauta.report.json_deidentify import deidentification_json
from bauta.workflow.decide import decide_release
from bauta.workflow.run import run_study
from bauta.workflow.status import study_status
from bauta.workflow.steps.case import RunOptions

PEOPLE = 240
COLUMNS = ("id", "name", "sex", "age", "region", "score")


def rows() -> list[tuple[object, ...]]:
    """People of two sexes, ages from 20 to 79 and four regions; many are alone with theirs."""
    return [
        (f"P{i:04d}", f"Person {i}", "FM"[i % 2], 20 + (i * 7) % 60, "NESW"[(i // 3) % 4], (i * 13) % 100)
        for i in range(PEOPLE)
    ]


def write_data(folder: Path, extra: tuple[tuple[object, ...], ...] = ()) -> Path:
    path = folder / "data.csv"
    lines = [",".join(COLUMNS), *(",".join(map(str, row)) for row in (*rows(), *extra))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def study() -> dict:
    """Everything that a study must say."""
    return {
        "title": "A small study",
        "data": {"path": "data.csv"},
        "person_key": "id",
        "variables": {
            "id": {"role": "direct_identifier", "mask": "pseudonym"},
            "name": {"role": "direct_identifier", "mask": "remove"},
            "sex": {"role": "quasi_identifier", "note": "on every record"},
            "age": {
                "role": "quasi_identifier",
                "type": "integer",
                "hierarchy": {"kind": "numbers", "widths": [5, 10, 20]},
                "max_level": 3,
            },
            "region": {"role": "quasi_identifier", "hierarchy": "region.csv"},
            "score": {"role": "sensitive", "type": "integer", "ignore": {"age": "Both go round in steps, as rows do."}},
        },
        "context": {
            "sharing": "by-request",
            "recipient": "A university",
            "attacks": {
                "deliberate": {"probability": 0.2, "source": "the agreement"},
                "inadvertent": {"prevalence": 0.01, "source": "a survey"},
            },
            "answers": "answers.yaml",
            "threshold": {"table": "precedents", "entry": "11"},
        },
        "utility": {"needs": "rates by sex and age group"},
        "deidentify": {"suppression_limit": 0.1},
        "standards": ["safe-harbor"],
    }


def write_study(folder: Path, said: dict | None = None, name: str = "study.yaml") -> Path:
    path = folder / name
    path.write_text(yaml.safe_dump(study() if said is None else said, sort_keys=False), encoding="utf-8")
    return path


def make_study(folder: Path) -> Path:
    """The study with everything it names."""
    folder.mkdir(parents=True, exist_ok=True)
    write_data(folder)
    hierarchy = "N;north;*\nE;south;*\nS;south;*\nW;north;*\n"
    (folder / "region.csv").write_text(hierarchy, encoding="utf-8")
    answers = "membership: {whole_population: no, findable: yes, self_revealed: no}\n"
    (folder / "answers.yaml").write_text(answers, encoding="utf-8")
    return write_study(folder)


NOW = datetime(2026, 1, 5, 14, 30, tzinfo=UTC)


def run_steps(path: Path, **options: object) -> StudyStatus:
    """`bauta run` without its words."""
    table, until = options.pop("table", None), options.pop("until", Step.EXPORT)
    with DuckDbEngine() as engine:
        return run_study(
            engine,
            path,
            table=table,
            until=until,
            options=RunOptions(**{"test_seed": 11, **options}),
            describe=deidentification_json,
            now=lambda: NOW,
        )


def run_to_question(folder: Path) -> Path:
    """A study whose release waits to be accepted."""
    path = make_study(folder)
    status = run_steps(path)
    assert status.question is not None
    assert status.question.step is Step.DIAGNOSE, status.question
    return path


def accept_and_export(path: Path) -> None:
    decide_release(path, Acceptance.ACCEPTED, by="A. Custodian", note="as agreed", now=NOW)
    assert run_steps(path, out=path.parent / "out").is_done


def states(path: Path) -> dict[int, str]:
    return {one.step.value: str(one.state) for one in study_status(path).steps}


def stale(path: Path) -> set[int]:
    return {step for step, state in states(path).items() if state == "stale"}
