"""How a disclosure policy tells a variable: what Safe Harbor and its alternatives make of ages and ethnicities.

Unlike the levels of a hierarchy these need not contain each other: ages with 90 and over alike are neither finer nor
coarser than ages in ranges of five years.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from bauta.dates.reading import all_dates, day_of
from bauta.hierarchies.numbers import read_number
from bauta.hierarchies.suggest import AGE_WORDS, WORD
from bauta.model.policies import AgeDetail, EthnicityDetail, Policy

OLDEST_TOLD = 89
"""Safe Harbor: "all ages over 89" may only be told as "90 or older" (45 CFR 164.514(b)(2)(i)(C))."""
BIRTH_WORDS = {"birth", "dob", "born", "yob", "birthyear", "birthdate", "geburtsjahr", "geburtsdatum"}
ETHNICITY_WORDS = {"race", "ethnicity", "ethnic", "ethnicgroup", "races"}
BLACK_WORDS = {"black", "african", "afro", "aa", "afroamerican"}
WHITE_WORDS = {"white", "caucasian", "wh"}
NEGATIONS = {"non", "not", "no"}
WORDS_OF_VALUES = re.compile(r"[A-Za-z]+")
AFRICAN_AMERICAN, WHITE, OTHER = "AA", "WH", "OT"


class Demographic(StrEnum):
    """What a variable is to a policy."""

    AGE = "age"
    BIRTH_YEAR = "year of birth"
    BIRTH_DATE = "date of birth"
    DATE = "date"
    ETHNICITY = "ethnicity"
    ZIP = "ZIP code"
    OTHER = "other"


BIRTHS = (Demographic.BIRTH_YEAR, Demographic.BIRTH_DATE)
AGES = (Demographic.AGE, *BIRTHS)


def demographic_of(variable: str, texts: Sequence[str], *, is_zip: bool) -> Demographic:
    """What a variable seems to be, by its name and its values."""
    words = {word.lower() for word in WORD.findall(variable)} | {variable.lower()}
    if is_zip:
        return Demographic.ZIP
    if all_dates(texts):
        return Demographic.BIRTH_DATE if words & BIRTH_WORDS else Demographic.DATE
    if texts and all(read_number(text) for text in texts):
        if words & BIRTH_WORDS:
            return Demographic.BIRTH_YEAR
        if words & AGE_WORDS:
            return Demographic.AGE
    return Demographic.ETHNICITY if words & ETHNICITY_WORDS else Demographic.OTHER


def age_like(texts: Sequence[str]) -> Demographic | None:
    """What a variable is that somebody says tells ages: dates and years are of birth; None if it tells no age."""
    if all_dates(texts):
        return Demographic.BIRTH_DATE
    numbers = [read_number(text) for text in texts]
    if not texts or any(number is None for number in numbers):
        return None
    least = min(number[0] / 10 ** number[1] for number in numbers if number is not None)
    return Demographic.BIRTH_YEAR if least > 1000 else Demographic.AGE


def tell(
    demographic: Demographic,
    policy: Policy,
    texts: Sequence[str | None],
    *,
    year: int | None,
    three_values: Mapping[str | None, str] | None = None,
    zip3: Sequence[str | None] = (),
) -> list[str | None]:
    """What the policy tells each value as. `year` is that in which ages are counted, `three_values` and `zip3` what
    ethnicities and ZIP codes are told as.
    """
    match demographic:
        case Demographic.AGE:
            return [_told_age(policy.age, text) for text in texts]
        case Demographic.BIRTH_YEAR | Demographic.BIRTH_DATE:
            assert year is not None
            return [_told_birth(policy.age, text, year) for text in texts]
        case Demographic.DATE:
            return [text if text is None else _year_of(text) for text in texts]
        case Demographic.ETHNICITY if policy.ethnicity is EthnicityDetail.THREE_VALUES:
            assert three_values is not None
            return [three_values[text] if text is not None else None for text in texts]
        case Demographic.ZIP:
            return list(zip3)
    return list(texts)


def in_words(demographic: Demographic, policy: Policy, year: int | None) -> str:
    """How the policy tells such a variable."""
    match demographic:
        case Demographic.AGE:
            return str(policy.age)
        case Demographic.BIRTH_YEAR | Demographic.BIRTH_DATE:
            if policy.age is AgeDetail.TOP_CODED and year is not None:
                return f"years from {year - OLDEST_TOLD} on, earlier ones alike"
            return str(policy.age)
        case Demographic.DATE:
            return "years"
        case Demographic.ETHNICITY:
            return str(policy.ethnicity)
        case Demographic.ZIP:
            return "first three digits, 000 where 20,000 people or fewer share them"
    return "as it is"


def _told_age(detail: AgeDetail, text: str | None) -> str | None:
    number = None if text is None else read_number(text)
    if number is None:
        return text
    age = number[0] // 10 ** number[1]
    if detail is AgeDetail.TOP_CODED:
        return f"{OLDEST_TOLD + 1}+" if age > OLDEST_TOLD else str(age)
    return _range(detail, age)


def _told_birth(detail: AgeDetail, text: str | None, year: int) -> str | None:
    if text is None:
        return None
    day, number = day_of(text), read_number(text)
    if day is not None:
        born = day.year
    elif number is not None:
        born = number[0] // 10 ** number[1]
    else:
        return text
    if detail is AgeDetail.TOP_CODED:
        return f"before {year - OLDEST_TOLD}" if year - born > OLDEST_TOLD else str(born)
    return _range(detail, born)


def _year_of(text: str) -> str:
    day = day_of(text)
    return text if day is None else f"{day.year:04d}"


def _range(detail: AgeDetail, number: int) -> str:
    width = {AgeDetail.FIVE_YEARS: 5, AgeDetail.TEN_YEARS: 10}.get(detail, 1)
    first = number - number % width
    return str(number) if width == 1 else f"{first}-{first + width - 1}"


def three_values_of(texts: Sequence[str | None]) -> dict[str | None, str] | None:
    """African-American, white or other, by the words of each value; None where the words do not say which is which.

    >>> three_values_of(["White alone", "Black or African American alone", "Asian alone", None])
    {'White alone': 'WH', 'Black or African American alone': 'AA', 'Asian alone': 'OT'}
    >>> three_values_of(["1", "2", "3"]) is None
    True
    """
    told: dict[str | None, str] = {text: _one_of_three(text) for text in texts if text is not None}
    return told if {AFRICAN_AMERICAN, WHITE} <= set(told.values()) else None


def _one_of_three(text: str) -> str:
    words = {word.lower() for word in WORDS_OF_VALUES.findall(text)}
    is_black, is_white = bool(words & BLACK_WORDS), bool(words & WHITE_WORDS)
    if is_black == is_white or words & NEGATIONS:
        return OTHER
    return AFRICAN_AMERICAN if is_black else WHITE
