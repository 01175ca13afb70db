"""A simulated registry in words: how many reports are at risk, by what would be told of them."""

from typing import Any

from bauta.model.registry_simulation import DatePrecision, Precision, PrecisionRisk, RegistrySimulation, Spread
from bauta.report.figures import count, counted, name, names, people, percent, printable
from bauta.report.page import Bar, Cell, Chart, ChartKind, Column, Page, Paragraph, Row, Section, Table, Tone, cells
from bauta.report.render_json import check_strict
from bauta.report.version import bauta_version

_SPREAD = {
    "mean": "The mean over the simulated registries.",
    "lower": "2.5 % of the registries are below this.",
    "upper": "2.5 % of the registries are above this.",
}


def _spread_keys(parent: str) -> dict[str, str]:
    return {f"{parent}.{key}": meaning for key, meaning in _SPREAD.items()}


REGISTRY_JSON_KEYS = {
    "bauta": "The version of bauta that made this.",
    "source": "The reports.",
    "registries": "How many registries were simulated.",
    "people": "People in each of them.",
    "reports": "Reports that were matched.",
    "left_out": "Reports that could not be matched.",
    "left_out_because": "The same by the first reason that applies.",
    "left_out_because.no_date": "Without a date.",
    "left_out_because.unreadable_date": "With a date that is not written as 2004-11-25, or does not exist.",
    "left_out_because.no_age": "Without an age in whole years.",
    "left_out_because.not_in_registry": "With a year, an age or another value that the registry does not have.",
    "cut_windows": "Reports whose window reaches beyond the registry's first or last day.",
    "assigned": "Variables the reports lack, drawn from the registry without replacement.",
    "told": "Variables that every row tells, beside age and date.",
    "days_before": "How long before the date of its report an event may be.",
    "days_after": "How long after it.",
    "attempts": "M: how many people the adversary tries to verify.",
    "threshold": "tau, as given.",
    "threshold.probability": "The threshold as a probability, as printed.",
    "threshold.cell_size": "The class size the probability stands for.",
    "levels": "What was asked about, one entry per probability of verification.",
    "levels[].probability": "p: the probability that an attempt tells whether it is the right one.",
    "levels[].least_class_size": "The exact least k: smaller classes are at risk.",
    "fits_nobody": "Share of the reports that nobody in the registry fits at full precision; they count as unique.",
    **_spread_keys("fits_nobody"),
    "rows": "One row per combination of what could be told.",
    "rows[].tells_assigned": "Whether the assigned variables are told.",
    "rows[].age_width": "Years per age group.",
    "rows[].date": "What is told of the date: day, month or year.",
    "rows[].at_risk": "Share of the reports at risk, one entry per probability, in the order of levels.",
    **_spread_keys("rows[].at_risk[]"),
    "rows[].unique": "Share of the reports that fit one person or none.",
    **_spread_keys("rows[].unique"),
    "rows[].smallest_class": "People in the smallest class that a report fits.",
    **_spread_keys("rows[].smallest_class"),
    "notes": "What was detected while reading the files.",
}

DATES = {DatePrecision.DAY: "day", DatePrecision.MONTH: "month", DatePrecision.YEAR: "year"}


def registry_sections(result: RegistrySimulation) -> Page:
    """What was simulated, in words, then the table."""
    return Page(
        title="Reports matched with a simulated registry",
        source=printable(result.source),
        headline=None,
        lead=(Paragraph(_answer(result)), *_warnings(result)),
        sections=(_at_risk(result), _intervals(result), _simulated(result)),
    )


def _answer(result: RegistrySimulation) -> str:
    """What the finest combination would mean, and the first that puts no report at risk in any registry."""
    finest = result.rows[0]
    sentence = (
        f"If {_told(finest.precision, result)} were told, {percent(finest.at_risk[-1].mean)} of the "
        f"{counted(result.reports, 'report')} would be at risk from {_adversary(result)}"
    )
    safe = next((row for row in result.rows if row.at_risk[-1].mean == 0), None)
    if safe is None:
        return f"{sentence}. None of the combinations tried leaves no report at risk."
    if safe is finest:
        return f"{sentence}."
    return f"{sentence}. None would be if {_told(safe.precision, result)} were told."


def _adversary(result: RegistrySimulation) -> str:
    attempts = "1 attempt" if result.attempts == 1 else f"{count(result.attempts)} attempts"
    return (
        f"an adversary with {attempts} that tell{'s' if result.attempts == 1 else ''} with probability {_p(result, -1)}"
    )


def _p(result: RegistrySimulation, place: int) -> str:
    return f"{float(result.probabilities[place]):.4g}"


def _told(precision: Precision, result: RegistrySimulation) -> str:
    age = "age" if precision.age_width == 1 else f"age in {precision.age_width} years"
    assigned = [name(one) for one in result.assigned] if precision.tells_assigned else []
    return ", ".join([*assigned, age, DATES[precision.date]])


def _warnings(result: RegistrySimulation) -> list[Paragraph]:
    warnings = []
    left_out = result.left_out
    if left_out.total:
        everything = counted(result.reports + left_out.total, "report")
        were = "was" if left_out.total == 1 else "were"
        reasons = (
            (left_out.no_date, "without a date"),
            (left_out.unreadable_date, "with a date that cannot be read (it must be as 2004-11-25)"),
            (left_out.no_age, "without an age in whole years"),
            (left_out.not_in_registry, "with a year, an age or another value that the registry does not have"),
        )
        why = ", ".join(f"{count(number)} {reason}" for number, reason in reasons if number)
        warnings.append(f"{count(left_out.total)} of {everything} {were} left out: {why}.")
    if result.cut_windows:
        reports = counted(result.cut_windows, "report")
        is_ = "is" if result.cut_windows == 1 else "are"
        warnings.append(
            f"{reports} {is_} so near the first or last day of the registry that the days of the window beyond it hold "
            "nobody: their classes come out too small and their risk too high. Tables of the years before and after "
            "would mend this."
        )
    if result.fits_nobody.mean > 0:
        warnings.append(
            f"{percent(result.fits_nobody.mean)} of the reports fit nobody in a simulated registry. Their own person "
            "is in the real one, so they count as unique. If they are many, the tables may be of other people."
        )
    return [Paragraph(text, Tone.WARNING) for text in warnings]


def _at_risk(result: RegistrySimulation) -> Section:
    rows = tuple(
        Row(
            cells(
                _told(row.precision, result), *(_share(one.mean) for one in row.at_risk), _size(row.smallest_class.mean)
            )
        )
        for row in result.rows
    )
    bars = tuple(
        Bar(_told(row.precision, result), row.at_risk[-1].mean, percent(row.at_risk[-1].mean)) for row in result.rows
    )
    columns = (
        Column("Told"),
        *(Column(f"p = {_p(result, place)}", is_number=True) for place in range(len(result.probabilities))),
        Column("Smallest class", is_number=True),
    )
    description = f"Share of reports at risk with probability {_p(result, -1)}, by what is told."
    chart = Chart(ChartKind.REPORTS_AT_RISK, bars, description)
    parts: list[Paragraph | Table] = [Table("Reports at risk, mean over the registries", columns, rows, chart=chart)]
    below = ", ".join(f"{count(size)} (p = {_p(result, place)})" for place, size in enumerate(result.least_class_sizes))
    parts.append(
        Paragraph(
            f"At risk: in a class of the registry smaller than {below}, the exact least sizes for {result.threshold}.",
            Tone.QUIET,
        )
    )
    if result.told:
        parts.append(Paragraph(f"Told in every row: {names(result.told)}.", Tone.QUIET))
    return Section("Reports at risk", tuple(parts))


def _intervals(result: RegistrySimulation) -> Section:
    columns = (
        Column("Told"),
        *(Column(f"p = {_p(result, place)}", is_number=True) for place in range(len(result.probabilities))),
        Column("Unique", is_number=True),
        Column("Smallest class", is_number=True),
    )
    rows = tuple(_interval_row(row, result) for row in result.rows)
    return Section("95 % of the registries", (Table("Where 95 % of the simulated registries lie", columns, rows),))


def _interval_row(row: PrecisionRisk, result: RegistrySimulation) -> Row:
    shares = (f"{100 * one.lower:.2f}–{100 * one.upper:.2f} %" for one in (*row.at_risk, row.unique))
    smallest = f"{_size(row.smallest_class.lower)}–{_size(row.smallest_class.upper)}"
    return Row(cells(_told(row.precision, result), *shares, smallest))


def _share(share: float) -> Cell:
    return Cell(percent(share, 2))


def _size(size: float) -> str:
    return f"{size:,.1f}".removesuffix(".0")


def _simulated(result: RegistrySimulation) -> Section:
    window = result.window
    days = f"{counted(window.before, 'day')} before"
    after = f"to {counted(window.after, 'day')} after it" if window.after else "to that day"
    sentences = [
        f"{counted(result.registries, 'registry', 'registries')} of {people(result.people)} "
        f"{'was' if result.registries == 1 else 'were'} simulated: months as in the second "
        "table, days uniform within a month.",
        f"A report fits an event from {days} its date {after}; "
        "a month or year fits all that one of its days would fit.",
    ]
    if result.assigned:
        sentences.append(
            f"The reports lack {names(result.assigned)}: drawn for each from the people it fits, nobody twice."
        )
    notes = (Paragraph(printable(note), Tone.QUIET) for note in result.notes)
    return Section("What was simulated", (Paragraph(" ".join(sentences)), *notes))


def registry_json(result: RegistrySimulation) -> dict[str, Any]:
    """Everything, for programs."""
    document = {
        "bauta": bauta_version(),
        "source": result.source,
        "registries": result.registries,
        "people": result.people,
        "reports": result.reports,
        "left_out": result.left_out.total,
        "left_out_because": {
            "no_date": result.left_out.no_date,
            "unreadable_date": result.left_out.unreadable_date,
            "no_age": result.left_out.no_age,
            "not_in_registry": result.left_out.not_in_registry,
        },
        "cut_windows": result.cut_windows,
        "assigned": list(result.assigned),
        "told": list(result.told),
        "days_before": result.window.before,
        "days_after": result.window.after,
        "attempts": result.attempts,
        "threshold": {"probability": result.threshold.probability, "cell_size": result.threshold.cell_size},
        "levels": [
            {"probability": float(p), "least_class_size": size}
            for p, size in zip(result.probabilities, result.least_class_sizes, strict=True)
        ],
        "fits_nobody": _spread(result.fits_nobody),
        "rows": [
            {
                "tells_assigned": row.precision.tells_assigned,
                "age_width": row.precision.age_width,
                "date": str(row.precision.date),
                "at_risk": [_spread(one) for one in row.at_risk],
                "unique": _spread(row.unique),
                "smallest_class": _spread(row.smallest_class),
            }
            for row in result.rows
        ],
        "notes": list(result.notes),
    }
    check_strict(document)
    return document


def _spread(spread: Spread) -> dict[str, float]:
    return {"mean": spread.mean, "lower": spread.lower, "upper": spread.upper}
