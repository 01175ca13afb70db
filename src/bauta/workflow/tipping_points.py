"""How far one assumption would have to be off for the verdict to be another, found by halving.

More of each of these raises the risk, so that the verdict changes once on the way; where even the extreme does not
change it, nothing does.
"""

import math
from collections.abc import Callable

from bauta.errors import BautaError
from bauta.model.assessment import Verdict
from bauta.model.diagnostics import TippingPoint
from bauta.model.threat import Attack, AttackKind
from bauta.workflow.judge_release import AssumedRelease, Judge, with_probability

LEAST = 1e-6
"""No probability is taken to be smaller."""
PRECISION = 1e-4
"""How exactly, relatively, a point is found that takes no estimate anew ..."""
ROUGH = 0.02
"""... and one that does."""
NAMES = {
    AttackKind.DELIBERATE: "Pr(attempt)",
    AttackKind.INADVERTENT: "Pr(acquaintance)",
    AttackKind.BREACH: "Pr(breach)",
}


def find_tipping_points(
    judge: Judge, release: AssumedRelease, prevalence: tuple[float, int] | None
) -> tuple[TippingPoint, ...]:
    """The sampling fraction, the probability of each attack and the prevalence at which the verdict changes."""
    points = []
    verdict = judge.risk(release).verdict
    sampling = release.request.sampling
    if sampling is not None and not release.context.is_closed:
        now = sampling.resolve(release.people_before).fraction

        def at_fraction(fraction: float) -> Verdict:
            return judge.risk(release.sampled(fraction)).verdict

        points.append(_point("sampling fraction", now, _flips(at_fraction, now, verdict, ROUGH), verdict))
    for attack in release.context.attacks:
        if attack.kind not in NAMES:
            continue
        flips_at = _flips(_at_probability(judge, release, attack), attack.probability, verdict, PRECISION)
        points.append(_point(NAMES[attack.kind], attack.probability, flips_at, verdict))
        if attack.kind is AttackKind.INADVERTENT and prevalence is not None:
            share, acquaintances = prevalence
            prevalence_at = None if flips_at is None else prevalence_for(flips_at, acquaintances)
            points.append(_point("prevalence", share, prevalence_at, verdict))
    return tuple(points)


def _at_probability(judge: Judge, release: AssumedRelease, attack: Attack) -> Callable[[float], Verdict]:
    def verdict_at(probability: float) -> Verdict:
        changed = with_probability(attack, probability, release.context.threshold.threshold)
        return judge.risk(release.with_attack(changed)).verdict

    return verdict_at


def _flips(verdict_at: Callable[[float], Verdict], now: float, verdict: Verdict, precision: float) -> float | None:
    """The value nearest to `now` at which the verdict is another; None where there is none."""
    extreme = 1.0 if verdict is Verdict.LOW else LEAST
    try:
        if now == extreme or verdict_at(extreme) is verdict:
            return None
        same, other = now, extreme
        while abs(math.log(other / same)) > precision:
            middle = math.sqrt(same * other)
            if verdict_at(middle) is verdict:
                same = middle
            else:
                other = middle
    except BautaError:  # an estimator that cannot answer on the way leaves the point unknown
        return None
    return other


def prevalence_for(probability: float, acquaintances: int) -> float:
    """The prevalence at which Pr(acquaintance) = 1 - (1 - p)^m is this."""
    return 1.0 if probability >= 1 else -math.expm1(math.log1p(-probability) / acquaintances)


def _point(assumption: str, now: float, flips_at: float | None, verdict: Verdict) -> TippingPoint:
    other = Verdict.HIGH if verdict is Verdict.LOW else Verdict.LOW
    if flips_at is None:
        text = f"No {assumption} makes the verdict {other}; {now:.3g} is assumed."
    else:
        which = "or more" if verdict is Verdict.LOW else "or less"
        text = f"The verdict is {other} at a {assumption} of {flips_at:.3g} {which}; {now:.3g} is assumed."
    return TippingPoint(assumption, now, flips_at, text)
