"""Ten invented patients by sex and year of birth, those of docs/explanation/optimal-search.md."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from bauta.hierarchies.hierarchy import Hierarchy, Level
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.search.criterion import Criterion
from bauta.search.evaluate import NodeJudge
from bauta.search.optimize import BoxSearch
from bauta.search.space import SearchSpace, build_space

SEX = "FMFFMFMFFM"
BORN = (1961, 1963, 1974, 1961, 1972, 1966, 1963, 1979, 1961, 1968)
N = len(SEX)


def hierarchy(name: str, *levels: list[int]) -> Hierarchy:
    """Each level as the group of every code; all values of the hierarchy are in the data."""
    return Hierarchy(
        name,
        tuple(
            Level(
                f"level {i}",
                np.array(groups, np.int32),
                tuple(str(group) for group in range(max(groups) + 1)),
                np.bincount(groups).astype(np.int64),
            )
            for i, groups in enumerate(levels)
        ),
        n_leaves=len(levels[0]),
        source="made up",
    )


def patients(loss: LossKind = LossKind.LM, **options: Any) -> SearchSpace:
    """Sex: itself, everything. Year: itself, decade, everything. Codes are in order of appearance, groups sorted."""
    classes = Counter(zip(SEX, BORN, strict=True))
    sexes, years = list(dict.fromkeys(SEX)), list(dict.fromkeys(BORN))
    return build_space(
        [
            hierarchy("sex", [sorted(sexes).index(sex) for sex in sexes], [0, 0]),
            hierarchy(
                "born", [sorted(years).index(year) for year in years], [year // 10 % 2 for year in years], [0] * 7
            ),
        ],
        [
            np.array([sexes.index(sex) for sex, _ in classes], np.int32),
            np.array([years.index(year) for _, year in classes], np.int32),
        ],
        np.array(list(classes.values()), np.int64),
        loss=loss,
        **options,
    )


def criterion(
    kind: CriterionKind = CriterionKind.MAXIMUM,
    *,
    k: int = 3,
    average: str | None = None,
    alpha: float = 0.0,
    suppression: SuppressionKind = SuppressionKind.RECORDS,
    limit: str = "0.3",
) -> Criterion:
    parsed = None if average is None else Threshold.parse(average)
    return Criterion(kind, Thresholds(Threshold.parse(k), alpha, parsed), suppression, Fraction(limit))


def box_search(space: SearchSpace, wanted: Criterion, **options: Any) -> BoxSearch:
    judge = NodeJudge(space, wanted.rules(space.n_records, has_population=bool(len(space.table.matches))))
    return BoxSearch(judge, wanted.most_suppressed(space.n_records), **options)
