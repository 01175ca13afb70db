"""Cohen's kappa against tables worked by hand, and the decision rule of Figure 3."""

from fractions import Fraction
from itertools import product

import pytest

from bauta.classification.agreement import measure_agreement
from bauta.classification.decision_rule import classify, contradiction
from bauta.model.roles import Role
from bauta.model.study import IdentifierSection

D, Q, S, O = Role.DIRECT_IDENTIFIER, Role.QUASI_IDENTIFIER, Role.SENSITIVE, Role.OTHER  # noqa: E741


@pytest.mark.parametrize(
    ("pairs", "observed", "expected", "kappa"),
    [
        # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.7 observed, 0.5 x 0.6 + 0.5 x 0.4 = 0.5 expected
        ([(Q, Q)] * 20 + [(Q, O)] * 5 + [(O, Q)] * 10 + [(O, O)] * 15, Fraction(7, 10), Fraction(1, 2), Fraction(2, 5)),
        ([(D, D), (Q, Q), (S, S), (O, O)], Fraction(1), Fraction(1, 4), Fraction(1)),
        ([(D, Q), (Q, D)], Fraction(0), Fraction(1, 2), Fraction(-1)),  # never the same, though chance would be
        ([(Q, Q), (Q, O), (O, Q), (O, O)], Fraction(1, 2), Fraction(1, 2), Fraction(0)),
        ([(Q, Q)] * 7, Fraction(1), Fraction(1), None),  # one role alone: nothing else was possible
        ([(Q, O)] * 7, Fraction(0), Fraction(0), Fraction(0)),
        ([(Q, Q)] * 8 + [(Q, O)] * 1, Fraction(8, 9), Fraction(8, 9), Fraction(0)),  # the paradox of kappa
    ],
)
def test_kappa_by_hand(pairs, observed, expected, kappa):
    assert measure_agreement(pairs) == (observed, expected, kappa)


def figure_3(replicable, distinguishable, knowable, unique, used):
    """The figure again, as nested questions."""
    if not (replicable and distinguishable and knowable):
        return {S, O}
    if unique:
        return {D}
    return {Q} if used else {D}


@pytest.mark.parametrize("given", list(product((True, False), repeat=5)))
def test_the_rule_for_all_answers(given):
    keys = ("replicable", "distinguishable", "knowable", "unique", "used_in_analysis")
    answers = IdentifierSection(**dict(zip(keys, given, strict=True)))
    assert set(classify(answers).roles) == figure_3(*given)
    for role in Role:
        assert (contradiction(role, answers) is None) == (role in figure_3(*given))


def test_open_answers_leave_it_open_unless_one_decides():
    assert set(classify(IdentifierSection()).roles) == set(Role)
    assert classify(IdentifierSection(knowable=False)).roles == (S, O)
    known = IdentifierSection(replicable=True, distinguishable=True, knowable=True)
    assert classify(known).roles == (D, Q)
    assert "by its own answers" in str(contradiction(O, known))
