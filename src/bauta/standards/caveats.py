"""What a list of identifiers does not look at, and what of it is in the table.

El Emam and Malin (2015), "The HIPAA Privacy Rule's Safe Harbor Standard" and Box 3.
"""

from collections.abc import Sequence

from bauta.classification import kinds, wordlists
from bauta.classification.forms import plain
from bauta.hierarchies.postal_codes import RESTRICTED, read_zip
from bauta.hierarchies.zip3_census import only_restricted_of_state
from bauta.model.roles import Role
from bauta.model.standards import Caveat
from bauta.standards import geography
from bauta.standards.dates import AGES, DATES
from bauta.standards.facts import ColumnFacts, TableFacts, in_rows

EVENTS = (
    kinds.DIAGNOSIS, kinds.ICD10, kinds.ICD9, kinds.PROCEDURE, kinds.PROCEDURE_CODE, kinds.MEDICATION, kinds.NDC,
    kinds.ADVERSE_EVENT,
)  # fmt: skip
STUDIES = (kinds.STUDY, kinds.TREATMENT_ARM, kinds.SITE, kinds.SITE_NUMBER)
RARE = 5
"""Rows. What fewer have points at few."""
_HOME = frozenset({"united states", "usa", "us", "united states of america", "u.s.", "u.s.a."})
_STATE_NAMES = dict(
    zip(
        ["alabama", "nevada", "nebraska", "minnesota", "vermont", "texas", "connecticut"],
        ["AL", "NV", "NE", "MN", "VT", "TX", "CT"],
        strict=True,
    )
) | {"new hampshire": "NH", "new york": "NY", "district of columbia": "DC"}


def several_rows(table: TableFacts) -> Caveat:
    """Records of one person over time."""
    title = "Records over time"
    keys = [column for column in table.columns if column.is_person_key and column.summary.distinct < column.present]
    if not keys:
        text = "Visits of one person, put in order, tell people apart; here no column shows people with several rows."
        return Caveat(title, text, concerns_this_table=False)
    key = keys[0]
    people = key.summary.distinct
    text = (
        f"{people:,} people have {key.present:,} rows. The order and number of a person's visits tell people apart, "
        "and no rule looks at them."
    )
    return Caveat(title, text, concerns_this_table=True)


def codes_of_events(table: TableFacts) -> Caveat:
    """Diagnoses, procedures, drugs: known to those who were there."""
    title = "Diagnoses, procedures and drugs"
    columns = table.of_kind(*EVENTS)
    if not columns:
        text = "What was diagnosed or done may be known to others; here no column holds it."
        return Caveat(title, text, concerns_this_table=False)
    rare = sum(sum(1 for count in column.counts if count < RARE) for column in columns)
    few = f"{rare:,}" if rare else "none"
    text = f"{_columns(len(columns))} such codes, {few} of which fewer than {RARE} rows have; no rule looks at them."
    return Caveat(title, text, concerns_this_table=True)


def known_members(table: TableFacts) -> Caveat:
    """Who is in the data: the list was justified for a random sample that nobody can know the members of."""
    title = "Who is in the data"
    columns = table.of_kind(*STUDIES)
    text = (
        "The list was justified for a random sample of the United States in which nobody can know who is included. A "
        "file does not tell whether it is one."
    )
    if columns:
        text += f" {_columns(len(columns))} a study, an arm or a hospital, so that members may be known."
    return Caveat(title, text, concerns_this_table=bool(columns))


def other_variables(table: TableFacts) -> Caveat:
    """Quasi-identifiers that are not dates or geography."""
    title = "Other variables an adversary may know"
    covered = (*DATES, *AGES, *geography.ZIPS, *geography.OTHER_POSTAL_CODES, *geography.PLACES, *geography.ADDRESSES)
    others = [
        column
        for column in table.columns
        if column.present and column.role is Role.QUASI_IDENTIFIER and not column.holds(*covered)
    ]
    if not others:
        text = "Race, occupation and the like are not on the list; here no column seems to hold such a thing."
        return Caveat(title, text, concerns_this_table=False)
    held = ", ".join(dict.fromkeys(column.kind for column in others))
    text = f"{_columns(len(others))} what is not on the list: {held}. It was justified for dates and ZIP codes alone."
    return Caveat(title, text, concerns_this_table=True)


def other_countries(table: TableFacts) -> Caveat:
    """Postal codes and people of other countries, for which 20,000 people were never counted."""
    title = "People outside the United States"
    foreign = table.of_kind(kinds.CANADIAN_POSTCODE, kinds.UK_POSTCODE, kinds.POSTAL_CODE)
    abroad = sum(
        column.rows_where(lambda text: plain(text.strip()) in wordlists.COUNTRIES - _HOME)
        for column in table.of_kind(kinds.COUNTRY)
    )
    if not foreign and not abroad:
        text = "The rule on ZIP codes rests on the census of the United States; here nothing points abroad."
        return Caveat(title, text, concerns_this_table=False)
    said = [f"{_columns(len(foreign))} postal codes that are not ZIP codes"] if foreign else []
    said += [f"{in_rows(abroad)} name another country"] if abroad else []
    text = (
        f"{'; '.join(said)}. How many people share a postal code differs between countries, and in Canada they are far "
        "fewer, so the rule does not carry over."
    )
    return Caveat(title, text, concerns_this_table=True)


def one_prefix_left(table: TableFacts, pairs: Sequence[tuple[str, str | None, int]] = ()) -> Caveat:
    """000 in a state with one restricted prefix tells it. `pairs`: ZIP code, state and rows, where both stand."""
    title = "000 in a state with one restricted prefix"
    states = only_restricted_of_state(table.census)
    by_zip = max((_rows_of_lone_prefix(one, table.census) for one in table.of_kind(*geography.ZIPS)), default=0)
    by_state = sum(
        count
        for code, state, count in pairs
        if code.strip() in (RESTRICTED, "0", "000XX", "000**") and _state(state) in states
    )
    rule = f"People live in one restricted prefix only in {', '.join(sorted(states))} (census of {table.census})"
    if not by_zip and not by_state:
        return Caveat(title, f"{rule}, so 000 and the state tell it; here no row does.", concerns_this_table=False)
    rows = by_state or by_zip
    text = f"{rule}. {in_rows(rows).capitalize()} are in such a prefix: told as 000, it can be read from the state"
    text += ", which the table says." if by_state or _has_state(table) else " or from where the data come from."
    return Caveat(title, text, concerns_this_table=True)


def _rows_of_lone_prefix(column: ColumnFacts, census: str) -> int:
    lone = set(only_restricted_of_state(census).values())
    is_number, are_prefixes = geography.are_numbers(column), geography.are_zip_prefixes(column)

    def is_lone(text: str) -> bool:
        digits = text.strip().zfill(3)[:3] if are_prefixes else (read_zip(text, is_number=is_number) or "")[:3]
        return digits in lone

    return column.rows_where(is_lone)


def _has_state(table: TableFacts) -> bool:
    return bool(table.of_kind(kinds.STATE))


def _state(text: str | None) -> str | None:
    if text is None:
        return None
    return _STATE_NAMES.get(plain(text.strip()), text.strip().upper())


def _columns(number: int) -> str:
    return "1 column tells" if number == 1 else f"{number} columns tell"


def safe_harbor_caveats(table: TableFacts, pairs: Sequence[tuple[str, str | None, int]] = ()) -> tuple[Caveat, ...]:
    """What Safe Harbor does not look at, what is in the table first."""
    found = (
        several_rows(table), codes_of_events(table), other_variables(table), one_prefix_left(table, pairs),
        other_countries(table), known_members(table),
    )  # fmt: skip
    return tuple(sorted(found, key=lambda one: not one.concerns_this_table))


def limited_data_set_caveats(table: TableFacts) -> tuple[Caveat, ...]:
    """What a limited data set still tells."""
    left = [column for column in table.columns if column.present and column.role is Role.QUASI_IDENTIFIER]
    text = (
        "A limited data set is not de-identified: it may be used for research, public health and health care "
        "operations, by those whom a data use agreement names."
    )
    if left:
        text += f" {_columns(len(left))} what an adversary may know, dates and ZIP codes among them."
    own = Caveat("Still about people", text, concerns_this_table=True)
    others = sorted((several_rows(table), codes_of_events(table)), key=lambda one: not one.concerns_this_table)
    return (own, *others)
