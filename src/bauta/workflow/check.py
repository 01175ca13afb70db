"""Check: hold a table against a standard's list of identifiers, from counts and distinct values alone."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date

from bauta.classification import kinds
from bauta.classification.names import kind_from_name
from bauta.classification.tokens import tokenise
from bauta.dates.reading import AS_WRITTEN
from bauta.engines.engine import Engine
from bauta.equivalence.coding import canonical_texts
from bauta.errors import NotDates, OptionInvalid, StandardUnknown, shown
from bauta.hierarchies.zip3_census import CENSUSES
from bauta.model.columns import ColumnProfile
from bauta.model.microdata import Microdata
from bauta.model.roles import Role
from bauta.model.standards import Standard, StandardCheck
from bauta.standards import caveats, forms_in_text, geography, limited_data_set, safe_harbor
from bauta.standards.dates import AGES, BIRTHS, DATES, is_date_column
from bauta.standards.facts import ColumnFacts, TableFacts
from bauta.standards.readings import Time, day_of, read_time
from bauta.workflow.assess import check_column
from bauta.workflow.profile import profile_table
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.without_effect import refuse_without_effect

DEFAULT_CENSUS = "2020"
ASKED_BY_KIND_ALONE = frozenset(kind.label for kind in forms_in_text.LOOKED_AT_AS_A_WHOLE) - {
    kind.label for kind in (*DATES, *AGES)
}
"""Columns of these kinds break a rule whatever their values are, so these are not fetched."""


def parse_standard(text: str) -> Standard:
    """The standard of this name; raises StandardUnknown, listing those there are."""
    try:
        return Standard(text)
    except ValueError:
        known = ", ".join(standard.value for standard in Standard)
        raise StandardUnknown(name=shown(text, 40), known=known) from None


def parse_as_of(text: str | None) -> date | None:
    """The day ages are counted on, from 2025-12-31 or 2025."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text if len(text) > 4 else f"{text}-12-31")
    except ValueError:
        raise OptionInvalid(option="--as-of", value=repr(text[:20]), allowed="a day or a year: 2025-12-31") from None


def check_ages_and_areas(standard: Standard, *, census: object, as_of: object) -> None:
    """Refuse what is said about ages and ZIP codes where the standard has no rule on either."""
    if standard is Standard.LIMITED_DATA_SET:
        where = f"on a {standard.value}, which has no rule on ZIP codes or ages"
        refuse_without_effect({"--census": census, "--as-of": as_of}, where)


def parse_census(text: str | None) -> str:
    """The census year, if there is a table of it."""
    if text is None:
        return DEFAULT_CENSUS
    if text not in CENSUSES:
        raise OptionInvalid(option="--census", value=repr(text[:20]), allowed=f"one of {', '.join(CENSUSES)}")
    return text


def check_standard(
    engine: Engine,
    request: AssessmentRequest,
    standard: Standard,
    *,
    census: str = DEFAULT_CENSUS,
    as_of: date | None = None,
    random_codes: Collection[str] = (),
    derived_codes: Collection[str] = (),
    known_kinds: Mapping[str, str] | None = None,
) -> StandardCheck:
    """What every rule of the standard says of every column it is about.

    `random_codes` are columns known to hold codes drawn at random, `derived_codes` such as were computed from an
    identifier; `known_kinds` says what columns hold, where that is known from elsewhere.
    """
    data = engine.open(request.data, missing_codes=request.missing_codes)
    facts = gather_facts(
        engine,
        data,
        request,
        census=census,
        as_of=as_of,
        random_codes=random_codes,
        derived_codes=derived_codes,
        known_kinds=known_kinds or {},
    )
    return judge(engine, data, facts, standard)


def judge(engine: Engine, data: Microdata, facts: TableFacts, standard: Standard) -> StandardCheck:
    """The standard's rules and caveats applied to what was gathered."""
    if standard is Standard.SAFE_HARBOR:
        findings = safe_harbor.check_safe_harbor(facts)
        own = caveats.safe_harbor_caveats(facts, _zips_by_state(engine, data, facts))
        title, source = safe_harbor.TITLE, f"{safe_harbor.SOURCE}; ZIP code prefixes by the census of {facts.census}"
    else:
        findings = limited_data_set.check_limited_data_set(facts)
        own = caveats.limited_data_set_caveats(facts)
        title, source = limited_data_set.TITLE, limited_data_set.SOURCE
    return StandardCheck(
        standard=standard,
        title=title,
        source=source,
        data=data.shown,
        rows=facts.rows,
        findings=findings,
        caveats=own,
        as_of=None if facts.as_of is None else facts.as_of.isoformat(),
    )


def gather_facts(
    engine: Engine,
    data: Microdata,
    request: AssessmentRequest,
    *,
    census: str,
    as_of: date | None,
    random_codes: Collection[str],
    derived_codes: Collection[str],
    known_kinds: Mapping[str, str],
) -> TableFacts:
    """What the rules see of a table. Without `as_of` ages are counted at the end of the last year that it tells."""
    profile = profile_table(engine, data)
    for name in (*request.declared, *random_codes, *filter(None, [request.person_key])):
        check_column(data, name)
    key = request.person_key or profile.person_key
    columns = [
        replace(
            _facts(column, request, known_kinds),
            is_person_key=column.summary.name == key,
            is_random_code=column.summary.name in random_codes,
            is_derived_code=column.summary.name in derived_codes,
        )
        for column in profile.columns
    ]
    units = _column_of_units(columns)
    columns = [_with_values(engine, data, column, units) for column in columns]
    for column in columns:
        _check_dates(column)
    facts = TableFacts(profile.rows, tuple(columns), census, as_of)
    return facts if as_of is not None else replace(facts, as_of=_last_day(facts))


def _facts(column: ColumnProfile, request: AssessmentRequest, known_kinds: Mapping[str, str]) -> ColumnFacts:
    name = column.summary.name
    roles = {
        **dict.fromkeys(request.sensitive, Role.SENSITIVE),
        **dict.fromkeys(request.quasi_identifiers or (), Role.QUASI_IDENTIFIER),
        **dict.fromkeys(request.direct_identifiers, Role.DIRECT_IDENTIFIER),
    }
    is_declared = name in request.declared
    role = roles.get(name, Role.OTHER if is_declared else column.suggestion.role)
    kind = known_kinds.get(name, column.suggestion.kind)
    named = kind_from_name(name) if kind == "constant" else None  # one city for everybody is a city too
    if named is not None:
        kind = named.kind.label
    notation = request.dates.get(name)
    serials = () if name in request.numbers or notation is not None else column.suggestion.serials
    return ColumnFacts(
        column.summary, kind, role, column.suggestion.type,
        notation=notation, serials=serials, is_declared=is_declared,
    )  # fmt: skip


def _check_dates(column: ColumnFacts) -> None:
    """Refuse what a study declares to be a date and no rule can read: it would be taken for no date at all."""
    if column.notation is None:
        return
    readings = [read_time(value, column.notation) for value in column.values]
    unreadable = [
        count for reading, count in zip(readings, column.counts, strict=True) if reading.time is Time.UNREADABLE
    ]
    if unreadable:
        raise NotDates(count=sum(unreadable), column=shown(column.name))


def _with_values(engine: Engine, data: Microdata, column: ColumnFacts, units: ColumnFacts | None) -> ColumnFacts:
    """The column with its distinct values, where a rule looks at them; ages with their units."""
    if column.kind in ASKED_BY_KIND_ALONE or column.is_random_code or not column.present:
        return column
    beside = [units.name] if units is not None and column.holds(*AGES) and units.name != column.name else []
    groups = engine.count_groups(data, [column.name, *beside])
    values = groups.values.column(0).combine_chunks()
    present = values.is_valid().to_numpy(zero_copy_only=False)
    kept = values.filter(values.is_valid())
    units_of = groups.values.column(1).combine_chunks().filter(values.is_valid()).to_pylist() if beside else []
    return replace(
        column,
        values=tuple(canonical_texts(kept)),
        counts=tuple(groups.sizes[present].tolist()),
        units=tuple(None if unit is None else str(unit) for unit in units_of),
    )


def _column_of_units(columns: list[ColumnFacts]) -> ColumnFacts | None:
    """The column that says in what units ages are, such as AGEU in SDTM."""
    for column in columns:
        words = tokenise(column.name)
        if words == ("ageu",) or ("age" in words and ({"unit", "units"} & set(words))):
            return column
    return None


def _last_day(facts: TableFacts) -> date | None:
    """The end of the last year that any column of dates tells: the last day itself is somebody's, and it is shown.

    None where all columns tell births, which say nothing of when it is now.
    """
    columns = [column for column in facts.columns if column.values and is_date_column(column)]
    if all(column.holds(*BIRTHS) for column in columns):
        return None
    days = (
        day
        for column in columns
        for value in column.values
        if (day := day_of(value, column.notation or AS_WRITTEN)) is not None
    )
    last = max(days, default=None)
    return None if last is None else date(last.year, 12, 31)


def _zips_by_state(engine: Engine, data: Microdata, facts: TableFacts) -> list[tuple[str, str | None, int]]:
    """Rows per ZIP code and state, where the table has both."""
    zips, states = facts.of_kind(*geography.ZIPS), facts.of_kind(kinds.STATE)
    if not zips or not states:
        return []
    groups = engine.count_groups(data, [zips[0].name, states[0].name])
    codes, named = (groups.values.column(i).to_pylist() for i in range(2))
    return [
        (str(code), None if state is None else str(state), int(count))
        for code, state, count in zip(codes, named, groups.sizes.tolist(), strict=True)
        if code is not None
    ]
