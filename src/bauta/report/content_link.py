"""Two releases put together: how many records rightly, and whom to tell if one was lost."""

from bauta.model.linkage import InBoth, Linkage
from bauta.report.figures import count, counted, names, people, percent, printable
from bauta.report.page import Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells
from bauta.report.render_json import Json, check_strict
from bauta.report.version import bauta_version

HEADLINE_LABEL = "Linking two releases"

LINK_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "source_a": "The first release.",
    "source_b": "The second release.",
    "on": "The variables they were linked on.",
    "records_a": "People in the first.",
    "records_b": "People in the second.",
    "classes": "Classes of the first on these variables.",
    "shared_classes": "Classes that both have.",
    "linkable": "People of the first in these.",
    "in_both": "People in both releases, or as many as can be.",
    "basis": "How that is known: person key, or as many as can be, which is the most.",
    "expected_matches": "Expected number of correct matches, no record being used twice.",
    "share": "The same as a share of the people in the first: the marketer's risk.",
    "share_of_linkable": "The same as a share of the people in classes that both have.",
    "expected_matches_if_reused": "Expected number if a record of the second may be used more than once.",
    "unique_pairs": "Classes with one person in each release.",
    "notification": "Whom to tell if the first was exposed and came from the second; null if it cannot have.",
    "notification.told_if_linked": "People told if each exposed record is linked to one person.",
    "notification.reached_if_linked": "How many of them are expected to be people whose record was exposed.",
    "notification.told_by_class": "People told if everybody is who shares a class with an exposed record.",
    "notification.told_if_all": "People told if everybody on the list is.",
    "told_alike": "Variables that a release has generalised: the other table was put in its words.",
    "told_alike[].variable": "The variable.",
    "told_alike[].level": "What the release calls its level.",
    "told_alike[].rows_without_word": "Rows of the other table whose value the release has no word for.",
    "shared_codes": "Columns of pseudonyms with codes that both have: their rows are linked outright.",
    "shared_codes[].column_a": "The column of the first.",
    "shared_codes[].column_b": "The column of the second.",
    "shared_codes[].codes": "Different codes that both have.",
    "shared_codes[].of": "Different codes of the first.",
    "rows_suppressed": "Rows of releases with a suppressed cell among the variables: they are taken to fit nobody.",
    "notes": "What was detected while reading the data.",
}


def link_json(result: Linkage) -> Json:
    """The whole result."""
    told = result.notification
    document = {
        "bauta": bauta_version(),
        "source_a": result.source_a,
        "source_b": result.source_b,
        "on": list(result.variables),
        "records_a": result.records_a,
        "records_b": result.records_b,
        "classes": result.classes,
        "shared_classes": result.shared_classes,
        "linkable": result.linkable,
        "in_both": result.in_both,
        "basis": str(result.basis),
        "expected_matches": result.correct_matches,
        "share": result.share,
        "share_of_linkable": result.share_of_linkable,
        "expected_matches_if_reused": result.correct_if_reused,
        "unique_pairs": result.unique_pairs,
        "notification": None
        if told is None
        else {
            "told_if_linked": told.told_if_linked,
            "reached_if_linked": told.reached_if_linked,
            "told_by_class": told.told_by_class,
            "told_if_all": told.told_if_all,
        },
        "told_alike": [vars(one) for one in result.told_alike],
        "shared_codes": [vars(one) for one in result.shared_codes],
        "rows_suppressed": result.rows_suppressed,
        "notes": list(result.notes),
    }
    check_strict(document)
    return document


def link_sections(result: Linkage) -> Page:
    """The report on linking two releases."""
    sections = [_collusion(result)]
    if result.notification is not None:
        sections.append(_breach(result))
    return Page(
        title="Linking two releases",
        source=f"{printable(result.source_a)} and {printable(result.source_b)}",
        headline=_headline(result),
        lead=(*_lead(result), *(Paragraph(str(printable(note))) for note in result.notes)),
        sections=tuple(sections),
    )


def _lead(result: Linkage) -> list[Paragraph]:
    """What comes before any figure: codes that both have, and how the two were made comparable."""
    lead = [
        Paragraph(
            f"Both have the same pseudonyms: {counted(one.codes, 'code', 'codes')} of {count(one.of)} in "
            f"{names([one.column_a])} of the first are in {names([one.column_b])} of the second too. Whoever has both "
            "links these rows outright, whatever the figures below say.",
            Tone.BAD,
        )
        for one in result.shared_codes
    ]
    for one in result.told_alike:
        words = f"{names([one.variable])} is compared as the release has it ({printable(one.level)})."
        if one.rows_without_word:
            rows = counted(one.rows_without_word, "row", "rows")
            words += f" The release has no word for the value of {rows} of the other table, which fit nobody."
        lead.append(Paragraph(words))
    if result.rows_suppressed:
        rows = counted(result.rows_suppressed, "row", "rows")
        lead.append(
            Paragraph(
                f"At least {rows} of a release have a suppressed cell in these variables. They are taken to fit "
                "nobody, though by their other columns they may fit somebody."
            )
        )
    return lead


def _headline(result: Linkage) -> Headline:
    word = "Upper bound" if result.basis is InBoth.NESTED else "Expected"
    expected = _number(result.correct_matches)
    sentence = (
        f"{'at most ' if result.basis is InBoth.NESTED else ''}{expected} of {people(result.records_a)} are expected "
        f"to be linked correctly on {names(result.variables)} ({percent(result.share)})"
        f"{', rows with suppressed cells not counted' if result.rows_suppressed else ''}."
    )
    if result.basis is InBoth.KEY:
        known = f"{people(result.in_both)} are in both, by the person key."
    else:
        known = (
            f"Who is in both is not known; {people(result.in_both)} can be, and are taken to be. "
            "--person-key counts them."
        )
    return Headline(word, Tone.PLAIN, sentence[0].upper() + sentence[1:], known, label=HEADLINE_LABEL)


def _number(expected: float) -> str:
    return count(round(expected)) if expected >= 100 else f"{expected:.3g}"


def _collusion(result: Linkage) -> Section:
    table = Table(
        caption="What both releases have in common",
        columns=(Column("Of"), Column("People", is_number=True)),
        rows=(
            Row(cells("The first release", count(result.records_a)), counted(result.classes, "class", "classes")),
            Row(cells("The second release", count(result.records_b)), "not all of them need be in the first"),
            Row(
                cells("The first, in classes the second has too", count(result.linkable)),
                f"{counted(result.shared_classes, 'class', 'classes')}; "
                f"{percent(result.share_of_linkable)} linked correctly",
            ),
            Row(
                cells("Alone in their class in both", count(result.unique_pairs)),
                "linked for certain if the same",
            ),
        ),
        note_title="Which",
    )
    note = (
        "Within a class records are linked at random, each pair being as likely as any other. "
        f"If a record of the second may be used more than once, {_number(result.correct_if_reused)} are expected."
    )
    return Section("If two recipients put their releases together", (table, Paragraph(note, Tone.QUIET)))


def _breach(result: Linkage) -> Section:
    told = result.notification
    assert told is not None
    missed = told.told_if_linked - told.reached_if_linked
    table = Table(
        caption="People who would be told of a breach",
        columns=(Column("Whom"), Column("Told", is_number=True), Column("Affected among them", is_number=True)),
        rows=(
            Row(cells("Whoever each record is linked to", count(told.told_if_linked), _number(told.reached_if_linked))),
            Row(cells("Everybody in the same classes", count(told.told_by_class), count(told.told_if_linked))),
            Row(cells("Everybody on the list", count(told.told_if_all), count(told.told_if_linked))),
        ),
    )
    note = (
        "If the first holds records that were exposed and the second is the list they came from. Linking each record "
        f"to one person would leave {_number(missed)} affected people untold, and tell as many others."
    )
    return Section("If the first was lost in a breach", (table, Paragraph(note, Tone.QUIET)))
