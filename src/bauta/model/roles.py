"""What a variable means to someone who wants to know whose record it is."""

from enum import StrEnum


class Role(StrEnum):
    """The part a variable plays in re-identification (El Emam and Malin, IOM 2015, "Categories of Variables")."""

    DIRECT_IDENTIFIER = "direct_identifier"
    """Points at one person by itself: name, record number, e-mail address. Its risk is taken to be 1."""

    QUASI_IDENTIFIER = "quasi_identifier"
    """Knowable to an adversary and distinguishing in combination: birth date, ZIP code, sex."""

    SENSITIVE = "sensitive"
    """What an adversary would learn: a diagnosis, a laboratory result. Watched for attribute disclosure."""

    GENOMIC = "genomic"
    """Genotypes, variants, sequences. They point at a person and at relatives, and are left out of a release."""

    OTHER = "other"
    """Neither identifies nor harms."""


class VariableType(StrEnum):
    """What the values are, which decides how they may later be generalized and compared. Nothing is converted."""

    TEXT = "text"
    CATEGORY = "category"
    INTEGER = "integer"
    DECIMAL = "decimal"
    DATE = "date"
    DATETIME = "datetime"
    BOOLEAN = "boolean"
    CODE = "code"
    """Digits or letters that name something, where 02139 is not 2139: ZIP codes, record numbers, ICD codes."""
