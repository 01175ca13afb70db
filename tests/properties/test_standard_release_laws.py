"""Whatever table goes in, what comes out passes the check it was made by."""

from datetime import date

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bauta.errors import NothingToRelease
from bauta.model.standards import Outcome, Standard
from bauta.workflow.check import check_standard
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.standard_release import write_what_passes
from drawing import draws_of

NAMES = (
    "patient_name", "zip", "zip3", "postal_code", "birth_date", "birth_year", "age", "age_days", "admission_date",
    "month", "city", "region", "state", "notes", "diagnosis", "mrn", "patient_id", "email", "x17", "x18", "value",
    "hospital", "country", "ageu", "load_date", "weight_kg", "url", "token",
)  # fmt: skip
TEXTS = (
    "02139", "03601", "036", "2139", "021391234", "K1A 0B1", "000", "1950", "1921-03-04", "2024-03-05 10:11",
    "Mar 2024", "12/31/24", "31.12.1930", "2024-Q1", "Monday", "before 1930", "91", "89", "90+", "95+", "85-94",
    "1069 months", "Boston", "MA", "USA", "call 617-555-0123", "a@example.org", "https://example.org", "123-45-6789",
    "192.0.2.7", "since 2019-03-04", "I10", "J45.901", "4.5", "yes", "*", "Mary Ashford", "P00123", "20240305",
    "1 High Street", "YEARS", "MONTHS", "", "\u00e9\U0001f600", "0", "-1", "32486",
)  # fmt: skip
cells = st.one_of(
    st.none(), st.sampled_from(TEXTS), st.dates().map(str), st.text(max_size=12).filter(lambda t: "\0" not in t)
)


@st.composite
def tables(draw):
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=7, unique=True))
    n = draw(st.integers(1, 30))
    columns = {}
    for name in names:
        pool = draw(st.lists(cells, min_size=1, max_size=4))
        columns[name] = pa.array([pool[i % len(pool)] for i in range(n)], pa.string())
    if draw(st.booleans()):
        years = draw(st.lists(st.integers(1880, 2030), min_size=1, max_size=5))
        columns["number"] = pa.array([years[i % len(years)] for i in range(n)], pa.int64())
    if draw(st.booleans()):
        days = draw(st.lists(st.dates(), min_size=1, max_size=5))
        columns["x19"] = pa.array([days[i % len(days)] for i in range(n)], pa.date32())
    return pa.table(columns)


@pytest.mark.parametrize("standard", list(Standard))
@given(content=tables(), declares=st.booleans())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_released_passes(shared_engine, standard, content, declares):
    declared = tuple(content.column_names) if declares else ()
    request = DeidentifyRequest(
        AssessmentRequest(data=content, quasi_identifiers=() if declares else None, declared=declared)
    )
    try:
        _, _, after = write_what_passes(
            shared_engine,
            request,
            standard,
            draws_of(1),
            lambda planned: shared_engine.fetch(planned.released),
            census="2020",
            as_of=None,
            today=date(2026, 1, 1),
        )  # raises StandardBroken
    except NothingToRelease:
        return
    assert after.rows == content.num_rows
    assert not [one for one in after.findings if one.outcome is Outcome.FAIL]


def test_a_column_that_looks_like_dates_once_others_are_taken_out_goes(shared_engine):
    state = ["call 617-555-0123", "0000/0", "call 617-555-0123"]
    content = pa.table({"state": pa.array(state), "value": pa.array(["1", "2", "3"])})
    request = DeidentifyRequest(AssessmentRequest(data=content, quasi_identifiers=(), declared=("state", "value")))
    planned, _, after = write_what_passes(
        shared_engine,
        request,
        Standard.SAFE_HARBOR,
        draws_of(1),
        lambda planned: shared_engine.fetch(planned.released),
        census="2020",
        as_of=None,
        today=date(2026, 1, 1),
    )
    assert planned.released.names == ("value",)
    assert not [one for one in after.findings if one.outcome is Outcome.FAIL]


@given(content=tables())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_rule_concerns_more_rows_than_there_are(shared_engine, content):
    check = check_standard(shared_engine, AssessmentRequest(data=content), Standard.SAFE_HARBOR)
    assert all(one.rows is None or 0 <= one.rows <= content.num_rows for one in check.findings)
