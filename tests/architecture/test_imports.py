"""Who may import whom: the table in ARCHITECTURE.md, checked."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "bauta"

MAY_IMPORT = {
    "errors": set(),
    "model": {"errors"},
    "dates": {"model", "errors"},
    "classification": {"model", "dates"},
    "equivalence": {"model", "errors"},
    "population": {"model", "equivalence", "errors"},
    "risk": {"model", "equivalence", "population", "errors"},
    "hierarchies": {"model", "dates", "equivalence", "errors"},
    "transform": {"model", "dates", "equivalence", "hierarchies", "errors"},
    "utility": {"model", "equivalence", "hierarchies", "errors"},
    "search": {"model", "equivalence", "hierarchies", "utility", "errors"},
    "standards": {"model", "dates", "classification", "hierarchies", "errors"},
    "ties": set(),
    "engines": {"model", "errors"},
    "example": set(),
    "report": {"model", "errors"},
    "workflow": {
        "model",
        "dates",
        "classification",
        "equivalence",
        "population",
        "risk",
        "hierarchies",
        "transform",
        "utility",
        "search",
        "standards",
        "ties",
        "engines",
        "example",
        "errors",
    },
    "cli": {"workflow", "report", "engines", "model", "errors"},
    "api": {"workflow", "report", "engines", "model", "errors"},
}
CORE = (
    "model", "dates", "classification", "equivalence", "population", "risk", "hierarchies", "transform", "utility",
    "search", "standards", "ties",
)  # fmt: skip
"""Rooms that touch no file, no clock, no unseeded randomness and no log."""
TOUCHES_THE_WORLD = {"os", "pathlib", "open", "time", "random", "logging", "socket", "subprocess", "tempfile", "duckdb"}
PATHS_ONLY = {"model": {"pathlib"}}
"""Study paths are joined in `model`, never opened."""


def modules() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.name != "__init__.py" or path.parent != SOURCE)


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_names(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively; write the room's name"
            names.add(node.module or "")
            if node.module == "bauta":
                names |= {f"bauta.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_the_rooms_it_may(path):
    room = room_of(path)
    if room == "__main__":
        return
    used = {name.split(".")[1] for name in imported_names(path) if name.startswith("bauta.")}
    assert used - {room} <= MAY_IMPORT[room]


@pytest.mark.parametrize("path", [p for p in modules() if room_of(p) in CORE], ids=lambda p: str(p.relative_to(SOURCE)))
def test_the_core_touches_no_file_clock_or_chance(path):
    used = {name.split(".")[0] for name in imported_names(path)}
    assert not used & TOUCHES_THE_WORLD - PATHS_ONLY.get(room_of(path), set())
    calls = [node.func.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]  # fmt: skip
    assert "open" not in calls
    assert "print" not in calls


def test_architecture_page_shows_the_same_table():
    page = (SOURCE.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for room, allowed in MAY_IMPORT.items():
        row = next((line for line in page.splitlines() if line.startswith(f"| `{room}` |")), None)
        assert row is not None, f"ARCHITECTURE.md has no row for {room}"
        listed = {name.strip(" `") for name in row.split("|")[2].split(",")} - {"nothing"}
        assert listed == allowed - {"errors"}, room


def test_every_room_exists_and_is_in_the_table():
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert rooms <= MAY_IMPORT.keys()
