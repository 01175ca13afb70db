"""The ways to de-identify a data set, for a person who may want another one than the optimum."""

import math
import shlex
from collections.abc import Sequence

from bauta.model.deidentification import Exploration, NodeOutcome
from bauta.report.content_changes import level_name
from bauta.report.content_loss import LOSS_NAMES, loss_figure
from bauta.report.figures import count, name, people, percent, percent_beside, printable, probability
from bauta.report.goal_words import SUPPRESSED_WHAT, goal_in_words
from bauta.report.page import (
    Cell,
    Column,
    Headline,
    Page,
    Paragraph,
    Point,
    Row,
    Scatter,
    Section,
    Table,
    Tone,
    cells,
)

MOST_LISTED = 20
"""Nodes of the frontier in the table; the JSON has all."""
MOST_POINTS = 2_000
"""Points in the picture: enough for its shape, few enough for a small file."""
FINEST_GRID = 512
LONGEST_TYPED = 55
"""Characters of a name in a command: more than in a sentence, because it is to be typed as it is."""
NOT_KNOWN = "–"
HEADLINE_LABEL = "Least loss of information"


def explore_sections(result: Exploration) -> Page:
    """The report on a solution space: the optimum, the nodes worth considering, and how to choose one of them."""
    frontier = _frontier(result)
    return Page(
        title=printable(result.title) if result.title else "Ways to de-identify",
        source=printable(result.source),
        headline=_headline(result),
        lead=tuple(Paragraph(printable(note)) for note in result.notes),
        sections=(_frontier_section(result, frontier), *_choice_section(result, frontier)),
    )


def _headline(result: Exploration) -> Headline:
    goal = result.goal
    asked = (
        f"Asked: {goal_in_words(goal)}; at most {percent(goal.suppression_limit)} of people "
        f"{SUPPRESSED_WHAT[goal.suppression]}."
    )
    of_nodes = f"Of {count(result.lattice_nodes)} nodes (combinations of levels)"
    if result.best is not None:
        sentence, basis = f"A{_cost(result, result.best)[1:]}.", f"{asked} {of_nodes} this one loses least."
        return Headline("Optimum", Tone.GOOD, sentence, basis, label=HEADLINE_LABEL)
    sentence = f"{of_nodes} none is within the limits."
    keeping = [node for node in result.nodes if node.suppressed_records < result.records]
    if keeping:
        least = min(keeping, key=lambda node: (node.suppressed_records, node.loss, node.levels))
        sentence += f" Fewest people: {_cost(result, least)}."
    basis = f"{asked} Allow more, accept a higher risk, or let hierarchies reach further up."
    return Headline("No solution", Tone.BAD, sentence, basis, label=HEADLINE_LABEL)


def _cost(result: Exploration, node: NodeOutcome) -> str:
    goal, number = result.goal, node.suppressed_records
    who = f"{count(number)} of {people(result.records)} ({_share(result, node)}) {SUPPRESSED_WHAT[goal.suppression]}"
    return (
        f"a loss of {_loss(result, node)} ({LOSS_NAMES[goal.loss]}) with {who if number else 'nobody suppressed'}, at "
        f"{levels_in_words(result, node)}"
    )


def levels_in_words(result: Exploration, node: NodeOutcome) -> str:
    """The levels of a node, by number and name; variables that stay as they are go without saying."""
    changed = [
        f"{name(variable)}={_numbered_level(level, called[level])}"
        for variable, called, level in zip(result.variables, result.level_names, node.levels, strict=True)
        if level
    ]
    return ", ".join(changed) or "nothing generalized"


def _frontier_section(result: Exploration, frontier: Sequence[NodeOutcome]) -> Section:
    if not frontier:
        return Section("The frontier", (Paragraph("It is empty: no node leaves anybody in the data."),))
    listed = _listed(frontier, result.best)
    limit = result.goal.suppression_limit
    table = Table(
        caption="The frontier, least loss first",
        columns=(
            Column("Node"),
            Column(f"Loss ({LOSS_NAMES[result.goal.loss]})", is_number=True),
            Column("People suppressed", is_number=True),
            Column("Maximum risk", is_number=True),
            Column("Average risk", is_number=True),
            Column("Classes", is_number=True),
            Column(f"Within {percent(limit)}"),
        ),
        rows=tuple(_row(result, number, frontier[number - 1]) for number in listed),
        note_title="Levels",
    )
    meaning = (
        f"{count(len(frontier))} of {count(result.lattice_nodes)} nodes are on the frontier: no other node has both "
        "less loss and fewer people suppressed. The loss includes what is suppressed; the risks are of what would be "
        "released, the classes those that are kept. Variables not named are unchanged."
    )
    if len(listed) < len(frontier):
        meaning += f" {count(len(listed))} of them are listed, at even steps; --json has all."
    return Section("The frontier", (_scatter(result, frontier), table, Paragraph(meaning, Tone.QUIET)))


def _frontier(result: Exploration) -> list[NodeOutcome]:
    nodes = {node.levels: node for node in result.nodes if node.is_on_frontier}
    if result.best is not None:
        nodes.setdefault(result.best.levels, result.best)
    return sorted(nodes.values(), key=lambda node: (node.loss, node.suppressed_records, node.levels))


def _listed(frontier: Sequence[NodeOutcome], best: NodeOutcome | None) -> list[int]:
    """The numbers, from 1, of the nodes to list: all, or some at even steps and the optimum."""
    n = len(frontier)
    if n <= MOST_LISTED:
        return list(range(1, n + 1))
    numbers = {1 + round(step * (n - 1) / (MOST_LISTED - 1)) for step in range(MOST_LISTED)}
    return sorted(numbers | {i for i, node in enumerate(frontier, 1) if best and node.levels == best.levels})


def _row(result: Exploration, number: int, node: NodeOutcome) -> Row:
    is_best = result.best is not None and node.levels == result.best.levels
    return Row(
        cells(
            count(number),
            _loss(result, node),
            f"{count(node.suppressed_records)} ({_share(result, node)})",
            NOT_KNOWN if node.maximum_risk is None else probability(node.maximum_risk),
            NOT_KNOWN if node.average_risk is None else probability(node.average_risk),
            count(node.classes),
            Cell("yes, optimum", Tone.GOOD) if is_best else "yes" if node.is_within_limit else Cell("no", Tone.QUIET),
        ),
        note=levels_in_words(result, node),
    )


def _choice_section(result: Exploration, frontier: Sequence[NodeOutcome]) -> list[Section]:
    if not frontier:
        return []
    example = result.best or frontier[-1]
    table = Table(
        caption="Levels of each quasi-identifier",
        columns=(Column("Variable"), Column("Levels")),
        rows=tuple(
            Row(cells(name(variable), ", ".join(_numbered_level(n, called) for n, called in enumerate(own))))
            for variable, own in zip(result.variables, result.level_names, strict=True)
        ),
    )
    pairs = zip(result.variables, example.levels, strict=True)
    levels = ",".join(f"{printable(variable, LONGEST_TYPED)}={level}" for variable, level in pairs)
    which = "the optimum" if result.best else "the last of the frontier"
    return [
        Section(
            "How to choose another node",
            (
                Paragraph(f"Give the levels you want to bauta deidentify; here those of {which}:"),
                Paragraph(f"bauta deidentify STUDY --out DIR --levels {shlex.quote(levels)}", is_command=True),
                table,
            ),
        )
    ]


def _numbered_level(number: int, called: str) -> str:
    words = level_name(number, called)
    return f"{number} ({words})" if words else str(number)


def _scatter(result: Exploration, frontier: Sequence[NodeOutcome]) -> Scatter:
    drawn = _thinned(result.nodes, MOST_POINTS)
    limit = result.goal.suppression_limit
    description = (
        f"Scatter plot of {count(len(result.nodes))} nodes: loss against share of people suppressed, of which "
        f"{percent(limit)} is the limit."
    )
    if result.best is not None:
        description += f" The optimum: {_cost(result, result.best)}."
    caption = f"Every point is one of {count(result.lattice_nodes)} nodes."
    if not result.is_whole:
        caption = f"Every point is a node of the frontier; the lattice has {count(result.lattice_nodes)} nodes."
    if len(drawn) < len(result.nodes):
        caption += f" Of those that would cover each other one is drawn, {count(len(drawn))} in all."
    return Scatter(
        points=tuple(_point(node) for node in drawn),
        frontier=tuple(_point(node) for node in frontier),
        best=None if result.best is None else _point(result.best),
        best_means="optimum",
        limit=limit,
        limit_means=f"limit {percent(limit)}",
        x_title=f"Loss ({LOSS_NAMES[result.goal.loss]})",
        y_title="People suppressed",
        marked_means="within the limit",
        unmarked_means="over it",
        caption=f"{caption} The line is the frontier; the scale of people is a square root.",
        description=description,
    )


def _thinned(nodes: Sequence[NodeOutcome], most: int) -> list[NodeOutcome]:
    """All nodes or, where they are many, one in every cell of the finest grid that leaves at most so many."""
    if len(nodes) <= most:
        return list(nodes)
    low, high = min(node.loss for node in nodes), max(node.loss for node in nodes)
    width = (high - low) or 1.0
    grid = FINEST_GRID
    while True:
        in_cell: dict[tuple[int, int], list[NodeOutcome]] = {}
        for node in nodes:
            cell = int(grid * (node.loss - low) / width), int(grid * math.sqrt(node.suppressed_share))
            in_cell.setdefault(cell, []).append(node)
        if len(in_cell) <= most or grid == 1:
            # Not the same one in every cell: the grid would show.
            return [alike[(31 * column + 17 * row) % len(alike)] for (column, row), alike in in_cell.items()]
        grid = grid * 4 // 5


def _point(node: NodeOutcome) -> Point:
    return Point(node.loss, node.suppressed_share, node.is_within_limit)


def _loss(result: Exploration, node: NodeOutcome) -> str:
    return loss_figure(result.goal.loss, node.loss)


def _share(result: Exploration, node: NodeOutcome) -> str:
    return percent_beside(node.suppressed_share, result.goal.suppression_limit)
