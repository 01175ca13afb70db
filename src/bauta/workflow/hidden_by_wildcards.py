"""A release whose suppressed cells were chosen to match anything: what is said when it does not hold without that."""

from bauta.model.assessment import Assessment
from bauta.model.transformations import CellReading
from bauta.transform.cell_suppression import candidates_left
from bauta.workflow.find_cells import groups_of_missing, radices_of
from bauta.workflow.find_solution import Found


def remedy_for(found: Found, after: Assessment) -> str:
    """Whom the cells hide from us but not from somebody who knows their values, and what to do about it."""
    if found.cells is None or found.counted.goal.reading is not CellReading.WILDCARD:
        return "Please report this: the search should not have let it through."
    classes, node = found.classes, found.node
    left = candidates_left(
        classes.groups,
        radices_of(found.counted, node),
        classes.people,
        found.cells,
        groups_of_missing(found.counted, node),
    )
    cell_size = found.counted.goal.thresholds.tau.cell_size
    few, one = (int(classes.people[chosen].sum()) for chosen in (left < cell_size, left == 1))
    exact = 0 if after.wildcard is None else after.wildcard.exact_and_alone
    return (
        "The cells were chosen as if a suppressed one matched anything (reading: wildcard), which decides nothing. Of "
        f"{after.records:,} people {exact:,} kept every value and nobody has the same; the true values of "
        f"{few:,} fit fewer than {cell_size} rows of the release, those of {one:,} no row but their own. "
        "Use reading: strict (--reading strict)."
    )
