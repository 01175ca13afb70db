"""How classes become packed keys, and how the tables of finer nodes are kept."""

import numpy as np
import pytest
from made_up import criterion, hierarchy, patients

from bauta.model.transformations import LossKind
from bauta.search import evaluate, positions
from bauta.search.evaluate import NodeJudge
from bauta.search.space import build_space


def wide_space(variables, values):
    codes = np.random.default_rng(7).integers(0, values, size=(variables, 50)).astype(np.int32)
    levels = list(range(values)), [0] * values
    return build_space(
        [hierarchy(f"v{v}", *levels) for v in range(variables)], list(codes), np.ones(50, np.int64), loss=LossKind.LM
    )


@pytest.mark.parametrize(
    ("variables", "values", "words"), [(9, 64, 1), (10, 64, 1), (11, 64, 2), (62, 2, 1), (63, 2, 2)]
)
def test_keys_have_as_many_words_as_their_bits_need(variables, values, words):
    space = wide_space(variables, values)
    assert space.table.keys.shape == (50, words)
    assert (space.table.keys >= 0).all()


def test_groups_numbered_otherwise_than_codes_are_told_apart_rightly():
    """The years' codes are in order of appearance and their groups sorted, as hierarchies from files have them."""
    judge = NodeJudge(patients(), criterion().rules(10, has_population=False))
    assert sorted(judge.classes_at((0, 0)).people.tolist()) == [1, 1, 1, 1, 1, 2, 3]
    assert sorted(judge.classes_at((0, 1)).people.tolist()) == [1, 2, 3, 4]
    assert sorted(judge.classes_at((1, 1)).people.tolist()) == [3, 7]
    by_decade = judge.classes_at((1, 1))
    assert by_decade.people[np.argmin(by_decade.keys[:, 0])] == 7, "group 0 is the 1960s"


def test_counts_have_32_bits_unless_there_are_too_many_people():
    one = [hierarchy("v", [0, 1])], [np.array([0, 1], np.int32)]
    few = build_space(*one, np.array([5, 6]), loss=LossKind.LM)
    many = build_space(*one, np.array([2**31, 6]), loss=LossKind.DM_STAR)
    assert few.table.people.dtype == np.int32
    assert many.table.people.dtype == np.int64
    measures = NodeJudge(many, criterion(k=7).rules(many.n_records, has_population=False))((0,))
    assert measures[positions.SUPPRESSED] == 6
    assert measures[positions.SQUARES] == float(2**31) ** 2 + 36


def test_a_node_is_judged_once():
    judge = NodeJudge(patients(), criterion().rules(10, has_population=False))
    assert judge((0, 1)) is judge((0, 1))


def test_tables_are_forgotten_when_memory_runs_out(monkeypatch):
    monkeypatch.setattr(evaluate, "FIRST_PART", 1)
    monkeypatch.setattr(evaluate, "WORTH_KEEPING", 1.0)
    rules = criterion().rules(10, has_population=False)
    generous, mean = NodeJudge(patients(), rules), NodeJudge(patients(), rules, memory=1)
    for node in ((1, 0), (0, 1), (0, 2), (1, 1), (1, 2), (0, 1)):
        assert generous(node).tolist() == mean(node).tolist()
    assert len(mean._tables) == 1 < len(generous._tables)


def test_a_table_that_is_hardly_smaller_is_not_kept(monkeypatch):
    monkeypatch.setattr(evaluate, "FIRST_PART", 1)
    monkeypatch.setattr(evaluate, "WORTH_KEEPING", 0.1)
    judge = NodeJudge(patients(), criterion().rules(10, has_population=False))
    judge((0, 1))
    assert not judge._tables
