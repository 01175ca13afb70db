"""Words by which column names announce quasi-identifiers. The notation is explained in `vocabulary`."""

from bauta.classification import kinds
from bauta.classification.kinds import Kind

WORDS: dict[Kind, str] = {
    kinds.BIRTH_DATE: """
        dob, date birth, birth date, birthdate, birthday, birth day, birth dt, birth datetime, brthdtc,
        brthdat, brth dt, bdate, born, born on, date born, month birth, birth month, day birth,
        geburtsdatum, geburtstag, geb datum, date naissance, ddn, fecha nacimiento, fecha nac, nacimiento,
        data nascita, geboortedatum, naissance
    """,
    kinds.BIRTH_YEAR: """
        year birth, birth year, yob, birthyear, birthyr, birth yr, geburtsjahr, annee naissance,
        ano nacimiento
    """,
    kinds.BIRTH_PLACE: """
        place birth, birth place, birthplace, country birth, birth country, birth city, birth state,
        geburtsort, lieu naissance
    """,
    kinds.BIRTH_CIRCUMSTANCE: """
        birth weight, birthweight, birth wt, plurality, gestational age, gestation, gest age,
        gestation weeks, geburtsgewicht
    """,
    kinds.AGE: """
        age, age years, age yrs, age group, age band, age range, age admission, age at admission,
        age at diagnosis, age at enrollment, age cat, agegrp, agegr, agey, age yr, alter, edad, ridageyr,
        anchor age, age days, age months
    """,
    kinds.EVENT_DATE: """
        {event} date/dt/dttm/datetime/date_time/time/dat/timestamp/year/month/day/ts,
        date/dt/time/datetime/year/month admission/discharge/visit/surgery/
        onset/diagnosis/service/enrolment/procedure,
        dos, admittime, dischtime, charttime, storetime, rfstdtc, rfendtc, admdate, admitdt, dischdt,
        disdate, date entree, date sortie, aufnahmedatum, entlassungsdatum, fecha ingreso, fecha alta,
        fecha, datum, date, event dt, index date, admityr, anchor year
    """,
    kinds.DEATH_DATE: """
        death/deceased/died/dth/dod/decease date/dt/datetime/dttm/dtc/time/year/month/mon/day, date death,
        dod, dthdtc, date died, dt death, todesdatum, sterbedatum, date deces, fecha defuncion, deathdate
    """,
    kinds.LENGTH_OF_STAY: """
        los, length stay, los days, days in hospital, stay days, lengthofstay, hospital days
    """,
    kinds.SEX: """
        sex, gender, gndr, sex at birth, sexe, genre, geschlecht, sexo, genero, sesso, geslacht,
        gender identity, riagendr, sexcd
    """,
    kinds.RACE: """
        race, ethnicity, ethnic, ethnic group, ethnic origin, ethnicgroup, hispanic, latino, aboriginal,
        indigenous, ancestry, skin colour, skin color, visible minority, ethnie, raza, etnia, ridreth,
        ridreth 1, tribe, tribal affiliation, racecd
    """,
    kinds.POSTAL_CODE: """
        postal, postal code, postcode, post code, postcd, plz, postleitzahl, code postal, codigo postal,
        cp, fsa, postal district
    """,
    kinds.ZIP5: "zip, zipcode, zip code, zip cd, zcta, zip plus 4, zip 5, zip 4, zip 9, us zip",
    kinds.ZIP3: "zip 3, zip code 3, zip 3 digit, three digit zip",
    kinds.COUNTRY: """
        country, cntry, ctry, nation, nationality, citizenship, native country, country code, cntry num,
        country num, pays, land, pais, nationalite, nacionalidad, staatsangehoerigkeit, immigrant,
        immigration status, country residence
    """,
    kinds.STATE: """
        province, state fips, fips state, prov cd, state code, state cd, state abbr, state name, state num,
        statecd, bundesland,
        provincia, state residence, home state, canton
    """,
    kinds.PLACE: """
        city, town, county, municipality, borough, village, region, census tract, census block, fips,
        county fips, district, neighborhood, neighbourhood, lsoa, msoa, msa, cbsa, ville, stadt, gemeinde, wohnort,
        ciudad, municipio, residence, location id, location, urban rural, rurality, parish, commune,
        landkreis, health region, geo code, geo id, geo name, place residence
    """,
    kinds.SITE_NUMBER: "{place} {number}, siteid, hospnum, prvdr num",
    kinds.SITE: """
        {place} name/nm, data access group, access group, hospital, hosp, organization, clinic, facility,
        institution, site, study site,
        centre, center, ward, department, dept, krankenhaus, hopital
    """,
    kinds.PROVIDER: """
        {staff} {number}, npi, invid, attending, physician, provider, at physn npi, op physn npi
    """,
    kinds.MARITAL_STATUS: """
        marital, marital status, maritalstatus, marital stat, marstat, marital cd, civil status,
        familienstand, etat civil, estado civil, dmdmartl
    """,
    kinds.EDUCATION: """
        education, educ, education level, education num, years education, schooling, highest degree,
        school grade, bildung, niveau etude, educacion, escolaridad, dmdeduc
    """,
    kinds.OCCUPATION: """
        occupation, occup, profession, job, job title, employment, employment status, employer, workclass,
        work class, industry, beruf, metier, ocupacion, profesion, work status, employed, unemployed,
        retired
    """,
    kinds.LANGUAGE: """
        language, lang, mother tongue, primary language, interpreter, langue, sprache, muttersprache, idioma
    """,
    kinds.RELIGION: "religion, religious affiliation, faith, konfession, denomination",
    kinds.HOUSEHOLD: """
        household size, household, family size, number children, num children, n children, children,
        number dependents, dependents, living arrangement, lives alone, relationship, dwelling, housing,
        parity, siblings, homeless, family id, household id
    """,
    kinds.MILITARY: "veteran, veteran status, military, military status, military service, army",
    kinds.VISIT_KIND: """
        encounter class, encounter type, visit class, visit type, patient class, admission type, type admission,
        admission source, admit source, visit concept id, visit source value, visit source concept id,
        place service, kind visit
    """,
    kinds.CHARACTERISTIC: "scorres, scstresc, scstresn, qval, subject characteristic",
    kinds.HEIGHT: """
        height, height cm, height in, body height, stature, taille, groesse, größe, koerpergroesse, körpergröße,
        estatura, ht cm
    """,
}
