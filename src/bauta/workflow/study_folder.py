"""The folder of a study: one record per step, each written whole or not at all, for the owner's eyes only.

    study.yaml                  what the custodian declares
    study.bauta/                what bauta keeps beside it
        01-direct-identifiers.json ... 11-export.json
        candidate/              the release of step 9, until a person has accepted it and step 11 exports it
        files.json              hashes of files, so that a large one is read again only if it has changed

A study of several tables has a folder per table in study.bauta/. The records hold figures of small cells, so the
folder is closed to others. Each record is sealed with a hash of its own content: one that was edited by hand is
refused. The seal shows an accident; whoever may write there could forge one, so it is no signature.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bauta.errors import FileUnreadable, OutputFailed, RecordInvalid, RecordTooNew, StudyBusy
from bauta.model.steps import Acceptance, Step, StepRecord
from bauta.workflow.output import write_whole

RECORD_VERSION = 1
FOLDER_ENDING = ".bauta"
RELEASE_IN_FOLDER = "candidate"


def sha256_of_json(value: Any) -> str:
    """The SHA-256 of a value as JSON, the same for the same content."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def folder_of(study: Path, table: str | None = None) -> Path:
    """Where the records of a study are: beside its file; of one of several tables, in a folder of its own therein."""
    folder = study.with_name(study.stem + FOLDER_ENDING)
    return folder if table is None else folder / quote(table, safe=" ").replace(".", "%2E")


@dataclass(frozen=True)
class StudyFolder:
    """The records of one table of a study."""

    path: Path

    @property
    def release(self) -> Path:
        """Where a release waits to be accepted."""
        return self.path / RELEASE_IN_FOLDER

    def file_of(self, step: Step) -> Path:
        return self.path / f"{step:02d}-{step.key}.json"

    def read(self, step: Step) -> StepRecord | None:
        """What is kept of a step, None if it was not taken; raises RecordInvalid, RecordTooNew or FileUnreadable."""
        path = self.file_of(step)
        try:
            # Names of files, and of people at a terminal that is not UTF-8, can hold bytes that are no text.
            content = json.loads(path.read_bytes().decode("utf-8", "surrogatepass"))
        except FileNotFoundError:
            return None
        except NotADirectoryError:
            raise OutputFailed(path=self.path, why="it is a file, not a folder") from None
        except PermissionError:  # nothing is wrong with it, so nobody is told to delete it
            raise FileUnreadable(path=path, why="permission denied") from None
        except OSError as error:
            raise FileUnreadable(path=path, why=(error.strerror or "refused").lower()) from None
        except (ValueError, RecursionError):
            raise RecordInvalid(path=path, why="it is not JSON") from None
        return _checked(path, step, content)

    def read_all(self) -> dict[Step, StepRecord]:
        """Every record there is."""
        read = ((step, self.read(step)) for step in Step)
        return {step: record for step, record in read if record is not None}

    def write(self, record: StepRecord) -> None:
        """Put a record in the place of an earlier one, in one step."""
        from pydantic import TypeAdapter

        content = {"record": RECORD_VERSION, **TypeAdapter(StepRecord).dump_python(record, mode="json")}
        content["seal"] = sha256_of_json(content)
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        write_whole(self.file_of(record.step), text.encode("utf-8", "surrogatepass"), overwrite=True, owner_only=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder if need be, and keep others from writing there; raises StudyBusy where somebody does.

        The lock ends with the process, however that ends.
        """
        import fcntl

        self._make()
        handle = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise StudyBusy(path=self.path) from None
        except OSError:  # a network disk that knows no locks
            pass
        try:
            yield
        finally:
            os.close(handle)

    def _make(self) -> None:
        try:
            for folder in (self.path.parent, self.path):
                if folder.is_symlink() and folder.name.endswith(FOLDER_ENDING):
                    raise OutputFailed(path=folder, why="it is a link; name the folder itself")
                if not folder.exists():
                    folder.mkdir(0o700)
            if not self.path.is_dir():
                raise OutputFailed(path=self.path, why="it is a file, not a folder")
            if not os.access(self.path, os.W_OK | os.X_OK | os.R_OK):
                raise OutputFailed(path=self.path, why="you may not write in it")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "this is not the name of a folder"
            raise OutputFailed(path=self.path, why=why.lower()) from None


def _checked(path: Path, step: Step, content: Any) -> StepRecord:
    """The record, if it is one that bauta can have written."""
    from pydantic import TypeAdapter, ValidationError

    if not isinstance(content, dict) or not isinstance(content.get("record"), int):
        raise RecordInvalid(path=path, why="it is not a record of bauta")
    if content["record"] > RECORD_VERSION:
        raise RecordTooNew(path=path, version=str(content.get("bauta", "of a later version"))[:20])
    seal = content.pop("seal", None)
    if seal != sha256_of_json(content):
        raise RecordInvalid(path=path, why="it was changed since bauta wrote it")
    del content["record"]
    try:
        record = TypeAdapter(StepRecord).validate_python(content)
    except ValidationError:
        raise RecordInvalid(path=path, why="it is not a record of bauta") from None
    why = _impossible(record, step)
    if why is not None:
        raise RecordInvalid(path=path, why=why)
    return record


def _impossible(record: StepRecord, step: Step) -> str | None:
    """Why no step can have ended like this; None if one can."""
    if record.step is not step or (record.question is not None and record.question.step is not step):
        return f"it is the record of step {record.step}, not {step}"
    if record.decision is not None:
        if step is not Step.DIAGNOSE:
            return "it has a decision, and nobody decides there"
        if record.decision.decision not in set(Acceptance):
            return "its decision is neither accepted nor rejected"
        if not record.decision.by.strip():
            return "nobody is named who decided"
    elif step is Step.DIAGNOSE and record.question is None:
        return "it is done without anybody's decision"
    return None
