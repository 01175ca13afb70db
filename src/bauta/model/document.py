"""What the report of a study says beside its figures: who answers for it, and what regulators' forms ask for.

The fields are those of the HIPAA expert determination and of the anonymisation report form of EMA and Health Canada
(A-R, EMA/482639/2023) that no measurement can fill.
"""

from pydantic import Field

from bauta.model.transformations import Part


class DocumentSection(Part):
    """Who made the report, for whom, and what only a person can say."""

    custodian: str | None = Field(None, description="The organisation that releases the data.")
    prepared_by: str | None = Field(None, description="Who made the assessment, and on what qualification.")
    signatory: str | None = Field(None, description="Who signs, with their office.")
    valid_until: str | None = Field(None, description="Until when the determination holds.")
    product: str | None = Field(None, description="Trials: name of the product.")
    active_ingredient: str | None = Field(None, description="Trials: active ingredient or INN.")
    procedure_number: str | None = Field(None, description="Trials: EMA procedure number.")
    control_number: str | None = Field(None, description="Trials: Health Canada control number.")
    applicant: str | None = Field(None, description="Trials: applicant or marketing authorisation holder.")
    reference_population: str | None = Field(None, description="Who the data are compared with, in words.")
    rare_disease: bool | None = Field(None, description="Whether fewer than 5 in 10,000 people have the disease.")
    special_populations: str | None = Field(None, description="Children, pregnant women, small groups, if any.")
    other_releases: str | None = Field(None, description="Other releases of the same data, and to whom.")
    key_variables: tuple[str, ...] = Field(
        (), max_length=5, description="Up to five variables of the highest utility to the recipient."
    )
    loss_mitigation: str | None = Field(None, description="What was done to keep the data useful.")
    deviations: str | None = Field(None, description="Where the method departs from guidance, and why.")
    conditions: tuple[str, ...] = Field((), description="Further conditions for the recipient.")
