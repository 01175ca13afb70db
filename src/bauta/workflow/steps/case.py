"""A study at hand: what is declared, what is recorded, and the tools a step needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from bauta.engines.engine import Engine
from bauta.errors import RecordInvalid
from bauta.model.deidentification import Deidentification
from bauta.model.steps import Question, Step, StepRecord
from bauta.model.study import Study, Table
from bauta.workflow.find_solution import SearchListener
from bauta.workflow.fingerprints import Fingerprints
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.study_files import request_from_study
from bauta.workflow.study_folder import StudyFolder
from bauta.workflow.without_effect import refuse_without_effect

if TYPE_CHECKING:
    from bauta.model.threat import ReleaseContext

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class RunOptions:
    """What a person says with one `bauta run`."""

    out: Path | None = None
    """Where an accepted release is exported to."""
    secret: Path | None = None
    """A file with the secret that everything is drawn with; None leaves it to the study, and then to a fresh one."""
    test_seed: int | None = None
    search_seconds: float | None = None
    """None: as long as usual."""

    def check_until(self, last: Step) -> None:
        """Refuse what is said about a step that is not to be taken."""
        if last < Step.ANONYMIZE:
            made = {"--secret": self.secret, "--test-seed": self.test_seed, "--search-seconds": self.search_seconds}
            refuse_without_effect(made, f"before step {Step.ANONYMIZE.value}, which makes the release")
        if last < Step.EXPORT:
            refuse_without_effect({"--out": self.out}, f"before step {Step.EXPORT.value}, which exports the release")


@dataclass(frozen=True, eq=False, repr=False)
class Case:
    """One table of a study on its way through the steps."""

    study: Study
    path: Path
    """The study file."""
    table_name: str | None
    """Which of several tables; None where there is one."""
    folder: StudyFolder
    files: Fingerprints
    records: dict[Step, StepRecord]
    """What is recorded of the steps; a step that is taken anew replaces its record here."""
    options: RunOptions = RunOptions()
    engine: Engine | None = None
    """None where nothing is to be measured, only looked at."""
    describe: Callable[[Deidentification], Mapping[str, Any]] = lambda _: {}
    """Turns a release into JSON; a face's business, handed in."""
    listener: SearchListener | None = None
    now: datetime = field(default_factory=lambda: datetime.now().astimezone())

    @property
    def table(self) -> Table:
        return self.study.tables[self.table_name or next(iter(self.study.tables))]

    @property
    def request(self) -> AssessmentRequest:
        """The table as the study asks to have it measured."""
        return request_from_study(self.study, self.path, self.table_name)

    @property
    def at_work(self) -> Engine:
        if self.engine is None:
            raise RuntimeError("a step was taken without an engine")
        return self.engine

    @property
    def context(self) -> "ReleaseContext":
        """What follows from the context, as step 5 recorded it."""
        from bauta.model.threat import ReleaseContext

        return self.evidence(Step.THRESHOLD, "context", ReleaseContext)

    def evidence(self, step: Step, name: str, kind: type[Kind]) -> Kind:
        """A result of an earlier step, as it was recorded."""
        return from_json(self.records[step], name, kind, self.folder)

    def command(self, verb: str, *options: str) -> str:
        """A command to type about this study."""
        table = () if self.table_name is None else ("--study-table", self.table_name)
        return " ".join(_quoted(word) for word in ("bauta", verb, str(self.path), *table, *options))


@dataclass(frozen=True)
class Taken:
    """How a step ended: what was found and, where it cannot go on, what is asked."""

    summary: str
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """Results by name; nouns of `model`, or what is JSON already."""
    result: Any = None
    """What later steps rest on, as JSON; changes in anything else leave them as they are."""
    question: Question | None = None


def asked(step: Step, text: str, *, because: str, how: str, evidence: Mapping[str, Any] | None = None) -> Taken:
    """A step that waits for a person."""
    return Taken(summary="", evidence=evidence or {}, question=Question(step, text, because, how))


def to_json(value: Any) -> Any:
    """A noun as JSON."""
    return TypeAdapter(type(value)).dump_python(value, mode="json") if hasattr(value, "__dataclass_fields__") else value


def from_json(record: StepRecord, name: str, kind: type[Kind], folder: StudyFolder) -> Kind:
    """The noun that a record holds under a name; raises RecordInvalid where it does not."""
    try:
        return TypeAdapter(kind).validate_python(record.evidence[name])
    except (KeyError, ValidationError):
        why = f"what it says of {name} is not what this step finds"
        raise RecordInvalid(path=folder.file_of(record.step), why=why) from None


def _quoted(word: str) -> str:
    import shlex

    return shlex.quote(word)
