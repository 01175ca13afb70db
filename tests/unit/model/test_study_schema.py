"""The exported JSON schema accepts what bauta accepts and refuses what it refuses."""

import jsonschema
import pytest
import yaml

from bauta.errors import StudyInvalid
from bauta.model.study_schema import study_schema
from bauta.model.study_text import parse_study

ACCEPTED = {
    "one table in short": "data: {path: a.csv}\nvariables: {sex: {role: quasi_identifier}}\n",
    "everything": """
bauta: 1
title: Discharges
data: {path: a.csv, csv: {delimiter: ";", encoding: latin-1, header: true}}
person_key: mrn
variables:
  mrn: {role: direct_identifier, type: code, note: issued at admission}
  age: {role: quasi_identifier, type: integer, missing: ["999"]}
thresholds: {tau: {probability: 0.09, cell_size: 11}, alpha: 0.05, lambda: 5}
missing: wildcard
population: {path: p.parquet, count: people}
""",
    "several tables": """
tables:
  people: {data: {path: a.csv}, person_key: id, variables: {id: {role: direct_identifier}}}
  visits: {data: {path: b.csv}, person_key: id, rows_per: event, variables: {id: {role: direct_identifier}}}
""",
}
REFUSED = {
    "no variables": "data: {path: a.csv}\n",
    "an unknown key": "data: {path: a.csv}\nvariables: {}\nmising: category\n",
    "an unknown role": "data: {path: a.csv}\nvariables: {sex: {role: qi}}\n",
    "a threshold above 1 that is no cell size": "data: {path: a.csv}\nvariables: {}\nthresholds: {tau: 1.5}\n",
    "both forms": "data: {path: a.csv}\nvariables: {}\ntables: {a: {data: {path: b}, variables: {}}}\n",
}


def test_the_schema_is_a_valid_schema():
    jsonschema.Draft202012Validator.check_schema(study_schema())


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_what_bauta_accepts_the_schema_accepts(text):
    parse_study(text, path="study.yaml")
    jsonschema.validate(yaml.safe_load(text), study_schema())


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_bauta_refuses_the_schema_refuses(text):
    with pytest.raises(StudyInvalid):
        parse_study(text, path="study.yaml")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(text), study_schema())
