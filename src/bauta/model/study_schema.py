"""The JSON schema of a study file as people write it: one table in short, or several under `tables:`."""

import copy
from typing import Any

from bauta.model.study import SHORT_FORM, Study

_TEXT_OR_NUMBER = {"anyOf": [{"type": "string"}, {"type": "number"}]}
"""What bauta reads as text, YAML may call a number: `title: 2024`, `missing: [999]`."""


def study_schema() -> dict[str, Any]:
    """The schema, with the short form of a one-table study beside the full one."""
    schema = copy.deepcopy(Study.model_json_schema(by_alias=True))
    table = schema["$defs"]["Table"]
    properties = schema["properties"]
    schema["properties"] = {
        "bauta": {"enum": [1, "1"], "description": "Version of the study format."},
        **{name: table["properties"][name] for name in SHORT_FORM},
        **{name: value for name, value in properties.items() if name != "bauta"},
    }
    schema["properties"]["title"] = {**_TEXT_OR_NUMBER, "description": properties["title"]["description"]}
    schema["$defs"]["Variable"]["properties"]["missing"]["items"] = _TEXT_OR_NUMBER
    schema["$defs"]["ThresholdsSection"]["properties"]["lambda"]["anyOf"] += [{"type": "null"}]
    schema["required"] = []
    schema["oneOf"] = [{"required": ["data", "variables"]}, {"required": ["tables"]}]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return {"title": "bauta study", **{key: value for key, value in schema.items() if key != "title"}}
