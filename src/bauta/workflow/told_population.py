"""A population in the words of a release, so that both can be laid over each other."""

from typing import Any

from bauta.engines.engine import Engine
from bauta.hierarchies.told import OUTSIDE
from bauta.workflow.read_release import ReadRelease
from bauta.workflow.requests import AssessmentRequest, PopulationRequest
from bauta.workflow.told_alike import read_texts, texts_of


def told_population(engine: Engine, request: AssessmentRequest, release: ReadRelease) -> PopulationRequest:
    """The population in the words of the release, as a table of counts."""
    import pyarrow as pa

    asked = request.population
    assert asked is not None
    data = engine.open(asked.source, missing_codes=request.missing_codes)
    names = [name for name in release.quasi_identifiers if name in data.names]
    if asked.count is not None:
        groups = engine.sum_groups(data, names, asked.count)
    elif request.person_key in data.names:
        groups = engine.count_people(data, names, str(request.person_key)).groups
    else:
        groups = engine.count_groups(data, names)
    counted = texts_of(groups)
    columns: dict[str, Any] = {}
    for position, name in enumerate(names):
        lookup = release.lookups[name]
        texts = read_texts(counted, position, lambda text: text)
        columns[name] = pa.array([lookup.get(text, None if text is None else OUTSIDE) for text in texts], pa.string())
    count = "people"
    while count in columns:
        count += "_"
    return PopulationRequest(pa.table({**columns, count: pa.array(counted.rows, pa.int64())}), count=count)
