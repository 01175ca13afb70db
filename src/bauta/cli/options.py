"""Options that several commands share."""

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

from bauta.errors import OptionInvalid
from bauta.model.source import CsvDialect, DataSource
from bauta.workflow.without_effect import check_source_options

TableOption = Annotated[
    str | None,
    typer.Option("--table", metavar="NAME", help="Sheet of a workbook or table of a database.", show_default=False),
]
DelimiterOption = Annotated[
    str | None,
    typer.Option(
        "--delimiter", metavar="CHAR", help="Field separator of a CSV file; detected if not given.", show_default=False
    ),
]
QuoteOption = Annotated[
    str | None,
    typer.Option("--quote", metavar="CHAR", help='Quotation mark of a CSV file; " if not given.', show_default=False),
]
EncodingOption = Annotated[
    str | None,
    typer.Option(
        "--encoding", metavar="NAME", help="Text encoding of a CSV file; detected if not given.", show_default=False
    ),
]
HeaderOption = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header", help="The first row holds, or does not hold, the column names.", show_default=False
    ),
]
SkipLinesOption = Annotated[
    int, typer.Option("--skip-lines", metavar="NUMBER", help="Lines above the column names, such as a title.", min=0)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
QiOption = Annotated[
    list[str] | None, typer.Option("--qi", metavar="COLUMNS", help="Quasi-identifiers: a,b,c.", show_default=False)
]
PersonKeyOption = Annotated[
    str | None,
    typer.Option("--person-key", metavar="COLUMN", help="Column that says whose row it is.", show_default=False),
]
PopulationOption = Annotated[
    str | None,
    typer.Option(
        "--population",
        metavar="FILE",
        help="The people the data came from: a registry or a table of counts.",
        show_default=False,
    ),
]
PopulationCountOption = Annotated[
    str | None,
    typer.Option(
        "--population-count",
        metavar="COLUMN",
        help="Column of the population with numbers of people.",
        show_default=False,
    ),
]
SamplingFractionOption = Annotated[
    str | None,
    typer.Option(
        "--sampling-fraction",
        metavar="NUMBER",
        help="Share of the population that is in the data: estimates the risk in it.",
        show_default=False,
    ),
]
PopulationSizeOption = Annotated[
    int | None,
    typer.Option(
        "--population-size",
        metavar="NUMBER",
        help="People the data were drawn from: the same as --sampling-fraction.",
        show_default=False,
    ),
]
EstimatorOption = Annotated[
    str | None,
    typer.Option(
        "--estimator",
        metavar="NAME",
        help="How to estimate: poisson-gamma, log-linear, independence, two-way, mu-argus or negative-binomial. "
        "[default: poisson-gamma]",
        show_default=False,
    ),
]
SensitivityOption = Annotated[
    bool, typer.Option("--sensitivity", help="Estimate for other sizes of the population too.")
]
ThresholdOption = Annotated[
    str | None,
    typer.Option(
        "--threshold",
        metavar="NUMBER",
        help="tau: a probability (0.2) or a cell size (5). [default: 0.2]",
        show_default=False,
    ),
]
AlphaOption = Annotated[
    float | None,
    typer.Option(
        "--alpha", metavar="NUMBER", help="Acceptable share of records above tau. [default: 0]", show_default=False
    ),
]
LambdaOption = Annotated[
    str | None,
    typer.Option("--lambda", metavar="NUMBER", help="Highest acceptable average. [default: tau]", show_default=False),
]
SecretOption = Annotated[
    Path | None,
    typer.Option(
        "--secret",
        metavar="FILE",
        help="Draw everything with this secret, made by bauta key: the same release again. [default: a fresh one]",
        show_default=False,
    ),
]
TestSeedOption = Annotated[
    int | None,
    typer.Option(
        "--test-seed",
        metavar="NUMBER",
        help="Test mode: draw with a seed that anybody can guess. The release is marked and must not be given away.",
        show_default=False,
        min=0,
    ),
]
RecipientOption = Annotated[
    str | None,
    typer.Option(
        "--recipient",
        metavar="NAME",
        help="Who gets the release; nobody else gets the same pseudonyms and offsets. [default: a new recipient]",
        show_default=False,
    ),
]
StudyTableOption = Annotated[
    str | None,
    typer.Option("--study-table", metavar="NAME", help="Which table of a study with several.", show_default=False),
]
HierarchiesOption = Annotated[
    Path | None,
    typer.Option("--hierarchies", metavar="DIR", help="A folder with a file per column.", show_default=False),
]
CellSizeOption = Annotated[
    int | None,
    typer.Option("--k", metavar="NUMBER", help="Smallest class: the same as --threshold with it.", show_default=False),
]
CriterionOption = Annotated[
    str | None,
    typer.Option(
        "--criterion",
        metavar="NAME",
        help="maximum, average, strict-average or share. [default: maximum]",
        show_default=False,
    ),
]
SuppressionOption = Annotated[
    str | None,
    typer.Option(
        "--suppression",
        metavar="KIND",
        help="records, quasi-identifiers or cells. [default: records]",
        show_default=False,
    ),
]
SuppressionLimitOption = Annotated[
    str | None,
    typer.Option(
        "--suppression-limit",
        metavar="SHARE",
        help="Largest share of people suppressed. [default: 0.05]",
        show_default=False,
    ),
]
LossOption = Annotated[
    str | None,
    typer.Option(
        "--loss",
        metavar="NAME",
        help="non-uniform-entropy, lm, precision, dm-star, discernibility or average-class-size. "
        "[default: non-uniform-entropy]",
        show_default=False,
    ),
]
AttemptsOption = Annotated[
    int | None,
    typer.Option(
        "--attempts",
        metavar="M",
        help="Also an adversary who tries M of those who fit and checks each.",
        show_default=False,
    ),
]
VerificationProbabilityOption = Annotated[
    str | None,
    typer.Option(
        "--verification-probability",
        metavar="p",
        help="Probability that such an attempt tells who is right.",
        show_default=False,
    ),
]
ReportOption = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write an HTML report to this file.", show_default=False),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")]

CensusOption = Annotated[
    str | None,
    typer.Option(
        "--census",
        metavar="YEAR",
        help="Census by which Safe Harbor restricts ZIP codes: 2000, 2010 or 2020. [default: 2020]",
        show_default=False,
    ),
]
AsOfOption = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="The day by which Safe Harbor counts ages over 89. [default: the last in the data]",
        show_default=False,
    ),
]
SearchSecondsOption = Annotated[
    float | None,
    typer.Option(
        "--search-seconds",
        metavar="NUMBER",
        help="Then the search stops, and says how far it can be off. [default: 300]",
        show_default=False,
        min=0,
    ),
]


def data_source(
    location: str,
    *,
    table: str | None,
    delimiter: str | None,
    quote: str | None,
    encoding: str | None,
    header: bool | None,
    skip_lines: int,
) -> DataSource:
    """The source meant by a command line."""
    if delimiter is not None:
        delimiter = {"\\t": "\t", "tab": "\t"}.get(delimiter, delimiter)
    for option, value in (("--delimiter", delimiter), ("--quote", quote)):
        if value is not None and (len(value) != 1 or not value.isascii() or value in "\r\n"):
            raise OptionInvalid(option=option, value=repr(value[:20]), allowed="a single ASCII character")
    if delimiter is not None and delimiter == (quote or '"'):
        raise OptionInvalid(option="--delimiter", value="the quotation mark", allowed="another character")
    dialect = CsvDialect(delimiter=delimiter, quote=quote, encoding=encoding, header=header, skip_lines=skip_lines)
    source = DataSource(location=location, table=table, csv=dialect)
    check_source_options(source)
    return source


def names_given(option: str, values: list[str] | None) -> list[str] | None:
    """Column names as `split_names`, None where the option was not given; an option that names nothing is a mistake."""
    if not values:
        return None
    names = split_names(values)
    if not names:
        raise OptionInvalid(
            option=option, value="an empty name", allowed="names of columns such as a,b, or leave it out"
        )
    return names


def cell_size_as_threshold(cell_size: int | None, threshold: str | None) -> str | None:
    """The threshold meant by --k or --threshold, of which only one may be given."""
    if cell_size is None:
        return threshold
    if threshold is not None:
        raise OptionInvalid(option="--k", value="a number beside --threshold", allowed="one of the two")
    return str(cell_size)


def split_names(values: list[str] | None) -> list[str]:
    """Column names from a,b,c and from repeated options; a name with a comma in it is put in double quotes."""
    names: list[str] = []
    for value in values or []:
        for row in csv.reader(io.StringIO(value, newline=""), skipinitialspace=True):
            names += [name for name in row if name]
    return names
