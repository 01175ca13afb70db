"""The decision rules D_a, D_b, D_c (El Emam 2011, appendix, Table 2) and the strict average (El Emam and Malin 2015).

Rules on single records compare class sizes with the threshold's cell size; rules on averages compare exact fractions
where they are known. A printed probability such as 0.09 is never compared with 1/11.
"""

from fractions import Fraction

from bauta.model.assessment import (
    Adversary,
    AdversaryDecision,
    Decision,
    RiskProfile,
    RuleOutcome,
    Verdict,
    VerifierRisk,
)
from bauta.model.threshold import Threshold, Thresholds


def decide(
    thresholds: Thresholds,
    prosecutor: RiskProfile,
    journalist: RiskProfile | None,
    marketer: RiskProfile,
    verifier: VerifierRisk | None = None,
) -> Decision:
    """Every rule for every adversary. The verdict is D_b's, for the journalist where a population is known."""
    profiles = [profile for profile in (prosecutor, journalist) if profile is not None]
    adversaries = [
        AdversaryDecision(
            profile.adversary,
            (
                _share_rule(profile, thresholds, thresholds.tau.cell_size),
                maximum_rule(profile, thresholds.tau),
                _average_rule("D_c", profile, thresholds.largest_average),
                strict_average_rule(profile, thresholds.largest_average),
            ),
        )
        for profile in profiles
    ]
    adversaries.append(
        AdversaryDecision(Adversary.MARKETER, (_average_rule("D_c", marketer, thresholds.largest_average),))
    )
    if verifier is not None:
        adversaries.append(_verifier_decision(verifier, thresholds))
    deciding = profiles[-1]
    return Decision(
        thresholds=thresholds,
        adversaries=tuple(adversaries),
        rule_verdict=maximum_rule(deciding, thresholds.tau).verdict,
        decided_by=f"{deciding.adversary} D_b",
    )


def _verifier_decision(verifier: VerifierRisk, thresholds: Thresholds) -> AdversaryDecision:
    """The same rules; classes are large enough from the exact least size for this adversary on."""
    profile = verifier.profile
    is_acceptable = profile.smallest_class >= verifier.least_class_size
    return AdversaryDecision(
        Adversary.VERIFIER,
        (
            _share_rule(profile, thresholds, verifier.least_class_size),
            RuleOutcome("D_b", profile.maximum, thresholds.tau.probability, _verdict(is_acceptable)),
            _average_rule("D_c", profile, thresholds.largest_average),
            strict_average_rule(profile, thresholds.largest_average),
        ),
    )


def _verdict(is_acceptable: bool) -> Verdict:
    return Verdict.LOW if is_acceptable else Verdict.HIGH


def _share_rule(profile: RiskProfile, thresholds: Thresholds, least: int) -> RuleOutcome:
    """D_a: the share of records above tau is at most alpha.

    An estimated share is never quite 0. Where no class is below the least size nobody counts as at risk.
    """
    is_acceptable = profile.share_at_risk <= thresholds.alpha or profile.smallest_class >= least
    return RuleOutcome("D_a", profile.share_at_risk, thresholds.alpha, _verdict(is_acceptable))


def maximum_rule(profile: RiskProfile, tau: Threshold) -> RuleOutcome:
    """D_b: no class is smaller than tau's cell size."""
    is_acceptable = tau.accepts_class_of(profile.smallest_class)
    return RuleOutcome("D_b", profile.maximum, tau.probability, _verdict(is_acceptable))


def _average_rule(rule: str, profile: RiskProfile, limit: Threshold) -> RuleOutcome:
    """D_c: the average is at most lambda."""
    average = profile.exact_average if profile.exact_average is not None else Fraction(profile.average)
    return RuleOutcome(rule, profile.average, limit.probability, _verdict(average <= limit.largest_average))


def strict_average_rule(profile: RiskProfile, limit: Threshold) -> RuleOutcome:
    """First no class below three, then the average."""
    by_average = _average_rule("strict average", profile, limit)
    is_acceptable = profile.strict_average_holds and by_average.verdict is Verdict.LOW
    return RuleOutcome("strict average", profile.strict_average, limit.probability, _verdict(is_acceptable))
