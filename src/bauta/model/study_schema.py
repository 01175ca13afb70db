"""The JSON schema of a study file as people write it: one table in short, or several under `tables:`."""

from typing import Any

from bauta.model.study import Study

_SHORT_FORM = ("data", "person_key", "rows_per", "variables")


def study_schema() -> dict[str, Any]:
    """The schema, with the short form of a one-table study beside the full one."""
    schema = Study.model_json_schema(by_alias=True)
    table = schema["$defs"]["Table"]
    properties = schema["properties"]
    schema["properties"] = {
        "bauta": {"enum": [1, "1"], "description": "Version of the study format."},
        **{name: table["properties"][name] for name in _SHORT_FORM},
        **{name: value for name, value in properties.items() if name != "bauta"},
    }
    schema["required"] = []
    schema["oneOf"] = [{"required": ["data", "variables"]}, {"required": ["tables"]}]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return {"title": "bauta study", **{key: value for key, value in schema.items() if key != "title"}}
