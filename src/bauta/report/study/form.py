"""The appendix that says where each field of the regulators' forms is answered, with the answer in short."""

from bauta.model.roles import Role
from bauta.model.study_record import StudyRecord
from bauta.report.document import Chapter, Heading, Part
from bauta.report.figures import count, names, probability
from bauta.report.page import Cell, Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import NOT_STATED, words
from bauta.report.study.works import FORM, HEALTH_CANADA, HIPAA

KEY = "form"
UNANSWERED = f"{NOT_STATED} in the study"


def form_chapter(record: StudyRecord, number: str) -> Chapter:
    """Fields A to R with their places, and the elements of an expert determination."""
    answers = _answers(record)
    table = Table(
        caption="Fields A to R of the anonymisation report form, and where each is answered",
        columns=(Column("Field"), Column("Asks"), Column("In short"), Column("Where")),
        rows=tuple(
            Row(cells(field, asks, _short(answers[field]), Cell(where, target=target)))
            for field, asks, where, target in FIELDS
        ),
    )
    elements = Table(
        caption="Elements of a HIPAA expert determination, and of Health Canada's Appendix F",
        columns=(Column("Element"), Column("Where")),
        rows=tuple(Row(cells(element, Cell(where, target=target))) for element, where, target in ELEMENTS),
    )
    parts: tuple[Part, ...] = (
        Paragraph(
            "The form of the European Medicines Agency and Health Canada has fields A to R. The letters stand beside "
            "the "
            "headings of this report that answer them; this table lists them in the order of the form.",
            cites=(FORM,),
        ),
        Heading("Head of the form", "form-head"),
        _head(record),
        Heading("Fields A to R", "form-fields", ("C",)),
        table,
        Heading("Other forms", "other-forms"),
        Paragraph("The same report covers what an expert determination documents.", cites=(HIPAA, HEALTH_CANADA)),
        elements,
    )
    return Chapter(KEY, number, "Where each field of the form is answered", parts)


def _short(answer: str) -> Cell:
    return Cell(answer, Tone.WARNING if answer == UNANSWERED else Tone.PLAIN)


def _head(record: StudyRecord) -> Table:
    document = record.document
    entries = [
        ("Product name", document.product),
        ("Active ingredient (INN)", document.active_ingredient),
        ("EMA procedure number", document.procedure_number),
        ("Applicant", document.applicant),
        ("Health Canada control number", document.control_number),
    ]
    is_trial = any(text for _, text in entries)
    absent = UNANSWERED if is_trial else "does not apply: not a submission to a regulator"
    return Table(
        caption="What the head of the form asks; the date it was prepared is on the first page",
        columns=(Column("Asks"), Column("Answer")),
        rows=tuple(Row(cells(title, words(text) if text else Cell(absent, Tone.QUIET))) for title, text in entries),
    )


FIELDS = (
    ("A", "Are any indirect identifiers present?", "Variables", "any-indirect"),
    ("B", "Quantitative or qualitative method?", "Threshold", "approach"),
    ("C", "Overlay text of redactions", "This table", "form-fields"),
    ("D", "Direct identifiers and techniques", "Variables", "direct"),
    ("E", "Indirect identifiers and techniques", "Variables", "indirect"),
    ("F", "Reference population", "Risk", "reference-population"),
    ("G", "Rare disease?", "Context", "people"),
    ("H", "Special populations?", "Context", "people"),
    ("I", "Initial risk", "Risk", "initial"),
    ("J", "Target threshold", "Threshold", "target"),
    ("K", "Residual risk", "Risk", "residual"),
    ("L", "Sensitive identifiers?", "Variables", "sensitive"),
    ("M", "Why this method; limitations; identifiers in and out", "Method and limits", "method"),
    ("N", "Up to five variables of the highest utility", "Utility", "key-variables"),
    ("O", "Mitigation of the loss of utility", "Utility", "key-variables"),
    ("P", "Aggregated tables retained?", "Utility", "tables-and-narratives"),
    ("Q", "Different approach for narratives?", "Utility", "tables-and-narratives"),
    ("R", "Departures from guidance", "Method and limits", "deviations"),
)
ELEMENTS = (
    ("Statement of the expert, signed and dated", "Summary, first page", "summary"),
    ("Who is the anticipated recipient, and what could they know", "Who might try", "attacks"),
    ("Methods, and their sources", "Threshold; references", "threshold"),
    ("Results of the analysis that justify the determination", "Risk before and after", "risk"),
    ("Measurement of risk for the data at hand, assumptions on attacks", "Risk before and after", "risk"),
    ("Transformations and evidence of a risk below the threshold", "What was changed", "transformations"),
    ("Utility", "What the data are still good for", "utility"),
    ("Limitations, assumptions, departures", "Method and limits", "limits"),
    ("Conditions, and until when it holds", "Conditions for the recipient", "conditions"),
    ("Other releases of the same data", "Context", "people"),
)


def _answers(record: StudyRecord) -> dict[str, str]:
    """Each field in a few words."""
    document = record.document
    by_role = {role: [one.variable for one in record.variables if one.role is role] for role in Role}
    quasi = by_role[Role.QUASI_IDENTIFIER]
    rare = {None: UNANSWERED, True: "yes", False: "no"}[document.rare_disease]
    population = record.source.population if record.source is not None else None
    return {
        "A": "yes" if quasi else "no",
        "B": "quantitative",
        "C": "does not apply: no document is redacted, values are changed in a table",
        "D": f"{count(len(by_role[Role.DIRECT_IDENTIFIER]))}",
        "E": f"{count(len(quasi))}",
        "F": words(document.reference_population or population or "the people in the data alone"),
        "G": rare,
        "H": words(document.special_populations) if document.special_populations else UNANSWERED,
        "I": "not measured yet"
        if record.before is None
        else f"maximum {probability(record.before.prosecutor.maximum)}",
        "J": UNANSWERED if record.context is None else str(record.context.threshold.threshold),
        "K": "not measured yet" if record.risk_after is None else probability(record.risk_after.overall),
        "L": f"yes: {names(by_role[Role.SENSITIVE])}" if by_role[Role.SENSITIVE] else "none declared",
        "M": "measured attack by attack",
        "N": names(document.key_variables) if document.key_variables else UNANSWERED,
        "O": words(document.loss_mitigation) if document.loss_mitigation else "least loss, by search",
        "P": "does not apply: a table of records",
        "Q": "does not apply: no narratives",
        "R": words(document.deviations) if document.deviations else "none stated",
    }
