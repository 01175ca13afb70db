"""The risk of releases of Adult and FARS samples, estimated from the whole sample, against counting in the population.

The larger version is `python -m benchmarks.estimated_releases`.
"""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import csv

from bauta.equivalence.coding import encode_classes, in_order
from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.estimators import estimate_by_default
from bauta.population.in_release import InRelease
from bauta.population.summary import summarise

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
ADULT, FARS = "adult/adult.csv", "fars_subset/fars_subset.csv"
SETTINGS = (
    (ADULT, ("age", "marital-status", "occupation", "sex"), 2),
    (ADULT, ("age", "native-country", "workclass", "sex"), 5),
    (FARS, ("iage", "irace", "isex", "ideathmon"), 2),
)
SAMPLES = 4


def classes_of(rows):
    groups = rows.group_by(rows.column_names, use_threads=False).aggregate([([], "count_all")])
    return in_order(encode_classes(groups.select(rows.column_names), groups.column("count_all").to_numpy()))


def keys(classes):
    texts = [
        [domain.values[code].as_py() for code in codes.tolist()]
        for domain, codes in zip(classes.domains, classes.codes, strict=True)
    ]
    return list(zip(*texts, strict=True))


@pytest.mark.parametrize(("path", "names", "least"), SETTINGS)
def test_what_is_left_after_suppression_has_the_risk_that_is_estimated(path, names, least):
    if not (DATA / path).exists():
        pytest.skip(f"{path} is not beside the repository")
    read = csv.read_csv(DATA / path, parse_options=csv.ParseOptions(delimiter=";"))
    rows = pa.table({name: [str(value) for value in read.column(name).to_pylist()] for name in names})
    population = classes_of(rows)
    size = dict(zip(keys(population), population.sizes.tolist(), strict=True))
    rng = np.random.default_rng(1)
    errors, held, shares = [], [], []
    for _ in range(SAMPLES):
        drawn = np.sort(rng.choice(rows.num_rows, rows.num_rows // 10, replace=False))
        sample = classes_of(rows.take(drawn))
        true = np.array([size[key] for key in keys(sample)])
        sampling = Sampling(len(drawn), rows.num_rows)
        kept = np.where(sample.sizes >= least, sample.sizes, 0)
        posterior = estimate_by_default(sample, sampling).posterior
        risk = summarise(sample.sizes, posterior, sampling, Threshold.parse(5), "default", InRelease(kept))
        average = float((kept / true).sum() / kept.sum())
        errors.append(risk.marketer.value / average - 1)
        held.append(risk.marketer.lower <= average <= risk.marketer.upper)
        shares.append(risk.at_risk.value - float(kept[true < 5].sum() / kept.sum()))
        if risk.smallest_class >= 5:
            assert true[kept > 0].min() >= 5
    assert abs(np.mean(errors)) < 0.09
    assert abs(np.mean(shares)) < 0.03
    assert all(held)
