"""The recipient's edition tells nothing of the source.

The strong test is one of non-interference: every fact of the record that is not public is changed, and the recipient's
edition stays the same to the last byte. So it cannot hold such a fact, nor anything that was worked out from one.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from pydantic import BaseModel
from report_texts import text_of_html, text_of_pdf

from bauta.model.edition import Edition
from bauta.model.study_record import StudyRecord
from bauta.model.threshold import Threshold
from bauta.model.transformations import LossKind

Rendered = Callable[..., tuple[str, bytes]]

PUBLIC = {
    "title",
    "document.custodian",
    "document.prepared_by",
    "document.signatory",
    "document.valid_until",
    "document.product",
    "document.active_ingredient",
    "document.procedure_number",
    "document.control_number",
    "document.applicant",
    "document.conditions",
    "document.key_variables",
    "context.recipient",
    "context.purpose",
    "context.sharing",
    "context.mechanism",
    "context.conditions",
    "context.attacks.kind",
    "release.solution.variables.variable",
    "release.solution.variables.level",
    "release.solution.variables.level_name",
    "release.columns",
    "release.goal.suppression",
    "release.durations.durations",  # which dates days were counted between: the dictionary says so
    "release.durations.as_column",
    "risk_after.risks.verdict",
    "export.rows",
    "export.files",
}
"""What a recipient may know: docs/decisions/0033. Everything else is scrambled."""
AS_MANY = {"context.attacks", "release.solution.variables", "risk_after.risks"}
"""Of these the number is public too."""
MARK = "ZQXMARK"


def scrambled(value: Any, path: str = "") -> Any:
    """The value with every fact in it changed, but for those that are public."""
    if path in PUBLIC or value is None:
        return value
    if isinstance(value, Threshold):
        return Threshold(value.probability * 0.731, value.cell_size + 13)
    if isinstance(value, Enum):
        others = [one for one in type(value) if one is not value]
        return others[0] if others else value
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return f"{MARK} {value}"
    if isinstance(value, int):
        return value + 1_234_567
    if isinstance(value, float):
        return value * 0.731 + 0.0001
    if isinstance(value, Fraction):
        return value * Fraction(731, 1000)
    if isinstance(value, tuple):
        changed = tuple(scrambled(one, path) for one in value)
        return changed if path in AS_MANY or not changed else (*changed, changed[-1])
    if isinstance(value, dict):
        if all(isinstance(key, LossKind) for key in value):
            return {key: scrambled(one, path) for key, one in value.items()}
        return {f"{MARK} {key}": scrambled(one, path) for key, one in value.items()}
    if isinstance(value, BaseModel):
        own = {name: scrambled(getattr(value, name), _below(path, name)) for name in type(value).model_fields}
        return value.model_copy(update=own)
    assert is_dataclass(value), type(value)
    assert not isinstance(value, type)
    own = {field.name: scrambled(getattr(value, field.name), _below(path, field.name)) for field in fields(value)}
    made = object.__new__(type(value))  # what a class checks about its own figures is not in question here
    for name, one in own.items():
        object.__setattr__(made, name, one)
    return made


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def test_scrambling_changes_nearly_everything(hospital: StudyRecord) -> None:
    other = scrambled(hospital)
    assert other.before != hospital.before
    assert other.release.before.sample_uniques == hospital.release.before.sample_uniques + 1_234_567  # type: ignore[union-attr]
    assert other.release.folder.startswith(MARK)
    assert len(other.variables) == len(hospital.variables) + 1
    assert other.title == hospital.title


def test_the_recipients_edition_does_not_depend_on_anything_that_is_not_public(
    hospital: StudyRecord, rendered: Rendered
) -> None:
    expected = rendered(hospital, Edition.RECIPIENT)
    assert rendered(scrambled(hospital), Edition.RECIPIENT) == expected


def test_the_full_edition_does_depend_on_it(hospital: StudyRecord, rendered: Rendered) -> None:
    """Otherwise the test above would prove nothing."""
    other = replace(hospital, study=f"{MARK}.yaml")
    html, pdf = rendered(other, Edition.FULL)
    assert MARK in text_of_html(html)
    assert MARK in text_of_pdf(pdf)


def test_removed_columns_and_what_is_kept_for_the_custodian_are_not_told(
    hospital: StudyRecord, rendered: Rendered
) -> None:
    """The columns are public as a whole, but not those that were removed, nor what follows a semicolon."""
    assert hospital.release is not None
    columns = tuple(
        replace(one, column=f"{MARK}_{one.column}")
        if one.what == "removed"
        else replace(one, what=f"{one.what}; {MARK}")
        for one in hospital.release.columns
    )
    assert any(one.what == "removed" for one in columns)
    marked = replace(hospital, release=replace(hospital.release, columns=columns))
    assert rendered(marked, Edition.RECIPIENT) == rendered(hospital, Edition.RECIPIENT)


@pytest.mark.parametrize(
    "secret", ["name", "phone", "email", "182 days", "5,000", "4,939", "1.7 %", "0.05", "hospital.csv"]
)
def test_known_secrets_of_the_example_are_not_in_it(hospital: StudyRecord, rendered: Rendered, secret: str) -> None:
    html, pdf = rendered(hospital, Edition.RECIPIENT)
    for text in (text_of_html(html), text_of_pdf(pdf)):
        assert secret not in text.replace("Name and office", "")


def test_folders_seeds_and_thresholds_of_the_study_are_not_in_it(hospital: StudyRecord, rendered: Rendered) -> None:
    assert hospital.release is not None
    html, pdf = rendered(hospital, Edition.RECIPIENT)
    assert str(hospital.release.folder) not in html
    for text in (text_of_html(html), text_of_pdf(pdf)):
        for word in ("cell size", "threshold", "seed", "suppressed people", "smallest class"):
            assert word not in text.lower()
