"""bauta schema: the JSON schema of the study file, for editors and validators."""

import typer


def schema() -> None:
    """Print the JSON schema of the study file."""
    import json

    from bauta.model.study_schema import study_schema

    typer.echo(json.dumps(study_schema(), indent=2))
