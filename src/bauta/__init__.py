"""bauta measures, manages and documents the re-identification risk of health data.

>>> import bauta
>>> result = bauta.assess("hospital.csv", quasi_identifiers=["birth_date", "zip", "sex"])  # doctest: +SKIP

Names are loaded when first used, so that `import bauta` and the command line start fast.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bauta.api.adversaries import (
        EvaluationResult,
        LinkResult,
        PoliciesResult,
        VerificationResult,
        evaluate_estimators,
        link,
        policies,
        verification,
    )
    from bauta.api.measuring import AssessmentResult, ProfileResult, assess, profile
    from bauta.api.releasing import Release, Ways, deidentify, explore
    from bauta.errors import BautaError
    from bauta.example import make_example
    from bauta.model.source import CsvDialect

__all__ = [
    "AssessmentResult",
    "BautaError",
    "CsvDialect",
    "EvaluationResult",
    "LinkResult",
    "PoliciesResult",
    "ProfileResult",
    "Release",
    "VerificationResult",
    "Ways",
    "assess",
    "deidentify",
    "evaluate_estimators",
    "explore",
    "link",
    "make_example",
    "policies",
    "profile",
    "verification",
]

_HOMES = {
    "AssessmentResult": "bauta.api.measuring",
    "BautaError": "bauta.errors",
    "CsvDialect": "bauta.model.source",
    "EvaluationResult": "bauta.api.adversaries",
    "LinkResult": "bauta.api.adversaries",
    "PoliciesResult": "bauta.api.adversaries",
    "ProfileResult": "bauta.api.measuring",
    "Release": "bauta.api.releasing",
    "VerificationResult": "bauta.api.adversaries",
    "Ways": "bauta.api.releasing",
    "assess": "bauta.api.measuring",
    "deidentify": "bauta.api.releasing",
    "evaluate_estimators": "bauta.api.adversaries",
    "explore": "bauta.api.releasing",
    "link": "bauta.api.adversaries",
    "make_example": "bauta.example",
    "policies": "bauta.api.adversaries",
    "profile": "bauta.api.measuring",
    "verification": "bauta.api.adversaries",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'bauta' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
