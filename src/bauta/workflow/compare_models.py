"""The same model fitted to the table before and after, coefficient beside coefficient.

Why terms enter as they do: docs/decisions/0029-the-same-model-on-both-files.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.errors import shown
from bauta.model.comparison import Coefficient, ModelComparison, ModelKind
from bauta.utility.design import (
    CONSTANT,
    MOST_LEVELS,
    Categories,
    DesignColumn,
    Levels,
    Numbers,
    build_design,
    choose_levels,
    people_by_label,
)
from bauta.utility.fit import CannotFit, Fitted, check_extra, fit
from bauta.utility.interval_overlap import interval_overlap
from bauta.utility.loss import Reals
from bauta.workflow.told_alike import Reading, Tables, count_texts, read_texts

if TYPE_CHECKING:
    from bauta.model.study import AnalysisSection

EVENTS = {"1": True, "true": True, "0": False, "false": False}
"""What an outcome may be where the study does not say which value is the event."""


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """The complete rows of one table, as far as a model looks at them."""

    terms: tuple[Numbers | Categories, ...]
    outcome: Reals
    event: Reals | None
    records: Integers
    person: Integers | None


def compare_models(tables: Tables, analyses: "Sequence[AnalysisSection]") -> tuple[ModelComparison, ...]:
    """Every analysis of a study, in its order; raises ExtraMissing if there are any and nothing to fit them with."""
    if analyses:
        check_extra()
    return tuple(_compare(tables, analysis) for analysis in analyses)


def _compare(tables: Tables, analysis: "AnalysisSection") -> ModelComparison:
    rows_before = rows_after = 0
    coefficients: tuple[Coefficient, ...] = ()
    note: str | None = None
    try:
        _check_readable(tables, analysis)
        before, after = _rows(tables, analysis, is_after=False), _rows(tables, analysis, is_after=True)
        rows_before, rows_after = int(before.records.sum()), int(after.records.sum())
        levels = _levels(before, after, tables.smallest)
        first, note = _fitted(analysis, before, levels, "before")
        second, problem = _fitted(analysis, after, levels, "after")
        note = " ".join(filter(None, (note, problem))) or None
        coefficients = _side_by_side(first, second)
    except CannotFit as reason:
        note = f"It could not be fitted: {reason}."
    return ModelComparison(
        name=analysis.name,
        kind=analysis.model,
        formula=_formula(analysis),
        rows_before=rows_before,
        rows_after=rows_after,
        coefficients=coefficients,
        same_signs=not any(_changes_sign(one) for one in coefficients),
        note=note,
    )


def _formula(analysis: "AnalysisSection") -> str:
    left = analysis.outcome
    if analysis.model is ModelKind.COX:
        left = f"time {analysis.duration}, event {analysis.event}"
    return f"{left} ~ {' + '.join(analysis.terms)}"


def _check_readable(tables: Tables, analysis: "AnalysisSection") -> None:
    """Raise CannotFit for a variable that the release does not have or that a model cannot take."""
    numbers = [analysis.duration] if analysis.duration is not None else []
    if analysis.model in {ModelKind.LINEAR, ModelKind.POISSON}:
        numbers.append(str(analysis.outcome))
    for name in _variables(analysis):
        if name not in tables.readings:
            raise CannotFit(f"{shown(name)} {tables.left_out.get(name, 'is not in the data')}")
        reading = tables.readings[name]
        if not reading.is_told:
            raise CannotFit(f"{shown(name)} is not told in the release")
        if reading.is_date:
            raise CannotFit(f"{shown(name)} is a date, which no model takes; make a number of days of it first")
        if reading.is_declared_number and not reading.is_number_before:
            raise CannotFit(f"{shown(name)} has values that are not numbers")
        if name in numbers and not reading.is_number_before:
            raise CannotFit(f"{shown(name)} has values that are not numbers")
        if name in numbers and not reading.is_number:
            raise CannotFit(f"{shown(name)} is not told in numbers in the release")


def _variables(analysis: "AnalysisSection") -> tuple[str, ...]:
    named = (analysis.outcome, analysis.duration, analysis.event, *analysis.terms)
    return tuple(dict.fromkeys(name for name in named if name is not None))


def _rows(tables: Tables, analysis: "AnalysisSection", *, is_after: bool) -> Rows:
    """Combinations of the model's variables without a missing or suppressed value."""
    names = _variables(analysis)
    data = tables.released if is_after else tables.source
    key = tables.released_key if is_after else tables.person_key
    counted = count_texts(tables.engine, data, [*names, *([key] if key is not None else [])])

    def column(name: str, *, as_number: bool) -> list[Any]:
        reading = tables.readings[name]
        if as_number:
            return read_texts(counted, names.index(name), reading.number_after if is_after else reading.number_before)
        return read_texts(counted, names.index(name), reading.label_after if is_after else reading.label_before)

    terms = [(name, tables.readings[name].is_number) for name in dict.fromkeys(analysis.terms)]
    columns = [column(name, as_number=as_number) for name, as_number in terms]
    event = outcome = None
    if analysis.model is ModelKind.COX:
        event = _events(column(str(analysis.event), as_number=False), analysis, tables.readings[str(analysis.event)])
        outcome = column(str(analysis.duration), as_number=True)
    elif analysis.model is ModelKind.LOGISTIC:
        reading = tables.readings[str(analysis.outcome)]
        outcome = _events(column(str(analysis.outcome), as_number=False), analysis, reading)
    else:
        outcome = column(str(analysis.outcome), as_number=True)
    needed = [*columns, outcome, *([event] if event is not None else [])]
    complete = np.array([all(value is not None for value in row) for row in zip(*needed, strict=True)], bool)
    if not complete.any():
        raise CannotFit(f"no row is complete {'after' if is_after else 'before'}")

    def kept(values: list[Any]) -> list[Any]:
        return [value for value, is_kept in zip(values, complete.tolist(), strict=True) if is_kept]

    return Rows(
        terms=tuple(
            Numbers(name, np.array(kept(values), np.float64)) if as_number else Categories(name, kept(values))
            for (name, as_number), values in zip(terms, columns, strict=True)
        ),
        outcome=np.array(kept(outcome), np.float64),
        event=None if event is None else np.array(kept(event), np.float64),
        records=counted.rows[complete],
        person=None if key is None else counted.codes[-1][complete].astype(np.int64),
    )


def _events(labels: list[str | None], analysis: "AnalysisSection", reading: Reading) -> list[bool | None]:
    """Whether each row has the event; a value that may be told more coarsely is compared as it is told."""
    if analysis.event_value is not None:
        wanted = reading.label_before(analysis.event_value)
        return [None if label is None else label == wanted for label in labels]
    if any(label is not None and label not in EVENTS for label in labels):
        raise CannotFit(f"{shown(reading.name)} has other values than 0 and 1; `event_value` says which is the event")
    return [None if label is None else EVENTS[label] for label in labels]


def _levels(before: Rows, after: Rows, smallest: int) -> dict[str, Levels]:
    """How each category enters both fits."""
    levels = {}
    for first, second in zip(before.terms, after.terms, strict=True):
        if not isinstance(first, Categories) or not isinstance(second, Categories):
            continue
        counts = [
            people_by_label(term.labels, rows.records, rows.person) for term, rows in ((first, before), (second, after))
        ]
        if len({*counts[0], *counts[1]}) > MOST_LEVELS:
            raise CannotFit(f"{shown(first.name)} has more than {MOST_LEVELS} levels")
        chosen = choose_levels(*counts, smallest=smallest)
        if chosen is None:
            raise CannotFit(f"{shown(first.name)} does not have two levels with at least {smallest} people each")
        levels[first.name] = chosen
    return levels


Estimates = dict[DesignColumn, tuple[float, float, float]]


def _fitted(
    analysis: "AnalysisSection", rows: Rows, levels: dict[str, Levels], when: str
) -> tuple[Estimates, str | None]:
    """The coefficients of one table, or the sentence that says why there are none."""
    is_cox = analysis.model is ModelKind.COX
    design, columns = build_design(rows.terms, levels, len(rows.records), has_constant=not is_cox)
    try:
        result: Fitted = fit(analysis.model, design, rows.outcome, rows.records, event=rows.event)
    except CannotFit as reason:
        return {}, f"It could not be fitted {when}: {reason}."
    triples = zip(result.estimate.tolist(), result.lower.tolist(), result.upper.tolist(), strict=True)
    return dict(zip(columns, triples, strict=True)), None


def _side_by_side(before: Estimates, after: Estimates) -> tuple[Coefficient, ...]:
    """Every coefficient that may be told."""
    told = [column for column in {**before, **after} if column.is_told]
    coefficients = []
    for column in told:
        was, now = before.get(column), after.get(column)
        overlap = interval_overlap(was[1:], now[1:]) if was is not None and now is not None else None
        coefficients.append(
            Coefficient(
                term=column.term,
                before=None if was is None else was[0],
                before_lower=None if was is None else was[1],
                before_upper=None if was is None else was[2],
                after=None if now is None else now[0],
                after_lower=None if now is None else now[1],
                after_upper=None if now is None else now[2],
                overlap=overlap,
            )
        )
    return tuple(coefficients)


def _changes_sign(one: Coefficient) -> bool:
    """Whether it was told apart from 0 before and has the other sign after."""
    if one.term == CONSTANT or one.before is None or one.after is None:
        return False
    assert one.before_lower is not None
    assert one.before_upper is not None
    return one.before_lower * one.before_upper > 0 and one.before * one.after < 0
