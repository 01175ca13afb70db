"""bauta measures, manages and documents the re-identification risk of health data.

>>> import bauta
>>> result = bauta.assess("hospital.csv", quasi_identifiers=["birth_date", "zip", "sex"])  # doctest: +SKIP

Names are loaded when first used, so that `import bauta` and the command line start fast.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bauta.api import AssessmentResult, ProfileResult, assess, profile
    from bauta.errors import BautaError
    from bauta.example import make_example
    from bauta.model.source import CsvDialect

__all__ = ["AssessmentResult", "BautaError", "CsvDialect", "ProfileResult", "assess", "make_example", "profile"]

_HOMES = {
    "AssessmentResult": "bauta.api",
    "BautaError": "bauta.errors",
    "CsvDialect": "bauta.model.source",
    "ProfileResult": "bauta.api",
    "assess": "bauta.api",
    "make_example": "bauta.example",
    "profile": "bauta.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'bauta' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
