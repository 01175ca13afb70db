"""From the text of a study file, or of a file beside it, to its parts, with every fault named by its line.

All scalars are read as text and pydantic turns them into numbers where a number is wanted: YAML's own guessing would
turn a column called `no` into False and the ZIP code 02139 into an octal number.
"""

import difflib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from bauta.errors import StudyInvalid, shown
from bauta.model.study import Study, known_keys

MOST_ENTRIES = 32_767
"""Of one part of a file, such as `variables:`. It is also the most columns that a table can have."""
MOST_NODES = 1_000_000
"""Of a whole file: reading so many takes two seconds."""
DEEPEST = 100
"""Parts inside of parts."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The reader in C, where PyYAML has it: ten times as fast, with the same places of faults."""
Location = tuple[str | int, ...]
Parsed = TypeVar("Parsed")


@dataclass(frozen=True)
class FileKind:
    """What the reader of a fault is told about the kind of file it is in."""

    name: str
    """a study file"""
    opening: str
    """What it starts with."""
    keys: Set[str]
    """Every key it may have, to suggest the nearest."""
    more: str = ""
    """Where to read on."""


@lru_cache(maxsize=2)  # an engine and a job each ask for the study
def parse_study(text: str, *, path: str) -> Study:
    """The study written in `text`; raises StudyInvalid naming every faulty line and its remedy."""
    opening = "a study starts with keys such as `data:` and `variables:`"
    return parse_part(text, Study, FileKind("a study file", opening, known_keys(), " See: bauta schema"), path=path)


def parse_part(text: str, part: type[Parsed], kind: FileKind, *, path: str) -> Parsed:
    """What is written in `text`, as a `part`; raises StudyInvalid naming every faulty line and its remedy."""
    try:
        _check_size(text, kind, path)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        lines_of_text = text.splitlines()
        has_tab = line <= len(lines_of_text) and "\t" in lines_of_text[line - 1]
        hint = "indent with spaces, not with tabs" if has_tab else "look for an unclosed bracket or quote here or above"
        raise StudyInvalid(path=path, problems=f"line {line}: this is not valid YAML; {hint}.") from None
    except yaml.YAMLError:
        raise StudyInvalid(path=path, problems="this is not a YAML text file.") from None
    if not isinstance(root, yaml.MappingNode):
        raise StudyInvalid(path=path, problems=f"line 1: {kind.opening}.")
    repeated = _first_repeated(root)
    if repeated is not None:
        line = repeated.start_mark.line + 1
        raise StudyInvalid(
            path=path, problems=f"line {line}: write this out where it is used; {kind.name} has no YAML aliases."
        )
    lines: dict[Location, int] = {}
    faults: list[tuple[int, str]] = []
    content = _plain(root, (), lines, faults)
    if not faults:
        try:
            return TypeAdapter(part).validate_python(content)
        except ValidationError as error:
            faults = [_explain(fault, lines, kind) for fault in error.errors()]
    told = [f"line {line}: {message}" for line, message in sorted(set(faults))]
    problems = told[0] if len(told) == 1 else "".join(f"\n  {fault}" for fault in told)
    raise StudyInvalid(path=path, problems=problems)


def _check_size(text: str, kind: FileKind, path: str) -> None:
    """Refuse what would take long to read, or more depth than the reader in C survives; raises StudyInvalid."""
    parts: list[_OpenPart] = []
    for n, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        if n > MOST_NODES:
            raise StudyInvalid(path=path, problems=f"it is far too large for {kind.name}; is it data?")
        if isinstance(event, yaml.NodeEvent) and parts:
            parts[-1].nodes += 1
            if parts[-1].nodes > parts[-1].most:
                line = f"line {parts[-1].line}"
                problems = f"{line}: more than {MOST_ENTRIES:,} entries follow; no table has so many columns."
                raise StudyInvalid(path=path, problems=problems)
        if isinstance(event, yaml.CollectionStartEvent):
            line_no = event.start_mark.line + 1 if event.start_mark else 1
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            parts.append(_OpenPart(line_no, 2 * MOST_ENTRIES if is_mapping else MOST_NODES))
            if len(parts) > DEEPEST:
                raise StudyInvalid(path=path, problems=f"it is nested far too deeply for {kind.name}.")
        elif isinstance(event, yaml.CollectionEndEvent):
            parts.pop()


@dataclass
class _OpenPart:
    """A part of a file that has not ended yet."""

    line: int
    most: int
    """Nodes that it may have: keys and values."""
    nodes: int = 0


def _first_repeated(root: yaml.Node) -> yaml.Node | None:
    """The first part an alias (*name) repeats: a few such lines can stand for a study without end."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.CollectionNode):
            if id(node) in seen:
                return node
            seen.add(id(node))
            children = node.value if isinstance(node, yaml.SequenceNode) else [n for pair in node.value for n in pair]
            waiting += children
    return None


def _plain(node: yaml.Node, at: Location, lines: dict[Location, int], faults: list[tuple[int, str]]) -> Any:
    """Python containers for a YAML node, noting the line of every key and every key that stands twice."""
    lines[at] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                faults.append((key_node.start_mark.line + 1, "a key must be a single word or a quoted text."))
                continue
            key = key_node.value
            line = key_node.start_mark.line + 1
            if key in mapping:
                faults.append((line, f"{shown(key)} stands here a second time; keep one of them."))
            mapping[key] = _plain(value_node, (*at, key), lines, faults)
            lines[(*at, key)] = line
        return mapping
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, (*at, i), lines, faults) for i, item in enumerate(node.value)]
    is_absent = node.tag == "tag:yaml.org,2002:null"
    return None if is_absent else node.value


def _explain(fault: Any, lines: dict[Location, int], file: FileKind) -> tuple[int, str]:
    """The line of a fault found by pydantic and a sentence with its remedy.

    The text of the offending entry is shown only where it is a key: a value could be anything, even data.
    """
    written = _as_written(fault["loc"], lines)
    line = next(lines[where] for where in _ancestors(written) if where in lines)
    name = ".".join(str(part) for part in written) or "the file as a whole"
    kind = fault["type"]
    if kind == "extra_forbidden":
        return line, f"{shown(name)} is not part of {file.name}.{_nearest(written, file)}{file.more}"
    if kind == "missing":
        return line, f"{shown(name)} is missing; add it."
    if kind in {"enum", "literal_error"}:
        return line, f"{shown(name)} must be one of {fault['ctx']['expected']}."
    if kind in {"model_type", "model_attributes_type", "dict_type"}:
        example = (
            "{role: quasi_identifier}" if len(written) > 1 and written[-2] == "variables" else "key: value below it"
        )
        return line, f"{shown(name)} needs keys of its own; write {example}."
    if kind == "value_error":
        return line, f"{shown(name)}: {str(fault['ctx']['error']).rstrip('.')}."
    return line, f"{shown(name)} must be {_wanted(kind, fault.get('ctx', {}), file)}."


def _wanted(kind: str, facts: Mapping[str, Any], file: FileKind) -> str:
    """What pydantic wanted, in words of our own: its message is for programmers."""
    wanted = {
        "int_parsing": "a whole number",
        "int_from_float": "a whole number",
        "int_type": "a whole number",
        "float_parsing": "a number",
        "float_type": "a number",
        "finite_number": "a number that is not infinite",
        "bool_parsing": "true or false",
        "bool_type": "true or false",
        "string_type": "a text",
        "tuple_type": "a list such as [a, b]",
        "list_type": "a list such as [a, b]",
    }
    limits = {"greater_than": "gt", "greater_than_equal": "ge", "less_than": "lt", "less_than_equal": "le"}
    words = {"gt": "more than", "ge": "at least", "lt": "less than", "le": "at most"}
    if kind in limits:
        limit = limits[kind]
        return f"{words[limit]} {facts[limit]:g}"
    if kind in {"string_too_short", "string_too_long"}:
        few, many = facts.get("min_length"), facts.get("max_length")
        return (
            "one character or more" if few is not None else "1 character" if many == 1 else f"at most {many} characters"
        )
    return wanted.get(kind, f"something else;{file.more.lower()}" if file.more else "something else")


def _as_written(loc: Location, lines: dict[Location, int]) -> Location:
    """The place in the file: `tables.data` disappears again where the file used the short form."""
    if loc[:2] == ("tables", "data") and ("tables",) not in lines:
        return loc[2:]
    return loc


def _ancestors(where: Location) -> Iterator[Location]:
    for length in range(len(where), -1, -1):
        yield where[:length]


def _nearest(where: Location, file: FileKind) -> str:
    close = difflib.get_close_matches(str(where[-1]), sorted(file.keys), n=1)
    return f" Did you mean {close[0]}?" if close else ""
