import csv

import pyarrow as pa
import pytest
from telling import built, check_laws, told

from bauta.errors import HierarchyDoesNotFit, HierarchyLevelsInvalid
from bauta.hierarchies.zip3_census import tellable_prefixes
from bauta.model.transformations import PostalCodeHierarchy, ZipHierarchy

RESTRICTED_IN_2020 = "036 059 102 202 203 204 205 369 556 692 753 772 821 823 878 879 884 893"


def test_prefixes_keep_the_length_of_the_code():
    hierarchy = built(PostalCodeHierarchy(keep=(3, 1)), "02139", "02140", "K1A 0B1", None)
    assert told(hierarchy)["3 characters"] == ["021**", "021**", "K1A****", None]
    assert told(hierarchy)["1 character"] == ["0****", "0****", "K******", None]
    check_laws(hierarchy)


def test_keeping_nothing_is_the_last_level_and_not_there_twice():
    assert list(told(built(PostalCodeHierarchy(keep=(2, 0)), "1234"))) == ["original", "2 characters", "*"]


def test_prefixes_must_become_shorter():
    with pytest.raises(HierarchyLevelsInvalid, match="ever smaller numbers"):
        built(PostalCodeHierarchy(keep=(3, 4)), "02139")


def test_prefixes_of_few_people_are_told_as_000():
    hierarchy = built(ZipHierarchy(), "02139", "03601", "00601", "09012", None)
    assert told(hierarchy) == {
        "original": ["02139", "03601", "00601", "09012", None],
        "ZIP3": ["021", "000", "006", "000", None],  # 036 has 13,153 people; 090 is military and has none
        "*": ["*"] * 5,
    }
    check_laws(hierarchy)


def test_the_census_decides():
    values = ("06301", "83001", "36901")  # 063 and 830 were restricted in 2000, 369 is since 2010
    assert told(built(ZipHierarchy(census="2000"), *values))["ZIP3"] == ["000", "000", "369"]
    assert told(built(ZipHierarchy(census="2010"), *values))["ZIP3"] == ["063", "830", "000"]


def test_nine_digits_first_become_five():
    hierarchy = built(ZipHierarchy(), "02139-1234", "021391235", "02140")
    assert told(hierarchy)["ZIP5"] == ["02139", "02139", "02140"]
    assert told(hierarchy)["ZIP3"] == ["021", "021", "021"]


def test_a_population_has_the_levels_of_the_data():
    data = built(ZipHierarchy(), "02139-1234")
    assert list(told(built(ZipHierarchy(), "02139", like=data, outside=True))) == ["original", "ZIP5", "ZIP3", "*"]
    assert list(told(built(ZipHierarchy(), "02139-1234", like=built(ZipHierarchy(), "02139")))) == [
        "original", "ZIP3", "*",
    ]  # fmt: skip


def test_leading_zeros_that_were_lost_are_put_back():
    assert told(built(ZipHierarchy(), 2139, 601, type=pa.int32()))["ZIP3"] == ["021", "006"]
    assert told(built(ZipHierarchy(), "2139"))["ZIP3"] == ["021"]


@pytest.mark.parametrize("other", ["021", "K1A 0B1", "02139-12", "unknown", "02139x"])
def test_what_is_not_a_zip_code_is_counted(other):
    with pytest.raises(HierarchyDoesNotFit, match="'v' has 1 value that cannot be read as ZIP codes"):
        built(ZipHierarchy(), "02139", other)


def test_the_prefixes_of_2020_are_those_published():
    assert not tellable_prefixes("2020") & set(RESTRICTED_IN_2020.split())
    assert len(tellable_prefixes("2020")) == 894 - 18


def test_the_table_is_that_of_the_census(shared_data):
    with shared_data("zip/zip3_pop_2010_2020.csv").open() as file:
        people = list(csv.DictReader(file))
    for census in ("2010", "2020"):
        assert tellable_prefixes(census) == {row["zip3"] for row in people if int(row[f"pop{census}"]) > 20_000}
