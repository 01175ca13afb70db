"""The chapters on what was done to the data: how coarsely variables are told, what was masked, what was suppressed."""

from bauta.model.deidentification import Deidentification
from bauta.model.study_record import StudyRecord
from bauta.model.transformations import SuppressionKind
from bauta.report.content_changes import changes_section, other_columns_section, suppression_section
from bauta.report.content_durations import duration_sentences
from bauta.report.document import Chapter, Heading, Part
from bauta.report.figures import count, people, percent, probability
from bauta.report.goal_words import goal_in_words, what_the_optimum_rests_on
from bauta.report.page import Column, Paragraph, Row, Table, Tone, cells
from bauta.report.study.words import missing_part, sentence, words
from bauta.report.study.works import EL_EMAM, ENTROPY, IPC

KEY = "transformations"
SUPPRESSION = "suppression"
LOW_UTILITY = 0.05
"""Beyond this share of people suppressed, IPC Ontario's guideline sees a sign of low utility."""


def transformations_chapter(record: StudyRecord, number: str) -> Chapter:
    """Levels of the indirect identifiers, masks and shifts of other columns, and how they were found."""
    title = "What was changed"
    release = record.release
    if release is None:
        return Chapter(KEY, number, title, (_no_release(record),))
    other = other_columns_section(release.columns)
    parts: list[Part] = [
        Paragraph(
            "Generalization tells a value more coarsely: a year in place of a date, three digits in place of five. A "
            "hierarchy lists the levels from the value itself up to nothing at all. "
            f"{_sought(release)}: {goal_in_words(release.goal)}.",
            cites=(ENTROPY,),
        ),
        Heading("Indirect identifiers", "levels"),
        *changes_section(release.solution).parts,
    ]
    if record.utility is not None and record.utility.limits:
        parts += [Heading("How coarse they may become", "limits-of-detail"), _limits(record)]
    if other is not None:
        parts += [Heading("Other columns", "other-columns"), *other.parts]
    if release.durations is not None and release.durations.durations:
        days = (Paragraph(sentence(one)) for one in duration_sentences(release.durations))
        parts += [Heading("Days between dates", "days-between-dates"), *days]
    if release.subsample is not None:
        parts += [Heading("Subsample", "subsample"), Paragraph(_subsample(record))]
    parts += [Heading("How the levels were found", "search"), Paragraph(_search(record))]
    parts += [Paragraph(sentence(note), Tone.WARNING) for note in release.warnings]
    parts += [Paragraph(sentence(note), Tone.QUIET) for note in release.notes]
    return Chapter(KEY, number, title, tuple(parts))


def suppression_chapter(record: StudyRecord, number: str) -> Chapter:
    """Who lost what, and how much of it is allowed."""
    title = "What was suppressed"
    release = record.release
    if release is None:
        return Chapter(SUPPRESSION, number, title, (_no_release(record),))
    what = {
        SuppressionKind.RECORDS: "their whole record is left out",
        SuppressionKind.QUASI_IDENTIFIERS: "their indirect identifiers are left empty and the rest of the record stays",
        SuppressionKind.CELLS: "as few single values as will do are left empty",
    }[release.goal.suppression]
    parts: list[Part] = [
        Paragraph(
            "A few people are so unlike others that coarser values would have to be told of everybody for their sake. "
            f"Instead something is taken from these few: {what}.",
            cites=(EL_EMAM,),
        ),
        *suppression_section(release).parts,
    ]
    everyone = release.subsample.people_drawn if release.subsample else release.before.records
    share = release.solution.suppressed_records / everyone if everyone else 0.0
    if share > LOW_UTILITY:
        parts.append(
            Paragraph(
                f"More than {percent(LOW_UTILITY)} of people are affected, which guidance takes for a sign of low "
                "utility.",
                Tone.WARNING,
                cites=(IPC,),
            )
        )
    parts.append(
        Paragraph(
            "Whoever is suppressed is rare, so analyses of rare groups are biased. The recipient is told that "
            "suppression "
            "was used, not of whom or of how many."
        )
    )
    return Chapter(SUPPRESSION, number, title, tuple(parts))


def _no_release(record: StudyRecord) -> Paragraph:
    if record.needs_change is False:
        return Paragraph("Nothing: the data as they are are within what is permitted.")
    return missing_part("There is no release yet: bauta run makes one.")


def _limits(record: StudyRecord) -> Table:
    assert record.utility is not None
    return Table(
        caption="The coarsest level that is still useful to the recipient, as the study says",
        columns=(
            Column("Variable"),
            Column("Hierarchy"),
            Column("Coarsest useful level"),
            Column("Weight", is_number=True),
        ),
        rows=tuple(
            Row(
                cells(
                    words(one.variable),
                    words(one.hierarchy),
                    words(one.coarsest) if one.coarsest else "any",
                    f"{one.weight:g}",
                )
            )
            for one in record.utility.limits
        ),
    )


def _subsample(record: StudyRecord) -> str:
    assert record.release is not None
    assert record.release.subsample is not None
    drawn = record.release.subsample
    return (
        f"{count(drawn.people_drawn)} of {people(drawn.people_before)} ({percent(drawn.fraction)}) were drawn at "
        "random before "
        f"anything else. For an adversary who knows who was drawn the average risk is "
        f"{probability(drawn.average_risk)} and the "
        f"maximum {probability(drawn.maximum_risk)}; for one who does not, "
        f"{probability(drawn.average_risk_if_unknown)} and "
        f"{probability(drawn.maximum_risk_if_unknown)}."
    )


def _sought(release: Deidentification) -> str:
    if release.solution.was_chosen or release.solution.was_planned:
        return "The release had to meet this criterion"
    return "Levels were sought that lose least while meeting the criterion"


def _search(record: StudyRecord) -> str:
    assert record.release is not None
    release, search = record.release, record.release.search
    if release.solution.was_chosen:
        return "A person chose these levels; whether others lose less was not searched for."
    if release.solution.was_planned:
        return "The levels are those of an earlier plan; whether others lose less in these data was not searched for."
    text = (
        f"There are {count(search.lattice_nodes)} combinations of levels, called the lattice, of which "
        f"{count(search.nodes_evaluated)} had to be judged. "
    )
    if search.is_optimal:
        return text + (
            "This one is the optimum: it is proven that no other within the limits loses less"
            f"{what_the_optimum_rests_on(release)}."
        )
    if search.finer_untried:
        return text + (
            "Of the levels at which the classes fit into memory these lose least; finer ones were not tried, and may "
            "lose less."
        )
    return text + (
        f"It is proven that no other loses more than {percent(search.gap or 0.0)} less; this one need not be the "
        "very best."
    )
