"""Estimators tried on samples, in words: which of them erred least, and by how much each did at which fraction."""

from collections.abc import Callable
from typing import Any

from bauta.model.evaluation import Comparison, ErrorsAtFraction, EstimatorEvaluation, OverallError
from bauta.report.figures import count, counted, name, names, people, percent, printable
from bauta.report.page import (
    Column,
    Headline,
    Line,
    Lines,
    Page,
    Paragraph,
    Point,
    Row,
    Section,
    Table,
    Tone,
    cells,
)
from bauta.report.render_json import check_strict
from bauta.report.version import bauta_version

_COMPARISON = {
    "overall": "The estimators over all fractions, the best first; those who did not always answer come after.",
    "overall[].estimator": "Its name.",
    "overall[].mean_absolute_error": "The mean of abs(estimate/truth - 1), each fraction counting alike; null where it "
    "never had an answer.",
    "overall[].unanswered": "Samples it had no answer for.",
    "by_fraction": "One entry per estimator and fraction.",
    "by_fraction[].estimator": "Its name.",
    "by_fraction[].fraction": "The sampling fraction asked for.",
    "by_fraction[].mean_relative_error": "The mean of estimate/truth - 1 over the samples it answered; null if none.",
    "by_fraction[].standard_deviation": "Of the relative error over samples; null for fewer than two.",
    "by_fraction[].coverage": "The share of its 95 % intervals that hold the truth; null without an answer.",
    "by_fraction[].cpu_seconds": "The mean time of one estimate; all else is the same again with the same seed.",
    "by_fraction[].unanswered": "Samples it had no answer for.",
    "by_fraction[].why_unanswered": "Its reason in the first of them; null where it always answered.",
}


def _comparison_keys(parent: str) -> dict[str, str]:
    return {f"{parent}.{key}": meaning for key, meaning in _COMPARISON.items()}


EVALUATION_JSON_KEYS = {
    "bauta": "The version of bauta that made this.",
    "source": "The data set that was taken as the population.",
    "quasi_identifiers": "The variables the classes were made of.",
    "person_key": "The column that says whose row it is; null where each row is a person.",
    "people": "N: the people of the population.",
    "classes": "Its equivalence classes.",
    "population_uniques": "People who are alone in their class in the population.",
    "fractions": "The sampling fractions.",
    "people_sampled": "n: people in each sample, in the order of fractions.",
    "samples": "Samples drawn at each fraction, without replacement.",
    "seed": "The seed they were drawn with.",
    "marketer": "Estimates of the marketer risk, against (1/n) sum f/F of each sample.",
    **_comparison_keys("marketer"),
    "uniques": "Estimates of the number of population uniques; its lists are empty where there are none.",
    **_comparison_keys("uniques"),
    "notes": "What was detected while reading the data.",
}

NOTHING = "–"
ROUNDING = 1e-9
"""An error that is smaller is none."""


def evaluation_sections(result: EstimatorEvaluation) -> Page:
    """Who erred least, then errors, intervals and times."""
    sections: list[Section] = []
    if result.marketer.rows:
        sections += _errors(result, result.marketer, "marketer risk")
    if result.uniques.rows:
        sections += _errors(result, result.uniques, "number of population uniques")
    return Page(
        title="Estimators tried on samples",
        source=printable(result.source),
        headline=_headline(result),
        lead=_lead(result),
        sections=(*sections, _tried(result), _times(result)),
    )


def _headline(result: EstimatorEvaluation) -> Headline | None:
    """The best of those who estimate the risk; of those who estimate uniques, where nobody else was asked."""
    is_of_risk = bool(result.marketer.rows)
    overall = result.marketer.overall if is_of_risk else result.uniques.overall
    if not overall or overall[0].mean_absolute_error is None:
        return None
    best = overall[0]
    alike = [entry for entry in overall if _is_alike(entry, best)]
    others = overall[len(alike) :]
    verdict = best.method if len(alike) == 1 else "No difference"
    who = "" if len(alike) == 1 else f"{', '.join(entry.method for entry in alike)} "
    whose = "Its" if len(alike) == 1 else "Their"
    quantity = "marketer risk" if is_of_risk else "number of population uniques"
    sentence = f"{who}erred least. {whose} {quantity} was off by {_share(best)} on average over all samples."
    if best.unanswered:
        sentence += f" There was no answer for {_samples(best.unanswered)}, and no estimator always had one."
    basis = (
        f"{_samples(result.samples)} at {_fractions(result)} of {people(result.people)}: "
        f"all of {printable(result.source)}, taken as the population."
    )
    if others and others[0].mean_absolute_error is not None:
        basis += f" Next is {others[0].method}, off by {_share(others[0])}."
    return Headline(verdict, Tone.GOOD, sentence, basis, label="Least error")


def _is_alike(one: OverallError, other: OverallError) -> bool:
    if one.mean_absolute_error is None or other.mean_absolute_error is None:
        return False
    is_equal = abs(one.mean_absolute_error - other.mean_absolute_error) < ROUNDING
    return is_equal and one.unanswered == other.unanswered


def _share(overall: OverallError) -> str:
    error = overall.mean_absolute_error or 0.0
    return percent(0.0 if error < ROUNDING else error, 2)


def _samples(number: int) -> str:
    return "1 sample" if number == 1 else f"{count(number)} samples"


def _fractions(result: EstimatorEvaluation) -> str:
    number = len(result.fractions)
    return "1 sampling fraction" if number == 1 else f"each of {number} sampling fractions"


def _lead(result: EstimatorEvaluation) -> tuple[Paragraph, ...]:
    if result.population_uniques:
        return ()
    return (Paragraph("Nobody is unique in this population, so that uniques were not estimated.", Tone.WARNING),)


def _errors(result: EstimatorEvaluation, comparison: Comparison, quantity: str) -> tuple[Section, ...]:
    meaning = "Mean of estimate/truth - 1 over the samples, by sampling fraction: +0.044 is 4.4 % too high."
    if any(row.unanswered and row.mean_error is not None for row in comparison.rows):
        meaning += " † Over those samples that it had an answer for."
    parts: list[Paragraph | Table | Lines] = [
        _table(result, comparison, f"Mean relative error of the {quantity}, by sampling fraction", _error),
        Paragraph(meaning, Tone.QUIET),
        *_without_answer(comparison),
    ]
    if any(row.mean_error is not None for row in comparison.rows):
        parts.insert(0, _chart(result, comparison, quantity))
    deviations = f"Standard deviation of the relative error of the {quantity} over samples"
    coverage = f"95 % intervals of the {quantity} that hold the truth"
    return (
        Section(f"Relative error of the {quantity}", tuple(parts)),
        Section(deviations, (_table(result, comparison, "By sampling fraction", _deviation),)),
        Section(coverage, (_table(result, comparison, "Share of the samples, by sampling fraction", _coverage),)),
    )


def _table(
    result: EstimatorEvaluation, comparison: Comparison, caption: str, shown: Callable[[ErrorsAtFraction], str]
) -> Table:
    columns = (Column("Estimator"), *(Column(f"{fraction:g}", is_number=True) for fraction in result.fractions))
    rows = tuple(Row(cells(method, *(shown(row) for row in comparison.of(method)))) for method in comparison.methods)
    return Table(caption, columns, rows)


def _error(row: ErrorsAtFraction) -> str:
    if row.mean_error is None:
        return NOTHING
    return _signed(row.mean_error) + ("†" if row.unanswered else "")


def _signed(error: float) -> str:
    """An error with its sign; bare 0 only where nothing but rounding is left of it."""
    return "0" if abs(error) < ROUNDING else f"{error:+.3f}"


def _deviation(row: ErrorsAtFraction) -> str:
    return NOTHING if row.deviation is None else f"{row.deviation:.3f}"


def _coverage(row: ErrorsAtFraction) -> str:
    return NOTHING if row.coverage is None else percent(row.coverage)


def _milliseconds(row: ErrorsAtFraction) -> str:
    return NOTHING if row.cpu_seconds is None else f"{1000 * row.cpu_seconds:,.1f} ms"


def _without_answer(comparison: Comparison) -> list[Paragraph]:
    paragraphs = []
    for method in comparison.methods:
        rows = [row for row in comparison.of(method) if row.unanswered]
        if rows:
            where = ", ".join(f"{count(row.unanswered)} at {row.fraction:g}" for row in rows)
            text = f"Samples without an answer from {method}: {where}. The first time: {rows[0].why_unanswered}."
            paragraphs.append(Paragraph(text, Tone.WARNING))
    return paragraphs


def _chart(result: EstimatorEvaluation, comparison: Comparison, quantity: str) -> Lines:
    lines = []
    for method in comparison.methods:
        known = [(row.fraction, row.mean_error) for row in comparison.of(method) if row.mean_error is not None]
        if known:
            lines.append(Line(method, tuple(Point(fraction, error) for fraction, error in known)))
    errors = [0.0, *(point.y for line in lines for point in line.points)]
    room = 0.08 * (max(errors) - min(errors)) or 0.1
    return Lines(
        lines=tuple(lines),
        limit=0.0,
        limit_means="no error",
        x_title="Sampling fraction",
        y_title="Mean relative error",
        caption=f"Mean relative error of the {quantity} over {_samples(result.samples)} at each sampling fraction.",
        description=f"Relative error of the {quantity} against the sampling fraction, a line for each estimator.",
        lowest=min(errors) - room,
        highest=max(errors) + room,
    )


def _tried(result: EstimatorEvaluation) -> Section:
    sizes = ", ".join(count(number) for number in result.people_sampled)
    whose = "" if result.person_key is None else f" (person key: {name(result.person_key)})"
    sentences = (
        f"{people(result.people)}{whose} in {counted(result.classes, 'class', 'classes')} by "
        f"{names(result.quasi_identifiers)}, "
        f"{count(result.population_uniques)} of them unique, are the population.",
        f"Samples of {sizes} people were drawn without replacement, everybody with the same chance, with seed "
        f"{result.seed}. The estimators know the sample and the size of the population.",
        "The truth is each sample's own: (1/n) sum f/F for the marketer risk.",
    )
    notes = (Paragraph(printable(note), Tone.QUIET) for note in result.notes)
    return Section("What was tried", (Paragraph(" ".join(sentences)), *notes))


def _times(result: EstimatorEvaluation) -> Section:
    measured = set(result.marketer.methods)
    rows = (*result.marketer.rows, *(row for row in result.uniques.rows if row.method not in measured))
    table = _table(result, Comparison(rows, ()), "CPU time per estimate, mean, by sampling fraction", _milliseconds)
    return Section("CPU time per estimate", (table,))


def evaluation_json(result: EstimatorEvaluation) -> dict[str, Any]:
    """Everything, for programs."""
    document = {
        "bauta": bauta_version(),
        "source": result.source,
        "quasi_identifiers": list(result.quasi_identifiers),
        "person_key": result.person_key,
        "people": result.people,
        "classes": result.classes,
        "population_uniques": result.population_uniques,
        "fractions": list(result.fractions),
        "people_sampled": list(result.people_sampled),
        "samples": result.samples,
        "seed": result.seed,
        "marketer": _comparison_json(result.marketer),
        "uniques": _comparison_json(result.uniques),
        "notes": list(result.notes),
    }
    check_strict(document)
    return document


def _comparison_json(comparison: Comparison) -> dict[str, Any]:
    return {
        "overall": [
            {
                "estimator": entry.method,
                "mean_absolute_error": entry.mean_absolute_error,
                "unanswered": entry.unanswered,
            }
            for entry in comparison.overall
        ],
        "by_fraction": [
            {
                "estimator": row.method,
                "fraction": row.fraction,
                "mean_relative_error": row.mean_error,
                "standard_deviation": row.deviation,
                "coverage": row.coverage,
                "cpu_seconds": row.cpu_seconds,
                "unanswered": row.unanswered,
                "why_unanswered": row.why_unanswered,
            }
            for row in comparison.rows
        ],
    }
