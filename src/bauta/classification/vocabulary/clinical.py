"""Words by which column names announce clinical content and study bookkeeping. Notation: see `vocabulary`."""

from bauta.classification import kinds
from bauta.classification.kinds import Kind

WORDS: dict[Kind, str] = {
    kinds.DIAGNOSIS: """
        diagnosis, diagnoses, diag, dx, icd, icd code, icd 9, icd 10, icd 9 code, icd 10 code,
        principal diagnosis, primary dx, comorbidity, comorbid, condition, disease, disorder,
        medical history, mhterm, mhdecod, cause death, diagnose, diagnostic, diagnostico, problem, dgns,
        dgns cd, icd 9 dgns cd, icd 10 dgns cd, cancer, tumor, tumour, diabetes, asthma, hypertension,
        stroke, copd, morphology, histology, stage, cod, drg, snomed, snomed code, admission diagnosis,
        discharge diagnosis, chief complaint, reason code, reason description, reason visit, indication
    """,
    kinds.PROCEDURE: """
        procedure, procedures, proc, proc code, procedure code, cpt, cpt code, hcpcs, hcpcs cd, surgery,
        operation, opcs, ops code, prcdr, prcdr cd, icd 9 prcdr cd
    """,
    kinds.MEDICATION: """
        drug, drug name, medication, medication name, medicine, med name, prescription, prescribed, rx,
        rxnorm, atc, atc code, dose, dosage, cmtrt, cmdecod, treatment, therapy, medikament,
        medicament, vaccine, antibiotic, insulin, chemo, chemotherapy
    """,
    kinds.NDC: "ndc, ndc code, national drug code, prod srvc id",
    kinds.ADVERSE_EVENT: """
        adverse event, aeterm, aedecod, aebodsys, aesev, aeser, ae term, side effect,
        serious adverse event, complication, complications, toxicity, reaction, allergy, allergies
    """,
    kinds.LAB_RESULT: """
        result, lab result, lab value, test result, result value, value num, valuenum, value as number,
        hba 1 c, a 1 c, glucose, creatinine, cholesterol, ldl, hdl, triglycerides, hemoglobin, haemoglobin,
        hgb, hematocrit, wbc, rbc, platelets, platelet, plt, sodium, potassium, calcium, albumin,
        bilirubin, alt, ast, alp, crp, esr, inr, egfr, urea, bun, tsh, psa, troponin, ferritin, lactate,
        cd 4, viral load, bmi, sbp, dbp, bp, blood pressure, systolic, diastolic, heart rate, hr, pulse,
        blutdruck, rr syst, rr diast, puls,
        resp rate, spo 2, temperature, body temp, blood type, oxygen saturation, lborres, lbstresn,
        lbstresc, vsorres, vsstresn, apache, sofa, gcs, nihss, apgar, ecog, karnofsky, score, measurement,
        biomarker, lvef, ejection fraction, tumor size, tumour size, waist, vital sign
    """,
    kinds.BODY_WEIGHT: """
        weight kg, weight lb, weight lbs, body weight, bodyweight, wt kg, poids, gewicht, koerpergewicht,
        körpergewicht,
        peso
    """,
    kinds.VITAL_STATUS: """
        vital status, deceased, dead, died, death, alive, survival, survival status, death flag, dthfl,
        expire flag, mortality, hospital expire flag, deceased flag, death ind, death indicator, deces,
        verstorben, fallecido, discharge disposition, discharge status, disposition
    """,
    kinds.HABIT: """
        smoking, smoker, smoke, tobacco, smoking status, alcohol, drinking, drinker, substance use,
        drug use, drug abuse, cannabis, opioid, pack years, tabac, rauchen, raucher
    """,
    kinds.STIGMA: """
        hiv, hiv status, aids, std, sti, mental health, psychiatric, depression, suicide, suicidal,
        abortion, pregnancy, pregnant, sexual orientation, criminal, criminal history, incarcerated,
        domestic violence, abuse, hepatitis, syphilis, addiction, disability, disabled
    """,
    kinds.GENETIC: """
        genotype, genetic, gene, mutation, variant, snp, rsid, allele, apoe, brca, brca 1, brca 2, hla,
        genome, karyotype
    """,
    kinds.INCOME: """
        income, salary, wage, wages, earnings, household income, salary class, revenue, einkommen,
        ingreso mensual, revenu, capital gain, capital loss, poverty, deprivation, imd
    """,
    kinds.COST: """
        cost, costs, charge, charges, total charges, paid, payment, amount, amt, price, billed, copay,
        reimbursement, pmt amt
    """,
    kinds.PAYER: """
        insurance, insurance type, payer, payor, payer type, insurer, health plan, coverage, plan type,
        primary payer
    """,
    kinds.TREATMENT_ARM: """
        arm, armcd, actarm, extrt, exdose, exdosu, exdosfrm, exdosfrq, exroute, actarmcd, treatment arm,
        treatment group, trt group, trtgrp, study arm,
        allocation, randomized arm, rx group, trt 01 p, trt 01 a, trtp, trta, placebo, cohort, study group
    """,
    kinds.PROVENANCE: """
        condition type, drug type, procedure type, measurement type, observation type, visit type concept,
        device type,
        note type, death type, period type, record type, specimen type concept, condition type concept,
        drug type concept, procedure type concept, measurement type concept, observation type concept, source type
    """,
    kinds.STUDY: "studyid, study id",
    kinds.DATASET: """
        domain, rdomain, study name, trial id, protocol, protocol id, protocol number, dataset,
        data source, source system, file name, filename, version
    """,
    kinds.SEQUENCE: """
        redcap repeat instrument, etcd, element,
        visitnum, visit num, visit number, visit no, sequence, seq, seq no, seq num, aeseq, lbseq, vsseq,
        dsseq, visit name, epoch, wave, redcap event name, redcap repeat instance, cycle
    """,
    kinds.STUDY_DAY: """
        study day, days since, days to, relative day, visitdy, dtdy, days from, time to, followup days,
        follow up days, followup time
    """,
    kinds.CODE_OF_TEST: """
        test name, testcd, idvar, qnam, qlabel, code system, coding system, dosu, dosfrm, dosfrq, cmdosu,
        cmdosfrm, cmdosfrq, cmroute, test code, lab name, lab test, analyte, lbtest, lbtestcd, vstest, vstestcd,
        paramcd, param, unit, units, ageu, orresu, stresu, item name, itemid, reference range,
        normal range, ref range low, ref range high
    """,
    kinds.LOINC: "loinc, loinc code, loinc cd, lbloinc",
    kinds.SURVEY_WEIGHT: """
        fnlwgt, final weight, survey weight, sampling weight, sample weight, perwt, person weight, wgt,
        finalwgt, pweight, ipw, iptw, inverse probability weight, weight factor, strata, stratum, psu,
        replicate weight, wtmec
    """,
    kinds.LOAD_DATE: """
        
        load/loaded/extract/extraction/etl/upload/import/export/refresh/
        download date/dt/time/datetime/timestamp/ts
    """,
}
