#!/bin/sh
# What `make demo` shows: the bundled example taken through all eleven steps, from extract to signed report.
set -eu
export COLUMNS="${COLUMNS:-100}"
rm -rf demo

show() { echo; echo "\$ $*"; "$@"; }
asks() { echo; echo "\$ $*"; "$@" || [ $? -eq 4 ]; }  # 4: it waits for a person

show bauta example demo
show bauta profile demo/hospital.csv -o demo/draft.yaml

cat > demo/study.yaml <<'STUDY'
title: Extract for the diabetes study
data: {path: hospital.csv}
population: {path: registry.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: pseudonym, note: "the hospital's record number"}
  name: {role: direct_identifier, mask: remove}
  phone: {role: direct_identifier, mask: remove}
  email: {role: direct_identifier, mask: remove}
  birth_date:
    role: quasi_identifier
    type: date
    hierarchy: {kind: dates, levels: [year, 5 years, decade]}
    max_level: 3
    note: on every form, and known to anybody who knows the patient
  zip: {role: quasi_identifier, type: code, hierarchy: zip, max_level: 1, note: part of an address}
  sex: {role: quasi_identifier, max_level: 0, note: needed as it is}
  race:
    role: quasi_identifier
    note: can be seen
    max_level: 1
    hierarchy:
      kind: tree
      tree:
        White: [White]
        Black: [Black or African American]
        other: [Asian, Native Hawaiian or Other Pacific Islander, American Indian or Alaska Native, Two or More Races]
  admission_date: {role: other, type: date, shift: true}
  discharge_date: {role: other, type: date, shift: true}
  diagnosis: {role: sensitive, type: code, ignore: {birth_date: A newborn was born in the year of the data.}}
  hba1c_percent: {role: sensitive, type: decimal}
context:
  sharing: by-request
  recipient: Department of Epidemiology, University of Altona
  purpose: outcomes of diabetes by age, sex and region
  membership:
    whole_population: false
    findable: false
    self_revealed: false
    note: one patient in twelve of the region, drawn at random
  attacks:
    inadvertent: {prevalence: 0.09, source: share of adults with diabetes in the region's health survey}
  answers: answers.yaml
  threshold: {table: ipc-2016}
deidentify:
  durations: {bands: [7], max_level: 1}
utility:
  needs: >-
    age in groups of ten years, sex as it is, race in three groups, three digits of the ZIP code, whether a stay took
    a week or more
  analyses:
    - {name: blood sugar by sex and race, model: linear, outcome: hba1c_percent, terms: [sex, race]}
standards: [safe-harbor]
document:
  custodian: Altona General Hospital
  prepared_by: R. Analyst, biostatistics
  signatory: P. Officer, privacy office
  valid_until: the end of 2028
  key_variables: [birth_date, sex, race, diagnosis, hba1c_percent]
STUDY
echo
echo 'A person has corrected the draft: demo/study.yaml says what each variable is, who gets the data and what for.'
cat > demo/answers.yaml <<'ANSWERS'
mitigating_controls:
  need_to_know: yes
ANSWERS

asks bauta run demo/study.yaml
echo
echo 'Only a person knows the answers. Here they are, in demo/answers.yaml:'
cat > demo/answers.yaml <<'ANSWERS'
mitigating_controls:
  need_to_know: {answer: yes, by: P. Officer, note: "data use agreement, clause 2"}
  worked_together: yes
  no_third_parties: {answer: yes, by: P. Officer, note: "data use agreement, clause 3"}
  enforceable: yes
  surprise_audits: no
  regular_audits: yes
  no_linking: {answer: yes, by: P. Officer, note: "data use agreement, clause 3"}
  privacy_policy: yes
  privacy_officer: yes
  confidentiality_agreements: yes
  threat_assessment: yes
  security_procedures: yes
  trained_staff: yes
  audit_trail: yes
  accounts: yes
  breach_protocol: yes
  secure_housing: yes
  no_public_access: yes
  destroyed_after: yes
motives_and_capacity:
  commercial_value: no
  other_motive: no
  expertise: {answer: yes, by: R. Analyst, note: they are epidemiologists}
  resources: yes
  wish_to_harm: no
  other_means: yes
invasion_of_privacy:
  detailed: yes
  many_people: yes
  sensitive: no
  sensitive_context: no
  consistent_purpose: yes
  promised_not_to_disclose: no
  caveat: yes
  guarantee: no
  given_freely: no
  foreign_law: no
  grave_injury: no
ANSWERS
cat demo/answers.yaml

asks bauta run demo/study.yaml
echo
echo 'The release is made and waits in demo/study.bauta, which only its owner can open. A person reads the draft of the'
echo 'report, and decides:'
show bauta report demo/study.yaml
show bauta decide demo/study.yaml --accept --by 'P. Officer' --note 'Agreed with the department; ten-year groups are enough.'

show bauta run demo/study.yaml --out demo/release
show bauta report demo/study.yaml -o demo/report.pdf
echo
echo 'Before:'
sed -n 1,4p demo/hospital.csv
echo
echo 'After (other rows, because their order is drawn):'
sed -n 1,4p demo/release/release/data.csv
echo
echo "The report is in $(pwd)/demo/report.pdf, and as a page for a browser in study-report-full.html; the recipient's"
echo 'edition, which tells nothing of the source, in study-report-recipient.html. They need no network.'
