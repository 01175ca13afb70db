"""Words by which column names announce direct identifiers. The notation is explained in `vocabulary`."""

from bauta.classification import kinds
from bauta.classification.kinds import Kind

WORDS: dict[Kind, str] = {
    kinds.PERSON_NAME: """
        {anyone} name/nm/full_name, first name, firstname, fname, forename, given name, middle name, mname,
        middle initial, last name, lname, lastname, surname, family name, full name, maiden name, maiden,
        legal name, preferred name, name first, name last, name middle, name given, name family, nickname,
        alias, initials, next kin, invnam, prenom, nom famille,
        nom patient, nom complet, nom naissance, vorname, nachname, familienname, geburtsname,
        nombre paciente, nombre completo, primer nombre, apellido, apellidos, cognome, signature
    """,
    kinds.EMAIL: "email, e mail, mail address, email address, courriel, correo, correo electronico",
    kinds.PHONE: """
        phone, telephone, tel, mobile, mobile no, cell phone, cellphone, phone number, telephone number,
        contact number, pager, telefon, telefono, handynummer, telefonnummer, phone no, home phone,
        work phone
    """,
    kinds.FAX: "fax, fax number, facsimile, telefax",
    kinds.SSN: """
        ssn, social security, social security number, soc sec, sozialversicherungsnummer, ssn last 4
    """,
    kinds.HEALTH_NUMBER: """
        nhs number, nhs no, nhs num, nhs, nhi, chi number, health card, health card number, healthcard,
        hcn, ohip, phn, health number, medicare number, medicare id, medicaid id, medicaid number, mbi,
        hicn, hic number, numero secu, numero securite sociale, num secu, krankenversichertennummer, ramq,
        health insurance number
    """,
    kinds.NATIONAL_ID: """
        passport, passport number, national id, national identity number, nin, sin,
        social insurance number, personnummer, personnr, bsn, burgerservicenummer, cpr, cprnr, cpr nummer,
        fodselsnummer, fodselsnr, fnr, hetu,
        henkilotunnus, codice fiscale, rodne cislo, ahv, avs, dni, nie, nir, curp, aadhaar, tax id, tax number,
        tin, personal id, cpf, pesel, id card, green card
    """,
    kinds.MRN: """
        mrn, medical record number, medical record no, medical record, med rec, med rec no, record number,
        chart number, chart no, hospital number, unit number, medrecno, ehr id, emr id, epic id, ipp,
        historia clinica, mrn id
    """,
    kinds.PATIENT_ID: """
        {patient} {number}, usubjid, subjid, ptid, patid, pid, patno, ptno, pnum, person source value,
        enrolid, desynpuf id, eid, seqn, screening number, randomisation number, randomization number,
        rand id, record id, rec id, scrnid, randno, patienten id, patientennummer, patientennr, pat nr, patnr,
        numero patient, empi, mpi, study number, participant study id
    """,
    kinds.ACCOUNT: """
        account, account number, acct, acct no, iban, bank account, credit card, card number, kontonummer,
        hospital account
    """,
    kinds.INSURANCE_NUMBER: """
        insurance/policy/subscriber/health_plan/insured/plan_beneficiary id/no/number/num,
        versichertennummer, group number, payer member id
    """,
    kinds.LICENCE: """
        license/licence/certificate/driver_license/drivers_license/dea no/number/num/id, license, licence,
        drivers license, driver license, driving licence, dl number
    """,
    kinds.VEHICLE: """
        vin, license plate, licence plate, number plate, plate number, vehicle id, vehicle number,
        numberplate
    """,
    kinds.DEVICE: """
        device id, device identifier, device serial, serial number, serial no, udi, unique device id, imei,
        mac address, implant id, pacemaker id, device number
    """,
    kinds.PSEUDONYM: "pseudonym, pseudo id, hash, hash id, hashed id, token, uuid, guid",
    kinds.EVENT_NUMBER: """
        {encounter} id/no/num/number/identifier/key/fin, csn, fin number, hadm id, stay id,
        fallnummer, visit id, visit key, event id, transaction id,
        condition_occurrence/drug_exposure/procedure_occurrence/measurement/
        observation/observation_period/note/device_exposure/condition_era/
        drug_era/visit_detail/payer_plan_period/prescription id, idvarval, relid, relationship id
    """,
    kinds.SPECIMEN_NUMBER: """
        specimen/sample/accession/barcode/aliquot/tube/biobank id/no/num/number/barcode, accession,
        barcode, refid
    """,
    kinds.USER_NAME: """
        username, user name, login, user id, userid, screen name, twitter, facebook, instagram
    """,
    kinds.IP_ADDRESS: "ip address, ip addr, ipv4, ipv6, remote addr",
    kinds.URL: "url, website, web site, web address, homepage, link url",
    kinds.STREET_ADDRESS: """
        address, addr, street, street address, address line, home address, mailing address, street name,
        house number, adresse, rue, strasse, anschrift, hausnummer, direccion, calle, domicilio, apartment,
        po box
    """,
    kinds.COORDINATES: """
        latitude, longitude, lat, lon, lng, long lat, lat long, gps, geolocation, coordinates, x coord,
        y coord
    """,
    kinds.BIOMETRIC: """
        fingerprint, finger print, voice print, voiceprint, retina scan, iris scan, biometric, face id
    """,
    kinds.PHOTOGRAPH: "photo, photograph, face image, picture, image file, image path, selfie, portrait, mugshot",
    kinds.FREE_TEXT: """
        note, notes, comment, comments, narrative, remark, remarks, free text, freetext, clinical note,
        note text, report text, discharge summary, chief complaint text, coval, commentaire, bemerkung,
        kommentar, observaciones, comentario, memo
    """,
    kinds.ROW_NUMBER: """
        row number, row num, row id, rownum, rowid, row no, row, unnamed, record no, obs no, obs num,
        line number
    """,
}
