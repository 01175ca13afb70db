"""What a study says about how its variables may be changed: hierarchies, masks, noise, and the release as a whole.

These are declarations. `hierarchies/` and `transform/` turn them into lookup tables.
"""

from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from bauta.model.dates import Order, Serial


class Part(BaseModel):
    """A section of a study file: frozen, and a key it does not have is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


# ---- hierarchies -----------------------------------------------------------------------------------------------


class FileHierarchy(Part):
    """A file with a line per value: `value;level 1;level 2;...`, as ARX writes it."""

    kind: Literal["file"] = "file"
    path: str = Field(description="The file, relative to the study file.")
    delimiter: str | None = Field(None, min_length=1, max_length=1, description="Separator; detected if left out.")


class DateLevel(StrEnum):
    """How coarse a date may be told."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    FIVE_YEARS = "5 years"
    DECADE = "decade"


class DateHierarchy(Part):
    """Dates, told ever more coarsely."""

    kind: Literal["dates"] = "dates"
    levels: tuple[DateLevel, ...] = Field(
        (DateLevel.MONTH, DateLevel.QUARTER, DateLevel.YEAR, DateLevel.FIVE_YEARS, DateLevel.DECADE),
        description="The levels above the date itself, finest first.",
    )
    order: Order | None = Field(
        None, description="Which comes first in dates such as 3/4/2024; detected where a day above 12 shows it."
    )
    serial: Serial | None = Field(None, description="What is counted where dates are numbers; that of the variable.")


class NumberHierarchy(Part):
    """Numbers in intervals, each width a multiple of the one before; ends may be cut off (top- and bottom-coding)."""

    kind: Literal["numbers"] = "numbers"
    widths: tuple[Annotated[float, Field(gt=0)], ...] = Field(description="Widths of the intervals, finest first.")
    start: float = Field(0, description="Where an interval begins.")
    bottom: float | None = Field(None, description="Numbers below this are told as '<bottom' from level 1 on.")
    decimal: Literal[".", ","] | None = Field(None, description="The decimal sign of the values; detected.")
    top: float | None = Field(None, description="Numbers from this on are told as 'top+' from level 1 on.")


class BandHierarchy(Part):
    """Whole numbers in bands of any width, each from where it starts to before the next start."""

    kind: Literal["bands"] = "bands"
    starts: tuple[tuple[int, ...], ...] = Field(
        description="For each level where its bands start, finest level first. What is below 0 is a band of its own."
    )

    @model_validator(mode="after")
    def _nest(self) -> "BandHierarchy":
        for starts in self.starts:
            if not starts or starts[0] < 1 or any(one >= other for one, other in pairwise(starts)):
                raise ValueError("the starts of bands are whole numbers from 1 up, in ascending order")
        for finer, coarser in pairwise(self.starts):
            if not set(coarser) < set(finer):
                raise ValueError("every level starts its bands at some, not all, of the starts of the level before")
        return self


class PostalCodeHierarchy(Part):
    """Postal codes cut to ever shorter prefixes."""

    kind: Literal["postal_codes"] = "postal_codes"
    keep: tuple[Annotated[int, Field(ge=0)], ...] = Field(
        (4, 3, 2, 1), description="How many leading characters each level keeps, most first."
    )


class ZipHierarchy(Part):
    """United States ZIP codes: the first three digits, 000 where they stand for 20,000 people or fewer; then fewer."""

    kind: Literal["zip"] = "zip"
    census: Literal["2000", "2010", "2020"] = Field("2020", description="The census whose counts decide.")


class TreeHierarchy(Part):
    """Categories in a tree written out in the study: {group: {subgroup: [value, ...]}}."""

    kind: Literal["tree"] = "tree"
    tree: dict[str, Any] = Field(description="Groups of groups of values; every branch has the same depth.")


class IcdHierarchy(Part):
    """Diagnosis codes: code, category, block, chapter."""

    kind: Literal["icd10cm", "icd9cm"]


class CharacterHierarchy(Part):
    """Text with ever more characters hidden."""

    kind: Literal["characters"] = "characters"
    hide: tuple[Annotated[int, Field(gt=0)], ...] = Field((1, 2, 3, 4), description="How many each level hides.")
    side: Literal["right", "left"] = Field("right", description="From which end characters are hidden.")
    sign: str = Field("*", min_length=1, max_length=1, description="What stands for a hidden character.")


class NoHierarchy(Part):
    """The value, or nothing: the only other level is the whole."""

    kind: Literal["none"] = "none"


HIERARCHY_KINDS = (
    "file",
    "dates",
    "numbers",
    "bands",
    "postal_codes",
    "zip",
    "tree",
    "icd10cm",
    "icd9cm",
    "characters",
    "none",
)


def _hierarchy_in_short(value: Any) -> Any:
    """`hierarchy: age.csv` is short for {kind: file, path: age.csv}, and `hierarchy: dates` for {kind: dates}."""
    if isinstance(value, str):
        value = {"kind": "file", "path": value} if "." in value else {"kind": value}
    if isinstance(value, dict):
        value = {"kind": "file", **value} if "path" in value else value
        if value.get("kind") not in HIERARCHY_KINDS:
            raise ValueError(f"its kind must be one of {', '.join(HIERARCHY_KINDS)}, or give the name of a file")
    return value


HierarchySection = Annotated[
    FileHierarchy
    | DateHierarchy
    | NumberHierarchy
    | BandHierarchy
    | PostalCodeHierarchy
    | ZipHierarchy
    | TreeHierarchy
    | IcdHierarchy
    | CharacterHierarchy
    | NoHierarchy,
    Field(discriminator="kind"),
    BeforeValidator(_hierarchy_in_short),
]


# ---- masks -----------------------------------------------------------------------------------------------------


class KeySource(Part):
    """Where a secret key is; the key itself is never in a study."""

    file: str | None = Field(None, description="A file that holds the key, relative to the study file.")
    env: str | None = Field(None, description="An environment variable that holds the key.")

    @model_validator(mode="after")
    def _one_of_two(self) -> "KeySource":
        if (self.file is None) == (self.env is None):
            raise ValueError("name either a file or an environment variable (env) that holds the key")
        return self


class RemoveMask(Part):
    """The column is left out of the release."""

    kind: Literal["remove"] = "remove"


class RedactMask(Part):
    """Every value becomes a tag."""

    kind: Literal["redact"] = "redact"
    tag: str = Field("[REDACTED]", min_length=1, description="What stands in place of every value.")


class Replacement(StrEnum):
    """What random values look like."""

    AUTO = "auto"
    NAME = "name"
    PHONE = "phone"
    EMAIL = "email"
    NUMBER = "number"
    """Digits and letters of the same form; a check digit (Luhn, modulus 11, modulus 97) that was right stays right."""


class ReplaceMask(Part):
    """Every different value becomes another, plausible one, drawn at random."""

    kind: Literal["replace"] = "replace"
    like: Replacement = Field(Replacement.AUTO, description="What the values are; detected if left out.")


class PseudonymMethod(StrEnum):
    """How a pseudonym is made."""

    RANDOM = "random"
    """Drawn; who is who stands in a crosswalk in the custodian's folder."""
    KEYED = "keyed"
    """HMAC-SHA-256 of the value: the same for the same key, not reversible."""
    REVERSIBLE = "reversible"
    """AES-SIV of the value: the same for the same key, and the key's holder can turn it back."""


class PseudonymMask(Part):
    """Every different value gets a code of its own, the same wherever it occurs."""

    kind: Literal["pseudonym"] = "pseudonym"
    method: PseudonymMethod = Field(PseudonymMethod.RANDOM, description="How the code is made.")
    key: KeySource | None = Field(None, description="Where the key is, for keyed and reversible pseudonyms.")
    prefix: str = Field("", max_length=20, description="Stands before every code.")
    shared: bool = Field(
        False,
        description="For a keyed or reversible code: the same for all recipients, who can then link their data by it.",
    )

    @model_validator(mode="after")
    def _key_where_needed(self) -> "PseudonymMask":
        if (self.method is PseudonymMethod.RANDOM) == (self.key is not None):
            needs = "takes no key" if self.key is not None else "needs a key: {env: NAME} or {file: PATH}"
            raise ValueError(f"a {self.method} pseudonym {needs}")
        if self.shared and self.method is PseudonymMethod.RANDOM:
            raise ValueError("a random pseudonym is never shared between recipients; a keyed or reversible one can be")
        return self


MASK_KINDS = ("remove", "redact", "replace", "pseudonym")


def _mask_in_short(value: Any) -> Any:
    """`mask: remove` is short for {kind: remove}."""
    value = {"kind": value} if isinstance(value, str) else value
    if isinstance(value, dict) and value.get("kind") not in MASK_KINDS:
        raise ValueError(f"its kind must be one of {', '.join(MASK_KINDS)}")
    return value


MaskSection = Annotated[
    RemoveMask | RedactMask | ReplaceMask | PseudonymMask,
    Field(discriminator="kind"),
    BeforeValidator(_mask_in_short),
]


# ---- randomization ---------------------------------------------------------------------------------------------


class ShiftSection(Part):
    """All dates of a person move by one random offset."""

    keep_time: bool = Field(False, description="Keep clock times, by which rows of two releases can be linked.")


def _shift_in_short(value: Any) -> Any:
    """`shift: true` is short for {keep_time: false}; `shift: false` says that nothing is shifted."""
    if isinstance(value, bool | str):
        words: dict[str, Any] = {"true": {}, "false": None}
        if str(value).lower() not in words:
            raise ValueError("give true, false, or {keep_time: true}")
        return words[str(value).lower()]
    return value


Shift = Annotated[ShiftSection | None, BeforeValidator(_shift_in_short)]


class NoiseSection(Part):
    """Every number moves by a random amount, at most so far."""

    bound: float | None = Field(None, gt=0, description="The most a number moves, in its own unit.")
    percent: float | None = Field(None, gt=0, le=100, description="The most a number moves, in percent of itself.")

    @model_validator(mode="after")
    def _one_of_two(self) -> "NoiseSection":
        if (self.bound is None) == (self.percent is None):
            raise ValueError("give the noise either a bound or a percent")
        return self


# ---- the release -----------------------------------------------------------------------------------------------


class CriterionKind(StrEnum):
    """What a release must meet; the limits are those under `thresholds`."""

    MAXIMUM = "maximum"
    """No class smaller than tau's cell size (k-anonymity; k-map where a population is given)."""
    AVERAGE = "average"
    """The average, which is the marketer's risk, is at most lambda."""
    STRICT_AVERAGE = "strict-average"
    """No class smaller than three, and the average at most lambda."""
    SHARE = "share"
    """R_a: the share of people in classes smaller than tau's cell size is at most alpha."""


class SuppressionKind(StrEnum):
    """What is taken away from people who remain at risk (El Emam 2011, Table 1)."""

    RECORDS = "records"
    """Casewise deletion: the whole row."""
    QUASI_IDENTIFIERS = "quasi-identifiers"
    """All quasi-identifiers of the row; the rest stays."""
    CELLS = "cells"
    """As few single quasi-identifiers as will do (local cell suppression)."""


class CellReading(StrEnum):
    """How a suppressed cell compares. See docs/explanation/suppression.md."""

    STRICT = "strict"
    """A value of its own: suppressed equals suppressed and nothing else."""
    WILDCARD = "wildcard"
    """Matches anything, as sdcMicro counts. Cells are chosen so, but the release is judged strictly all the same."""


class LossKind(StrEnum):
    """What the search makes as small as it can."""

    NON_UNIFORM_ENTROPY = "non-uniform-entropy"
    LM = "lm"
    PRECISION = "precision"
    DM_STAR = "dm-star"
    DISCERNIBILITY = "discernibility"
    AVERAGE_CLASS_SIZE = "average-class-size"


class UnseenRule(StrEnum):
    """What becomes of a value a plan has not seen."""

    ERROR = "error"
    MOST_GENERAL = "most-general"


class ReleaseFormat(StrEnum):
    """The file a release is written to."""

    CSV = "csv"
    PARQUET = "parquet"
    XPT = "xpt"
    SAV = "sav"
    DTA = "dta"


class DurationsSection(Part):
    """How the days between shifted dates of a row are generalized."""

    bands: tuple[Annotated[int, Field(ge=1)], ...] = Field(
        (),
        description="Days at which a new band starts, such as [7, 30, 90, 365]; coarser levels leave out every second. "
        "Chosen by the data if left out.",
    )
    first: str | None = Field(None, description="The date from which days are counted; usually the earliest.")
    max_level: int | None = Field(None, ge=0, description="Generalize at most to this level: the least useful detail.")
    weight: float = Field(1.0, gt=0, description="How much a loss in them counts beside the others.")
    as_column: bool = Field(
        False,
        description="Release bands of days as a column, in place of later dates at the start of them.",
    )

    @model_validator(mode="after")
    def _ascend(self) -> "DurationsSection":
        if any(one >= other for one, other in pairwise(self.bands)):
            raise ValueError("the days at which bands start are in ascending order")
        return self


LEAST_ROWS_PER_FILE = 1_000
"""Files with fewer rows are more trouble than they save."""


class DeidentifySection(Part):
    """How the release is made."""

    criterion: CriterionKind = Field(CriterionKind.MAXIMUM, description="What the release must meet.")
    suppression: SuppressionKind = Field(SuppressionKind.RECORDS, description="What is taken from people at risk.")
    suppression_limit: float = Field(0.05, ge=0, le=1, description="Largest share of people suppressed (MaxSup).")
    reading: CellReading = Field(CellReading.STRICT, description="How a suppressed cell compares, for cells.")
    loss: LossKind = Field(LossKind.NON_UNIFORM_ENTROPY, description="What the search makes as small as it can.")
    subsample: float | None = Field(None, gt=0, le=1, description="Release a random share of the people only.")
    recipient: str | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="Who gets the release: nobody else has the same pseudonyms and offsets. That of `context` if left "
        "out; without one each release counts as for a new recipient.",
    )
    secret: KeySource | None = Field(
        None,
        description="Where the secret is from which everything is drawn. A fresh one for each release if left out.",
    )
    date_shift_days: int = Field(182, ge=1, le=3650, description="Dates with `shift: true` move by at most so many.")
    durations: DurationsSection = Field(DurationsSection(), description="Days between shifted dates of a row.")
    unseen: UnseenRule = Field(UnseenRule.ERROR, description="What `apply` does with a value the plan has not seen.")
    format: ReleaseFormat | None = Field(None, description="Format of the release; that of the data if left out.")
    escape_formulas: bool = Field(
        False, description="In a CSV release, put an apostrophe before text that a spreadsheet would run as a formula."
    )
    rows_per_file: int | None = Field(
        None, ge=LEAST_ROWS_PER_FILE, description="Write csv or parquet in several files, none with more rows."
    )
    partition_by: tuple[str, ...] = Field(
        (), description="Columns to divide csv or parquet by, into folders such as year=2019."
    )
