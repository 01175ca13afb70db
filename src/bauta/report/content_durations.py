"""What a release says of the days between shifted dates: how many people they find, and what became of them."""

from bauta.model.durations import Duration, DurationFacts
from bauta.report.figures import count, name, people, printable
from bauta.report.page import Paragraph, Section


def durations_section(facts: DurationFacts | None) -> Section | None:
    """The days between dates; None where no row has two that are shifted."""
    if facts is None or not facts.durations:
        return None
    return Section("Days between dates", tuple(Paragraph(sentence) for sentence in duration_sentences(facts)))


def duration_sentences(facts: DurationFacts) -> tuple[str, ...]:
    """How many people the days find by themselves, and whether they are counted."""
    alone = (
        f"All dates of a person move by one offset, so the days between them do not change. {_of(facts.durations)} "
        f"alone make {count(facts.unique_people)} of {people(facts.people)} unique in the source."
    )
    if facts.reason is None:
        return (
            f"{alone} They are among the quasi-identifiers; what became of the later date is said beside the other "
            "columns.",
        )
    return (
        alone,
        f"Nobody could know them, says the study, so no figure counts them: {printable(facts.reason)}",
    )


def _of(durations: tuple[Duration, ...]) -> str:
    later = ", ".join(name(one.later) for one in durations)
    return f"The days from {name(durations[0].first)} to {later}"
