"""A draft study file: what the profile suggests, with the reasons as comments, ready to be corrected by a person."""

from pathlib import Path

from bauta.classification import kinds
from bauta.errors import listed
from bauta.model.columns import ColumnProfile, Suggestion
from bauta.model.roles import Role, VariableType
from bauta.model.source import DataSource
from bauta.workflow.profile import TableProfile

_HEAD = """\
# A study: what bauta should know about this data set. Drafted by `bauta profile`; please correct it.
# Check every role below. The reasons are bauta's, the decision is yours. Then run: bauta assess {study}
# To release the data, check the masks too, say what must remain, and run: bauta deidentify {study} --out release
# To go through all eleven steps, up to a report that is signed: bauta run {study} (it asks for what is missing)
bauta: 1
"""

_ROLES = {
    Role.DIRECT_IDENTIFIER: """\
  # Direct identifiers point at one person by themselves. A release needs a mask for each: remove, redact,
  # replace (random values of the same form) or pseudonym. The person key needs one in any case, whatever its role.""",
    Role.QUASI_IDENTIFIER: """\
  # Quasi-identifiers can be known to others and tell people apart in combination. A release makes them coarser, by a
  # hierarchy chosen by their values or declared here. What the recipient cannot do without is said by max_level,
  # for example {role: quasi_identifier, type: date, hierarchy: {kind: dates, levels: [year, decade]}, max_level: 2}.
  # The levels of a variable and their numbers: bauta hierarchy STUDY COLUMN""",
    Role.SENSITIVE: """\
  # Sensitive variables are what an adversary would learn. They are released as they are, unless you say otherwise:
  # noise: {bound: 0.5} moves numbers, shift: true moves dates by one random offset per person.""",
    Role.GENOMIC: """\
  # Genomic variables point at a person and at relatives. They are left out of a release; keep: "the reason" releases
  # one all the same, and the verdict is UNSETTLED then.""",
    Role.OTHER: """\
  # Other variables neither identify nor harm. They are released as they are; leave out what nobody needs.""",
}

_TAIL = """\

# Which risk is acceptable is yours to say; until you do, these are used.
# thresholds:
#   tau: 0.2        # the highest probability for one record; or a cell size (5), or where a document prints
#                   # both, the pair {probability: 0.09, cell_size: 11}
#   alpha: 0        # the acceptable share of records above tau
#   lambda: 0.2     # the highest acceptable average

# A missing value is a value of its own (`category`). `wildcard` prints what is counted if it matches anything.
missing: category

# The people the data were drawn from, if known: a registry, or a table of counts with the name of its count column.
# population:
#   path: registry.csv
#   count: people

# Who gets the data. `bauta context` asks for the rest, and `bauta context --tables` lists published thresholds.
# context:
#   sharing: by-request          # under a contract; or public, or quasi-public (for a click)
#   recipient: University hospital
#   purpose: a study of readmissions
#   threshold: {table: ipc-2025} # in place of thresholds above
#   answers: answers.yaml        # the file that keeps the answers

# What the recipient cannot do without, and who signs.
# utility:
#   needs: age in groups of five years, and sex
# document:
#   custodian: Our hospital
#   signatory: A. Custodian, privacy office

# How a release is made; what is written here is the default.
# deidentify:
#   criterion: maximum           # or average, strict-average, share
#   suppression: records         # what people at risk lose: records, quasi-identifiers or cells
#   suppression_limit: 0.05      # the largest share of people suppressed
#   loss: non-uniform-entropy    # what is made as small as possible; or lm, precision, ...
"""

_QUANTITIES = frozenset(
    kind.label
    for kind in (
        kinds.AGE, kinds.BIRTH_YEAR, kinds.LENGTH_OF_STAY, kinds.HEIGHT, kinds.BODY_WEIGHT, kinds.BIRTH_CIRCUMSTANCE,
        kinds.LAB_RESULT, kinds.INCOME, kinds.COST, kinds.STUDY_DAY, kinds.SEQUENCE, kinds.SURVEY_WEIGHT,
        kinds.EVENT_DATE, kinds.BIRTH_DATE, kinds.DEATH_DATE,
    )
)  # fmt: skip
"""Kinds whose whole numbers count or measure; those of any other kind may be codes."""
_CODES_OR_QUANTITIES = "    # Codes or quantities? Codes: type: code. Quantities: type: integer."

LONGEST_SIMPLE_KEY = 1000
"""Characters. YAML gives up on a longer key unless it is announced with a question mark."""


def draft_study(profile: TableProfile, source: DataSource, *, study_path: Path) -> str:
    """The text of a study file that `bauta assess` and `bauta deidentify` accept as it is."""
    lines = [_HEAD.format(study=study_path.name), "data:", f"  path: {quoted(_path_from(study_path, source))}"]
    if source.table is not None:
        lines.append(f"  table: {quoted(source.table)}")
    told = source.csv
    settings = {"delimiter": told.delimiter, "quote": told.quote, "encoding": told.encoding}
    csv_lines = [f"    {key}: {quoted(value)}" for key, value in settings.items() if value is not None]
    if told.skip_lines:
        csv_lines.append(f"    skip_lines: {told.skip_lines}")
    if told.header is not None:
        csv_lines.append(f"    header: {str(told.header).lower()}")
    if csv_lines:
        lines += ["  csv:", *csv_lines]
    lines.append("")
    if profile.person_key is not None:
        lines += ["# Tells whose row it is: people are counted, not rows.", f"person_key: {quoted(profile.person_key)}"]
    else:
        lines += [
            "# No column was found that tells whose row it is, so every row is taken for one person.",
            "# person_key: mrn",
        ]
    lines += ["", "variables:"]
    for role, meaning in _ROLES.items():
        columns = [column for column in profile.columns if column.suggestion.role is role]
        if columns:
            lines += ["", meaning]
            lines += [line for column in columns for line in _variable(column, profile)]
    return "\n".join(lines) + "\n" + _TAIL


def _variable(column: ColumnProfile, profile: TableProfile) -> list[str]:
    suggestion = column.suggestion
    reason = "".join(c if c.isprintable() else " " for c in suggestion.reason)
    mask = ""
    repeated = profile.repeats.get(column.summary.name)
    if repeated is not None:
        mask = f", same_as: {quoted(repeated)}"
    elif column.summary.name == profile.person_key:
        mask = ", mask: pseudonym"
    elif suggestion.role is Role.DIRECT_IDENTIFIER:
        mask = ", mask: remove"
    type_ = "" if suggestion.serials or _may_be_codes(suggestion) else f", type: {suggestion.type}"
    entry = f"{{role: {suggestion.role}{type_}{mask}}}"
    question = _question(suggestion)
    if repeated is not None:
        question = [f"    # It follows from {listed([repeated])}, so it is released as that one is.", *question]
    key = quoted(column.summary.name)
    if len(key) > LONGEST_SIMPLE_KEY:
        return [f"  ? {key}", f"  : {entry}", f"    # {suggestion.kind}: {reason}", *question]
    return [f"  {key}: {entry}", f"    # {suggestion.kind}: {reason}", *question]


def _may_be_codes(suggestion: Suggestion) -> bool:
    """Whole numbers that nothing calls quantities: a type would declare what nobody knows."""
    return suggestion.type is VariableType.INTEGER and suggestion.kind not in _QUANTITIES


def _question(suggestion: Suggestion) -> list[str]:
    """What only a person can say of numbers that could be dates; until it is said, the entry has no type."""
    if not suggestion.serials:
        return [_CODES_OR_QUANTITIES] if _may_be_codes(suggestion) else []
    ways = " or ".join(f"type: date, serial: {serial}" for serial in suggestion.serials)
    return [f"    # Please say which they are. Dates: {ways}. Numbers: type: {suggestion.type}."]


def quoted(text: str) -> str:
    """A YAML scalar for any text: in double quotes, with escapes, unless it is a plain word."""
    is_plain = text.replace("_", "").isalnum() and text.isascii() and not text[0].isdigit()
    reserved = {"true", "false", "yes", "no", "on", "off", "null", "y", "n"}
    if is_plain and text.lower() not in reserved:
        return text
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def _path_from(study_path: Path, source: DataSource) -> str:
    """The data's path as seen from the study file's folder, so that both can be moved together."""
    if source.is_database_address:
        return source.without_password()
    data = Path(source.location).resolve()
    folder = study_path.resolve().parent
    return str(data.relative_to(folder)) if data.is_relative_to(folder) else str(data)
