"""Marked values go through all eleven steps; none may come out in either edition of the report."""

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.edition import Edition
from bauta.model.steps import Acceptance
from bauta.report.json_deidentify import deidentification_json
from bauta.report.render_document_html import render_document_html
from bauta.report.render_document_pdf import render_document_pdf
from bauta.report.study.study_document import study_document
from bauta.workflow.decide import decide_release
from bauta.workflow.run import run_study
from bauta.workflow.step_records import read_study_record
from bauta.workflow.steps.case import RunOptions

MARK = "QXZ7"
STUDY = """\
data: {path: data.csv}
person_key: id
variables:
  id: {role: direct_identifier, mask: pseudonym}
  name: {role: direct_identifier, mask: remove}
  sex: {role: quasi_identifier}
  ward: {role: quasi_identifier, hierarchy: {kind: characters, hide: [1]}}
  diagnosis: {role: sensitive}
  visit: {role: other}
context:
  sharing: by-request
  membership: {whole_population: yes, findable: yes, self_revealed: no}
  attacks:
    deliberate: {probability: 0.2, source: agreed}
    inadvertent: {prevalence: 0.01, source: agreed}
  threshold: {table: precedents, entry: "5"}
utility: {needs: counts by ward}
deidentify: {suppression_limit: 0.2}
standards: [safe-harbor, limited-data-set]
"""


@pytest.mark.parametrize("edition", list(Edition))
def test_no_value_of_a_person_is_in_a_report(edition: Edition, tmp_path: Path) -> None:
    from datetime import UTC, datetime

    now = datetime(2026, 1, 5, tzinfo=UTC)
    rows = [
        f"{MARK}{i:04d},Ann {MARK}{i},{MARK}{'FM'[i % 2]},{MARK}{i % 9},{MARK}.{i % 4},{MARK}-{i}\n" for i in range(200)
    ]
    (tmp_path / "data.csv").write_text("id,name,sex,ward,diagnosis,visit\n" + "".join(rows), encoding="utf-8")
    study = tmp_path / "study.yaml"
    study.write_text(STUDY, encoding="utf-8")
    for _ in range(2):
        with DuckDbEngine() as engine:
            status = run_study(
                engine,
                study,
                options=RunOptions(tmp_path / "out"),
                describe=deidentification_json,
                now=lambda: now,
            )
        if not status.is_done:
            decide_release(study, Acceptance.ACCEPTED, by="A. Person", note="They were looked at.", now=now)
    assert status.is_done
    document = study_document(read_study_record(study), edition, generated=now)
    html = render_document_html(document, generated=now)
    pdf = PdfReader(io.BytesIO(render_document_pdf(document, generated=now)))
    text = "".join(page.extract_text() for page in pdf.pages).replace("\u200b", "")
    assert "Ann" not in html.replace("Annex", "")
    assert MARK not in html
    assert MARK not in text
