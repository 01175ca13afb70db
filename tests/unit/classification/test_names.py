import pytest

from bauta.classification import kinds
from bauta.classification.names import kind_from_name


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (kinds.PERSON_NAME, "first_name PatientName LASTNAME mother_maiden_name prénom Nachname INVNAM"),
        (kinds.EMAIL, "email e-mail PatientEmail2 eMail"),
        (kinds.PHONE, "home_phone tel mobile_no phoneNumber"),
        (kinds.FAX, "fax faxNumber"),
        (kinds.SSN, "ssn SocialSecurityNumber"),
        (kinds.HEALTH_NUMBER, "nhs_number healthCard HCN medicare_id"),
        (kinds.MRN, "mrn MedicalRecordNumber chart_no"),
        (
            kinds.PATIENT_ID,
            "pt_id USUBJID SUBJID person_id patientId subject_id member_id person_source_value",
        ),
        (kinds.EVENT_NUMBER, "visit_occurrence_id hadm_id claim_no encounterId"),
        (kinds.STREET_ADDRESS, "address_line_1 street Anschrift"),
        (kinds.LICENCE, "license_no drivers_license"),
        (kinds.VEHICLE, "vin license_plate"),
        (kinds.DEVICE, "device_serial udi"),
        (kinds.ACCOUNT, "account_number acct_no"),
        (kinds.INSURANCE_NUMBER, "insurance_id policy_number"),
        (kinds.BIOMETRIC, "fingerprint voice_print"),
        (kinds.FREE_TEXT, "clinical_note comments Bemerkung"),
        (
            kinds.BIRTH_DATE,
            "dob BRTHDTC birth_date Geburtsdatum fecha_nacimiento date_naissance birth_datetime",
        ),
        (kinds.BIRTH_YEAR, "yob year_of_birth birthYear"),
        (kinds.AGE, "age AGE age_at_admission age_group edad"),
        (kinds.SEX, "sex gender gender_source_value gender_concept_id sexe Geschlecht"),
        (kinds.RACE, "race ETHNIC race_concept_id hispanic"),
        (kinds.ZIP5, "zip zip_code PatientZip"),
        (kinds.ZIP3, "zip3 ZIP_3"),
        (kinds.POSTAL_CODE, "postcode PLZ code_postal postalCode"),
        (kinds.COUNTRY, "country native-country CNTRYNUM nationality"),
        (kinds.PLACE, "city county census_tract"),
        (kinds.SITE_NUMBER, "SITEID HOSPNUM care_site_id"),
        (kinds.SITE, "hospital_name clinic"),
        (
            kinds.EVENT_DATE,
            "admission_date dischargeDttm AESTDTC RFSTDTC visit_date CLM_FROM_DT date_of_surgery",
        ),
        (kinds.DEATH_DATE, "date_of_death DTHDTC death_datetime"),
        (kinds.MARITAL_STATUS, "marital-status marital"),
        (kinds.EDUCATION, "education education_level"),
        (kinds.OCCUPATION, "occupation workclass"),
        (kinds.LANGUAGE, "language mother_tongue"),
        (kinds.RELIGION, "religion"),
        (kinds.DIAGNOSIS, "dx1 DIAG_2 ICD9_DGNS_CD_1 condition_source_value admission_diagnosis"),
        (kinds.LAB_RESULT, "hba1c LBSTRESN sbp glucose_mg_dl bmi"),
        (kinds.MEDICATION, "drug_name CMTRT"),
        (kinds.INCOME, "salary-class household_income"),
        (kinds.TREATMENT_ARM, "ARM ARMCD"),
        (kinds.STUDY, "STUDYID"),
        (kinds.DATASET, "file_name protocol"),
        (kinds.IP_ADDRESS, "ip ip_address"),
        (kinds.SURVEY_WEIGHT, "sampling_weight fnlwgt"),
        (kinds.CODE_OF_TEST, "test_name LBTESTCD"),
    ],
    ids=lambda value: getattr(value, "label", None),
)
def test_names_say_their_kind(kind, names):
    said = {name: kind_from_name(name) for name in names.split()}
    assert {name: evidence and evidence.kind.label for name, evidence in said.items()} == dict.fromkeys(
        said, kind.label
    )


@pytest.mark.parametrize("name", ["email_consent", "phone_type", "has_address", "mrn_flag", "birth_date_valid"])
def test_a_remark_about_an_identifier_is_not_the_identifier(name):
    said = kind_from_name(name)
    assert said is None or said.kind is kinds.REMARK


@pytest.mark.parametrize("name", ["hospital_name", "drug_name", "file name", "test_name", "variable_name"])
def test_names_of_things_are_not_names_of_people(name):
    evidence = kind_from_name(name)
    assert evidence is None or evidence.kind is not kinds.PERSON_NAME


@pytest.mark.parametrize("name", ["name", "RDATE", "state", "iage"])
def test_a_name_that_means_several_things_needs_the_values_to_agree(name):
    evidence = kind_from_name(name)
    assert evidence is not None
    assert not evidence.is_certain


@pytest.mark.parametrize("name", ["", "x", "DASP14", "RCONSC", "q17_b", "Ω", "';DROP TABLE x;--"])
def test_unknown_words_say_nothing(name):
    assert kind_from_name(name) is None
