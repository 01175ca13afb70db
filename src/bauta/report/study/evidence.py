"""The chapters on evidence: hashes and how to check them, the steps that were taken, and who decided what."""

from bauta.model.steps import Step
from bauta.model.study_record import StudyRecord
from bauta.report.document import Chapter, Heading, Part
from bauta.report.figures import count, printable
from bauta.report.page import Cell, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.editions import Told
from bauta.report.study.words import sentence, words
from bauta.report.study.works import EL_EMAM_MALIN

KEY = "evidence"
SHORT_HASH = 16
MANIFEST = "manifest.json"
LISTED = ("data ", "population ", "answers ", "step ")


def evidence_chapter(told: Told, number: str) -> Chapter:
    """What can be checked, and how."""
    parts: list[Part] = [*_files(told)]
    if told.record is not None:
        parts += [*_source(told.record), *_decisions(told.record), *_steps(told.record)]
    title = "How to check the files" if told.record is None else "Evidence: files, decisions and steps"
    return Chapter(KEY, number, title, tuple(parts))


def _files(told: Told) -> list[Part]:
    files = [file for file in told.public.files if "/" not in file[0]]
    n_parts = len(told.public.files) - len(files)
    parts = f"The data are in {count(n_parts)} files. The manifest, {MANIFEST}, lists the SHA-256 of each of them."
    if not files:
        return [Paragraph("Nothing was handed over yet, so there are no files to check.")]
    return [
        Heading("Files of the release", "files"),
        Paragraph(
            "The SHA-256 of a file is a number that any change of the file would change. If the one you compute is "
            "the one "
            "printed here, the file is the one this report is about."
        ),
        Table(
            caption="Files of the release and their SHA-256",
            columns=(Column("File"), Column("SHA-256")),
            rows=tuple(Row(cells(words(file), sha256)) for file, sha256 in files),
        ),
        *([Paragraph(parts)] if n_parts else []),
        Paragraph("On Linux or a Mac, in the folder of the release:"),
        Paragraph(f"sha256sum {' '.join(_quoted(file) for file, _ in files)}", is_command=True),
        Paragraph("On Windows, for each file:"),
        Paragraph(f"certutil -hashfile {_quoted(files[0][0])} SHA256", is_command=True),
    ]


def _quoted(file: str) -> str:
    import shlex

    return shlex.quote(str(printable(file)))


def _source(record: StudyRecord) -> list[Part]:
    rows = []
    if record.source is not None:
        sha256 = record.source.sha256 or "a database: no hash"
        rows.append(Row(cells(words(record.source.shown), "source", sha256)))
    if record.export is not None:
        rows.append(Row(cells(words(record.export.folder), "folder of the release", "its files are above")))
    if not rows:
        return []
    return [
        Heading("What it was made of", "made-of"),
        Table(
            caption="Source and folder",
            columns=(Column("Name"), Column("What it is"), Column("SHA-256")),
            rows=tuple(rows),
        ),
        Paragraph(
            f"Study file {words(record.study)}, made with bauta {words(record.bauta)}. The custodian's folder has "
            "the plan, the secret and the crosswalks; whoever has it can undo the release.",
            Tone.QUIET,
        ),
    ]


def _decisions(record: StudyRecord) -> list[Part]:
    parts: list[Part] = [Heading("Decisions and who made them", "decisions")]
    if not record.decisions:
        return [*parts, Paragraph("No decision of a person is recorded.", Tone.WARNING)]
    return [
        *parts,
        Table(
            caption="What people decided",
            columns=(Column("Step"), Column("Decision"), Column("By"), Column("When"), Column("On what grounds")),
            rows=tuple(
                Row(
                    cells(
                        words(step),
                        words(decision.decision),
                        words(decision.by),
                        words(decision.at)[:10],
                        sentence(decision.note) if decision.note else "none stated",
                    )
                )
                for step, decision in record.decisions
            ),
        ),
    ]


def _steps(record: StudyRecord) -> list[Part]:
    if not record.records:
        return []
    done = {one.step: one for one in record.records}
    return [
        Heading("The eleven steps", "steps"),
        Paragraph(
            "Each step keeps the hashes of what it rests on, so that a later change shows. Hashes are cut to their "
            "first "
            f"{SHORT_HASH} characters here; the record of a step has all of them.",
            cites=(EL_EMAM_MALIN,),
        ),
        Table(
            caption="Steps as they were recorded",
            columns=(Column("Step"), Column("What came out"), Column("Rests on")),
            rows=tuple(
                Row(
                    cells(
                        f"{step.value}. {step.title}",
                        sentence(done[step].summary) if step in done else Cell("Not taken yet.", Tone.WARNING),
                        _inputs(done[step].inputs) if step in done else "–",
                    )
                )
                for step in Step
            ),
        ),
    ]


def _inputs(inputs: dict[str, str]) -> str:
    """Files and earlier steps with their hashes; parts of the study, of which there are many, by their number."""
    listed = {name: sha256 for name, sha256 in inputs.items() if name.startswith(LISTED)}
    texts = [f"{words(name)}: {words(sha256)[:SHORT_HASH]}" for name, sha256 in listed.items()]
    others = len(inputs) - len(listed)
    if others:
        texts.append(f"{count(others)} {'part' if others == 1 else 'parts'} of the study")
    return "; ".join(texts) or "nothing"
