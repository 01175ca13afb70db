"""A table beside a standard: what every rule says of every column, what no rule looks at, and what was released."""

from collections.abc import Callable, Sequence

from bauta.model.assessment import Assessment
from bauta.model.standard_release import StandardRelease
from bauta.model.standards import Caveat, Finding, Outcome, Standard, StandardCheck
from bauta.report.figures import count, name, names, percent, printable, probability
from bauta.report.page import Cell, Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells

MOST_LISTED = 100
"""Columns that one line lists; --json has all."""
TONES = {Outcome.PASS: Tone.GOOD, Outcome.FAIL: Tone.BAD, Outcome.CANNOT_TELL: Tone.WARNING}
CLAIMS = {
    Standard.SAFE_HARBOR: "By Safe Harbor what remains identifies nobody, whatever is measured.",
    Standard.LIMITED_DATA_SET: "A limited data set claims no small risk: it stays protected, by an agreement.",
}
WORDS = {Outcome.PASS: "PASS", Outcome.FAIL: "FAIL", Outcome.CANNOT_TELL: "UNSETTLED"}


def check_sections(check: StandardCheck) -> Page:
    """The report on a check."""
    return Page(
        title=check.title,
        source=printable(check.data),
        headline=check_headline(check),
        lead=(),
        sections=(*_rules(check), _caveats(check), _limits(check), *_next(check)),
    )


def check_headline(check: StandardCheck) -> Headline:
    """Whether a rule is broken, by which columns, and what is left for a person to say."""
    broken = [one for one in check.findings if one.outcome is Outcome.FAIL]
    open_ones = [one for one in check.findings if one.outcome is Outcome.CANNOT_TELL]
    rules = dict.fromkeys(one.rule.key for one in broken)
    columns = dict.fromkeys(one.column for one in broken if one.column is not None)
    if broken:
        number = "1 rule is" if len(rules) == 1 else f"{count(len(rules))} rules are"
        sentence = f"{number} broken ({', '.join(rules)}), by {names(tuple(columns))}."
    else:
        sentence = "No rule is broken by what can be seen in the table."
    if open_ones:
        questions = "1 question is" if len(open_ones) == 1 else f"{count(len(open_ones))} questions are"
        sentence += f" {questions} left for a person."
    basis = f"{count(check.rows)} rows, by {check.source}."
    if check.as_of is not None:
        basis += f" Ages are counted on {check.as_of}."
    return Headline(WORDS[check.outcome], TONES[check.outcome], sentence, basis, label=check.title)


def _rules(check: StandardCheck) -> list[Section]:
    told = [one for one in check.findings if one.outcome is not Outcome.PASS or one.column is not None]
    quiet = [one for one in check.findings if one.outcome is Outcome.PASS and one.column is None]
    parts: list[Paragraph | Table] = []
    if told:
        columns = (Column("Rule"), Column("Column"), Column("Outcome"), Column("Rows", is_number=True))
        rows = tuple(_row(alike) for alike in _alike(told))
        parts.append(Table("What every rule says of the columns it is about", columns, rows, note_title="Why"))
    if quiet:
        held = "; ".join(f"{one.rule.key} {_inside(one.rule.title)}" for one in quiet)
        parts.append(Paragraph(f"Nothing found for: {held}.", Tone.QUIET))
    return [Section("Rules", tuple(parts))]


def _next(check: StandardCheck) -> list[Section]:
    """What mends what is broken."""
    if check.outcome is not Outcome.FAIL:
        return []
    command = f"bauta deidentify {printable(check.data)} --standard {check.standard} --out DIR"
    return [Section("To mend it", (Paragraph(command, is_command=True),))]


def _inside(title: str) -> str:
    """A title inside a sentence: its first letter small, unless it begins with an abbreviation."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Findings of one rule that say the same of several columns, together: a trial has dozens of unknown ones."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for one in findings:
        groups.setdefault((one.rule.key, one.outcome, one.why, one.remedy), []).append(one)
    return list(groups.values())


def _row(alike: Sequence[Finding]) -> Row:
    one = alike[0]
    rows = "" if one.rows is None or len({each.rows for each in alike}) > 1 else count(one.rows)
    note = one.why if one.remedy is None else f"{one.why} {one.remedy}"
    column = "the table" if one.column is None else name(one.column)
    if len(alike) > 1:
        column = f"{count(len(alike))} columns"
        note = f"{names(tuple(str(each.column) for each in alike), MOST_LISTED)}: {note}"
    outcome = Cell(WORDS[one.outcome], TONES[one.outcome])
    return Row(cells(f"{one.rule.key} {one.rule.title}", column, outcome, rows), note)


def _caveats(check: StandardCheck) -> Section:
    here = [one for one in check.caveats if one.concerns_this_table]
    absent = [one for one in check.caveats if not one.concerns_this_table]
    parts = [_caveat(one, Tone.WARNING) for one in here] + [_caveat(one, Tone.QUIET) for one in absent]
    return Section("What the standard does not look at", tuple(parts))


def _caveat(one: Caveat, tone: Tone) -> Paragraph:
    return Paragraph(f"{one.title}. {one.text}", tone)


def _limits(check: StandardCheck) -> Section:
    text = (
        "Columns are known by their names, by the form of their values, or by what a study says. A pass is what can be "
        f"seen in the table; it is not a legal finding, and {check.title} asks for what no file tells."
    )
    return Section("How far this goes", (Paragraph(text),))


def standard_release_sections(result: StandardRelease) -> Page:
    """The report on a release: what the standard says of it, what became of every column, and the measured risk."""
    headline = check_headline(result.after)
    files = "" if result.data_files == 1 else f" in {count(result.data_files)} files"
    sentence = f"Released {count(result.rows)} rows{files}. {headline.sentence}"
    basis = f"{headline.basis} The written file was read again and checked. Release: {printable(result.folder)}."
    warnings = tuple(Paragraph(printable(text), Tone.WARNING) for text in result.warnings)
    after = check_sections(result.after).sections
    return Page(
        title=printable(result.title) if result.title else f"Released by {result.after.title}",
        source=printable(result.source),
        headline=Headline(headline.verdict, headline.tone, sentence, basis, label=headline.label),
        lead=(*warnings, *(Paragraph(printable(note)) for note in result.notes)),
        sections=(_risk(result), _changes(result), *after),
    )


def _changes(result: StandardRelease) -> Section:
    broken = {one.column for one in result.before.findings if one.outcome is Outcome.FAIL}
    rows = tuple(
        Row(cells(name(one.column), "FAIL" if one.column in broken else "", printable(one.what)))
        for one in result.columns
    )
    table = Table("What became of every column", (Column("Column"), Column("Before"), Column("Now")), rows)
    return Section("What was changed", (table,))


def _risk(result: StandardRelease) -> Section:
    title = "The measured risk beside the standard's claim"
    before, after = result.risk_before, result.risk_after
    if after is None:
        return Section(title, (Paragraph("No quasi-identifier is left, so there is no risk to measure."),))
    rows = (
        _figure("Prosecutor: maximum", before, after, lambda one: probability(one.prosecutor.maximum)),
        _figure("Prosecutor: average", before, after, lambda one: probability(one.prosecutor.average)),
        _figure("People unique in the file", before, after, lambda one: count(one.sample_uniques)),
        _figure("Share of people at risk", before, after, lambda one: percent(one.prosecutor.share_at_risk)),
        _figure("Verdict", before, after, lambda one: str(one.decision.verdict)),
    )
    columns = (Column("Figure"), Column("Before", is_number=True), Column("After", is_number=True))
    claim = (
        f"{CLAIMS[result.after.standard]} Measured on {names(after.quasi_identifiers)}, for an adversary who knows who "
        "is in the data; no threshold was enforced."
    )
    return Section(title, (Table("Before and after", columns, rows), Paragraph(claim, Tone.QUIET)))


def _figure(label: str, before: Assessment | None, after: Assessment, told: Callable[[Assessment], str]) -> Row:
    return Row(cells(label, "" if before is None else told(before), told(after)))
