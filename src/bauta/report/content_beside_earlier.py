"""What a release by an earlier plan shows to whoever has the releases before it."""

from bauta.model.deidentification import BesideEarlier, GroupOfPeople
from bauta.report.figures import count, people, printable
from bauta.report.page import Column, Paragraph, Row, Section, Table, Tone, cells


def beside_earlier_section(beside: BesideEarlier | None) -> Section | None:
    """Who came, changed and is gone, and who was held back for it; None where there is nothing to compare with."""
    if beside is None or not beside.is_judged:
        return None
    parts: list[Paragraph | Table] = [
        Paragraph(
            "Whoever has the releases before this one sees whose rows are new, changed or missing. So the rule of the "
            f"plan must hold for those alike before and now: groups of {count(beside.least or 1)} always meet it."
        )
    ]
    if beside.reason is not None:
        parts.append(Paragraph(f"Nobody was held back for it: {printable(beside.reason, 300)}", Tone.WARNING))
    parts.append(
        Table(
            caption="People who can be seen to be new, changed or missing",
            columns=(
                Column("Since the release before"),
                Column("People", is_number=True),
                Column("In groups too small", is_number=True),
                Column("Held back", is_number=True),
            ),
            rows=(
                _row("came", beside.newcomers),
                _row("stayed in their class", beside.stayed),
                _row("changed class", beside.changed),
                _row("are missing", beside.gone),
            ),
        )
    )
    waiting = beside.newcomers.held_back
    if waiting:
        text = "1 newcomer waits" if waiting == 1 else f"{count(waiting)} newcomers wait"
        parts.append(Paragraph(f"{text} for a later extract, until enough have come to their class."))
    if beside.gone.held_back:
        number = beside.gone.held_back
        who = f"{people(number)}, drawn by lot, {'is' if number == 1 else 'are'}"
        parts.append(Paragraph(f"{who} missing only to hide who left."))
    return Section("Beside the releases before", tuple(parts))


def _row(what: str, group: GroupOfPeople) -> Row:
    return Row(cells(what, count(group.people), count(group.people_in_small), count(group.held_back)))
