"""The chapter on variables: which can identify people, by themselves or together, why, and what became of them."""

from bauta.model.roles import Role
from bauta.model.study_record import StudyRecord, VariableDecision
from bauta.report.content_durations import duration_sentences
from bauta.report.content_ties import ties_risk, ties_table
from bauta.report.content_unsettled import unsettled_table
from bauta.report.document import Chapter, Heading, Part
from bauta.report.figures import count, name
from bauta.report.page import Column, Paragraph, Row, Table, cells
from bauta.report.study.editions import Told, told_as
from bauta.report.study.words import sentence, words
from bauta.report.study.works import EL_EMAM_MALIN

KEY = "variables"
NOBODY = "not recorded"


def variables_chapter(told: Told, number: str) -> Chapter:
    """Direct and indirect identifiers, sensitive and other variables; for the recipient the columns they hold."""
    if told.record is None:
        return Chapter(KEY, number, "The columns you hold", _held(told))
    return Chapter(KEY, number, "Variables, and why each is treated as it is", _judged(told.record))


def _held(told: Told) -> tuple[Part, ...]:
    table = Table(
        caption="Columns of the release and how they are told",
        columns=(Column("Column"), Column("How it is told")),
        rows=tuple(Row(cells(name(one.name), sentence(one.treatment))) for one in told.public.columns),
    )
    return (
        Paragraph(
            "This is how each column was changed before the data were given to you. The dictionary that came with "
            "the data "
            "says the same. Values that look odd, such as a ZIP code of three digits or a year in place of a date, "
            "are meant."
        ),
        table,
    )


def _judged(record: StudyRecord) -> tuple[Part, ...]:
    by_role = {role: [one for one in record.variables if one.role is role] for role in Role}
    quasi = by_role[Role.QUASI_IDENTIFIER]
    listed = ", ".join(name(one.variable) for one in quasi)
    answer = f"Yes: {count(len(quasi))} are ({listed})." if quasi else "No."
    return (
        Paragraph(
            "A variable identifies people if it stays the same for a person, differs between people, and can be "
            "known by "
            "others. A direct identifier points at one person by itself, like a name; an indirect identifier (a "
            "quasi-identifier) does so together with others, like a date of birth with a ZIP code.",
            cites=(EL_EMAM_MALIN,),
        ),
        Heading("Are indirect identifiers present?", "any-indirect", ("A",)),
        Paragraph(answer),
        Heading("Direct identifiers", "direct", ("D",)),
        *_direct(record, by_role[Role.DIRECT_IDENTIFIER]),
        Heading("Indirect identifiers", "indirect", ("E",)),
        *_indirect(record, quasi),
        Heading("Sensitive variables", "sensitive", ("L",)),
        *_sensitive(record, by_role[Role.SENSITIVE]),
        *_genomic(record, by_role[Role.GENOMIC]),
        *_others(record, by_role[Role.OTHER]),
        *_not_known(record),
        *_ties(record),
        *_unsettled(record),
    )


def _table(record: StudyRecord, caption: str, variables: list[VariableDecision]) -> Table:
    has_names = any(one.by for one in variables)
    decided = (Column("Decided by"),) if has_names else ()
    return Table(
        caption=caption,
        columns=(Column("Variable"), Column("Technique"), Column("Why it is seen so"), *decided),
        rows=tuple(
            Row(
                cells(
                    name(one.variable),
                    sentence(technique(record, one.variable)),
                    sentence(one.why),
                    *([words(one.by) if one.by else NOBODY] if has_names else []),
                )
            )
            for one in variables
        ),
    )


def technique(record: StudyRecord, variable: str) -> str:
    """What became of a variable, in words: by the release, or as it is planned while there is none."""
    if record.release is not None:
        for outcome in record.release.solution.variables:
            if outcome.variable == variable:
                return told_as(outcome)
        for column in record.release.columns:
            if column.column == variable:
                return column.what
        return "left out of the release: not declared"
    planned = next((mask.technique for mask in record.masks if mask.variable == variable), None)
    return f"planned: {planned}" if planned else "not decided yet"


def _direct(record: StudyRecord, variables: list[VariableDecision]) -> tuple[Part, ...]:
    if not variables:
        return (Paragraph("The data have none."),)
    return (
        Paragraph(
            "The risk of a direct identifier is taken to be 1, so none is released as it is, whatever else is measured."
        ),
        _table(record, "Direct identifiers and what became of them", variables),
    )


def _indirect(record: StudyRecord, variables: list[VariableDecision]) -> tuple[Part, ...]:
    if not variables:
        return (Paragraph("The data have none, so nobody can be told apart by what others could know."),)
    note = Paragraph(
        "All of them are in the calculation of the risk. Their levels are explained in the chapter on transformations."
    )
    return (_table(record, "Indirect identifiers and what became of them", variables), note)


def _sensitive(record: StudyRecord, variables: list[VariableDecision]) -> tuple[Part, ...]:
    if not variables:
        return (Paragraph("None was declared."),)
    return (
        Paragraph(
            "What an adversary would learn. These are not in the calculation of the risk: it is assumed that they "
            "are not "
            "known to others beforehand."
        ),
        _table(record, "Sensitive variables and what became of them", variables),
    )


def _others(record: StudyRecord, variables: list[VariableDecision]) -> tuple[Part, ...]:
    if not variables:
        return ()
    return (
        Heading("Other variables"),
        Paragraph(
            "Neither known to others nor harmful in themselves, in the custodian's judgement; not in the calculation."
        ),
        _table(record, "Other variables and what became of them", variables),
    )


def _genomic(record: StudyRecord, variables: list[VariableDecision]) -> tuple[Part, ...]:
    if not variables:
        return ()
    note = Paragraph("Genotypes point at a person and at relatives. No figure of this report counts them.")
    return (Heading("Genomic variables"), note, _table(record, "Genomic variables and what became of them", variables))


def _not_known(record: StudyRecord) -> tuple[Part, ...]:
    if not record.not_known:
        return ()
    table = Table(
        caption="What nobody is taken to know, and why",
        columns=(Column("Variable"), Column("Why nobody could know it")),
        rows=tuple(Row(cells(name(variable), sentence(why))) for variable, why in record.not_known),
    )
    note = Paragraph(
        "These look as if an adversary could know them. The custodian says why nobody can; no figure counts them."
    )
    return (Heading("What nobody is taken to know"), note, table, *_days(record))


def _days(record: StudyRecord) -> tuple[Part, ...]:
    """How many people the days between dates find, where nobody is taken to know them."""
    facts = None if record.release is None else record.release.durations
    if facts is None or facts.is_judged or not facts.durations:
        return ()
    return (Paragraph(duration_sentences(facts)[0]),)


def _ties(record: StudyRecord) -> tuple[Part, ...]:
    """What leaves with the release although it reveals a quasi-identifier, with the reason and the risk."""
    release = record.release
    if release is None or release.ties is None or not release.ties.found:
        return ()
    note = Paragraph(
        "These columns are kept although they reveal an indirect identifier more finely than it is released: the "
        "custodian says why that does not matter, or too few people are concerned."
    )
    return (
        Heading("Columns that reveal one another"),
        note,
        ties_table(release.ties.found),
        Paragraph(ties_risk(release.ties)),
    )


def _unsettled(record: StudyRecord) -> tuple[Part, ...]:
    risk = record.risk_after
    if risk is None or not risk.unsettled:
        return ()
    return (Heading("What is not settled"), unsettled_table(risk.unsettled))
