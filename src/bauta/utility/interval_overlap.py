"""How much two confidence intervals have in common."""


def interval_overlap(first: tuple[float, float], second: tuple[float, float]) -> float:
    """The mean of the shares of either interval that lie in the other: 1 for the same, 0 for none in common.

    Karr et al. (2006), section 3.2:   J = 1/2 [ (U - L) / (U1 - L1) + (U - L) / (U2 - L2) ]

    where [L, U] is what both have; J is 0 where that is empty, so that how far apart they lie is not in it.

    References
    ----------
    Karr, A. F., Kohnen, C. N., Oganian, A., Reiter, J. P. and Sanil, A. P. (2006). A framework for evaluating the
    utility of data altered to protect confidentiality. The American Statistician 60, 224-232.

    Examples
    --------
    >>> interval_overlap((0.0, 2.0), (1.0, 2.0))
    0.75
    """
    common = min(first[1], second[1]) - max(first[0], second[0])
    widths = (first[1] - first[0], second[1] - second[0])
    if min(widths) <= 0:
        return float(first == second)
    return max(0.0, common) * (1 / widths[0] + 1 / widths[1]) / 2
