"""Which numbers are quantities, and which are names of things.

State 25, diagnosis 4280 and provider 330101 are numbers only by their digits: 25 is not between 24 and 26 in any
sense that a group "20-29" could use. Values alone do not show it: states run from 1 to 56 and hospitals from 1 to
467, as ages and days do. So numbers are quantities where something says so: fractions or signs, years of our time, or
a name that speaks of counting or measuring.
"""

import re
from collections.abc import Sequence, Set

Number = tuple[int, int]
"""(digits, decimals), as `numbers.read_number` gives them."""

YEARS = (1850, 2100)
_FILLED = 2
"""Of a span of years at least one in so many occurs."""


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9_]+", text))


CODE_WORDS = _words(
    """
    code codes cd id ids no nr num number nbr key identifier fips state county country region district province
    municipality site hospital hosp facility provider prov npi clinic ward dept department unit practice
    physician doctor staff dx diag diagnosis dgns icd drg apr cpt hcpcs proc procedure ndc drug atc snomed loinc
    revenue rev occupation industry naics soc race sex gender ethnicity marital religion language payer plan
    status type kind class category cat zip postal area tract block msa cbsa
    """
)
"""Words for things that are numbered. They outweigh any other word: age_cd is a code, and so is state_no."""

QUANTITY_WORDS = _words(
    """
    age ages agey agep ageyr ridageyr alter edad years yrs yr year jahr jahre ano annee yob birthyear jahrgang
    day days tage jours dias hour hours hrs minute minutes min mins month months week weeks time duration los
    stay length delay interval since until gestation gestational weight wt kg gewicht poids peso birthweight
    height ht cm groesse taille estatura bmi size waist head circumference income salary wage wages earnings
    revenues cost costs charge charges amount amt paid pay payment price total totals expenses expenditure
    capital gain loss copay deductible coverage einkommen count counts cnt number_of quantity qty sum n
    dispensed refills visits admissions children siblings dependents persons people household members parity
    gravida pregnancies rooms beds cigarettes drinks packs score scale rate ratio percent pct percentage share
    fraction index level dose dosage mg ml pressure sbp dbp rsbp bp pulse heartrate hr temperature temp glucose
    hba1c cholesterol creatinine hemoglobin result value measurement education_years schooling distance miles km
    speed altitude volume depth width
    """
)
"""Words for what is counted or measured, in the frequent languages."""


def are_quantities(numbers: Sequence[Number], words: Set[str]) -> bool:
    """Whether something says that these numbers count or measure."""
    if any(decimals > 0 or digits < 0 for digits, decimals in numbers):
        return True
    if words & CODE_WORDS and not _count_something(words):
        return False
    # One letter before a known word is private shorthand, as in iage and RSBP; "stage" and "language" have more.
    shorthand = {word[1:] for word in words if len(words) == 1 and len(word) > 3} - CODE_WORDS
    return bool((words | shorthand) & QUANTITY_WORDS) or _are_years([digits for digits, _ in numbers])


def _count_something(words: Set[str]) -> bool:
    """Whether a word for numbers stands before what is counted: number of children, hospital days."""
    return bool(words & _COUNTED) and not words & {"code", "codes", "cd", "id", "ids", "key", "type", "cat", "category"}


_COUNTED = _words(
    """
    days day hours children visits admissions siblings dependents persons people members rooms beds cigarettes
    drinks packs pregnancies refills count counts cnt cost costs charge charges amount amt paid payment expenses
    length los stay duration years months weeks age year score rate percent pct
    """
)


def _are_years(numbers: Sequence[int]) -> bool:
    """Whether all are years of our time, and most between the first and the last occur."""
    low, high = min(numbers), max(numbers)
    return low >= YEARS[0] and high <= YEARS[1] and len(set(numbers)) * _FILLED > high - low
