"""Step 11, export the transformed data: the release that was accepted, whole, and nothing before it was.

The release is copied from the study's folder into the one that was named, aside first and then in one step, so that
it is there whole or not at all. The copies are checked against the hashes that were seen in step 9.
"""

import json
from pathlib import Path

from bauta.errors import RecordInvalid
from bauta.model.assessment import Verdict
from bauta.model.deidentification import Deidentification
from bauta.model.steps import Acceptance, Step
from bauta.model.study_record import ExportFacts
from bauta.model.threat import ContextRisk
from bauta.workflow.release_folder import MANIFEST, RELEASE, ReleaseFolder
from bauta.workflow.release_folder_checks import is_release
from bauta.workflow.steps.candidate import check_candidate, copy_candidate, released_files
from bauta.workflow.steps.case import Case, Taken, asked, to_json
from bauta.workflow.steps.inputs import of_part, of_steps
from bauta.workflow.steps.words import counted


def rests_on(case: Case) -> dict[str, str]:
    out, diagnosed = _out(case), case.records.get(Step.DIAGNOSE)
    decision = None if diagnosed is None or diagnosed.decision is None else to_json(diagnosed.decision)
    inputs = of_steps(case, (Step.ANONYMIZE, Step.DIAGNOSE)) | of_part("decision", decision)
    return inputs if out is None else inputs | of_part("folder", str(out))


def take(case: Case) -> Taken:
    """Where the release is now, with the hashes of its files."""
    out = _out(case)
    if out is None:
        return asked(
            Step.EXPORT,
            "Where is the release to go?",
            because="It was accepted and waits in the study's folder.",
            how=case.command("run", "--out", "DIR"),
        )
    _check_accepted(case)
    release = case.evidence(Step.ANONYMIZE, "release", Deidentification)
    seen = check_candidate(case)
    with ReleaseFolder(out, replace=_is_ours(case, out), inputs=(case.path, case.folder.release)) as place:
        copy_candidate(case, seen, place, out)
        place.commit()
    manifest = json.loads((out / RELEASE / MANIFEST).read_text(encoding="utf-8"))
    files = tuple(sorted(released_files(out).items()))
    facts = ExportFacts(str(out), files, rows=release.rows_after, columns=int(manifest["columns"]))
    return Taken(
        summary=f"{counted(facts.rows, 'row')} and {counted(facts.columns, 'column')} exported to {_shown(case, out)}.",
        evidence={"export": facts},
        result=[list(file) for file in files],
    )


def _out(case: Case) -> Path | None:
    """The folder that was named now, or when the study was exported before."""
    if case.options.out is not None:
        return case.options.out.absolute()
    record = case.records.get(Step.EXPORT)
    if record is None or "export" not in record.evidence:
        return None
    return Path(case.evidence(Step.EXPORT, "export", ExportFacts).folder)


def _shown(case: Case, out: Path) -> Path:
    """The folder as seen from the study, where it lies beside it or below."""
    base = case.path.absolute().parent
    return out.relative_to(base) if out.is_relative_to(base) else out


def _is_ours(case: Case, out: Path) -> bool:
    """Whether `out` holds what an earlier export of this study put there, be it one that was stopped at the end."""
    if not is_release(out):
        return False
    present = released_files(out)
    if present == released_files(case.folder.release):
        return True
    record = case.records.get(Step.EXPORT)
    if record is None or "export" not in record.evidence:
        return False
    earlier = case.evidence(Step.EXPORT, "export", ExportFacts)
    return Path(earlier.folder) == out and present == dict(earlier.files)


def _check_accepted(case: Case) -> None:
    """Nothing is exported that was not accepted, or that is over the threshold, whatever a record says."""
    decision = case.records[Step.DIAGNOSE].decision
    if decision is None or decision.decision != Acceptance.ACCEPTED:
        raise RecordInvalid(path=case.folder.file_of(Step.DIAGNOSE), why="the release was not accepted")
    if case.evidence(Step.ANONYMIZE, "risk_after", ContextRisk).verdict is Verdict.HIGH:
        raise RecordInvalid(path=case.folder.file_of(Step.ANONYMIZE), why="the release is over the threshold")
