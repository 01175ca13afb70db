"""What a release gives up: the losses, explained in a few words each."""

from bauta.model.deidentification import Solution
from bauta.model.transformations import LossKind
from bauta.report.figures import probability
from bauta.report.page import Column, Paragraph, Row, Section, Table, Tone, cells

LOSS_NAMES = {
    LossKind.NON_UNIFORM_ENTROPY: "non-uniform entropy",
    LossKind.LM: "LM",
    LossKind.PRECISION: "precision",
    LossKind.DM_STAR: "DM*",
    LossKind.DISCERNIBILITY: "discernibility",
    LossKind.AVERAGE_CLASS_SIZE: "average class size",
}
_MEANINGS = {
    LossKind.NON_UNIFORM_ENTROPY: "detail given up, all cells together; rare values weigh more",
    LossKind.LM: "part of its hierarchy an average cell stands for; 1 is all",
    LossKind.PRECISION: "how far up its hierarchy an average cell is; 1 is the top",
    LossKind.DM_STAR: "sum of squared sizes of all classes, suppressed or not",
    LossKind.DISCERNIBILITY: "the same, each suppressed person adding the number of people",
    LossKind.AVERAGE_CLASS_SIZE: "people per class, those suppressed being one class",
}
_SHARES = (LossKind.LM, LossKind.PRECISION)


def loss_section(solution: Solution, minimised: LossKind) -> Section:
    """Every loss that was computed, the one the search went by marked."""
    table = Table(
        caption="Loss of information, by several measures; less is better",
        columns=(Column("Measure"), Column("Loss", is_number=True), Column("What it is")),
        rows=tuple(
            Row(cells(_named(kind, minimised), loss_figure(kind, solution.losses[kind]), _MEANINGS[kind]))
            for kind in LossKind
            if kind in solution.losses
        ),
    )
    if solution.was_chosen:
        mark = "† The search goes by this one, but a person chose the levels."
    elif solution.was_planned:
        mark = "† The search goes by this one, but the levels are the plan's."
    else:
        mark = "† The search made this one as small as it could. The others are for comparison."
    return Section("Information lost", (table, Paragraph(mark, Tone.QUIET)))


def _named(kind: LossKind, minimised: LossKind) -> str:
    name = LOSS_NAMES[kind]
    return name[0].upper() + name[1:] + (" †" if kind is minimised else "")


def loss_figure(kind: LossKind, loss: float) -> str:
    """A loss with its unit and no more digits than it means.

    >>> loss_figure(LossKind.LM, 0.31256), loss_figure(LossKind.NON_UNIFORM_ENTROPY, 61234.56)
    ('0.313', '61,234.6 bits')
    """
    if kind in _SHARES:
        return probability(loss)
    if kind is LossKind.NON_UNIFORM_ENTROPY:
        return f"{loss:,.1f} bits"
    return f"{loss:,.2f}" if kind is LossKind.AVERAGE_CLASS_SIZE else f"{loss:,.0f}"
