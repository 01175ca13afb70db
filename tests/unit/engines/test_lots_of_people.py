"""Who of a class loses a cell is drawn by person: whoever has many rows is drawn no sooner than others."""

import numpy as np
import pyarrow as pa

from bauta.engines.release import CellPatterns, KeptColumn, QuasiColumn, ReleasePlan
from bauta.transform.shuffle import draw_lots, draw_order_keys
from drawing import draws_of

OFTEN, ONCE = [f"often{i}" for i in range(10)], [f"once{i}" for i in range(10)]


def test_people_with_many_rows_lose_cells_no_more_often_than_others(engine):
    people = [*(person for person in OFTEN for _ in range(9)), *ONCE]
    data = engine.open(pa.table({"who": people, "sex": ["F"] * len(people)}))
    losers = []
    for seed in range(40):
        plan = ReleasePlan(
            columns=(
                KeptColumn("who"),
                QuasiColumn("sex", pa.array(["F"]), told=None, key_parts=np.array([1]), key_word=0),
            ),
            order_keys=draw_order_keys(len(people), draws_of(seed)),
            lots=draw_lots(len(people), draws_of(seed)),
            cells=CellPatterns(
                keys=np.array([[1]]), first=np.array([1]), last=np.array([10]), suppressed=np.array([[True]])
            ),
            person_key="who",
        )
        rows = engine.fetch(engine.release(data, plan)).to_pylist()
        lost = {row["who"] for row in rows if row["sex"] == "*"}
        assert len(lost) == 10
        assert not lost & {row["who"] for row in rows if row["sex"] == "F"}, "all rows of a person lose it"
        losers += lost
    share = sum(person in OFTEN for person in losers) / len(losers)
    assert 0.4 < share < 0.6  # by the smallest lot of all rows of a person it would be 0.9
