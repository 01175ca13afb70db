import csv
import gzip
import sys

import pytest
from telling import built, check_laws, told

from bauta.errors import HierarchyDoesNotFit
from bauta.hierarchies import icd
from bauta.model.transformations import IcdHierarchy

ICD10, ICD9 = IcdHierarchy(kind="icd10cm"), IcdHierarchy(kind="icd9cm")


@pytest.fixture
def without_tabular_list(monkeypatch):
    monkeypatch.setitem(sys.modules, "simple_icd_10_cm", None)
    icd.icd10_tabular_blocks.cache_clear()
    yield
    icd.icd10_tabular_blocks.cache_clear()


def test_a_code_has_category_block_and_chapter_with_or_without_the_dot():
    hierarchy = built(ICD10, "E11.65", "E1165", "e13.9", "J18.9", None)
    assert told(hierarchy)["category"] == ["E11", "E11", "E13", "J18", None]
    assert told(hierarchy)["block"] == ["E08-E13", "E08-E13", "E08-E13", "J09-J18", None]
    assert told(hierarchy)["chapter"] == ["E00-E89", "E00-E89", "E00-E89", "J00-J99", None]
    assert "tabular list" in hierarchy.source
    check_laws(hierarchy)


def test_without_the_tabular_list_ten_categories_make_a_block(without_tabular_list):
    hierarchy = built(ICD10, "E11.65", "C7A.00", "D49.9", "D50", "QA0.0")
    assert told(hierarchy)["block"] == ["E10-E19", "C70-C79", "D40-D49", "D50-D59", "QA0-QA9"]
    assert told(hierarchy)["chapter"] == ["E00-E89", "C00-D49", "C00-D49", "D50-D89", "Q00-QA0"]
    assert "blocks of ten categories" in hierarchy.source
    check_laws(hierarchy)


def test_a_category_the_tabular_list_lacks_still_has_a_block_and_a_chapter():
    hierarchy = built(ICD10, "B20", "B21.0", "A00")  # B21 is in the international ICD-10 only
    assert told(hierarchy)["block"] == ["B20", "B20-B29", "A00-A09"]
    assert set(told(hierarchy)["chapter"]) == {"A00-B99"}


def test_every_code_of_the_tabular_list_is_where_the_list_has_it():
    tabular_list = pytest.importorskip("simple_icd_10_cm")
    blocks = icd.icd10_tabular_blocks()
    assert len(blocks) > 1900
    for number in range(1, 23):
        chapter = tabular_list.get_description(str(number)).rpartition("(")[2].rstrip(")")
        for block in tabular_list.get_children(str(number)):
            for category in tabular_list.get_children(block, prioritize_blocks=True):
                assert (blocks[category], icd.icd10_chapter(category)) == (block, chapter)
                assert icd.icd10_category(category) == category
    codes = [code for code in tabular_list.get_all_codes(False) if "-" not in code and len(code) > 2]
    assert all(icd.icd10_category(code) == code[:3] for code in codes)


def test_ninth_revision_codes_have_category_block_and_chapter():
    hierarchy = built(ICD9, "250.00", "25001", "V30.01", "E950.0", "E9501", "38.9", "042")
    assert told(hierarchy)["category"] == ["250", "250", "V30", "E950", "E950", "038", "042"]
    assert told(hierarchy)["block"] == ["249-259", "249-259", "V30-V39", "E950-E959", "E950-E959", "030-041", "042"]
    assert told(hierarchy)["chapter"] == [
        "240-279", "240-279", "V01-V91", "E000-E999", "E000-E999", "001-139", "001-139",
    ]  # fmt: skip
    check_laws(hierarchy)


def test_a_ninth_revision_category_outside_all_blocks_is_its_own():
    assert told(built(ICD9, "043"))["block"] == ["043"]
    assert told(built(ICD9, "V99"))["chapter"] == ["V01-V91"]


def test_every_ninth_revision_code_is_where_the_published_list_has_it(shared_data):
    with gzip.open(shared_data("codes/icd9cm_hierarchy.csv.gz"), "rt", encoding="utf-8") as file:
        codes = list(csv.DictReader(file))
    names_of_block, names_of_chapter = {}, {}
    for row in codes:
        category = icd.icd9_category(row["code"])
        assert category == row["three_digit"]
        names_of_block.setdefault(icd.icd9_block(category), set()).add((row["chapter"], row["sub_chapter"]))
        names_of_chapter.setdefault(icd.icd9_chapter(category), set()).add(row["chapter"])
    assert {len(names) for names in (*names_of_block.values(), *names_of_chapter.values())} == {1}
    assert len(names_of_chapter) == 19


@pytest.mark.parametrize("other", ["unknown", "UNKNOWN", "12", "E11.65432", "flu"])
def test_what_is_not_a_code_is_counted(other):
    with pytest.raises(HierarchyDoesNotFit, match="'v' has 1 value that cannot be read as ICD-10-CM codes"):
        built(ICD10, "E11", other)
    with pytest.raises(HierarchyDoesNotFit, match="'v' has 2 different values that cannot be read as ICD-9-CM codes"):
        built(ICD9, "000", other)
