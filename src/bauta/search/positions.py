"""What the numbers of a criterion and of a judged node mean: their positions in the arrays the kernels work with."""

# What a node is judged by.
SUPPRESSED = 0
"""Records suppressed: as the rule chooses them, see choice_kernels.py."""
NEEDED = 1
"""A lower bound on the records any node at most as coarse as this one must suppress."""
PENALTY = 2
"""What suppressing them adds to the loss (for losses that add up over records)."""
LEAST_PENALTY = 3
"""A lower bound on the penalty of any node at most as coarse as this one."""
CLASSES = 4
KEPT_CLASSES = 5
SQUARES = 6
"""Sum of squared class sizes, over all classes ..."""
KEPT_SQUARES = 7
"""... and over what is kept of them."""
IS_PROVEN = 8
"""1 unless the classes to suppress were too many to find those of least loss for certain."""
N_MEASURES = 9
LEAST_MATCHES = 9
"""The fewest people anybody in the release could be taken for (told by `walk`, if there is room for it) ..."""
RISK = 10
"""... and the sum of the risks of everybody in it."""
N_MEASURES_WITH_RISK = 11

# The criterion.
FLOOR = 0
"""Classes with fewer matches than this are always suppressed."""
CUT = 1
"""Suppressing a class with at least so many matches never helps."""
MODE = 2
NUMERATOR = 3
DENOMINATOR = 4
"""The limit of the average or of the share, as a fraction whose products with counts a float holds exactly."""
AT_RISK = 5
"""For the share: classes with fewer matches are at risk."""
STAYS = 6
"""1 if suppressed records stay in the release, as a class of their own, ..."""
LEAST_SUPPRESSED = 7
"""... which must then have at least so many matches ..."""
LEAST_PEOPLE = 8
"""... and, by that, at least so many people."""
RECRUITS = 9
"""1 if single records may be taken from large classes to keep suppressed ones company."""
MOST_SUPPRESSED = 10
"""Records that may be suppressed; where there is a choice, one within this is preferred."""
PRICE = 11
"""What suppressing a class costs, by the loss: see below."""
ROUNDING = 12
"""How far, relatively, sums of fractions may be off."""
N_RULES = 13

ONLY_FLOOR, AVERAGE, SHARE = 0, 1, 2
"""The modes."""
BY_DELTA, BY_SQUARES, BY_CLASSES = 0, 1, 2
"""The prices: what the records have left to lose; n for each record less the class's square; one for each class."""

DECIMALS = 1e9
"""What records have left to lose is compared to nine decimals: rounding must not tell equal classes apart."""
