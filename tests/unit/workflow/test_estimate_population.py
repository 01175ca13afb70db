"""People whose rows fall into several classes, where risks of a population are estimated."""

import numpy as np
import pyarrow as pa

import bauta
from bauta.equivalence.coding import encode_classes
from bauta.risk.exposure import Memberships
from bauta.workflow.estimate_population import in_order_each_once


def _visits(second: list[tuple[str, str]]) -> pa.Table:
    """300 people in six classes of 50, the first of whom come a second time, as somebody else."""
    rows = [(f"p{i}", "abc"[i % 3], "xy"[i // 3 % 2]) for i in range(300)]
    rows += [(f"p{i}", *told) for i, told in enumerate(second)]
    return pa.table(dict(zip(("pid", "group", "kind"), zip(*rows, strict=True), strict=True)))


def test_somebody_in_several_classes_counts_in_the_smallest() -> None:
    values = pa.table({"group": ["c", "a", "b"], "kind": ["y", "x", "x"]})
    classes = encode_classes(values, np.array([2, 50, 1]))
    # 0 is in the class of 2 and in the one of 50, 1 in the class of 50 and alone.
    wandering = Memberships(person=np.array([0, 0, 1, 1]), class_number=np.array([1, 0, 1, 2]))

    counted = in_order_each_once(classes, wandering)

    assert dict(zip(_texts(counted), counted.sizes.tolist(), strict=True)) == {"ax": 48, "bx": 1, "cy": 2}


def _texts(classes) -> list[str]:
    columns = [
        [domain.values[int(code)].as_py() for code in codes]
        for domain, codes in zip(classes.domains, classes.codes, strict=True)
    ]
    return ["".join(row) for row in zip(*columns, strict=True)]


def test_values_that_nobody_is_counted_with_are_gone() -> None:
    values = pa.table({"group": ["a", "b", None], "kind": ["x", "y", "x"]})
    classes = encode_classes(values, np.array([1, 5, 2]))
    # Both people of the last class are alone elsewhere or in it; the class of one keeps its person.
    wandering = Memberships(person=np.array([0, 0]), class_number=np.array([0, 2]))

    counted = in_order_each_once(classes, wandering)

    assert counted.n_records == 7
    assert all(
        set(codes.tolist()) == set(range(domain.size))
        for domain, codes in zip(counted.domains, counted.codes, strict=True)
    )


def test_a_second_visit_alone_is_as_exposed_as_a_first() -> None:
    visits = _visits([("d", "z")])

    found = bauta.assess(visits, ["group", "kind"], person_key="pid", population_size=900)

    assert found.prosecutor.maximum == 1
    assert found.journalist is not None
    assert found.journalist.maximum > 0.3, "one in three is in the data, and this combination occurs once"


def test_people_who_leave_no_value_behind_can_be_estimated() -> None:
    visits = _visits([(f"r{i // 2}", f"s{i % 3}") for i in range(10)])

    found = bauta.assess(visits, ["group", "kind"], person_key="pid", population_size=900)

    assert found.journalist is not None
    assert 0 < found.journalist.average <= found.prosecutor.average
