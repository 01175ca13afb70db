"""Chapters of the recipient's edition alone: how to read data that were changed, and whom to ask."""

from bauta.report.document import Bullets, Chapter, Heading, Part
from bauta.report.page import Paragraph
from bauta.report.study.editions import Told
from bauta.report.study.words import words

KEY = "reading"


def reading_chapter(told: Told, number: str) -> Chapter:
    """What to mind in an analysis. The sentences do not depend on whether anybody was suppressed, or how many."""
    treatments = " ".join(column.treatment for column in told.public.columns)
    hints = [
        "People may be missing, at random or because they were too rare to be told apart safely. Analyses of rare "
        "groups are "
        "biased; ask the custodian before you rely on one.",
        "A value that was told more coarsely is true, but less precise. Where intervals are used, every person is "
        "inside theirs.",
    ]
    if told.public.marks_suppressed_cells:
        hints.append(
            "A cell that reads * or is empty may have been suppressed. It is not missing at random: treat it as "
            "unknown."
        )
    if "offset" in treatments:
        hints.append(
            "Dates were moved, all dates of a person by the same number of days. The days between two dates of a "
            "person are "
            "right; the dates themselves, seasons and days of the week are not."
        )
    if "noise" in treatments:
        hints.append("Numbers with noise are off by a random amount; means are nearly right, single values are not.")
    if "pseudonym" in treatments:
        hints.append(
            "Codes in place of identifiers are the same wherever the same person occurs, and mean nothing outside."
        )
    parts: list[Part] = [Bullets(tuple(hints))]
    if told.public.key_variables:
        kept = ", ".join(words(variable) for variable in told.public.key_variables)
        parts += [Heading("What was kept with most care"), Paragraph(f"{kept}.")]
    return Chapter(KEY, number, "How to read the data", tuple(parts))


def limits_for_recipient(number: str) -> Chapter:
    """What the verdict does not say."""
    return Chapter(
        "limits",
        number,
        "What this does not say",
        (
            Paragraph(
                "A low risk is not no risk. The custodian judged the data for you, your purpose and your controls. "
                "In other "
                "hands, or together with other data, the same file can be far riskier, which is why it must not be "
                "passed on. "
                "No figure in this report was computed from people or values that are not in your data."
            ),
        ),
    )
