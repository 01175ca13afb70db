"""Studies with a context, for tests: answers that reach a band, and everything that is needed."""

from typing import Any

import yaml

from bauta.model.study import Study
from bauta.model.study_text import parse_study

TRIGGERED_CONTROLS = (
    "need_to_know", "no_third_parties", "no_linking", "threat_assessment", "no_public_access", "destroyed_after",
)  # fmt: skip
CONTROLS = (
    *TRIGGERED_CONTROLS, "worked_together", "enforceable", "surprise_audits", "regular_audits", "privacy_policy",
    "privacy_officer", "confidentiality_agreements", "security_procedures", "trained_staff", "audit_trail", "accounts",
    "breach_protocol", "secure_housing",
)  # fmt: skip
MOTIVES = ("commercial_value", "other_motive", "expertise", "resources", "wish_to_harm", "other_means")
LESSENS = ("consistent_purpose", "caveat", "given_freely")
INVASION = (
    "detailed", "many_people", "sensitive", "sensitive_context", "promised_not_to_disclose", "guarantee", "foreign_law",
    "grave_injury", *LESSENS,
)  # fmt: skip
OPEN = {"whole_population": "false", "findable": "false", "self_revealed": "false"}


def answers(questions: tuple[str, ...], *yes: str) -> dict[str, str]:
    return {question: "yes" if question in yes else "no" for question in questions}


def recipient(controls: dict[str, str] | None = None, motives: dict[str, str] | None = None) -> dict[str, Any]:
    """High controls, low motives, unless told otherwise."""
    return {
        "mitigating_controls": answers(CONTROLS, *TRIGGERED_CONTROLS) if controls is None else controls,
        "motives_and_capacity": answers(MOTIVES) if motives is None else motives,
    }


def context(**parts: Any) -> dict[str, Any]:
    """A settled context: by request, open, IPC's threshold for low invasion; None takes a part away."""
    whole = {
        "sharing": "by-request",
        "membership": OPEN,
        "attacks": {"inadvertent": {"prevalence": "0.0013"}},
        "answers": recipient(),
        "threshold": {"table": "ipc-2016", "entry": "low"},
        **parts,
    }
    return {key: part for key, part in whole.items() if part is not None}


def study_text(described: dict[str, Any], **parts: Any) -> str:
    return yaml.safe_dump(
        {
            "data": {"path": "data.csv"},
            "variables": {"sex": {"role": "quasi_identifier"}, "age": {"role": "quasi_identifier"}},
            "context": described,
            **parts,
        }
    )


def study(described: dict[str, Any], **parts: Any) -> Study:
    return parse_study(study_text(described, **parts), path="study.yaml")
