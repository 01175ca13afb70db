"""Columns of one form and one name pattern get one role."""

import pytest

from bauta.classification.suggest import suggest_all
from bauta.model.roles import Role

FLAGS = (
    "alzhdmta", "chf", "chrnkidn", "cncr", "copd", "depressn", "diabetes", "ischmcht", "osteoprs", "ra_oa", "strketia",
)  # fmt: skip


def roles(column, **columns):
    summaries, samples = zip(*(column(name, values) for name, values in columns.items()), strict=True)
    return [profile.suggestion for profile in suggest_all(summaries, samples)]


@pytest.mark.parametrize("values", [["1", "2"], ["Y", "N"], ["0", "1"]])
def test_eleven_condition_flags_have_one_role(column, values):
    suggested = roles(column, **{f"sp_{flag}": values * 30 for flag in FLAGS})
    assert {one.role for one in suggested} == {Role.SENSITIVE}
    assert any("of one pattern with other columns" in one.reason for one in suggested)


def test_a_numbered_series_takes_the_role_of_the_one_that_is_known(column):
    suggested = roles(column, **{f"{name}": ["a", "b", "c"] * 20 for name in ("race1", "race2", "race3")})
    assert {one.role for one in suggested} == {Role.QUASI_IDENTIFIER}


def test_dates_and_numbers_of_one_questionnaire_are_not_one_family(column):
    days = [f"2020-03-{n:02d}" for n in range(1, 11)] * 3
    one, two, three = roles(column, q1=days, q2=["1", "2"] * 15, q3=["3", "4"] * 15)
    assert one.role is Role.QUASI_IDENTIFIER
    assert two.role is three.role is Role.SENSITIVE


def test_known_columns_keep_what_is_known_of_them(column):
    suggested = roles(
        column, pt_sex=["F", "M"] * 30, pt_smoker=["Y", "N"] * 30, pt_alive=["Y", "N"] * 30, pt_xyz=["Y", "N"] * 30
    )
    assert [one.role for one in suggested] == [Role.QUASI_IDENTIFIER, *[Role.SENSITIVE] * 3]
    assert suggested[0].kind == "sex or gender"
