"""Reasons that a person gives in a study, which are printed in results and reports."""

from typing import Annotated

from pydantic import AfterValidator, Field

PLACEHOLDER = "the reason"
"""What stands in bauta's advice where a reason belongs; it is none itself."""


def _is_one(reason: str) -> str:
    if reason.strip(" .\"'").lower() in ("", PLACEHOLDER, "reason", "why"):
        raise ValueError(f"write why, in place of {reason.strip()[:20]!r}")
    return reason


Reason = Annotated[str, Field(min_length=1, max_length=2_000), AfterValidator(_is_one)]
"""Why, in a person's words."""
