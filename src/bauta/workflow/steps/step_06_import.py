"""Step 6, import the data: what was read, by its hash, and whether it is what the study describes."""

from pathlib import Path

from bauta.engines.engine import Engine
from bauta.errors import ColumnMissing, PersonKeyMissing, PopulationColumnMissing
from bauta.model.roles import Role
from bauta.model.source import DataSource
from bauta.model.steps import Step
from bauta.model.study_record import SourceFacts
from bauta.workflow.assess import check_column
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.steps.case import Case, Taken, asked
from bauta.workflow.steps.inputs import of_part, of_person_key, of_source, of_variables
from bauta.workflow.steps.words import counted

MISFITS = (ColumnMissing, PersonKeyMissing, PopulationColumnMissing)
"""Mistakes that lie between study and data: only a person can say which of the two is right."""


def rests_on(case: Case) -> dict[str, str]:
    study, folder = case.study, case.path.parent
    inputs = of_variables(case, "role", "values") | of_person_key(case)
    inputs |= of_source(case, "data", case.table.data.source.relative_to(folder))
    if study.population is not None:
        inputs |= of_source(case, "population", study.population.source.relative_to(folder))
        inputs |= of_part("population: column with counts", study.population.count)
    return inputs | of_part("sampling", study.sampling)


def take(case: Case) -> Taken:
    """Rows, people and columns of what was read."""
    try:
        facts = _facts(case, case.at_work, case.request)
    except MISFITS as error:
        return asked(
            Step.IMPORT,
            "Do the data or the study have to be put right?",
            because=str(error),
            how="Name the right file under `data:`, or correct the columns under `variables:`.",
        )
    people = "" if facts.person_key is None else f", {facts.people:,} people"
    return Taken(
        summary=f"{counted(facts.rows, 'row')}{people}, {counted(facts.columns, 'column')} from {facts.shown}.",
        evidence={"source": facts},
        # Nobody sees a database change, so that what was read from it is another import each time.
        result=[rests_on(case), facts.rows, facts.people, case.now.isoformat() if facts.sha256 is None else None],
    )


def _facts(case: Case, engine: Engine, request: AssessmentRequest) -> SourceFacts:
    data = engine.open(request.data, missing_codes=request.missing_codes)
    for name in (*request.declared, *([request.person_key] if request.person_key else [])):
        check_column(data, name)
    if request.population is not None:
        population = engine.open(request.population.source, missing_codes=request.missing_codes)
        if request.population.count is not None:
            check_column(population, request.population.count)
    counted_by = case.table.names_of(Role.QUASI_IDENTIFIER)[:1] or data.names[:1]
    sizes = engine.count_sizes(data, counted_by, request.person_key)
    source = request.data
    assert isinstance(source, DataSource)
    is_file = not source.is_database_address
    return SourceFacts(
        shown=Path(source.location).name if is_file else source.shown,
        sha256=case.files.of(Path(source.location)) if is_file else None,
        rows=sizes.rows,
        people=int(sizes.people.sum()),
        columns=len(data.names),
        person_key=request.person_key,
        population=_population(case),
    )


def _population(case: Case) -> str | None:
    """What is known of the people the data came from, in words."""
    study = case.study
    if study.population is not None:
        return f"the people in {Path(study.population.path).name}"
    if study.sampling is None:
        return None
    if study.sampling.population_size is not None:
        return f"a population of {study.sampling.population_size:,} people"
    return f"a population of which {study.sampling.fraction:.3g} is in the data"
