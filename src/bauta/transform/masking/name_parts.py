"""What names are put together from: thousands of names, most of which nobody in particular has."""

from collections.abc import Sequence


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _joined(fronts: Sequence[str], ends: Sequence[str]) -> tuple[str, ...]:
    return tuple(front + end for front in fronts for end in ends)


_GIVEN_FRONTS = _words("""
    Al An Ar Bel Ben Cal Car Dan Dar El Em Ev Fel Fran Gab Gil Har Hel Is Jan Jor Jul Kar Kat Lan Leo Lin Lor Luc
    Mar Mel Mil Mon Nat Nor Ol Or Pat Per Ral Ren Rob Ros Sal Sam Ser Sim Sol Syl Tam Ter Tim Val Ver Vic Wal Wen
    Yas Yor Zel
""")
_GIVEN_ENDS = _words("""
    a an ana ard bert da den dra ella en ena eta ette ey ia ian ic ice ie in ina inda ine is ita ius la lan lia
    lin lyn mond na nette o on or ric sa son ta ton vin ya
""")
_FAMILY_FRONTS = _words("""
    Ash Bar Beck Birch Black Brad Bram Brook Bur Cald Carl Chad Clay Clif Craw Crom Dal Den Dray Dun Eld Elm Fair
    Farn Fen Gar Glen Gold Gran Green Hal Ham Hart Hath Hay Hazel Hol Horn Kel Ken King Lang Law Lin Lock Mar May
    Mill Mor New Nor Oak Or Pem Pen Pres Rad Red Rich Rock Rose Row Rush Ruther Shel Sher Stan Stone Strat Sut
    Thorn Til Wake Wal War Wes White Whit Win Wood
""")
_FAMILY_ENDS = _words("""
    berg borough bourne bridge brook burn bury by combe cott croft dale den don field ford gate ham hurst ing kirk
    land ley man mere more ridge sley stead stock ston ter thorpe ton ville ward well wick wood worth
""")

GIVEN = _joined(_GIVEN_FRONTS, _GIVEN_ENDS)
FAMILY = _joined(_FAMILY_FRONTS, _FAMILY_ENDS)
TITLES = _words("Mr Mrs Ms Miss Dr Prof")
SUFFIXES = _words("Jr Sr II III IV")
PARTICLES = _words("de del della der di da do dos du la le van von den ten ter al el bin ibn zu af av")

# Enough real names to tell a column of given names from one of family names.
KNOWN_GIVEN = frozenset(
    _words("""
    james john robert michael william david richard joseph thomas charles mary patricia jennifer linda elizabeth
    barbara susan jessica sarah karen maria anna jose juan carlos pierre jean marie hans peter wolfgang ursula
    giovanni marco ahmed fatima mohammed ali priya ivan olga emma liam noah olivia sophia daniel paul mark laura
""")
)
KNOWN_FAMILY = frozenset(
    _words("""
    smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson
    anderson taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson
    walker young allen king wright scott torres nguyen hill mueller müller schmidt schneider fischer weber meyer
    dupont durand rossi ferrari khan singh patel kim tran novak
""")
)
