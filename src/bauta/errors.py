"""Every mistake bauta can tell a user about: one class each, one sentence for what is wrong, one for what to do.

    BautaError
    ├── InputError            the data cannot be read as a table
    │   ├── FileMissing, FolderGiven, FilesMixed, FilesDiffer, TooManyColumns,
    │   ├── FileEmpty, HeaderOnly, NotATable, FileUnreadable, UnknownFormat
    │   ├── DuplicateColumns, HeaderLooksLikeData, HeaderUnclear, TitleAboveHeader, RaggedRow, BadQuoting,
    │   ├── LineTooLong, LineEndsDiffer
    │   ├── WrongEncoding, UnknownEncoding
    │   ├── TableMissing, DatabaseRefused, UnsupportedFrame, NothingToRead
    │   └── ColumnMissing, PersonKeyMissing
    ├── StudyError            the study file or an option says something that cannot be
    │   ├── StudyInvalid, NotAStudy, NoQuasiIdentifiers, ThresholdInvalid, ShareInvalid, OptionInvalid,
    │   ├── OptionWithoutEffect, OptionMissing, ValuesNotComparable, LinkedTables,
    │   ├── StandardUnknown, StandardBroken, NothingToRelease, WildcardNeedsOneRow, TooFewRecords,
    │   ├── CellSuppressionExceedsLimit, CellsNotPossible
    │   ├── DirectIdentifierUnmasked, ColumnsNotNamed, PersonKeyNotReleased, LevelInvalid, ThresholdUnreachable,
    │   ├── LatticeTooLarge, TiesNotTreated,
    │   ├── SearchEndedEarly, ReleaseRefused, PlanInvalid, PlanColumnsMissing, PlanValuesUnseen, PlanColumnUnseen,
    │   ├── HeldBackExceedsLimit,
    │   ├── ContextMissing, ContextUnanswered, ContextContradictory, FrameworkUnknown, ThresholdTableUnknown
    │   ├── NothingToCompare
    │   ├── OutputExists, KeyExists, OutputFailed, OutputWouldReplaceInput, ReleaseNotShown
    │   ├── RecordInvalid, RecordTooNew, StudyBusy, NothingToDecide, DecisionIncomplete, ReportTooEarly
    │   ├── FormatCannotHold, FolderNotEmpty, FolderNotARelease, InputInsideOutput
    │   └── FormatNotDivided, PartitionInvalid, FolderNameTooLong, TooManyFiles
    ├── HierarchyError        a hierarchy cannot be used
    │   ├── HierarchyEmpty, HierarchyOneColumn, HierarchyUneven, HierarchyLabelMissing, HierarchyDuplicate,
    │   ├── HierarchyCycle, HierarchyRefines, HierarchyGroupEmpty, HierarchyLevelsInvalid
    │   ├── HierarchyAmbiguous
    │   └── HierarchyLacksValues, HierarchyDoesNotFit, HierarchiesMissing
    ├── MaskError             a mask, a date shift or noise cannot be carried out
    │   ├── KeyMissing, KeyUnreadable, KeyTooShort, KeyGuessable
    │   ├── NoRoomToReplace, PseudonymsCollide, PseudonymUnknown, NoPseudonyms
    │   ├── NotDates, DatesAmbiguous, DateStandsForNone, DateSharedByMany, NotNumbers, NoiseChangesNothing
    │   └── DurationNotShifted, DurationNameTaken
    ├── PopulationError       the population cannot be the one the data came from
    │   ├── PopulationColumnMissing, PopulationCountInvalid, PopulationClassMissing, PopulationTooSmall,
    │   ├── PopulationGroupsOverlap, PopulationTooCoarse, PopulationLevelMissing,
    │   ├── PopulationSizeInvalid, SamplingFractionInvalid
    │   └── RegistryTableInvalid
    ├── EstimationError       an estimator cannot answer
    │   └── EstimatorCannotAnswer, ReleaseIsNoSample
    └── ResourceError         the machine could not do it
        └── OutOfMemory, TooManyClasses, DiskFull, EngineFailed, EngineUnreachable, JavaMissing, ClusterFailed,
            InputChanged, CopyTooLarge, ExtraMissing

Facts that go into a message are names, numbers and paths, **never a cell of the data**. The text of an error raised by
a library is never passed on, because libraries quote the offending line. The reference page docs/reference/errors.md
is generated from this file.
"""

from collections.abc import Iterable
from typing import ClassVar


def shown(name: object, limit: int = 80) -> str:
    """A name made safe to print: control characters escaped, quotes around it, cut at `limit` characters."""
    text = str(name)
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return f"'{printable(text)}'"


def printable(value: object) -> object:
    """The same, with control characters in text escaped: a file name can hold line ends and terminal commands."""
    if isinstance(value, int | float):
        return value
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(value))


def listed(names: Iterable[str]) -> str:
    """Column names, safe to print and without quotes."""
    return ", ".join(shown(name, 40)[1:-1] for name in names)


NOUNS = {
    "rows": ("row", "rows"),
    "people": ("person", "people"),
    "records": ("record", "records"),
    "classes": ("class", "classes"),
}
"""What facts of these names count; others count values."""


class BautaError(Exception):
    """Something the user can put right. Shown without a traceback, exit code 2."""

    exit_code: ClassVar[int] = 2
    template: ClassVar[str] = "{message}"

    def __init__(self, **facts: object) -> None:
        self.facts = {key: value if key == "problems" else printable(value) for key, value in facts.items()}
        super().__init__(self.template.format(**self._in_words(), **self.facts))

    def _in_words(self) -> dict[str, str]:
        """Counts as a reader expects them: 1 value, 1,200 values, 1 person."""
        words = {}
        for key, value in self.facts.items():
            if isinstance(value, int):
                one, many = NOUNS.get(key, ("value", "different values" if key == "different" else "values"))
                words[f"{key}_in_words"] = f"1 {one}" if value == 1 else f"{value:,} {many}"
        return words


class InputError(BautaError):
    """The data cannot be read as a table."""


class StudyError(BautaError):
    """The study file, or an option that stands for a line of it, says something that cannot be."""


class HierarchyError(BautaError):
    """A hierarchy cannot be used: it is not one, or it does not fit the data."""


class MaskError(BautaError):
    """A mask, a date shift or noise that the study asks for cannot be carried out."""


class PopulationError(BautaError):
    """The population cannot be the one the data came from."""


class EstimationError(BautaError):
    """An estimator cannot answer for these data."""


class ResourceError(BautaError):
    """The machine could not do what was asked."""


# ---- InputError ------------------------------------------------------------------------------------------------


class FileMissing(InputError):
    """A file named on the command line or in the study file does not exist."""

    template = "There is no file {path}. Check the spelling, or give the full path."


class FolderGiven(InputError):
    """A folder was named where one data file is expected, or a folder that has no Parquet or CSV files in it."""

    template = "{path} is a folder, not a data file. Name one file in it."


class FilesMixed(InputError):
    """A folder, or a pattern of names, stands for files of two kinds, which are not one table."""

    template = "{path} holds Parquet files and CSV files. Name those that make one table: {path}/*.parquet."


class TooManyColumns(InputError):
    """A table has more columns than bauta reads, which are as many as SAS and Stata files can have."""

    template = "{path} has {columns:,} columns, and bauta reads up to {most:,}. Save those that matter as a table."


class FilesDiffer(InputError):
    """The files of one table do not have the same columns of the same types."""

    template = "{path} is not like {first}: {what}. All files of a table need the same columns, written alike."


class FileEmpty(InputError):
    """The file has no bytes in it, or nothing but empty lines, or nothing below the lines that are to be skipped."""

    template = "{path} {what}. Export it again, or name another file."


class HeaderOnly(InputError):
    """The table has column names but not a single row."""

    template = "{path} has column names but no rows. There is nothing to measure; check the export."


class NotATable(InputError):
    """The content is not what the file's ending promises: a binary file called .csv, a damaged Parquet file."""

    template = "{path} cannot be read as {format}: {why}. Export it again as {format}, or give it its right ending."


class FileUnreadable(InputError):
    """The operating system refused to open the file."""

    template = "{path} cannot be opened: {why}. Check that you may read it."


class UnknownFormat(InputError):
    """The file's ending is not one bauta knows."""

    template = "bauta does not know the file ending of {path}. It reads {known}."


class DuplicateColumns(InputError):
    """Two columns share a name, so a name no longer says which column is meant."""

    template = "{path} has more than one column named {names}. Rename them so that every column has its own name."


class HeaderLooksLikeData(InputError):
    """The first row holds dates, e-mail addresses or mostly numbers, so it is not a header.

    Going on would print people's values as if they were column names.
    """

    template = (
        "The first row of {path} looks like data, not like column names. "
        "Add a row of column names, or say that it is one with --header or that there is none with --no-header."
    )


class HeaderUnclear(InputError):
    """The first row may hold column names or somebody's values: two ways of looking at it differ."""

    template = (
        "Whether the first row of {path} holds column names is not clear: its fields look like those below them. "
        "Say --header if it holds names, or --no-header if it is the first row of the data."
    )


class TitleAboveHeader(InputError):
    """A line of text, such as a title, stands above the row of column names."""

    template = (
        "The first line of {path} looks like a title, not like column names. "
        "Take the lines above the column names away, or say how many there are with --skip-lines "
        "(or --header, if it is the row of column names)."
    )


class RaggedRow(InputError):
    """A row has more or fewer fields than there are column names."""

    template = (
        "Line {line} of {path} does not have {expected} fields like the first line. "
        "Mend that line, or name the right separator with --delimiter."
    )


class BadQuoting(InputError):
    """A quoted field is not closed, or text follows its closing quote."""

    template = (
        "Line {line} of {path} has a quotation mark that is not closed or not at the end of its field. "
        "Mend that line, or name the right quotation mark with --quote."
    )


class LineTooLong(InputError):
    """One line is so long that the file is hardly a table of rows."""

    template = (
        "A line of {path} is longer than {limit}. Is it a CSV file with line ends? Export it again with one row a line."
    )


class LineEndsDiffer(InputError):
    """Far into the file, lines begin to end in another way, or a field is quoted in a way no reader agrees on."""

    template = (
        "{path} changes the way its lines end or its fields are quoted somewhere in the middle. "
        "Open it and save it again as CSV, with one kind of line end."
    )


class WrongEncoding(InputError):
    """The bytes of the file are not text in the encoding that was named or detected."""

    template = (
        "{path} is not valid {encoding} text{where}. Name its encoding with --encoding, for example --encoding {hint}."
    )


class UnknownEncoding(InputError):
    """The encoding that was named does not exist."""

    template = "There is no text encoding called {encoding}. Common ones are utf-8, windows-1252, latin-1 and utf-16."


class TableMissing(InputError):
    """A database or workbook does not have the table or sheet that was named, or has several and none was named."""

    template = "{path} {problem}. Name one with --table: {tables}."


class DatabaseRefused(InputError):
    """The database did not accept the connection or the query."""

    template = (
        "The database at {path} could not be read. Check the address, the user's rights and that the server is running."
    )


class UnsupportedFrame(InputError):
    """`bauta.assess` was given something that is neither a path nor a table it knows."""

    template = "bauta cannot read a {type}. Give a path, or a pandas, Polars or Arrow table."


class NothingToRead(InputError):
    """The table has no columns."""

    template = "{path} has no columns. Check the export."


class ColumnMissing(InputError):
    """A column that was named is not in the data."""

    template = "There is no column {name} in {path}.{nearest} Its columns are listed by: bauta profile {path}"


class PersonKeyMissing(InputError):
    """Some rows have no person key, so it cannot be known whose rows they are."""

    template = (
        "The person key {name} is missing in {rows_in_words}, so it is not known whose data these are. "
        "Fill it in, leave these rows out, or name another person key."
    )


# ---- StudyError ------------------------------------------------------------------------------------------------


class StudyInvalid(StudyError):
    """The study file is not valid YAML or does not follow the schema (`bauta schema`)."""

    template = "{path}: {problems}"


class NotAStudy(StudyError):
    """Another file, such as the data, was named where a study is wanted."""

    template = (
        "{path} is no study file, since its name does not end in .yaml. A study of data is drafted by: "
        "bauta profile DATA -o study.yaml"
    )


class ContextMissing(StudyError):
    """A question about the release was asked of a study that does not describe it."""

    template = (
        "{path} says nothing about the release. Add `context:` to it, with `sharing: by-request` (or public, or "
        "quasi-public for a click) and `answers: answers.yaml`; then `bauta context STUDY` asks for the rest."
    )


class ContextUnanswered(StudyError):
    """The context of the release leaves questions open; all of them are listed."""

    template = (
        "The context of the release leaves {count} open; `bauta context STUDY` asks them, or answer here: {problems}"
    )


class ContextContradictory(StudyError):
    """Two things that a study says about its release cannot both be."""

    template = "The context of the release contradicts itself: {problems}"


class NothingToCompare(StudyError):
    """Two studies have no variable in common."""

    template = "{first} and {second} have no variable in common. Name two studies of the same data."


class FrameworkUnknown(StudyError):
    """A framework of questionnaires was named that does not come with bauta."""

    template = "There is no framework {name}. Name one of {known}, or a file beside the study that ends in .yaml."


class ThresholdTableUnknown(StudyError):
    """A table of thresholds was named that bauta does not have."""

    template = "There is no table of thresholds {name}. Choose one of {known}; what they say: bauta context --tables."


class NoQuasiIdentifiers(StudyError):
    """No variable was named or found that an adversary could use."""

    template = (
        "No quasi-identifier is known for {path}, so there is nothing to group people by. "
        "Name them with --qi, or give variables the role quasi_identifier in the study file."
    )


class ThresholdInvalid(StudyError):
    """A threshold is neither a probability nor a cell size."""

    template = (
        "The threshold {value} is neither a probability above 0 and up to 1 (such as 0.2) "
        "nor a whole cell size (such as 5). Give one of them."
    )


class ShareInvalid(StudyError):
    """alpha is a share of records, so it lies between 0 and 1."""

    template = "{name} is a share of records and must lie between 0 and 1. Got {value}."


class OptionInvalid(StudyError):
    """An option has a value it does not take."""

    template = "{option} does not take {value}. Use {allowed}."


class OptionWithoutEffect(StudyError):
    """An option was given where it changes nothing: whoever gave it expects something else to happen."""

    template = "{option} has no effect {where}. {remedy}."


class OptionMissing(StudyError):
    """An option or argument is needed here."""

    template = "{option} is needed: {wanted}."


class ValuesNotComparable(StudyError):
    """Two tables that are to be linked have no value in common in a variable, so no figure says anything."""

    template = (
        "No value of {names} is in both tables, so their values cannot be compared and no number of matches is given. "
        "If one of them is a release, name its folder, and the other is recoded by its rules; if both spell the same "
        "thing differently, recode one of them; or leave the variable out of --on."
    )


class StandardUnknown(StudyError):
    """A standard was asked for that bauta does not have."""

    template = "There is no standard {name}. Those there are: {known}."


class StandardBroken(StudyError):
    """The file as it was written and read again does not pass the standard it was made by, so nothing was released."""

    template = (
        "The written file was checked and still breaks {standard} (rules {rules}), so nothing was released. "
        "Please report this: the remedies should not have let it through."
    )


class NothingToRelease(StudyError):
    """Of every column a rule says that it goes, or cannot say what it is."""

    template = (
        "By {standard} no column of {path} may be told, so there is nothing to release. Say in a study file what the "
        "columns are."
    )


class WildcardNeedsOneRow(StudyError):
    """With missing values matching anything, a person with several differing rows would be counted several times."""

    template = (
        "With --missing wildcard {people_in_words} with rows that differ on the quasi-identifiers would be counted "
        "more than once. Use --missing category, or keep one row per person."
    )


class TooFewRecords(StudyError):
    """There are fewer records than one class must have, so no suppression can meet the threshold."""

    template = (
        "The data have {records_in_words}, fewer than the cell size {cell_size}, so no suppression can make a class "
        "that is large enough. Choose a smaller cell size, or add records."
    )


class CellSuppressionExceedsLimit(StudyError):
    """Cell suppression would take cells from more records than the suppression limit allows."""

    template = (
        "Local cell suppression takes cells from {needed} of {records_in_words}, and the suppression limit allows "
        "{allowed}. Raise the limit, or generalize the quasi-identifiers further."
    )


class RecordInvalid(StudyError):
    """What is kept of a step was changed by hand, or damaged, and cannot be relied on any more."""

    template = "{path} cannot be used: {why}. Delete this file and call `bauta run` again, which takes the step anew."


class RecordTooNew(StudyError):
    """What is kept of a step was written by a later version of bauta."""

    template = "{path} was written by bauta {version}, which is newer than this one. Use that version or a later one."


class StudyBusy(StudyError):
    """Another `bauta run` or `bauta decide` is working on the same study."""

    template = "Another bauta is working on {path}. Wait until it has ended, then call this again."


class NothingToDecide(StudyError):
    """A decision was given where the study does not wait for one."""

    template = "There is nothing to accept or to reject yet: {why}. See where the study stands with `bauta status`."


class DecisionIncomplete(StudyError):
    """A decision needs to say which, by whom, and, if it is a no, why."""

    template = "The decision is incomplete: {why}."


class LinkedTables(StudyError):
    """The study describes several tables; this version measures one table at a time."""

    template = (
        "{path} describes {count} tables; bauta {version} measures one table at a time. "
        "Name the one to measure with --study-table: {tables}."
    )


class ReportTooEarly(StudyError):
    """There is no result yet that a report could be about."""

    template = "{edition} cannot be written: step {step} is missing or no longer holds. Run: {command}"


class OutputExists(StudyError):
    """bauta does not overwrite a file it did not just make."""

    template = "{path} exists already. Name another file with -o, or allow overwriting with --force."


class OutputWouldReplaceInput(StudyError):
    """The file to be written is one that was read."""

    template = "{path} is the file being measured. Name another file for the output."


class KeyExists(StudyError):
    """A key is never replaced: what was made with it could not be repeated or undone."""

    template = (
        "{path} exists already, and a key is never replaced: nothing made with it could be undone. Name another file."
    )


class OutputFailed(StudyError):
    """The result could not be written. Nothing half-written is left behind."""

    template = "{path} could not be written: {why}. Nothing was left behind; name another place."


class ReleaseNotShown(StudyError):
    """The release was made, but what was done could not be printed, or its report not be written."""

    template = (
        "The release is made and in {folder}, but {what} could not be written: {why}. "
        "What was done is in {folder}/custodian/results.json too."
    )


class FormatCannotHold(StudyError):
    """The format chosen for the release has no room for a name or a value. Nothing is renamed or cut in silence."""

    template = (
        "{format} cannot hold {what}: {names}. Rename or leave out these columns, or release as csv or parquet with "
        "--format."
    )


class FolderNotEmpty(StudyError):
    """The folder for a release has something in it."""

    template = (
        "{path} is not empty. Name another folder with --out; `bauta deidentify` and `bauta apply` replace an earlier "
        "release in it with --force."
    )


class FolderNotARelease(StudyError):
    """Replacing was allowed, but the folder holds something else than a release of bauta, which is not deleted."""

    template = "{path} holds {what}, so it is left alone. Name another folder with --out."


class InputInsideOutput(StudyError):
    """A file that is read lies in the folder that would be replaced."""

    template = "{path} lies in {folder}, which would be replaced. Name another folder with --out."


class FormatNotDivided(StudyError):
    """A release was to be written in several files, in a format whose files each hold a whole table."""

    template = (
        "A release as {format} is one file, so {option} has no place here. Leave it out, or release as csv or parquet "
        "with --format."
    )


class PartitionInvalid(StudyError):
    """A release cannot be divided by a column: it is not in the release, or nothing would be left in the files."""

    template = "A release cannot be divided by {names}: {why}. Name other columns of the release with --partition-by."


class FolderNameTooLong(StudyError):
    """A release was to be divided by a column with values that are too long for the name of a folder."""

    template = (
        "A value of column {name} is too long for the name of a folder. Name another column with --partition-by, or "
        "generalize this one."
    )


class TooManyFiles(StudyError):
    """A release would be divided into more files than anybody can handle."""

    template = (
        "The release would have more than {most:,} files. Name fewer columns, or columns with fewer values, with "
        "--partition-by, or allow more rows with --rows-per-file."
    )


# ---- HierarchyError --------------------------------------------------------------------------------------------


class HierarchyEmpty(HierarchyError):
    """A hierarchy lists no values at all."""

    template = "{place} lists no values. List every value of the column, with the groups it belongs to."


class HierarchyOneColumn(HierarchyError):
    """A hierarchy file has values but nothing to generalize them to."""

    template = (
        "{path} has a single column, so it says nothing above the values themselves. "
        "Write a line per value such as value;level 1;level 2, or name the right delimiter."
    )


class HierarchyUneven(HierarchyError):
    """Values of a hierarchy have different numbers of levels."""

    template = (
        "{place} has {found} levels, but {other} has {expected}. Give every value the same number of levels; "
        "a group may be repeated on the next level."
    )


class HierarchyLabelMissing(HierarchyError):
    """A line of a hierarchy file names no group on one of its levels."""

    template = "{place} names no group on level {level}. Write the group there, or * for everything."


class HierarchyDuplicate(HierarchyError):
    """A hierarchy lists a value twice, so it is not known which groups it belongs to."""

    template = "{place} lists a value that {other} lists already. List every value once."


class HierarchyCycle(HierarchyError):
    """A group of a hierarchy is, step by step, a part of itself."""

    template = (
        "{place} goes in a circle{other}: a group is a part of itself. "
        "Give every level names that are not used on another level for something else."
    )


class HierarchyRefines(HierarchyError):
    """A level of a hierarchy tells apart what the level below it told alike."""

    template = (
        "{place} refines instead of coarsening: it is like {other} on level {level}, but unlike it on level {higher}. "
        "A level may only put groups of the level below together."
    )


class HierarchyGroupEmpty(HierarchyError):
    """A group in the tree of a study holds nothing."""

    template = "{place} has a group {group} without values. List its values, or take it out."


class HierarchyLevelsInvalid(HierarchyError):
    """The levels asked of a hierarchy cannot follow one another."""

    template = "The levels of {name} cannot follow one another: {why}. {remedy}"


class HierarchyAmbiguous(HierarchyError):
    """Dates or numbers that can be read in two ways, and no value shows which is meant."""

    template = "{name} can be read in two ways: {why}. Say which in the study file: {remedy}."


class HierarchyLacksValues(HierarchyError):
    """The data has values that its hierarchy does not list."""

    template = (
        "{source} lacks {values} of {name}{records}. "
        "Add what is missing, or declare codes that stand for unknown under `missing:` in the study file."
    )


class HierarchyDoesNotFit(HierarchyError):
    """The data has values of another kind than its hierarchy is for."""

    template = (
        "{name} has {values}{records} that cannot be read as {expected}. Mend the data, declare codes that stand for "
        "unknown under `missing:` in the study file, or give {name} another hierarchy."
    )


class HierarchiesMissing(HierarchyError):
    """A folder of hierarchies has no file for any of the columns."""

    template = (
        "{path} has no hierarchy for {names}. Call the file of a column by its name, as in {example}, "
        "or leave --hierarchies out."
    )


# ---- MaskError -------------------------------------------------------------------------------------------------
# No message quotes a key, nor a name in the study that might be one by mistake.


class KeyMissing(MaskError):
    """The file or environment variable that should hold a key is not there."""

    template = (
        "There is no {where}, which should hold a key. Make one with bauta key FILE, and check the name of the place."
    )


class KeyUnreadable(MaskError):
    """The key file could not be read, or is no key file."""

    template = "The {where} cannot be read as a key: {why}. Check the name, and that you may read it."


class KeyTooShort(MaskError):
    """A key is empty, or so short that it can be guessed."""

    template = (
        "The {where} holds {found} bytes of key, and at least {needed} are needed. "
        "Make a random one with bauta key FILE."
    )


class KeyGuessable(MaskError):
    """A key is a text that somebody thought up, a pattern, or the hash of a word, and so can be guessed."""

    template = (
        "The {where} holds a key that can be guessed: a text, a pattern, or the hash of a common word. "
        "Make a random one with bauta key FILE."
    )


class NoRoomToReplace(MaskError):
    """Values have a form that leaves too few other values: a single digit, nine of ten possible numbers."""

    template = (
        "{count_in_words} of {column} cannot be replaced: too few other values have the same form. "
        "Give it a pseudonym, redact or remove it, or declare codes that stand for unknown as missing."
    )


class NoPseudonyms(MaskError):
    """Codes are to be turned back of a release that has none."""

    template = "The release has no pseudonyms or replaced values that could be turned back."


class PseudonymsCollide(MaskError):
    """Two values got the same pseudonym, so that two people would be taken for one. Not expected in a lifetime."""

    template = "{count} pseudonyms stand for more than one value. Nothing was released; use another key."


class PseudonymUnknown(MaskError):
    """A code that is to be turned back was not made with this key."""

    template = (
        "{count} of {total} codes do not belong to this release or key, so they cannot be turned back. "
        "Check the release, the key, the column and the prefix, and that the codes are whole."
    )


class NotDates(MaskError):
    """Values that the study declares to be dates, or wants shifted, are no dates.

    To be shifted, year 9999 is refused too: it stands for "no date", and shifted it would show the offset.
    """

    template = (
        "{count_in_words} of {column} cannot be read as dates of the years 1 to 9998 written as 2024-03-15, 20240315, "
        "15.03.2024, 15-MAR-2024, March 15, 2024, 2024-03 or 2024, perhaps with a time. Correct them, declare codes "
        "that stand for unknown under `missing:`, or say with `serial:` what numbers count."
    )


class DurationNotShifted(MaskError):
    """Days are to be counted from a date that is not shifted, or not in the data."""

    template = (
        "Days cannot be counted from {column}: it is not among the dates that are shifted and released. "
        "Name one that is under `deidentify: {{durations: {{first: ...}}}}`, or leave it out."
    )


class DurationNameTaken(MaskError):
    """A plan counts days under a name that a column of the new data has."""

    template = (
        "{path} has a column {name}, which is what the plan calls the days between two dates. "
        "Give the column another name."
    )


class DatesAmbiguous(MaskError):
    """Day and month may both come first in the dates of a column, and no day above 12 shows which."""

    template = (
        "In the dates of {column} day and month may both come first, and the values do not show which. "
        "Say it in the study file, for this variable: order: day-first, or month-first."
    )


class DateStandsForNone(MaskError):
    """A date that programs write for "no date" is to be shifted, and would show the offset of all who have it.

    It is named because it is on a fixed list, and no value of a person.
    """

    template = (
        "{date} in {column}, which {people_in_words} had, stands for no date; shifted it would show their offsets. "
        "Declare it for this variable, written as it is in the data (missing: [{date}]), or leave the column out."
    )


class DateSharedByMany(MaskError):
    """One date belongs to so many people, or is so far from all others, that shifted it would show their offsets."""

    template = (
        "One date in {column} belongs to {people_in_words} of {total}, which is not by chance; whoever guesses it, "
        "such as the first day of a study, learns their offsets. If it stands for none, declare it for this variable, "
        "written as it is in the data (missing: [...]); otherwise leave the column out, or generalize it as a "
        "quasi-identifier."
    )


class NotNumbers(MaskError):
    """Noise was asked for on a column that does not hold numbers."""

    template = (
        "{count_in_words} of {column} cannot be read as numbers written like 39 or 39.5, so noise cannot be added. "
        "Mend them, or leave its noise out."
    )


class NoiseChangesNothing(MaskError):
    """Noise is smaller than the last digit, so that every number would stay as it is."""

    template = (
        "The noise on {column} is smaller than the last digit of its numbers and would change none of them. "
        "Give it a larger bound or percent."
    )


class DirectIdentifierUnmasked(StudyError):
    """A direct identifier, or the person key, would be released as it is."""

    template = (
        "Nothing is said about what becomes of {names}, which {point} at one person. "
        "Give each a mask in the study file: remove, redact, replace or pseudonym."
    )


class ColumnsNotNamed(StudyError):
    """Quasi-identifiers of a study that --qi leaves out would be released as they are."""

    template = (
        "The study calls {names} {what}, but --qi leaves {them} out: {they} would be released as "
        "{they_are}. "
        'Add {them} to --qi, or write in the study why nobody could know {them}: not_known: {{{first}: "the reason"}}.'
    )


class TiesNotTreated(StudyError):
    """Kept columns reveal a quasi-identifier more finely than it would be released, and the study does not say why."""

    template = (
        "Nothing was released, because columns that are kept reveal quasi-identifiers more finely than they would be "
        "released:{problems}"
    )


class LevelInvalid(StudyError):
    """A level that was asked for, or that is the least or greatest allowed, is not one the hierarchy has."""

    template = "The level of {variable} cannot be used: {problem}. See: bauta hierarchy DATA COLUMN"


class PersonKeyNotReleased(StudyError):
    """People have several rows, and without their key the release could not be measured by people."""

    template = (
        "Some people have several rows, so the release must tell them apart to be measured, but {name} is masked by "
        "{mask}. Give it a pseudonym."
    )


class CellsNotPossible(StudyError):
    """Local cell suppression was asked for where it does not apply."""

    template = "Single cells cannot be suppressed here: {why}. Use --suppression records or quasi-identifiers."


class ThresholdUnreachable(StudyError):
    """No node of the lattice meets the criterion within the suppression limit."""

    template = (
        "No generalization meets the threshold with at most {limit} of the people suppressed: the nearest one leaves "
        "{needed} of {records} people to suppress. {remedy}"
    )


class SearchEndedEarly(StudyError):
    """The time to search was over before any node was found that meets the criterion."""

    template = (
        "No generalization that meets the threshold was found in {seconds} seconds, and it is not proven that there is "
        "none. Raise --search-seconds or the suppression limit, or allow fewer levels."
    )


class LatticeTooLarge(StudyError):
    """Walking the whole lattice would take too long; finding the optimum does not need that."""

    template = (
        "The lattice has {nodes} nodes over {classes} classes, too many to look at each. Fix some levels "
        "in the study with min_level and max_level, or find the optimum alone with bauta deidentify."
    )


class ReleaseRefused(StudyError):
    """The file as it was written and read again is over the threshold, so nothing was released."""

    template = "The written file was measured and is over the threshold ({rule}), so nothing was released. {remedy}"


class PlanInvalid(StudyError):
    """The folder given is not a plan, or one of another version."""

    template = "{path} cannot be used as a plan: {why}. Name the custodian folder of an earlier release."


class PlanColumnsMissing(StudyError):
    """The data a plan is applied to lack some of its columns."""

    template = "{path} lacks columns that the plan changes: {names}. Apply it to an extract with the same columns."


class PlanValuesUnseen(StudyError):
    """The data have values that the plan has not seen and cannot tell by a rule."""

    template = (
        "The plan does not know {different_in_words} of {variable} in {path}. Make a new release, or have "
        "such values told as '*' with --unseen most-general."
    )


class PlanColumnUnseen(StudyError):
    """Most people of the extract have values that the plan has not seen: the column would hold next to nothing."""

    template = (
        "The plan does not know the values that {unseen} of {people} people have of {variable} in {path}, and --unseen "
        "most-general would release them all as '*'. Write the column as in the extract that the plan was made of, or "
        "make a new release from the study."
    )


class HeldBackExceedsLimit(StudyError):
    """More people would be seen by comparing a release with those before it than may be suppressed."""

    template = (
        "{needed} of {records} people would have to be held back, for whoever has the releases before this one would "
        "see which they are; the suppression limit is {limit}. {remedy}"
    )


# ---- PopulationError -------------------------------------------------------------------------------------------


class PopulationColumnMissing(PopulationError):
    """The population file lacks quasi-identifiers that are needed: all of them, or one where none may be lacking."""

    template = (
        "The population {path} has no column {name}. It needs the quasi-identifiers under the same names; "
        "rename its column, or leave {name} out of --qi."
    )


class PopulationCountInvalid(PopulationError):
    """The column said to hold counts of people has values that are not whole numbers from 0 up."""

    template = (
        "The count column {name} of the population {path} has {rows_in_words} without a whole number of people. "
        "Mend them, or name another column with --population-count."
    )


class PopulationClassMissing(PopulationError):
    """The population has not a single class of the data, so it is not the population they came from."""

    template = (
        "No class of the data ({classes_in_words}, {records_in_words}) occurs in the population {path}. "
        "The population must contain the people of the data, with values written the same way."
    )


class PopulationTooSmall(PopulationError):
    """A class has more people in the data than in the population."""

    template = (
        "In {classes_in_words} there are more people in the data than in the population {path}. It must contain "
        "everyone in the data; if it is a table of counts, name its count column with --population-count."
    )


class PopulationLevelMissing(PopulationError):
    """A population is coarser than the data, and no level of the hierarchy holds its groups whole."""

    template = (
        "The population {path} is coarser than the data in {name}, and no level of its hierarchy holds the "
        "population's groups whole. Give {name} a hierarchy with a level that does, or give a "
        "population as fine as the data."
    )


class PopulationGroupsOverlap(PopulationError):
    """Two groups of the population hold the same number, so that its people would be counted twice."""

    template = (
        "The population {path} has groups of {name} that overlap, so that some people would be counted twice. "
        "Leave out rows that repeat others, such as totals and wider groups."
    )


class PopulationTooCoarse(PopulationError):
    """The population would have to be spread over more classes than can be written out."""

    template = (
        "The population {path} would have to be spread over {classes} classes to be compared with the data. "
        "Use one that tells more variables, or leave variables out of --qi."
    )


class PopulationSizeInvalid(PopulationError):
    """The number given for the size of the population is smaller than the number of people in the data."""

    template = (
        "The population is said to be of size {size}, but the data have {records_in_words}. "
        "--population-size is the number of people the data were drawn from."
    )


class SamplingFractionInvalid(PopulationError):
    """A sampling fraction that is not a share of the population."""

    template = (
        "--sampling-fraction must be above 0 and at most 1. Got {value}; "
        "one person in ten is 0.1, and 1 means that everybody is in the data."
    )


class RegistryTableInvalid(PopulationError):
    """A table of counts, or the reports, from which registries are to be simulated cannot be used."""

    template = "{path} cannot be used to simulate a registry: {why}. See docs/how-to/simulate-a-registry.md."


# ---- EstimationError -------------------------------------------------------------------------------------------


class EstimatorCannotAnswer(EstimationError):
    """A model does not fit these data, or they have too little in them for it."""

    template = "The {method} estimator cannot answer: {why}.{instead}"


class ReleaseIsNoSample(EstimationError):
    """The risk in a population is asked of a released file alone, from which small classes may be gone."""

    template = (
        "The risk of {path} in a population of some size cannot be estimated from this file alone. The manifest beside "
        "it says that it is a release; small classes may have been suppressed, and what is left is no random sample. "
        "Estimate it where the release is made (bauta deidentify or run), or with the study and the custodian's plan "
        "(bauta diagnose)."
    )


# ---- ResourceError ---------------------------------------------------------------------------------------------


class OutOfMemory(ResourceError):
    """The data needs more memory than the engine may use."""

    template = (
        "Counting {path} needs more memory than is allowed. Raise --memory-limit, use fewer quasi-identifiers, "
        "or a larger machine."
    )


class TooManyClasses(ResourceError):
    """Different values, or combinations of them, are worked with in memory, and there are more of them than fit."""

    template = (
        "{path} has more than {most:,} different values of {names}, which do not fit into memory. "
        "Allow more of it (--memory-limit), leave a column out, or make one coarser first."
    )


class DiskFull(ResourceError):
    """The temporary folder or the target disk is full."""

    template = (
        "The disk is full. Free some space, or name a place with room for temporary files (--spill-folder) and for the "
        "output, and try again."
    )


class EngineFailed(ResourceError):
    """The engine stopped for a reason bauta does not know. Its own words are not shown: they may quote the data."""

    template = "The engine could not read {path} ({kind}). If it opens elsewhere, please report this kind of error."


class EngineUnreachable(ResourceError):
    """Spark does not answer at the address that was given, or no longer does."""

    template = "Spark at {master} cannot be used: {why}. Check that it runs, and --spark-master, or leave both out."


class JavaMissing(ResourceError):
    """Spark needs Java, and a new one, on this machine, unless it is reached through Spark Connect (sc://)."""

    template = "Spark needs Java 17 or newer, and {found}. Install it, point JAVA_HOME at it, or use --engine duckdb."


class ClusterFailed(ResourceError):
    """A task on Spark failed, and did so again when Spark tried it once more."""

    template = "Spark gave up on {path}: a task failed repeatedly. Spark's own log on the cluster says why."


class InputChanged(ResourceError):
    """A file was there when it was opened, and was gone or damaged when it was read."""

    template = "{path} was removed or changed while it was read. Nothing was written; run it again on files that stay."


class CopyTooLarge(ResourceError):
    """What Spark cannot read itself is copied for it, and this copy is too large to be sent to a cluster."""

    template = (
        "{path} is too large to be sent to the cluster. Give --spill-folder a folder that the cluster sees too, "
        "or save the data as Parquet there."
    )


class ExtraMissing(ResourceError):
    """A library that only some jobs need is not installed."""

    template = "{what} with {package}, which is not installed. Install it with: pip install 'bauta[{extra}]'"
