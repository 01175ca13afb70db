"""The study: what the custodian declares about a data set, in one file.

`data:` with `variables:` is short for a study of one table. A study of several tables lists them under `tables:`, each
with its person key: one table with a row per person, others (visits, claims, laboratory results) that hang off it.
"""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, field_validator, model_validator

from bauta.errors import BautaError
from bauta.model.comparison import ModelKind
from bauta.model.context import ContextSection
from bauta.model.dates import DateNotation, Order, Serial
from bauta.model.document import DocumentSection
from bauta.model.durations import DURATIONS
from bauta.model.engine import EngineKind
from bauta.model.estimates import Estimator
from bauta.model.missing import Missing
from bauta.model.reasons import Reason
from bauta.model.roles import Role, VariableType
from bauta.model.source import CsvDialect, DataSource
from bauta.model.standards import Standard
from bauta.model.threshold import DEFAULT_THRESHOLD, Threshold, Thresholds
from bauta.model.transformations import (
    DeidentifySection,
    DurationsSection,
    HierarchySection,
    MaskSection,
    NoiseSection,
    Part,
    Shift,
    ShiftSection,
)
from bauta.model.verification import MOST_ATTEMPTS, Verifier


class RowsPer(StrEnum):
    """What one row of a table stands for."""

    PERSON = "person"
    EVENT = "event"


class CsvSection(Part):
    """How a delimited text file is written; what is left out is detected."""

    delimiter: str | None = Field(None, min_length=1, max_length=1, description="Field separator, one character.")
    quote: str | None = Field(None, min_length=1, max_length=1, description="Quotation mark, one character.")
    skip_lines: int = Field(0, ge=0, description="Lines above the column names, such as a title; also for a workbook.")
    encoding: str | None = Field(None, description="Text encoding, such as utf-8 or windows-1252.")
    header: bool | None = Field(
        None,
        description="Whether the first row holds the column names; if left out, a row that looks like data is refused.",
    )


class DataSection(Part):
    """Where a table is."""

    path: str = Field(description="File, relative to the study file, or postgresql:// address without password.")
    table: str | None = Field(None, description="Sheet of a workbook or table of a database.")
    csv: CsvSection = CsvSection()

    @field_validator("path")
    @classmethod
    def _no_password(cls, path: str) -> str:
        if DataSource(path).has_password:
            raise ValueError("a study holds no secrets; leave the password out and set PGPASSWORD or use ~/.pgpass")
        return path

    @property
    def source(self) -> DataSource:
        return DataSource(location=self.path, table=self.table, csv=CsvDialect(**self.csv.model_dump()))


class PopulationSection(DataSection):
    """The people the data were drawn from: a registry, one row per person, or a table of counts."""

    count: str | None = Field(None, description="Column with the number of people, for a table of counts.")


class IdentifierSection(Part):
    """Why a variable has its role: the questions of El Emam and Malin (2015), Figure 3, answered."""

    replicable: bool | None = Field(None, description="Its value stays the same for a person over time.")
    distinguishable: bool | None = Field(None, description="It varies enough to tell people apart.")
    knowable: bool | None = Field(None, description="An adversary can know it, together with a name.")
    unique: bool | None = Field(None, description="It points at one person by itself.")
    used_in_analysis: bool | None = Field(None, description="The recipient's analyses are likely to use it.")
    by: str | None = Field(None, description="Who answered.")
    note: str | None = Field(None, description="On what grounds.")


class Variable(Part):
    """What one column means."""

    role: Role = Field(description="What the variable means to an adversary.")
    type: VariableType = Field(VariableType.TEXT, description="What the values are. Nothing is converted.")
    missing: tuple[str, ...] = Field((), description="Further values that mean 'missing', such as '999' or 'unknown'.")
    note: str | None = Field(None, description="Why this role was chosen; kept for the record.")
    identifier: IdentifierSection | None = Field(None, description="The answers that the role follows from.")
    hierarchy: HierarchySection | None = Field(
        None, description="How a quasi-identifier may be generalized; chosen by its values if left out."
    )
    min_level: int = Field(0, ge=0, description="Generalize at least to this level (0 is the value itself).")
    max_level: int | None = Field(None, ge=0, description="Generalize at most to this level: the least useful detail.")
    weight: float = Field(1.0, gt=0, description="How much a loss in this variable counts beside the others.")
    mask: MaskSection | None = Field(None, description="What becomes of a direct identifier.")
    serial: Serial | None = Field(None, description="What is counted, where dates are numbers.")
    order: Order | None = Field(None, description="Which comes first in dates such as 3/4/2024, if no value shows it.")
    shift: Shift = Field(
        None,
        description="`true`: move this date, with all others of the same person, by one random offset. Clock times are "
        "cut off, unless {keep_time: true} asks for them.",
    )
    noise: NoiseSection | None = Field(None, description="Move every number by a random amount.")

    same_as: str | None = Field(
        None,
        description="The quasi-identifier that this column repeats, such as RACE for RACEN: it is released as that one "
        "is, or left out where that cannot be, and counts once in the loss.",
    )
    ignore: dict[str, Reason] = Field(
        {},
        description="Quasi-identifiers that this column reveals more finely than they are released, and why that does "
        "not matter. The reasons are printed in the report.",
    )
    keep: str | None = Field(
        None,
        min_length=1,
        description="Why a genomic variable is released all the same; the verdict is UNSETTLED then.",
    )

    @model_validator(mode="after")
    def _fits_the_role(self) -> "Variable":
        is_quasi = self.role is Role.QUASI_IDENTIFIER
        if self.keep is not None and (self.role is not Role.GENOMIC or self.mask is not None):
            raise ValueError("keep gives the reason to release a genomic variable as it is; others need none")
        if self.hierarchy is not None and not is_quasi:
            raise ValueError("only a quasi_identifier has a hierarchy")
        bounds = {"min_level", "max_level", "weight"} & self.model_fields_set
        if bounds and not is_quasi:
            raise ValueError(f"{min(bounds)} has no effect here: only a quasi_identifier is generalized")
        if self.max_level is not None and self.max_level < self.min_level:
            raise ValueError("max_level is below min_level")
        if self.same_as is not None and (
            self.shift or self.noise or self.mask or self.ignore or self.hierarchy or self.min_level or self.max_level
        ):
            raise ValueError("same_as says all that becomes of a variable: it follows the other one")
        if self.ignore and is_quasi:
            raise ValueError("ignore is for columns that are kept; a quasi_identifier is generalized")
        if is_quasi and (self.shift or self.noise or self.mask):
            raise ValueError(
                "a quasi_identifier is generalized, so that its risk can be measured; mask, shift and noise are for "
                "other variables"
            )
        if sum(one is not None for one in (self.mask, self.shift, self.noise)) > 1:
            raise ValueError("give it only one of mask, shift and noise: the others would have no effect")
        if (self.serial or self.order) and self.type not in (VariableType.DATE, VariableType.DATETIME):
            raise ValueError("serial and order say how dates are written; give it the type date or datetime")
        return self

    @property
    def is_treated(self) -> bool:
        """Whether a release does something about it, so that it does not leave as it is."""
        return bool(self.mask or self.shift or self.same_as) or (self.role is Role.GENOMIC and self.keep is None)

    @property
    def notation(self) -> DateNotation | None:
        """How its dates are written; None where it is no date."""
        is_date = self.type in (VariableType.DATE, VariableType.DATETIME)
        return DateNotation(self.order, self.serial) if is_date else None


def _threshold(value: object) -> object:
    if isinstance(value, str | int | float):
        try:
            return Threshold.parse(value)
        except BautaError as error:  # pydantic collects ValueErrors, with the place they belong to
            raise ValueError(str(error)) from None
    if isinstance(value, dict) and value.keys() == {"probability", "cell_size"}:
        try:
            return Threshold(probability=float(value["probability"]), cell_size=int(value["cell_size"]))
        except BautaError as error:
            raise ValueError(str(error)) from None
        except (TypeError, ValueError):
            raise ValueError("probability is a number and cell_size a whole number") from None
    if isinstance(value, Threshold):
        return value
    raise ValueError("give a probability (0.2), a cell size (5), or both as {probability: 0.09, cell_size: 11}")


_THRESHOLD_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "number", "exclusiveMinimum": 0, "maximum": 1, "description": "a probability"},
        {"type": "integer", "minimum": 1, "description": "a cell size"},
        {
            "type": "object",
            "properties": {
                "probability": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
                "cell_size": {"type": "integer", "minimum": 1},
            },
            "required": ["probability", "cell_size"],
            "additionalProperties": False,
        },
    ]
}

ThresholdField = Annotated[Threshold, BeforeValidator(_threshold, json_schema_input_type=Any)]


class ThresholdsSection(Part):
    """What is acceptable: tau for one record, alpha for the share of records above tau, lambda for the average."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    tau: ThresholdField = Field(
        DEFAULT_THRESHOLD,
        description="Highest acceptable probability for one record.",
        json_schema_extra=_THRESHOLD_SCHEMA,
    )
    alpha: float = Field(0.0, ge=0, le=1, description="Acceptable share of records above tau.")
    average: ThresholdField | None = Field(
        None,
        alias="lambda",
        description="Highest acceptable average; tau where left out.",
        json_schema_extra=_THRESHOLD_SCHEMA,
    )

    @property
    def thresholds(self) -> Thresholds:
        return Thresholds(tau=self.tau, alpha=self.alpha, average=self.average)


class AdversarySection(Part):
    """An adversary who tries several of the people a record could be, and checks each match."""

    attempts: int = Field(ge=1, le=MOST_ATTEMPTS, description="How many of the people who fit are tried.")
    verification_probability: float = Field(
        ge=0, le=1, description="Probability that an attempt tells whether it is the right one."
    )

    @property
    def verifier(self) -> Verifier:
        return Verifier(self.attempts, Fraction(str(self.verification_probability)))


class SamplingSection(Part):
    """A population that is known by its size alone: the data are a sample of it."""

    fraction: float | None = Field(None, gt=0, le=1, description="Share of the population that is in the data.")
    population_size: int | None = Field(None, ge=1, description="People in the population.")
    estimator: Estimator | None = Field(None, description="How classes of the population are estimated.")

    @model_validator(mode="after")
    def _one_of_two(self) -> "SamplingSection":
        if (self.fraction is None) == (self.population_size is None):
            raise ValueError("give either fraction or population_size")
        return self


class AnalysisSection(Part):
    """A model to be fitted before and after, to see what the release does to its coefficients."""

    name: str = Field(min_length=1, description="What it is called in the report.")
    model: ModelKind = Field(description="Which model.")
    outcome: str | None = Field(None, description="The variable to be explained; for cox leave it out.")
    event_value: str | None = Field(None, description="For logistic and cox: the value that counts as the event.")
    duration: str | None = Field(None, description="For cox: the variable with the time under observation.")
    event: str | None = Field(None, description="For cox: the variable that says whether it ended with the event.")
    terms: tuple[str, ...] = Field(min_length=1, description="The variables that explain.")

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> "AnalysisSection":
        is_cox = self.model is ModelKind.COX
        if is_cox and (self.duration is None or self.event is None or self.outcome is not None):
            raise ValueError("a cox model needs duration and event, and no outcome")
        if not is_cox and (self.outcome is None or self.duration is not None or self.event is not None):
            raise ValueError(f"a {self.model} model needs an outcome, and no duration or event")
        return self


class UtilitySection(Part):
    """What the recipient needs of the data (step 4 of El Emam and Malin 2015)."""

    needs: str | None = Field(None, description="What the data are for and what must remain, in words.")
    largest_loss: float | None = Field(
        None, gt=0, le=1, description="Largest share of the information that may be lost; more is of no use."
    )
    analyses: tuple[AnalysisSection, ...] = Field((), description="Models to be fitted before and after.")


class EngineSection(Part):
    """What counts the rows. Options of the command line come first."""

    kind: EngineKind = Field(EngineKind.DUCKDB, description="duckdb, or spark where one machine is not enough.")
    memory_limit: str | None = Field(None, description="Memory to use, such as 4GB; the rest goes to disk.")
    threads: int | None = Field(None, ge=1, description="Cores to use; all if not given.")
    spill_folder: str | None = Field(None, description="Where temporary files go.")
    spark_master: str | None = Field(None, description="local[4], spark://host:7077, yarn or sc://host.")


class Undeclared(StrEnum):
    """What becomes of columns that the study does not mention. They are never released."""

    ASK = "ask"
    """`bauta run` stops and asks what they are."""
    LEAVE_OUT = "leave-out"
    """They are left out without a question."""


class Table(Part):
    """One table of a study."""

    data: DataSection
    person_key: str | None = Field(None, description="Column that says whose row it is.")
    rows_per: RowsPer = Field(RowsPer.PERSON, description="What one row stands for.")
    variables: dict[str, Variable] = Field(description="Every column that has a part in the study.")
    undeclared: Undeclared = Field(
        Undeclared.ASK, description="Whether `bauta run` asks about columns not listed; they are never released."
    )

    @model_validator(mode="after")
    def _key_is_declared(self) -> "Table":
        if self.person_key is not None and self.variables.get(self.person_key) is not None:
            role = self.variables[self.person_key].role
            if role is Role.QUASI_IDENTIFIER:
                raise ValueError("the person key cannot be a quasi-identifier; give it the role direct_identifier")
        if self.person_key is None and self.rows_per is RowsPer.EVENT:
            raise ValueError("a table with a row per event needs a person_key, or its rows would be taken for people")
        return self

    @model_validator(mode="after")
    def _ties_lead_to_quasi_identifiers(self) -> "Table":
        generalized = {
            name for name, one in self.variables.items() if one.role is Role.QUASI_IDENTIFIER and one.same_as is None
        }
        for name, variable in self.variables.items():
            if variable.same_as is not None and (variable.same_as not in generalized or name == self.person_key):
                raise ValueError(
                    f"same_as of {name[:40]!r} names {variable.same_as[:40]!r}; it must be a quasi_identifier of this "
                    "table that has no same_as itself, and the person key cannot have one"
                )
            unknown = [other for other in variable.ignore if other not in generalized]
            if unknown:
                raise ValueError(f"ignore of {name[:40]!r} names {unknown[0][:40]!r}, which is no quasi_identifier")
        return self

    def names_of(self, role: Role) -> tuple[str, ...]:
        """The columns with this role, in the order of the file."""
        return tuple(name for name, variable in self.variables.items() if variable.role is role)


SHORT_FORM = ("data", "person_key", "rows_per", "variables", "undeclared")
"""The keys of a study's only table when they stand at the top."""


class Study(Part):
    """A data set, what its variables mean, and what risk is acceptable."""

    bauta: Literal["1"] = Field("1", description="Version of the study format.")
    title: str | None = Field(None, description="Shown at the head of reports.")
    tables: dict[str, Table] = Field(
        min_length=1, description="The tables; `data:` with `variables:` is short for one."
    )
    population: PopulationSection | None = None
    sampling: SamplingSection | None = Field(None, description="How large the population is, if no more is known.")
    thresholds: ThresholdsSection = ThresholdsSection()
    adversary: AdversarySection | None = Field(None, description="An adversary who verifies, beside the others.")
    missing: Missing = Field(
        Missing.CATEGORY,
        description="`category`; `wildcard` also prints what is counted if missing matches anything.",
    )
    not_known: dict[str, Reason] = Field(
        {},
        description="Columns that look as if somebody could know them, and why nobody can; `durations` stands for the "
        "days between shifted dates. The reasons are printed in the report.",
    )
    context: ContextSection | None = Field(None, description="Who gets the data, and what could happen there.")
    utility: UtilitySection = Field(UtilitySection(), description="What the recipient needs of the data.")
    deidentify: DeidentifySection = Field(DeidentifySection(), description="How a release is made.")
    standards: tuple[Standard, ...] = Field(
        (), description="Lists of identifiers that the data are held against, before and after."
    )
    document: DocumentSection = Field(DocumentSection(), description="What the report says beside its figures.")
    engine: EngineSection = Field(EngineSection(), description="What counts the rows, and what it may use.")

    @model_validator(mode="after")
    def _reasons_are_of_variables(self) -> "Study":
        names = {DURATIONS, *(name for table in self.tables.values() for name in table.variables)}
        unknown = [name for name in self.not_known if name not in names]
        if unknown:
            raise ValueError(f"not_known names {unknown[0][:40]!r}, which is no variable of the study")
        return self

    @model_validator(mode="after")
    def _one_population(self) -> "Study":
        if self.population is not None and self.sampling is not None:
            raise ValueError("give either population or sampling, not both")
        return self

    @model_validator(mode="before")
    @classmethod
    def _one_table_in_short(cls, study: Any) -> Any:
        """Read `data:`, `person_key:` and `variables:` at the top as the only entry of `tables:`."""
        if not isinstance(study, dict):
            return study
        short = set(SHORT_FORM) & study.keys()
        if not short:
            return study
        if "tables" in study:
            raise ValueError("give either `data:` with `variables:`, or `tables:`, not both")
        rest = {key: value for key, value in study.items() if key not in short}
        return {**rest, "tables": {"data": {key: study[key] for key in short}}}


def known_keys() -> set[str]:
    """Every key a study file may have, to suggest the nearest when one is misspelt."""
    parts = (
        Study,
        Table,
        PopulationSection,
        CsvSection,
        Variable,
        ThresholdsSection,
        AdversarySection,
        SamplingSection,
        DeidentifySection,
        DurationsSection,
        IdentifierSection,
        ContextSection,
        UtilitySection,
        AnalysisSection,
        DocumentSection,
        EngineSection,
        ShiftSection,
    )
    fields = (field for part in parts for field in part.model_fields.items())
    return {entry.alias or name for name, entry in fields}
