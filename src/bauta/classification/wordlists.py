"""Short lists of words by which values give themselves away. Compared in lower case, with - and _ as spaces.

These are meant to recognise a column, not to hold every country or name: most values being here is enough.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(","))


YES_NO = _words("y, n, yes, no, true, false, t, f, 0, 1, u, unk, unknown, oui, non, ja, nein, si, not known")

SEX = _words("""
    m, f, male, female, man, woman, boy, girl, masculine, feminine, homme, femme, masculin, feminin,
    mann, frau, männlich, weiblich, hombre, mujer, masculino, femenino, u, x, unknown, other, intersex,
    nonbinary, non binary, undifferentiated, divers, transgender, w, h
""")
SEX_PAIRS = (
    frozenset("mf"),
    frozenset("mw"),
    frozenset("hf"),
    frozenset({"male", "female"}),
    frozenset({"man", "woman"}),
)

RACE = _words("""
    white, black, asian, hispanic, latino, caucasian, african american, black or african american,
    native american, american indian, american indian or alaska native,
    american indian and alaska native, pacific islander, native hawaiian or other pacific islander,
    asian pac islander, asian or pacific islander, amer indian eskimo, hispanic or latino,
    not hispanic or latino, non hispanic, nonhispanic, non hispanic white, non hispanic black,
    mexican american, multiracial, mixed, two or more races, white british, black african,
    black caribbean, south asian, east asian, indian, pakistani, bangladeshi, chinese, arab, maori,
    aboriginal, first nations, other, unknown, not reported, other race, more than one race,
    other hispanic, declined, refused
""")
RACE_TELLTALES = _words(
    "white, black, caucasian, hispanic or latino, not hispanic or latino, non hispanic, nonhispanic"
)

MARITAL = _words("""
    married, single, divorced, widowed, separated, never married, married civ spouse,
    married spouse absent, married af spouse, domestic partner, civil partnership, civil union,
    common law, partnered, unmarried, cohabiting, living with partner, ledig, verheiratet, geschieden,
    verwitwet, celibataire, marie, divorce, veuf, unknown, other
""")

TITLES = _words("""
    mr, mrs, ms, miss, mx, dr, prof, sir, rev, md, phd, jr, sr, ii, iii, jd, herr, frau, dr., mr., mrs., ms.,
    prof., m., mme, mlle,
    sr., sra., srta., dott., sig., sig.ra
""")

EDUCATION = _words("""
    bachelors, masters, doctorate, phd, hs grad, high school, some college, college, preschool,
    prof school, assoc acdm, assoc voc, 1st 4th, 5th 6th, 7th 8th, 9th, 10th, 11th, 12th, primary,
    secondary, tertiary, primary school, secondary school, university, bachelor, master,
    associate degree, no schooling, vocational, college graduate, less than high school,
    high school graduate, postgraduate, undergraduate, unknown, other
""")

US_STATES = _words("""
    al, ak, az, ar, ca, co, ct, de, fl, ga, hi, id, il, in, ia, ks, ky, la, me, md, ma, mi, mn, ms, mo,
    mt, ne, nv, nh, nj, nm, ny, nc, nd, oh, ok, or, pa, ri, sc, sd, tn, tx, ut, vt, va, wa, wv, wi, wy,
    dc, pr, gu, vi, on, qc, bc, ab, mb, sk, ns, nb, nl, pe, nt, yt, nu, alabama, alaska, arizona,
    arkansas, california, colorado, connecticut, delaware, florida, georgia, hawaii, idaho, illinois,
    indiana, iowa, kansas, kentucky, louisiana, maine, maryland, massachusetts, michigan, minnesota,
    mississippi, missouri, montana, nebraska, nevada, new hampshire, new jersey, new mexico, new york,
    north carolina, north dakota, ohio, oklahoma, oregon, pennsylvania, rhode island, south carolina,
    south dakota, tennessee, texas, utah, vermont, virginia, washington, west virginia, wisconsin,
    wyoming, district of columbia, puerto rico, ontario, quebec, british columbia, alberta, manitoba,
    saskatchewan, nova scotia, new brunswick, newfoundland and labrador, prince edward island, yukon,
    nunavut, northwest territories
""")

COUNTRIES = _words("""
    united states, usa, united states of america, uk, united kingdom, great britain, england, scotland,
    wales, ireland, canada, mexico, cuba, jamaica, haiti, puerto rico, dominican republic, guatemala,
    honduras, nicaragua, el salvador, costa rica, panama, colombia, venezuela, ecuador, peru, bolivia,
    brazil, chile, argentina, uruguay, paraguay, france, germany, spain, portugal, italy, switzerland,
    austria, belgium, netherlands, holland, luxembourg, denmark, norway, sweden, finland, iceland,
    poland, czech republic, czechia, slovakia, hungary, romania, bulgaria, greece, turkey, turkiye,
    serbia, croatia, slovenia, bosnia, albania, yugoslavia, ukraine, russia, belarus, lithuania, latvia,
    estonia, israel, lebanon, syria, jordan, iraq, iran, saudi arabia, kuwait, qatar, egypt, morocco,
    algeria, tunisia, libya, sudan, ethiopia, kenya, uganda, tanzania, nigeria, ghana, senegal,
    cameroon, south africa, zimbabwe, zambia, india, pakistan, bangladesh, sri lanka, nepal,
    afghanistan, china, hong kong, taiwan, japan, south korea, korea, vietnam, thailand, cambodia, laos,
    malaysia, singapore, indonesia, philippines, australia, new zealand, trinidad and tobago, us, gbr, can,
    mex, fra, deu, esp, prt, ita, che, aut, bel, nld, dnk, nor, swe, fin, pol, cze, hun, rou, bgr, grc,
    tur, rus, ukr, isr, egy, zaf, ind, pak, chn, jpn, kor, vnm, tha, aus, nzl, bra, arg, chl, col,
    deutschland, schweiz, osterreich, españa, italia, polska, nederland, suisse, belgique
""")

MONTHS = _words("""
    jan, feb, mar, apr, may, jun, jul, aug, sep, sept, oct, nov, dec, january, february, march, april,
    june, july, august, september, october, november, december
""")

COMMON_GIVEN_NAMES = _words("""
    james, john, robert, michael, william, david, richard, joseph, thomas, charles, christopher, daniel,
    matthew, anthony, mark, donald, steven, paul, andrew, joshua, kenneth, kevin, brian, george, edward,
    ronald, timothy, jason, jeffrey, ryan, jacob, gary, nicholas, eric, jonathan, stephen, larry,
    justin, scott, brandon, benjamin, samuel, frank, gregory, raymond, alexander, patrick, jack, dennis,
    jerry, peter, henry, carl, arthur, noah, liam, oliver, lucas, ethan, adam, mary, patricia, jennifer,
    linda, elizabeth, barbara, susan, jessica, sarah, karen, nancy, lisa, margaret, betty, sandra,
    ashley, dorothy, kimberly, emily, donna, michelle, carol, amanda, melissa, deborah, stephanie,
    rebecca, laura, sharon, cynthia, kathleen, amy, shirley, angela, helen, anna, brenda, pamela,
    nicole, ruth, katherine, samantha, christine, emma, catherine, virginia, debra, rachel, janet,
    maria, heather, diane, julie, joyce, victoria, kelly, christina, joan, evelyn, lauren, judith,
    olivia, martha, cheryl, megan, andrea, hannah, ann, alice, jean, julia, grace, sophia, sofia, jose,
    juan, luis, carlos, miguel, pedro, ana, carmen, pierre, jacques, marie, claire, louis, hans, klaus,
    anke, ursula, wolfgang, giovanni, marco, francesca, mohammed, muhammad, ahmed, fatima, ali, wei, li,
    ming, priya, raj, yuki, ivan, olga, katarzyna, jan, lars, ingrid, sven, chloe, jane, joe, tom, mike,
    bob, bill, jim, kate, sam, ben, lucy, ellen
""")

INSTITUTIONS = _words("""
    hospital, clinic, center, centre, university, school, county, saint, st, ward, street, unit,
    department, health, medical, institute, college, church, inc, ltd, pharmacy, laboratory, lab,
    foundation, trust, park, city
""")
