import hashlib
import os
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError

import pyarrow as pa
import pyarrow.csv
import pytest

from bauta.example import make_example

WHO_A_PATIENT_IS = ("birth_date", "zip", "sex", "race")

PRINT_DIGESTS = """
import hashlib, pyarrow as pa, pyarrow.csv
from bauta.example import make_example
example = make_example()
for table in (example.patients, example.registry):
    sink = pa.BufferOutputStream()
    pyarrow.csv.write_csv(table, sink)
    print(hashlib.sha256(sink.getvalue()).hexdigest())
"""


def as_csv(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pyarrow.csv.write_csv(table, sink)
    return sink.getvalue().to_pybytes()


def classes(rows):
    return Counter(tuple(row[column] for column in WHO_A_PATIENT_IS) for row in rows)


def test_same_seed_gives_the_same_bytes(example):
    again = make_example()

    assert as_csv(again.patients) == as_csv(example.patients)
    assert as_csv(again.registry) == as_csv(example.registry)


def test_another_process_with_one_thread_and_other_hashes_gives_the_same_bytes(example):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "7"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    printed = subprocess.run(
        [sys.executable, "-c", PRINT_DIGESTS], env=environment, capture_output=True, text=True, check=True
    )

    expected = [hashlib.sha256(as_csv(table)).hexdigest() for table in (example.patients, example.registry)]
    assert printed.stdout.split() == expected


def test_another_seed_gives_other_people(example):
    other = make_example(seed=1)

    assert not other.patients.equals(example.patients)
    assert not other.registry.equals(example.registry)


def test_an_example_cannot_be_changed(example):
    with pytest.raises(FrozenInstanceError):
        example.patients = example.registry


@pytest.mark.parametrize("seed", [20260, 1, 2, 3])
def test_every_class_of_patients_has_at_least_as_many_people_in_the_registry(seed):
    made = make_example(seed)
    in_data = classes(made.patients.to_pylist())
    in_population = classes(made.registry.to_pylist())

    assert all(in_population[key] >= size for key, size in in_data.items())


def test_every_patient_is_a_resident_of_the_same_name(patients, residents):
    columns = ("name", *WHO_A_PATIENT_IS)
    known = Counter(tuple(row[column] for column in columns) for row in residents)
    seen = Counter(tuple(row[column] for column in columns) for row in patients)

    assert seen <= known


def test_classes_stay_inside_the_registry_when_race_is_missing(patients, residents):
    without_race = [row for row in patients if row["race"] is None]

    assert without_race
    assert classes(without_race) <= classes(row for row in residents if row["race"] is None)


def test_exact_values_single_out_nearly_everyone_and_coarse_ones_hardly_anyone(patients):
    """The example has to show both: a reason to de-identify, and that it helps."""
    exact = classes(patients)
    coarse = Counter((row["birth_date"].year, row["zip"][:3], row["sex"]) for row in patients)

    assert sum(size == 1 for size in exact.values()) / len(patients) > 0.95
    assert 0 < sum(size == 1 for size in coarse.values()) / len(patients) < 0.05
