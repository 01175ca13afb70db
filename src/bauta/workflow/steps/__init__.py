"""The eleven steps, a file each: what a step rests on, what it finds, what it asks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bauta.model.steps import Step
from bauta.workflow.steps import (
    step_01_direct_identifiers,
    step_02_masking,
    step_03_threat_model,
    step_04_utility,
    step_05_threshold,
    step_06_import,
    step_07_risk,
    step_08_compare,
    step_09_anonymize,
    step_10_diagnose,
    step_11_export,
)
from bauta.workflow.steps.case import Case, Taken


@dataclass(frozen=True)
class StepWork:
    """What a step rests on, and how it is taken."""

    rests_on: Callable[[Case], dict[str, str]]
    take: Callable[[Case], Taken]


WORK: Mapping[Step, StepWork] = {
    step: StepWork(module.rests_on, module.take)
    for step, module in zip(
        Step,
        (
            step_01_direct_identifiers,
            step_02_masking,
            step_03_threat_model,
            step_04_utility,
            step_05_threshold,
            step_06_import,
            step_07_risk,
            step_08_compare,
            step_09_anonymize,
            step_10_diagnose,
            step_11_export,
        ),
        strict=True,
    )
}
