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
    from bauta.api.declaring import AgreementResult, ContextResult, agree, context
    from bauta.api.judging import CheckResult, ComparisonResult, DiagnosticsResult, check, compare, diagnose
    from bauta.api.measuring import AssessmentResult, ProfileResult, assess, profile
    from bauta.api.releasing import Release, Ways, deidentify, explore
    from bauta.api.steps import DecisionResult, RunResult, StatusResult, StudyReport, decide, run, status, write_report
    from bauta.errors import BautaError
    from bauta.example import make_example
    from bauta.model.engine import EngineSettings
    from bauta.model.source import CsvDialect

__all__ = [
    "AgreementResult",
    "AssessmentResult",
    "BautaError",
    "CheckResult",
    "ComparisonResult",
    "ContextResult",
    "CsvDialect",
    "DecisionResult",
    "DiagnosticsResult",
    "EngineSettings",
    "EvaluationResult",
    "LinkResult",
    "PoliciesResult",
    "ProfileResult",
    "Release",
    "RunResult",
    "StatusResult",
    "StudyReport",
    "VerificationResult",
    "Ways",
    "agree",
    "assess",
    "check",
    "compare",
    "context",
    "decide",
    "deidentify",
    "diagnose",
    "evaluate_estimators",
    "explore",
    "link",
    "make_example",
    "policies",
    "profile",
    "run",
    "status",
    "verification",
    "write_report",
]

_HOMES = {
    "AgreementResult": "bauta.api.declaring",
    "AssessmentResult": "bauta.api.measuring",
    "BautaError": "bauta.errors",
    "CheckResult": "bauta.api.judging",
    "ComparisonResult": "bauta.api.judging",
    "ContextResult": "bauta.api.declaring",
    "CsvDialect": "bauta.model.source",
    "DecisionResult": "bauta.api.steps",
    "DiagnosticsResult": "bauta.api.judging",
    "EngineSettings": "bauta.model.engine",
    "EvaluationResult": "bauta.api.adversaries",
    "LinkResult": "bauta.api.adversaries",
    "PoliciesResult": "bauta.api.adversaries",
    "ProfileResult": "bauta.api.measuring",
    "Release": "bauta.api.releasing",
    "RunResult": "bauta.api.steps",
    "StatusResult": "bauta.api.steps",
    "StudyReport": "bauta.api.steps",
    "VerificationResult": "bauta.api.adversaries",
    "Ways": "bauta.api.releasing",
    "agree": "bauta.api.declaring",
    "assess": "bauta.api.measuring",
    "check": "bauta.api.judging",
    "compare": "bauta.api.judging",
    "context": "bauta.api.declaring",
    "decide": "bauta.api.steps",
    "deidentify": "bauta.api.releasing",
    "diagnose": "bauta.api.judging",
    "evaluate_estimators": "bauta.api.adversaries",
    "explore": "bauta.api.releasing",
    "link": "bauta.api.adversaries",
    "make_example": "bauta.example",
    "policies": "bauta.api.adversaries",
    "profile": "bauta.api.measuring",
    "run": "bauta.api.steps",
    "status": "bauta.api.steps",
    "verification": "bauta.api.adversaries",
    "write_report": "bauta.api.steps",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'bauta' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
