import csv

import pytest
from telling import built, check_laws, domain_of

from bauta.errors import (
    FileMissing,
    FolderGiven,
    HierarchiesMissing,
    HierarchyEmpty,
    HierarchyOneColumn,
    HierarchyUneven,
    NotATable,
    OptionInvalid,
)
from bauta.model.transformations import FileHierarchy
from bauta.workflow.hierarchy_files import hierarchies_in_folder, read_hierarchy

ROWS = (("1", "0-4", "*"), ("7", "5-9", "*"))


def written(tmp_path, content, encoding="utf-8"):
    path = tmp_path / "age.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


@pytest.mark.parametrize(
    "text",
    [
        "1;0-4;*\n7;5-9;*\n",
        "1,0-4,*\r\n7,5-9,*",
        "1\t0-4\t*\n7\t5-9\t*\n",
        "1|0-4|*\n7|5-9|*\n",
        '"1"; "0-4" ; *\n\n7;5-9;*\n\n',
        "\ufeff1;0-4;*;\n7;5-9;*;;\n",
        "age;five;all\n1;0-4;*\n7;5-9;*\n",
        "AGE,,\n1,0-4,*\n7,5-9,*\n",
        "value;level1;level2\n1;0-4;*\n7;5-9;*\n",
    ],
    ids=repr,
)
def test_files_are_read_however_they_are_separated(text, tmp_path):
    assert read_hierarchy(written(tmp_path, text), "age").rows == ROWS


def test_headings_name_the_levels(tmp_path):
    listed = read_hierarchy(written(tmp_path, "Age;five years;all\n1;0-4;*\n"), "age")
    assert listed.names == ("five years", "all")
    hierarchy = built(FileHierarchy(path="age.csv"), "1", rows=listed)
    assert [level.name for level in hierarchy.levels] == ["original", "five years", "all"]


def test_the_delimiter_may_be_told(tmp_path):
    path = written(tmp_path, "a,b;x\nc,d;x\n")
    assert read_hierarchy(path, "v").rows == (("a,b", "x"), ("c,d", "x"))
    assert read_hierarchy(path, "v", delimiter=",").rows == (("a", "b;x"), ("c", "d;x"))


def test_labels_with_commas_do_not_confuse_the_delimiter(tmp_path):
    assert read_hierarchy(written(tmp_path, "20;[20, 25)\n25;[25, 30)\n"), "v").rows[0] == ("20", "[20, 25)")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252", "utf-16"])
def test_files_are_read_in_common_encodings(encoding, tmp_path):
    assert read_hierarchy(written(tmp_path, "Zürich;Süd\n", encoding), "v").rows == (("Zürich", "Süd"),)


def test_a_line_with_an_empty_value_is_about_the_missing(tmp_path):
    assert read_hierarchy(written(tmp_path, "1;0-4;*\n;unknown;*\n"), "v").rows[1] == ("", "unknown", "*")


def test_lines_are_counted_as_an_editor_shows_them(tmp_path):
    listed = read_hierarchy(written(tmp_path, "age;a;b\n\n1;0-4;*\n\n7;*\n"), "age")
    with pytest.raises(HierarchyUneven, match=r"^Line 5 of .*age\.csv has 1 levels, but line 3 has 2"):
        built(FileHierarchy(path="age.csv"), "1", rows=listed)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        ("", HierarchyEmpty),
        ("\n \n", HierarchyEmpty),
        ("1\n2\n", HierarchyOneColumn),
        ("1;\n2;\n", HierarchyOneColumn),
        (b"PK\x03\x04\x00\x00\x81", NotATable),
        ('1;"' + "x" * 200_000, NotATable),
    ],
    ids=["empty", "blank", "one column", "one column and a separator", "binary", "an open quotation mark"],
)
def test_what_is_no_hierarchy_file_is_refused(content, error, tmp_path):
    with pytest.raises(error):
        read_hierarchy(written(tmp_path, content), "v")


def test_a_file_of_headings_alone_lists_nothing(tmp_path):
    listed = read_hierarchy(written(tmp_path, "age;five\n"), "age")
    with pytest.raises(HierarchyEmpty):
        built(FileHierarchy(path="age.csv"), "1", rows=listed)


def test_files_that_are_not_there_are_named(tmp_path):
    with pytest.raises(FileMissing):
        read_hierarchy(tmp_path / "none.csv", "v")
    with pytest.raises(FolderGiven):
        read_hierarchy(tmp_path, "v")


def test_a_folder_gives_each_variable_its_file(tmp_path):
    for name in ("age.csv", "Age.csv", "SEX.CSV", "adult_hierarchy_race.csv", "notes.txt"):
        (tmp_path / name).write_text("1;*\n")
    found = hierarchies_in_folder(tmp_path, ["Age", "sex", "race", "notes", "zip"])
    assert {variable: path.name for variable, path in found.items()} == {
        "Age": "Age.csv",
        "sex": "SEX.CSV",
        "race": "adult_hierarchy_race.csv",
    }


def test_a_folder_without_any_of_the_variables_is_a_mistake(tmp_path):
    with pytest.raises(HierarchiesMissing, match="has no hierarchy for 'age', 'sex'"):
        hierarchies_in_folder(tmp_path, ["age", "sex"])
    with pytest.raises(FileMissing):
        hierarchies_in_folder(tmp_path / "none", ["age"])
    (tmp_path / "age.csv").write_text("1;*\n")
    with pytest.raises(OptionInvalid):
        hierarchies_in_folder(tmp_path / "age.csv", ["age"])


@pytest.mark.parametrize(("folder", "data"), [("adult", "adult.csv"), ("fars_subset", "fars_subset.csv")])
def test_hierarchies_made_for_arx_cover_their_data(folder, data, shared_data):
    with shared_data(f"{folder}/{data}").open(encoding="utf-8") as file:
        reader = csv.DictReader(file, delimiter=";")
        names = list(reader.fieldnames or ())
        rows = list(reader)
    files = hierarchies_in_folder(shared_data(f"{folder}/hierarchies"), names)
    assert list(files) == names
    for name, path in files.items():
        values = sorted({row[name] for row in rows})
        hierarchy = built(FileHierarchy(path=str(path)), *values, rows=read_hierarchy(path, name))
        check_laws(hierarchy)
        assert hierarchy.levels[-1].labels == ("*",)
        assert hierarchy.levels[-1].leaves.tolist() == [hierarchy.n_leaves]
        assert hierarchy.n_leaves >= domain_of(*values).size
