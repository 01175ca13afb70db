"""The draft study of `bauta profile -o` is accepted by `bauta assess`, and by `bauta deidentify` with reasons."""

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import TiesNotTreated
from bauta.example import make_example
from bauta.model.source import CsvDialect, DataSource
from bauta.model.transformations import DeidentifySection
from bauta.workflow.assess import assess
from bauta.workflow.deidentify import deidentify_frame
from bauta.workflow.deidentify_request import build_deidentify_request
from bauta.workflow.draft import draft_study
from bauta.workflow.profile import profile
from bauta.workflow.study_files import read_study, request_from_study

HOSTILE_NAMES = [
    "no", "true", "null", "2010", "02139", "", " ", "a: b", "#x", "- x", "*x", "&x", "!x", "%x", "@x", "`x", '"x"',
    "{x}", "[x]", "x\ny", "x\ty", "it's; DROP TABLE x", "é", "名前", "x" * 3000, "\u202ex", "data", "role", "~", "1e3",
    "0x1F", "😀", "\x00", "\x7f", "\u2028", "\ufeff", "back\\slash", "'x'",
]  # fmt: skip


def draft_and_assess(source: DataSource, folder: Path):
    study_path = folder / "study.yaml"
    with DuckDbEngine() as engine:
        found = profile(engine, source)
        study_path.write_text(draft_study(found, source, study_path=study_path), encoding="utf-8")
        study = read_study(study_path)
        declared = list(next(iter(study.tables.values())).variables)
        assert sorted(declared) == sorted(column.summary.name for column in found.columns)
        return assess(engine, request_from_study(study, study_path))


def test_the_example_is_drafted_and_assessed(tmp_path):
    pq.write_table(make_example().patients, tmp_path / "hospital.parquet")
    assessment = draft_and_assess(DataSource(str(tmp_path / "hospital.parquet")), tmp_path)
    assert assessment.unit.person_key == "mrn"
    assert "birth_date" in assessment.quasi_identifiers
    assert set(assessment.direct_identifiers) == {"mrn", "name", "phone", "email"}


def test_the_draft_is_released_once_its_ties_have_reasons_with_a_pseudonym_for_the_person_key_alone(tmp_path):
    patients = make_example().patients
    pq.write_table(patients, tmp_path / "hospital.parquet")
    study_path = tmp_path / "study.yaml"
    source = DataSource(str(tmp_path / "hospital.parquet"))
    with DuckDbEngine() as engine:
        draft = draft_study(profile(engine, source), source, study_path=study_path)
        study_path.write_text(draft, encoding="utf-8")
        with pytest.raises(TiesNotTreated, match="diagnosis reveals sex"):  # pregnancies are women's
            deidentify_frame(engine, build_deidentify_request(DataSource(str(study_path))))
        why = "ignore: {sex: what is studied, birth_date: what is studied}"
        settled = re.sub(r"(  diagnosis: \{.*)\}", rf"\1, {why}}}", draft)
        study_path.write_text(settled, encoding="utf-8")
        content, result = deidentify_frame(engine, build_deidentify_request(DataSource(str(study_path))))
    assert result.after.prosecutor.smallest_class >= 5
    assert not {"name", "phone", "email"} & set(content.column_names)
    assert not set(content["mrn"].to_pylist()) & set(patients["mrn"].to_pylist())
    assert len(set(content["mrn"].to_pylist())) == content.num_rows


def test_a_person_key_without_a_telling_name_gets_a_mask_too(tmp_path):
    (tmp_path / "data.csv").write_text("id,sex\n" + "".join(f"{i},{'FM'[i % 2]}\n" for i in range(1, 41)))
    source = DataSource(str(tmp_path / "data.csv"))
    with DuckDbEngine() as engine:
        found = profile(engine, source)
        text = draft_study(found, source, study_path=tmp_path / "study.yaml")
    assert found.person_key == "id"
    assert "person_key: id\n" in text
    assert any(line.startswith("  id: {") and "mask: pseudonym" in line for line in text.splitlines())


def test_the_defaults_shown_as_comments_are_the_defaults(tmp_path):
    (tmp_path / "data.csv").write_text("sex,age\nF,30\nM,40\n")
    source = DataSource(str(tmp_path / "data.csv"))
    study_path = tmp_path / "study.yaml"
    with DuckDbEngine() as engine:
        text = draft_study(profile(engine, source), source, study_path=study_path)
    rest, _, commented = text.partition("# deidentify:\n")
    study_path.write_text(rest + "deidentify:\n" + commented.replace("#   ", "  "), encoding="utf-8")
    study = read_study(study_path)
    assert study.deidentify == DeidentifySection()
    assert study.deidentify.model_fields_set == {"criterion", "suppression", "suppression_limit", "loss"}


def test_column_names_of_any_kind_survive_the_draft(tmp_path):
    columns = {name: ["a", "b", "b"] for name in HOSTILE_NAMES}
    columns |= {"sex": ["F", "M", "M"], "age": ["30", "40", "40"]}
    pq.write_table(pa.table(columns), tmp_path / "data.parquet")
    assessment = draft_and_assess(DataSource(str(tmp_path / "data.parquet")), tmp_path)
    assert {"sex", "age"} <= set(assessment.quasi_identifiers)


@pytest.mark.parametrize("folder_of_data", [".", "deeper"])
def test_the_data_are_found_from_where_the_study_lies(tmp_path, folder_of_data, monkeypatch):
    folder = tmp_path / folder_of_data
    folder.mkdir(exist_ok=True)
    (folder / "data;1.csv").write_bytes("sex|age\nF|30\nM|né\n".encode("latin-1"))
    source = DataSource(str(folder / "data;1.csv"), csv=CsvDialect(delimiter="|", quote="'", encoding="latin-1"))
    monkeypatch.chdir("/")
    assert draft_and_assess(source, tmp_path).records == 2


def test_options_of_a_csv_file_are_written_down(tmp_path):
    (tmp_path / "data.csv").write_text("F;30\nM;40\n")
    source = DataSource(str(tmp_path / "data.csv"), csv=CsvDialect(delimiter=";", header=False))
    with DuckDbEngine() as engine:
        text = draft_study(profile(engine, source), source, study_path=tmp_path / "study.yaml")
    assert '    delimiter: ";"\n    header: false\n' in text


def test_the_draft_chooses_no_threshold_so_that_a_person_is_asked(tmp_path):
    pq.write_table(pa.table({"sex": ["F", "M"] * 10}), tmp_path / "data.parquet")
    source, study_path = DataSource(str(tmp_path / "data.parquet")), tmp_path / "study.yaml"
    with DuckDbEngine() as engine:
        text = draft_study(profile(engine, source), source, study_path=study_path)
    study_path.write_text(text, encoding="utf-8")
    study = read_study(study_path)
    assert "thresholds" not in study.model_fields_set
    assert study.context is None


def test_what_the_draft_offers_in_comments_is_valid(tmp_path):
    pq.write_table(pa.table({"sex": ["F", "M"] * 10}), tmp_path / "data.parquet")
    source, study_path = DataSource(str(tmp_path / "data.parquet")), tmp_path / "study.yaml"
    with DuckDbEngine() as engine:
        text = draft_study(profile(engine, source), source, study_path=study_path)
    head, mark, tail = text.partition("# thresholds:")
    offered = [line.removeprefix("# ") for line in (mark + tail).splitlines() if line.startswith(("# ", "#   "))]
    lines = [line for line in offered if line.startswith("  ") or line.endswith(":")]
    study_path.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    study = read_study(study_path)
    assert study.context is not None
    assert study.utility is not None
    assert study.document is not None
    assert {"thresholds", "population", "deidentify"} <= study.model_fields_set
