"""The words that column names use, by kind: English first, then trial, OMOP and claims shorthand, then the
frequent French, German and Spanish ones.

Notation: phrases stand between commas; a slash separates alternatives for one word, an underscore joins the
words of one alternative, and a name in braces stands for a group below. So "{place} id/no" covers "site
id", "care site no" and so on. Phrases are found in any convention: site_id, siteId, SITEID.

A phrase in `PHRASES` counts wherever it stands in the name ("mother_email_2"); one in `WHOLE_NAMES` only
when it is all there is besides words for the patient ("patient_state", but not "disease_state"). Where two
kinds claim a phrase the earlier keeps it, so the tables run from the most to the least identifying.
"""

import re
from itertools import product

from bauta.classification import kinds
from bauta.classification.kinds import Kind
from bauta.classification.vocabulary import clinical, direct, quasi

_PATIENT = (
    "patient/pt/pat/subject/subj/person/participant/member/client/enrollee/beneficiary/bene/resident/proband/donor/"
    "recipient/respondent/individual/case/demographic/demographics/dem/demog/paciente"
)
_GROUPS = {
    "{patient}": _PATIENT,
    "{anyone}": _PATIENT + (
        "/mother/father/parent/spouse/partner/child/baby/infant/guardian/caregiver/kin/contact/"
        "emergency/relative/doctor/dr/physician/clinician/surgeon/nurse/attending/investigator/"
        "provider/employee"
    ),
    "{place}": (
        "hospital/hosp/site/centre/center/ctr/clinic/facility/institution/inst/practice/care_site/unit/"
        "ward"
    ),
    "{staff}": (
        "doctor/dr/physician/phys/clinician/surgeon/nurse/attending/investigator/inv/provider/prov/gp/"
        "npi"
    ),
    "{encounter}": (
        "encounter/visit_occurrence/claim/clm/episode/stay/admission/hadm/hosp_adm/order/invoice/"
        "icustay"
    ),
    "{number}": "id/ids/no/nr/num/number/nbr/identifier/key/uid/guid/code/cd",
    "{event}": (
        "event/admission/admit/adm/admitted/discharge/disch/dc/visit/encounter/procedure/surgery/"
        "operation/randomisation/randomization/rand/randomised/randomized/enrolment/enrollment/"
        "enrolled/consent/service/svc/onset/diagnosis/dx/specimen/sample/collection/collected/drawn/"
        "followup/follow_up/exam/examination/test/lab/start/stop/end/begin/prescription/rx/dispensed/"
        "fill/appointment/arrival/transfer/referral/claim/transplant/treatment/vaccination/vaccine/"
        "immunization/scan/imaging/delivery/accident/injury/from/thru/last_contact/last_seen/report/"
        "result/measurement/observation/condition_start/condition_end/drug_exposure_start/"
        "drug_exposure_end/symptom/relapse/progression/screening/baseline/registration/entry/exit"
    ),
}  # fmt: skip

PHRASES: dict[Kind, str] = direct.WORDS | quasi.WORDS | clinical.WORDS

WHOLE_NAMES: dict[Kind, str] = {
    kinds.PERSON_NAME: "name, nm, nom, nombre, first, last, middle, names",
    kinds.PATIENT_ID: "patient, subject, participant, person, patients, subjects, proband",
    kinds.EMAIL: "mail",
    kinds.IP_ADDRESS: "ip",
    kinds.LICENCE: "drivers",
    kinds.PHONE: "cell, home tel",
    kinds.ROW_NUMBER: "id, index, idx, n, obs, key, rec, record, no, nr, pk, sno",
    kinds.STATE: "state, st, prov",
    kinds.EVENT_DATE: "year, month, admission, discharge, yr, time, timestamp, hour, weekday, quarter",
    kinds.BODY_WEIGHT: "weight, wt, wght",
    kinds.HEIGHT: "ht, hgt",
    kinds.LAB_RESULT: "value, temp",
    kinds.FREE_TEXT: "text, description, history, findings, impression, summary, letter",
    kinds.SEQUENCE: "visit, event, visite",
    kinds.SURVEY_WEIGHT: "weights",
    kinds.TITLE: "prefix, suffix, title, salutation, anrede, titel",
    kinds.MEDICATION: "meds",
}

PATIENT_WORDS = frozenset(_PATIENT.split("/"))

ABOUT_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        type flag fl ind indicator yn consent count cnt unit units valid verified format method available
        missing present has is allowed preference quality completeness status version
        """,
    )
)
"""Words that turn a name into a remark about the thing: "email_consent" holds no e-mail address."""

STATUS_ENDINGS = frozenset(
    ["complete", "completed", "confirmed", "done", "recd", "received", "verified", "locked", "signed", "entered"]
)
"""Last words that say how far a form is: "blood_pressure_complete" holds no blood pressure."""

DATE_ENDINGS = ("date", "datum", "dtc", "dttm", "fecha", "datetime")
"""Endings that say "date" even when the rest of the word is private shorthand: RDATE, LABDTC."""


def expand(text: str) -> list[str]:
    """Every phrase that a line of the tables stands for.

    >>> expand("zip, home/work e_mail")
    ['zip', 'home e mail', 'work e mail']
    """
    for group, members in _GROUPS.items():
        text = text.replace(group, members)
    # A long list of alternatives may be broken over lines after a slash.
    text = text.replace("/\n", "/")
    phrases = []
    for phrase in text.split(","):
        alternatives = [word.split("/") for word in "/".join(p.strip() for p in phrase.split("/")).split()]
        phrases += [" ".join(choice).replace("_", " ") for choice in product(*alternatives)]
    return phrases
