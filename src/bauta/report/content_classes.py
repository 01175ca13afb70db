"""Where the risk sits: class sizes, variables that drive it, the smallest classes, what a class gives away."""

from itertools import groupby, pairwise

from bauta.model.assessment import Assessment, AttributeDisclosure, SizeCount, SmallClass
from bauta.report.figures import count, name, people, percent, probability
from bauta.report.page import Bar, Cell, Chart, ChartKind, Column, Paragraph, Row, Section, Table, Tone, cells

BAND_STARTS = (1, 2, 3, 5, 10, 20, 50, 100)
ROUNDING_NOISE = 1e-12
"""A difference of two averages below this is arithmetic, not information."""
ROWS_LISTED = 12


def class_size_section(assessment: Assessment) -> Section:
    """How many people share a class of which size."""
    too_small = assessment.threshold.cell_size
    total = sum(size.records for size in assessment.sizes)
    rows, bars = [], []
    for label, first, sizes in _bands(assessment.sizes, too_small):
        records = sum(size.records for size in sizes)
        is_marked = first < too_small
        share = records / total if total else 0.0
        mark = Cell(label, Tone.BAD if is_marked and records else Tone.PLAIN)
        rows.append(Row(cells(mark, count(sum(s.classes for s in sizes)), count(records), percent(share))))
        bars.append(Bar(label, share, percent(share), is_marked))
    at_risk = assessment.prosecutor
    description = (
        f"Bar chart of the share of people by class size. {percent(at_risk.share_at_risk)} "
        f"of people are in classes smaller than {too_small}."
    )
    table = Table(
        caption="Share of people by size of their class in the data",
        columns=(Column("Class size"), *(Column(t, is_number=True) for t in ("Classes", "People", "Share"))),
        rows=tuple(rows),
        chart=Chart(ChartKind.CLASS_SIZES, tuple(bars), description, f"below {too_small}", f"{too_small} or more"),
    )
    return Section("Class sizes in the data", (table, *_class_size_notes(assessment)))


def contribution_section(assessment: Assessment) -> Section:
    """Which variables drive the prosecutor's risk, the strongest first."""
    ordered = sorted(assessment.contributions, key=lambda c: -c.average_added)
    rows, bars = [], []
    for contribution in ordered:
        added = contribution.average_added if abs(contribution.average_added) > ROUNDING_NOISE else 0.0
        values = count(contribution.values) + (" †" if contribution.has_missing else "")
        rows.append(
            Row(
                cells(
                    name(contribution.variable),
                    values,
                    probability(contribution.average_without),
                    probability(added),
                    count(contribution.uniques_without),
                )
            )
        )
        bars.append(Bar(name(contribution.variable), max(0.0, added), probability(added)))
    strongest = f" {bars[0].label} adds most: {bars[0].figure}." if bars and bars[0].value else ""
    table = Table(
        caption="The prosecutor's average with and without each quasi-identifier",
        columns=(
            Column("Variable"),
            Column("Values", is_number=True),
            Column("Average without it", is_number=True),
            Column("It adds", is_number=True),
            Column("Unique without it", is_number=True),
        ),
        rows=tuple(rows),
        chart=Chart(
            ChartKind.CONTRIBUTIONS,
            tuple(bars),
            f"Bar chart of what each quasi-identifier adds to the average risk.{strongest}",
        ),
    )
    missing = " † counts missing as a value." if any(c.has_missing for c in ordered) else ""
    note = (
        f"With all of them: average {probability(assessment.prosecutor.average)}, "
        f"{people(assessment.sample_uniques)} unique. Contributions need not add up to this, because variables "
        f"identify together.{missing}"
    )
    return Section("What drives the risk", (table, Paragraph(note, Tone.QUIET)))


def smallest_class_section(assessment: Assessment) -> Section | None:
    """Where the smallest classes are, by row number; what is in them is left out on purpose."""
    if not assessment.smallest_classes:
        return None
    in_order = sorted(assessment.smallest_classes, key=lambda small: small.size)
    classes_of_size = {entry.size: entry.classes for entry in assessment.sizes}
    rows = []
    for size, group in groupby(in_order, key=lambda small: small.size):
        listed = list(group)
        more = classes_of_size.get(size, 0) - len(listed)
        rows.append(Row(cells(count(size), _places(listed) + (f"; and {count(more)} more" if more > 0 else ""))))
    table = Table(
        caption="The smallest classes and the rows they are in",
        columns=(Column("Class size"), Column("Rows (from 1, without the header; values are left out on purpose)")),
        rows=tuple(rows),
    )
    return Section("Where the smallest classes are", (table,))


def attribute_disclosure_section(assessment: Assessment) -> Section | None:
    """What can be learned about people without telling their records apart."""
    if not assessment.attribute_disclosure:
        return None
    table = Table(
        caption="Attribute disclosure, by sensitive variable",
        columns=(
            Column("Variable"),
            Column("Fewest values (l)", is_number=True),
            Column("In uniform classes", is_number=True),
            Column("Not unique", is_number=True),
            Column("Distance (t)", is_number=True),
            Column("Between"),
        ),
        rows=tuple(_disclosure_row(assessment, entry) for entry in assessment.attribute_disclosure),
    )
    meaning = (
        "All in a uniform class have the same value, so knowing that somebody is in it tells it, unique or not. "
        "l: fewest values in a class; t: largest distance of a class from the whole file (0 alike, 1 apart)."
    )
    return Section("What a class gives away", (table, Paragraph(meaning, Tone.QUIET)))


def _bands(sizes: tuple[SizeCount, ...], cut: int) -> list[tuple[str, int, list[SizeCount]]]:
    """(label, first size, counts) per band up to the last one in use. The threshold always starts a band."""
    starts = sorted({*BAND_STARTS, cut})
    bands = []
    for first, following in pairwise([*starts, None]):
        assert first is not None
        inside = [s for s in sizes if s.size >= first and (following is None or s.size < following)]
        if following is None:
            label = f"{count(first)}+"
        else:
            label = str(first) if following == first + 1 else f"{first}-{following - 1}"
        bands.append((label, first, inside))
    while len(bands) > 1 and not bands[-1][2]:
        bands.pop()
    return bands


def _class_size_notes(assessment: Assessment) -> list[Paragraph]:
    notes = []
    if assessment.unit.people_in_several_classes:
        notes.append("A person in several classes is counted once here, in the class that exposes them most.")
    return [Paragraph(" ".join(notes), Tone.QUIET)] if notes else []


def _places(classes: list[SmallClass]) -> str:
    """Row numbers: one per class where classes are single rows, otherwise the rows of a class joined by +."""
    texts = []
    for small in classes:
        listed = " + ".join(count(row) for row in small.rows[:ROWS_LISTED])
        texts.append(listed + (" + …" if len(small.rows) > ROWS_LISTED or len(small.rows) < small.size else ""))
    return "; ".join(texts)


def _disclosure_row(assessment: Assessment, entry: AttributeDisclosure) -> Row:
    uniform = count(entry.homogeneous_records)
    if not assessment.unit.people_in_several_classes:
        uniform += f" ({percent(entry.homogeneous_records / assessment.records)})"
    return Row(
        cells(
            name(entry.variable),
            count(entry.smallest_diversity),
            uniform,
            count(entry.homogeneous_records_not_unique),
            probability(entry.largest_distance),
            "ranks" if entry.distance == "ordered" else "categories",
        )
    )
