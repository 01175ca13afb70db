"""What becomes of ties: with a study they stop the release unless it gives a reason; without, the column is left out.

Leaving a column out changes no class, so ties are looked for once, at the levels that the search has found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bauta.engines.engine import Engine
from bauta.engines.release import ReleasePlan
from bauta.errors import TiesNotTreated, listed, printable
from bauta.hierarchies.told import ORIGINAL
from bauta.model.assessment import Unsettled
from bauta.model.deidentification import ColumnOutcome
from bauta.model.microdata import Microdata
from bauta.model.reasons import PLACEHOLDER
from bauta.model.ties import AssociationFact, TieFact, TiesOfRelease, TieTreatment
from bauta.model.transformations import RemoveMask
from bauta.ties.tie import Tie, least_people
from bauta.workflow.change_columns import ChangedColumns
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.draft import quoted
from bauta.workflow.find_solution import Found
from bauta.workflow.find_ties import find_ties_of_release

MOST_NAMED = 10
"""Ties that are named when a release is refused."""


@dataclass(frozen=True, eq=False, repr=False)
class Judged:
    """A planned release after its ties were looked for."""

    request: DeidentifyRequest
    changed: ChangedColumns
    plan: ReleasePlan
    ties: TiesOfRelease


def judge_ties(
    engine: Engine,
    data: Microdata,
    request: DeidentifyRequest,
    found: Found,
    changed: ChangedColumns,
    plan: ReleasePlan,
) -> Judged:
    """The release without columns that reveal a quasi-identifier; TiesNotTreated where a study must say what to do."""
    assessed = request.assessed
    ties = find_ties_of_release(
        engine, data, found, plan, person_key=assessed.person_key, dates={**assessed.dates, **changed.dates},
        shifted=request.shifted, days=[one.name for one in assessed.durations],
    )  # fmt: skip
    least = least_people(found.counted.n_people, assessed.thresholds.tau.cell_size)
    treated = [(tie, _treatment(tie, request, least)) for tie in ties.ties]
    stopping = [tie for tie, treatment in treated if treatment is TieTreatment.STOPS]
    if stopping and assessed.declared:
        raise _not_treated(stopping, found.counted.n_people)
    left_out = _to_leave_out(stopping, request.keep)
    treated = [
        (tie, TieTreatment.LEFT_OUT if set(tie.columns) & set(left_out) else treatment) for tie, treatment in treated
    ]
    released = [tie for tie, treatment in treated if treatment is not TieTreatment.LEFT_OUT]
    facts = TiesOfRelease(
        columns=ties.columns,
        people=ties.people.in_sample,
        is_whole=ties.is_whole,
        found=tuple(_fact(tie, treatment, request) for tie, treatment in treated),
        risk=ties.risk_with(released) if released else None,
        associations=tuple(
            AssociationFact(one.variable, one.columns, one.level, one.right, one.without)
            for one in ties.associations
            if not set(one.columns) & set(left_out)
        ),
    )
    kept = [tie for tie, treatment in treated if treatment is TieTreatment.KEPT]
    request = replace(
        request,
        unsettled=(*request.unsettled, *(_unsettled(tie) for tie in kept)),
        masks={**request.masks, **{name: RemoveMask() for name in left_out}},
        notes=(*request.notes, *_notes(left_out, facts)),
    )
    if left_out:
        columns = tuple(column for column in plan.columns if column.name not in left_out)
        plan = replace(plan, columns=columns)
        changed = _without(changed, left_out)
    return Judged(request, changed, plan, facts)


def in_words(tie: Tie | TieFact) -> str:
    """One tie as a clause, without a full stop."""
    verb = "reveals" if len(tie.columns) == 1 else "together reveal"
    people = "1 person" if tie.people == 1 else f"{tie.people:,} people"
    level = "" if tie.level in (ORIGINAL, "level 0") else f" ({printable(tie.level)})"
    return f"{listed(tie.columns)} {verb} {listed([tie.variable])}{level} by {tie.how}, of {people}"


def _treatment(tie: Tie, request: DeidentifyRequest, least: int) -> TieTreatment:
    if reason_for(tie, request) is not None:
        return TieTreatment.IGNORED
    if tie.people < least:
        return TieTreatment.TOO_FEW
    return TieTreatment.KEPT if set(tie.columns) <= set(request.keep) else TieTreatment.STOPS


def reason_for(tie: Tie, request: DeidentifyRequest) -> str | None:
    """Why the study lets a tie pass: said of any of its columns."""
    reasons = (request.assessed.ignored_ties.get(name, {}).get(tie.variable) for name in tie.columns)
    return next((reason for reason in reasons if reason is not None), None)


def _fact(tie: Tie, treatment: TieTreatment, request: DeidentifyRequest) -> TieFact:
    return TieFact(
        variable=tie.variable,
        columns=tie.columns,
        how=tie.how,
        level=tie.level,
        people=tie.people,
        share=tie.share,
        chance=tie.chance,
        treatment=treatment,
        reason=reason_for(tie, request),
    )


def _not_treated(ties: Sequence[Tie], people: int) -> TiesNotTreated:
    """Which ties there are, and for each of their columns what settles it.

    Releasing a column as the other one is offered where it gives that of most people; of a few, it would destroy what
    the column says of all others.
    """
    named = [f"\n  {in_words(tie)}" for tie in ties[:MOST_NAMED]]
    if len(ties) > MOST_NAMED:
        named.append(f"\n  and {len(ties) - MOST_NAMED} more")
    lines = []
    for name in dict.fromkeys(tie.columns[-1] for tie in ties[:MOST_NAMED]):
        own = [tie for tie in ties if tie.columns[-1] == name]
        twin = next((tie.variable for tie in own if tie.columns == (name,) and tie.people * 2 >= people), None)
        ways = [] if twin is None else [f"same_as: {quoted(twin)}"]
        reasons = ", ".join(f'{quoted(tie.variable)}: "{PLACEHOLDER}"' for tie in own)
        ways += ["mask: remove", f"ignore: {{{reasons}}}"]
        lines.append(f"\n  {quoted(name)}   " + "   or   ".join(ways))
    how = "\nIn the study, add one of these inside the braces of each column's line under `variables:`:"
    return TiesNotTreated(problems="".join((*named, how, *lines)))


def _to_leave_out(ties: Sequence[Tie], keep: Sequence[str]) -> list[str]:
    """The columns without which none of these ties is left; of two that give something together, one is enough."""
    left_out: dict[str, None] = {}
    for tie in sorted(ties, key=lambda tie: len(tie.columns)):
        if not set(tie.columns) & left_out.keys():
            left_out[next(name for name in reversed(tie.columns) if name not in keep)] = None
    return list(left_out)


def _unsettled(tie: Tie) -> Unsettled:
    sentence = f"{in_words(tie)}: more finely than it is released."
    return Unsettled(listed(tie.columns), sentence, "Leave it out, or write a study that releases it as the other.")


def _notes(left_out: Sequence[str], facts: TiesOfRelease) -> list[str]:
    notes = []
    if left_out:
        gone = [tie for tie in facts.found if tie.treatment is TieTreatment.LEFT_OUT]
        what = "; ".join(in_words(tie) for tie in gone[:MOST_NAMED])
        notes.append(
            f"Left out, because of what they reveal of a quasi-identifier: {listed(left_out)}. ({what}.) To release "
            "one all the same name it with --keep."
        )
    notes += [
        f"{in_words(tie)}. The study says why that does not matter: {tie.reason}"
        for tie in facts.found
        if tie.treatment is TieTreatment.IGNORED
    ]
    return notes


def _without(changed: ChangedColumns, names: Sequence[str]) -> ChangedColumns:
    outcomes: Mapping[str, ColumnOutcome] = {name: ColumnOutcome(name, "removed") for name in names}
    return replace(
        changed,
        columns={name: column for name, column in changed.columns.items() if name not in names},
        outcomes=tuple(outcomes.get(one.column, one) for one in changed.outcomes),
    )
