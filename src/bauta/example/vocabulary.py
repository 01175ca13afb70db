"""The words the made-up example is written with: places, names, races, diagnoses.

Kept apart from the simulation so that `population.py` and `hospital.py` read as models and this file as a
list. The region is invented. Surnames are put together from syllables, telephone numbers use the block that
is set aside for fiction (555-0100 to 555-0199) and e-mail domains are the reserved ones (RFC 2606), so
nothing here can reach a person. The ICD-10-CM codes are real, because software that reads them should meet
real ones.
"""

from itertools import product
from typing import NamedTuple

# From the most to the least populous: population follows rank. The three-digit areas differ in size on
# purpose (021 a city, 016 towns, 012 a few villages), and every code starts with a zero, which careless
# readers drop.
ZIPS = (
    "02171", "02134", "01607", "02188", "02113", "01654", "02146", "02102", "01631", "02157", "01689",
    "02195", "01618", "02129", "01672", "02164", "01640", "01226", "02107", "01695", "01663", "01241",
    "01699", "01258", "02199", "01203",
)  # fmt: skip

RACE_SHARES = {
    "White": 0.700,
    "Black or African American": 0.150,
    "Asian": 0.090,
    "Two or More Races": 0.048,
    "American Indian or Alaska Native": 0.009,
    "Native Hawaiian or Other Pacific Islander": 0.003,
}
"""Region-wide shares of the US race categories (Office of Management and Budget, Directive 15 of 1997)."""

FIRST_NAMES_F = (
    "Mary", "Linda", "Susan", "Karen", "Ana", "Grace", "Ruth", "Zoé", "Inés", "Helen", "Alice", "Clara",
    "Nora", "Edith", "Irene", "Julia", "Lucía", "Martha", "Olive", "Paula", "Rosa", "Sara", "Tessa",
    "Ursula", "Vera", "Wanda", "Yara", "Begoña", "Jörid", "Renée", "Amara", "Bela", "Dalia", "Esme",
    "Farah", "Gwen", "Hana", "Mei", "Priya", "Keiko",
)  # fmt: skip
FIRST_NAMES_M = (
    "John", "Robert", "James", "David", "Luis", "Peter", "Paul", "André", "Iñigo", "Henry", "Arthur",
    "Carl", "Noah", "Edgar", "Ivan", "Julian", "Lucas", "Martin", "Oscar", "Pablo", "Ralph", "Simon",
    "Thomas", "Ulric", "Victor", "Walter", "Yusuf", "Björn", "Jörg", "René", "Amos", "Boris", "Dario",
    "Emil", "Felix", "Gavin", "Hugo", "Kwame", "Ravi", "Kenji",
)  # fmt: skip
_SURNAME_STARTS = (
    "Ash", "Brack", "Cald", "Dorn", "Elv", "Fen", "Garr", "Holl", "Ing", "Kest", "Lam", "Marr", "Nev", "Ost",
    "Pell", "Quin", "Rosk", "Sall", "Tarr", "Varn", "Wend",
)  # fmt: skip
_SURNAME_ENDS = ("ford", "wick", "lund", "mann", "etti", "ova", "ström", "ández", "amoto", "ère", "eñal")
LAST_NAMES = tuple(start + end for end, start in product(_SURNAME_ENDS, _SURNAME_STARTS))
"""Invented surnames, plain ones first: names early in the list are drawn more often."""

AREA_CODES = (
    "617", "508", "781", "978", "413", "774", "857", "339", "351", "401", "603", "207", "802", "860", "203",
    "475",
)  # fmt: skip
EMAIL_DOMAINS = ("example.org", "example.net")


class Diagnosis(NamedTuple):
    """How common a diagnosis is and in whom: a bell over age, cut off at two ages, perhaps one sex.

    `newborn` marks the diagnoses of a birth stay. They go to those admitted on the day they were born, and to
    nobody else.
    """

    code: str
    weight: float
    typical_age: float
    age_spread: float
    youngest: int = 0
    oldest: int = 120
    sex: str | None = None
    newborn: bool = False


DIAGNOSES = (
    # Infections
    Diagnosis("A41.9", 40, 75, 22),  # sepsis, organism not stated
    Diagnosis("A08.4", 6, 10, 25),  # viral intestinal infection
    Diagnosis("B18.2", 1.5, 50, 14, youngest=18),  # chronic hepatitis C
    Diagnosis("B20", 1, 45, 13, youngest=18),  # HIV disease
    Diagnosis("J10.1", 9, 50, 40),  # influenza with respiratory manifestations
    Diagnosis("J12.82", 8, 70, 22),  # pneumonia due to COVID-19
    Diagnosis("J18.9", 26, 76, 24),  # pneumonia
    Diagnosis("J21.0", 12, 0, 1.2, oldest=3),  # bronchiolitis due to RSV
    Diagnosis("L03.115", 10, 60, 22),  # cellulitis of right lower limb
    Diagnosis("N39.0", 16, 80, 20),  # urinary tract infection
    # Cancer and blood
    Diagnosis("C18.9", 5, 70, 13, youngest=25),  # colon
    Diagnosis("C25.9", 2, 70, 11, youngest=30),  # pancreas
    Diagnosis("C34.90", 6, 71, 10, youngest=30),  # lung
    Diagnosis("C50.911", 5, 62, 14, youngest=25, sex="F"),  # right breast, female
    Diagnosis("C50.912", 5, 62, 14, youngest=25, sex="F"),  # left breast, female
    Diagnosis("C56.9", 1.5, 63, 14, youngest=18, sex="F"),  # ovary
    Diagnosis("C61", 6, 70, 9, youngest=40, sex="M"),  # prostate
    Diagnosis("C67.9", 3, 73, 10, youngest=35),  # bladder
    Diagnosis("C90.00", 1, 70, 10, youngest=40),  # multiple myeloma
    Diagnosis("C91.00", 0.6, 5, 6, oldest=60),  # acute lymphoblastic leukaemia
    Diagnosis("D50.9", 5, 60, 25),  # iron deficiency anaemia
    Diagnosis("D57.00", 0.8, 25, 12, oldest=65),  # sickle-cell crisis
    Diagnosis("Z51.11", 9, 63, 14),  # chemotherapy
    # Diabetes, metabolism
    Diagnosis("E10.10", 4, 22, 14, oldest=70),  # type 1 diabetes with ketoacidosis
    Diagnosis("E10.9", 1.5, 25, 16),  # type 1 diabetes
    Diagnosis("E11.9", 7, 64, 13, youngest=20),  # type 2 diabetes
    Diagnosis("E11.22", 4, 70, 11, youngest=30),  # with chronic kidney disease
    Diagnosis("E11.42", 2, 66, 11, youngest=30),  # with polyneuropathy
    Diagnosis("E11.621", 4, 65, 11, youngest=30),  # with foot ulcer
    Diagnosis("E11.65", 9, 60, 14, youngest=18),  # with hyperglycaemia
    Diagnosis("E66.01", 6, 44, 11, youngest=16),  # severe obesity due to excess calories
    Diagnosis("E84.0", 0.5, 20, 10, oldest=60),  # cystic fibrosis, lungs
    Diagnosis("E86.0", 7, 70, 35),  # dehydration
    Diagnosis("E87.1", 5, 78, 15),  # low sodium
    # Mind and nerves
    Diagnosis("F03.90", 7, 85, 6, youngest=60),  # dementia
    Diagnosis("F10.20", 5, 48, 13, youngest=16),  # alcohol dependence
    Diagnosis("F11.20", 4, 36, 10, youngest=16),  # opioid dependence
    Diagnosis("F20.9", 4, 38, 14, youngest=15),  # schizophrenia
    Diagnosis("F31.9", 5, 38, 15, youngest=14),  # bipolar disorder
    Diagnosis("F32.A", 9, 32, 20, youngest=10),  # depression
    Diagnosis("F84.0", 0.7, 10, 6, youngest=2, oldest=40),  # autism
    Diagnosis("G10", 0.2, 47, 10, youngest=20),  # Huntington's disease
    Diagnosis("G12.21", 0.3, 62, 9, youngest=30),  # amyotrophic lateral sclerosis
    Diagnosis("G20.A1", 2, 76, 8, youngest=45),  # Parkinson's disease
    Diagnosis("G30.9", 6, 84, 6, youngest=60),  # Alzheimer's disease
    Diagnosis("G40.909", 6, 35, 28),  # epilepsy
    Diagnosis("G43.909", 2, 36, 13, youngest=8),  # migraine
    Diagnosis("R56.00", 2, 1.5, 1.2, oldest=5),  # febrile convulsions
    # Heart and vessels
    Diagnosis("I10", 4, 64, 15, youngest=25),  # high blood pressure
    Diagnosis("I11.0", 22, 76, 11, youngest=35),  # hypertensive heart disease with heart failure
    Diagnosis("I13.0", 13, 78, 10, youngest=40),  # the same with kidney disease
    Diagnosis("I21.4", 17, 69, 12, youngest=30),  # heart attack, non-ST elevation
    Diagnosis("I25.10", 6, 67, 11, youngest=35),  # coronary artery disease
    Diagnosis("I26.99", 6, 63, 16, youngest=18),  # pulmonary embolism
    Diagnosis("I35.0", 3, 79, 9, youngest=40),  # aortic stenosis
    Diagnosis("I48.91", 12, 74, 12, youngest=25),  # atrial fibrillation
    Diagnosis("I50.9", 5, 82, 10, youngest=30),  # heart failure
    Diagnosis("I63.9", 15, 73, 13, youngest=25),  # stroke
    Diagnosis("R07.9", 7, 57, 16, youngest=18),  # chest pain
    Diagnosis("R55", 5, 70, 22, youngest=8),  # fainting
    # Lungs
    Diagnosis("J44.1", 16, 69, 11, youngest=35),  # chronic obstructive lung disease, exacerbation
    Diagnosis("J45.901", 6, 14, 18, youngest=2),  # asthma, exacerbation
    Diagnosis("J69.0", 6, 79, 14),  # aspiration pneumonia
    Diagnosis("J96.01", 10, 68, 20),  # acute respiratory failure
    # Digestion
    Diagnosis("K35.80", 8, 25, 16, youngest=3),  # appendicitis
    Diagnosis("K40.90", 2, 58, 22, sex="M"),  # inguinal hernia
    Diagnosis("K50.90", 2, 30, 14, youngest=6),  # Crohn's disease
    Diagnosis("K51.90", 2, 36, 16, youngest=6),  # ulcerative colitis
    Diagnosis("K56.609", 7, 67, 17),  # intestinal obstruction
    Diagnosis("K57.32", 6, 61, 14, youngest=25),  # diverticulitis
    Diagnosis("K70.30", 2, 56, 10, youngest=25),  # alcoholic cirrhosis
    Diagnosis("K80.20", 4, 48, 17, youngest=14),  # gallstones
    Diagnosis("K85.90", 8, 51, 16, youngest=12),  # pancreatitis
    Diagnosis("K92.2", 9, 72, 15, youngest=16),  # gastrointestinal bleeding
    # Bones, joints, injuries
    Diagnosis("M16.11", 9, 68, 10, youngest=30),  # arthrosis of right hip
    Diagnosis("M17.11", 11, 68, 9, youngest=35),  # arthrosis of right knee
    Diagnosis("M17.12", 11, 68, 9, youngest=35),  # arthrosis of left knee
    Diagnosis("M32.9", 0.6, 36, 12, youngest=12),  # lupus
    Diagnosis("M48.061", 5, 68, 11, youngest=35),  # lumbar spinal stenosis
    Diagnosis("S06.0X0A", 3, 20, 20, youngest=1),  # concussion
    Diagnosis("S52.501A", 2, 12, 25, youngest=1),  # broken right wrist
    Diagnosis("S72.001A", 11, 84, 8, youngest=50),  # hip fracture
    Diagnosis("S72.141A", 9, 84, 8, youngest=50),  # fracture below the hip joint
    Diagnosis("T40.1X1A", 1.5, 33, 9, youngest=15),  # heroin poisoning, accidental
    # Kidneys, urinary and reproductive organs
    Diagnosis("N17.9", 15, 74, 15, youngest=16),  # acute kidney failure
    Diagnosis("N18.6", 3, 62, 14, youngest=16),  # end-stage kidney disease
    Diagnosis("N20.0", 3, 46, 15, youngest=14),  # kidney stone
    Diagnosis("N40.1", 4, 72, 9, youngest=45, sex="M"),  # enlarged prostate
    Diagnosis("N80.9", 1.5, 34, 7, youngest=15, oldest=52, sex="F"),  # endometriosis
    # Pregnancy and childbirth
    Diagnosis("O03.9", 4, 30, 7, youngest=14, oldest=49, sex="F"),  # spontaneous abortion
    Diagnosis("O14.13", 6, 30, 6, youngest=15, oldest=48, sex="F"),  # severe pre-eclampsia
    Diagnosis("O24.419", 6, 32, 5, youngest=16, oldest=48, sex="F"),  # gestational diabetes
    Diagnosis("O34.211", 28, 32, 5, youngest=16, oldest=48, sex="F"),  # scar of earlier caesarean
    Diagnosis("O42.02", 24, 30, 5.5, youngest=15, oldest=48, sex="F"),  # early rupture of membranes
    Diagnosis("O48.0", 24, 29, 5.5, youngest=15, oldest=48, sex="F"),  # post-term pregnancy
    Diagnosis("O80", 65, 29, 5.5, youngest=14, oldest=48, sex="F"),  # uncomplicated delivery
    # Birth stays; weights compare within this block only
    Diagnosis("Z38.00", 66, 0, 1, newborn=True),  # single liveborn, vaginal delivery
    Diagnosis("Z38.01", 32, 0, 1, newborn=True),  # single liveborn, by caesarean
    Diagnosis("Z38.31", 2, 0, 1, newborn=True),  # twin liveborn, by caesarean
)
