"""Frameworks of questionnaires: those that come with bauta, and the form of others."""

from functools import cache
from importlib import resources

from bauta.errors import FrameworkUnknown, shown
from bauta.model.framework import AttemptTable, Framework, QuestionEntry, QuestionnaireEntry
from bauta.model.study_text import FileKind, parse_part

FRAMEWORKS = ("el-emam",)
"""Names that a study may give; anything that ends in .yaml or .yml is a file."""


def framework_by_name(name: str) -> Framework:
    """A framework that comes with bauta; raises FrameworkUnknown."""
    if name not in FRAMEWORKS:
        raise FrameworkUnknown(name=shown(name), known=", ".join(FRAMEWORKS))
    return _packaged(name)


@cache
def _packaged(name: str) -> Framework:
    file = f"{name.replace('-', '_')}.yaml"
    text = (resources.files("bauta.standards") / "frameworks" / file).read_text(encoding="utf-8")
    return parse_framework(text, path=file)


def parse_framework(text: str, *, path: str) -> Framework:
    """The framework written in `text`; raises StudyInvalid naming every faulty line."""
    parts = (Framework, QuestionnaireEntry, QuestionEntry, AttemptTable)
    keys = {name for part in parts for name in part.model_fields}
    opening = "a framework starts with keys such as `name:` and `questionnaires:`"
    return parse_part(text, Framework, FileKind("a framework", opening, keys), path=path)
