from pathlib import Path

import pyarrow as pa
import pytest

from bauta.errors import ColumnMissing, OptionInvalid
from bauta.model.source import DataSource
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import FileHierarchy, NumberHierarchy
from bauta.report.content_hierarchy import HIERARCHY_JSON_KEYS, hierarchy_json, hierarchy_sections
from bauta.workflow.hierarchy import HierarchyChoice, build_chosen, choice_of, preview_hierarchy
from bauta.workflow.requests import AssessmentRequest

AGES = pa.table({"age": ["21", "22", "22", "23", "31", "32", "45", None], "who": list("aabcdefg")})
FIVES = HierarchyChoice(NumberHierarchy(widths=(10,)))


@pytest.fixture
def preview(engine):
    def show(choice=FIVES, table=AGES, **request):
        thresholds = Thresholds(tau=Threshold.parse(3))
        return preview_hierarchy(engine, AssessmentRequest(table, thresholds=thresholds, **request), "age", choice)

    return show


def test_each_level_tells_its_groups_and_the_records_in_them(preview):
    shown = preview()
    assert (shown.records, shown.missing, shown.values, shown.leaves) == (8, 1, 6, 7)
    figures = [
        (
            level.number,
            level.name,
            level.groups,
            level.smallest_group,
            level.median_group,
            level.records_in_small_groups,
        )
        for level in shown.levels
    ]
    assert figures == [
        (0, "original", 7, 1, 1.0, 8),
        (1, "width 10", 4, 1, 1.5, 4),
        (2, "*", 1, 8, 8.0, 0),
    ]


def test_examples_come_from_large_groups_of_several_values_only(preview):
    assert [level.examples for level in preview().levels] == [(), ("20-29",), ()]


def test_a_group_that_is_one_value_is_not_shown(preview):
    table = pa.table({"age": ["21"] * 9 + ["31", "32"] * 5})
    assert preview(table=table).levels[1].examples == ("30-39",)
    assert preview(HierarchyChoice(NumberHierarchy(widths=(1,))), table=table).levels[1].examples == ()


def test_somebody_with_several_values_counts_once_in_each_group(preview):
    shown = preview(person_key="who")
    assert shown.records == 7  # a has 21 and 22, which fall together on level 1
    assert shown.levels[1].records_in_small_groups == 4
    assert shown.levels[1].smallest_group == 1
    assert shown.levels[2].smallest_group == 7


def test_a_column_that_is_not_there_is_a_mistake(engine):
    with pytest.raises(ColumnMissing):
        preview_hierarchy(engine, AssessmentRequest(AGES), "aeg", HierarchyChoice())


def test_without_a_choice_the_hierarchy_is_suggested(preview):
    assert preview(HierarchyChoice()).hierarchy == "suggested: the value or nothing"
    assert preview(HierarchyChoice(kind="numbers")).hierarchy == "numbers in widths 5, 10, 20"


def test_the_choice_is_a_file_a_kind_a_folder_or_the_studys(tmp_path):
    (tmp_path / "age.csv").write_text("21;*\n")
    study = tmp_path / "study.yaml"
    study.write_text(
        "data: {path: data.csv}\nvariables:\n"
        "  age: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [7]}}\n"
        "  sex: {role: quasi_identifier, hierarchy: tables/sex.csv}\n"
    )
    source = DataSource(str(study))
    assert choice_of(source, "age").section == NumberHierarchy(widths=(7,))
    assert choice_of(source, "sex").section == FileHierarchy(path="tables/sex.csv")
    assert choice_of(source, "sex").base == tmp_path
    assert choice_of(source, "other").section is None
    assert choice_of(source, "age", kind="dates").kind == "dates"
    assert choice_of(source, "age", file=Path("a.csv")).section == FileHierarchy(path="a.csv")
    assert choice_of(source, "age", folder=tmp_path).section == FileHierarchy(path=str(tmp_path / "age.csv"))
    with pytest.raises(OptionInvalid):
        choice_of(source, "age", kind="dates", folder=tmp_path)


def test_a_hierarchy_can_be_built_again_over_a_population(tmp_path):
    (tmp_path / "age.csv").write_text("21;20s;*\n22;20s;*\n")
    from telling import domain_of, told

    choice = HierarchyChoice(FileHierarchy(path="age.csv"), base=tmp_path)
    built = build_chosen("age", domain_of("21"), choice)
    assert told(built.over_population(domain_of("22", "99")))["level 1"] == ["20s", "(outside the hierarchy)"]


def test_the_page_and_the_json_tell_the_same(preview):
    shown = preview()
    (table, *_) = hierarchy_sections(shown).sections[0].parts
    assert [cell.text for cell in table.rows[1].cells] == ["1 width 10", "4", "1", "1.5", "4 (50.0 %)", "20-29"]
    document = hierarchy_json(shown)
    keys = {key for key in document if key != "levels"} | {f"levels[].{key}" for key in document["levels"][0]}
    assert keys == HIERARCHY_JSON_KEYS.keys()
    assert document["levels"][1]["share_in_small_groups"] == 0.5
