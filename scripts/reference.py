"""Write docs/reference/ from the code: commands, JSON keys, errors, study file. With --check, only compare."""

import argparse
import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from bauta import errors
from bauta.cli.main import app
from bauta.model.study_schema import study_schema
from bauta.report.content_agreement import AGREEMENT_JSON_KEYS
from bauta.report.content_evaluation import EVALUATION_JSON_KEYS
from bauta.report.content_hierarchy import HIERARCHY_JSON_KEYS
from bauta.report.content_link import LINK_JSON_KEYS
from bauta.report.content_registry import REGISTRY_JSON_KEYS
from bauta.report.content_steps import STEPS_JSON_KEYS
from bauta.report.content_verification import VERIFICATION_JSON_KEYS
from bauta.report.json_context import CONTEXT_JSON_KEYS, CONTEXT_RISK_JSON_KEYS
from bauta.report.json_keys import (
    CHECK_JSON_KEYS,
    DEIDENTIFY_JSON_KEYS,
    EXPLORE_JSON_KEYS,
    JSON_KEYS,
    POLICIES_JSON_KEYS,
    PROFILE_JSON_KEYS,
    STANDARD_RELEASE_JSON_KEYS,
)
from bauta.report.json_step10 import COMPARE_JSON_KEYS, DIAGNOSE_JSON_KEYS

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
MADE = "<!-- Made by scripts/reference.py from the code. Change the code, then run `make docs`. -->\n\n"
Schema = dict[str, Any]
COMMANDS = (
    "profile",
    "assess",
    "hierarchy",
    "deidentify",
    "explore",
    "apply",
    "key",
    "reverse",
    "context",
    "agree",
    "compare",
    "diagnose",
    "verification",
    "simulate-registry",
    "evaluate-estimators",
    "policies",
    "check",
    "link",
    "run",
    "status",
    "decide",
    "report",
    "example",
    "schema",
)


def commands() -> str:
    page = ["# Commands\n"]
    assert set(COMMANDS) == {
        command.callback.__name__.replace("_", "-") for command in app.registered_commands if command.callback
    }
    for name in COMMANDS:
        shown = f"bauta {name} --help"
        page.append(f"## bauta {name}\n\n```console\n$ {shown}\n{_help(name)}```\n")
    page.append(
        "Exit codes: 0 done; 1 `--fail-if-high` was given and the verdict is HIGH or direct identifiers are in the "
        "data; 2 a mistake that can be put right, told in one sentence; 3 a fault of bauta's own; 4 `bauta run` waits "
        "for a person to decide; 130 stopped with Ctrl-C or by the system; 141 nobody reads the output any more.\n\n"
        "`BAUTA_DEBUG=1` in the environment shows the traceback of a fault (it may quote the data).\n"
    )
    return "\n".join(page)


def _help(name: str) -> str:
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    program = str(Path(sys.executable).with_name("bauta"))
    done = subprocess.run([program, name, "--help"], check=True, capture_output=True, text=True, env=environment)
    return "".join(line.rstrip() + "\n" for line in done.stdout.rstrip().split("\n"))


def json_keys() -> str:
    page = [
        "# JSON\n",
        "Probabilities and shares lie between 0 and 1. Nothing in the output is a value from the data, "
        "but for levels of categories in `bauta compare` that at least as many people have as the cell size.\n",
    ]
    documents = {
        "bauta assess --json": {**JSON_KEYS, **CONTEXT_RISK_JSON_KEYS},
        "bauta profile --json": PROFILE_JSON_KEYS,
        "bauta hierarchy --json": HIERARCHY_JSON_KEYS,
        "bauta deidentify --json": DEIDENTIFY_JSON_KEYS,
        "bauta explore --json": EXPLORE_JSON_KEYS,
        "bauta context --json": CONTEXT_JSON_KEYS,
        "bauta agree --json": AGREEMENT_JSON_KEYS,
        "bauta compare --json": COMPARE_JSON_KEYS,
        "bauta diagnose --json": DIAGNOSE_JSON_KEYS,
        "bauta verification --json": VERIFICATION_JSON_KEYS,
        "bauta simulate-registry --json": REGISTRY_JSON_KEYS,
        "bauta evaluate-estimators --json": EVALUATION_JSON_KEYS,
        "bauta policies --json": POLICIES_JSON_KEYS,
        "bauta check --json": CHECK_JSON_KEYS,
        "bauta deidentify --standard --json": STANDARD_RELEASE_JSON_KEYS,
        "bauta link --json": LINK_JSON_KEYS,
        "bauta run, status and decide --json": STEPS_JSON_KEYS,
    }
    for title, keys in documents.items():
        page += [f"## {title}\n", "| key | meaning |", "|---|---|"]
        page += [f"| `{key}` | {meaning} |" for key, meaning in keys.items()]
        page.append("")
    return "\n".join(page)


def error_list() -> str:
    page = [
        "# Errors\n",
        "A mistake gets one message on standard error and exit code 2; nothing is left half-written. "
        "Messages name files, columns, lines and counts, never a value from the data. "
        "From Python the same message is raised as `bauta.BautaError`.\n",
    ]
    for family in errors.BautaError.__subclasses__():
        page += [f"## {family.__name__}\n", f"{_sentence(family)}\n", "| error | when | message |", "|---|---|---|"]
        for kind in family.__subclasses__():
            message = kind.template.replace("{", "*").replace("}", "*").replace("|", "\\|")
            page.append(f"| {kind.__name__} | {_sentence(kind)} | {message} |")
        page.append("")
    return "\n".join(page)


def study_file() -> str:
    schema = study_schema()
    page = [
        "# The study file\n",
        "YAML. `data:` with `variables:` describes a study of one table; `tables:` lists several, each with these "
        "keys. Paths are relative to the study file. `bauta profile DATA -o study.yaml` drafts one, `bauta schema` "
        "prints the JSON schema for editors.\n",
    ]
    sections = {
        "study": schema["properties"],
        "data": schema["$defs"]["DataSection"]["properties"],
        "csv": schema["$defs"]["CsvSection"]["properties"],
        "variables (each)": schema["$defs"]["Variable"]["properties"],
        "thresholds": schema["$defs"]["ThresholdsSection"]["properties"],
        "adversary": schema["$defs"]["AdversarySection"]["properties"],
        "variables: identifier": schema["$defs"]["IdentifierSection"]["properties"],
        "context": schema["$defs"]["ContextSection"]["properties"],
        "context: membership": schema["$defs"]["MembershipSection"]["properties"],
        "context: attacks: demonstration, and of every other": schema["$defs"]["AttackSection"]["properties"],
        "context: attacks: deliberate": schema["$defs"]["DeliberateSection"]["properties"],
        "context: attacks: inadvertent": schema["$defs"]["InadvertentSection"]["properties"],
        "context: attacks: breach": schema["$defs"]["BreachSection"]["properties"],
        "context: answers: questionnaire: question": schema["$defs"]["Answer"]["properties"],
        "context: threshold": schema["$defs"]["ContextThresholdSection"]["properties"],
        "population (beside the keys of data)": {"count": schema["$defs"]["PopulationSection"]["properties"]["count"]},
    }
    for title, properties in sections.items():
        page += [f"## {title}\n", "| key | meaning | values | default |", "|---|---|---|---|"]
        for key, entry in properties.items():
            described, values = _described(entry, schema), _values(entry, schema)
            page.append(f"| `{key}` | {described} | {values} | {_default(entry)} |")
        page.append("")
    return "\n".join(page)


def _default(entry: Schema) -> str:
    default = entry.get("default")
    if isinstance(default, dict) and default.keys() == {"probability", "cell_size"}:
        return str(default["probability"])
    return "" if default is None or isinstance(default, dict | list) else str(default)


def _described(entry: Schema, schema: Schema) -> str:
    if "description" in entry:
        return str(entry["description"])
    for option in [entry, *entry.get("anyOf", [])]:
        if "$ref" in option:
            return str(schema["$defs"][option["$ref"].rsplit("/", 1)[1]].get("description", "")).partition("\n")[0]
    return ""


def _values(entry: Schema, schema: Schema) -> str:
    for option in [entry, *entry.get("anyOf", [])]:
        if "$ref" in option:
            choices = schema["$defs"][option["$ref"].rsplit("/", 1)[1]].get("enum")
            if choices:
                return ", ".join(f"`{choice}`" for choice in choices)
    return ""


def _sentence(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())


PAGES = {"commands.md": commands, "json.md": json_keys, "errors.md": error_list, "study-file.md": study_file}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", help="fail where a page is not what the code says")
    check = parser.parse_args().check
    stale = []
    for name, make in PAGES.items():
        text, path = MADE + make().rstrip() + "\n", FOLDER / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if check and stale:
        sys.exit(f"docs/reference is out of date ({', '.join(stale)}); run `make docs`")


if __name__ == "__main__":
    main()
