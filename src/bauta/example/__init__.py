"""The bundled example: a made-up region and a hospital extract drawn from it, to try bauta on.

Nobody in it exists. Everything is invented by code from a seed; nothing is read from a file.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from bauta.example.hospital import simulate_hospital_extract
from bauta.example.population import simulate_region

__all__ = ["Example", "make_example", "simulate_hospital_extract", "simulate_region"]


@dataclass(frozen=True)
class Example:
    """A data set to be assessed, and the population it was drawn from."""

    patients: pa.Table
    """The hospital extract: one row per patient, direct identifiers and all."""

    registry: pa.Table
    """The residents of the region: what someone who wants to recognise the patients might hold."""


def make_example(seed: int = 20260) -> Example:
    """The example made from `seed`: the same seed gives the same tables.

    The register is drawn first, so changing how the hospital is simulated leaves the residents as they are.
    Numpy keeps its random streams the same from one version to the next as a rule but does not promise to,
    so numbers quoted from the example belong to the locked versions.

    Examples
    --------
    >>> example = make_example()
    >>> example.patients.num_rows, example.registry.num_rows
    (5000, 60000)
    """
    rng = np.random.default_rng(seed)
    registry = simulate_region(rng)
    return Example(patients=simulate_hospital_extract(rng, registry), registry=registry)
