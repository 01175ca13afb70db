#!/bin/sh
# What `make demo` shows: the bundled example, profiled, assessed, reported, and released.
set -eu
rm -rf demo
echo '$ bauta example demo'
bauta example demo
echo
echo '$ bauta profile demo/hospital.csv -o demo/study.yaml'
bauta profile demo/hospital.csv -o demo/study.yaml
echo
echo '$ bauta assess demo/study.yaml --population demo/registry.csv --qi birth_date,zip,sex,race --report demo/report.html'
bauta assess demo/study.yaml --population demo/registry.csv --qi birth_date,zip,sex,race --report demo/report.html
echo
cat > demo/release.yaml <<'STUDY'
title: Extract for the diabetes study
data: {path: hospital.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: pseudonym}
  name: {role: direct_identifier, mask: remove}
  phone: {role: direct_identifier, mask: remove}
  email: {role: direct_identifier, mask: remove}
  birth_date: {role: quasi_identifier, type: date, hierarchy: {kind: dates, levels: [year, 5 years, decade]}, max_level: 3}
  zip: {role: quasi_identifier, type: code, hierarchy: zip, max_level: 1}
  sex: {role: quasi_identifier, max_level: 0}
  race:
    role: quasi_identifier
    hierarchy:
      kind: tree
      tree:
        White: [White]
        Black: [Black or African American]
        other: [Asian, Native Hawaiian or Other Pacific Islander, American Indian or Alaska Native, Two or More Races]
  admission_date: {role: other, type: date, shift: true}
  discharge_date: {role: other, type: date, shift: true}
  diagnosis: {role: sensitive, type: code}
  hba1c_percent: {role: sensitive, type: decimal}
thresholds: {tau: 5}
STUDY
echo 'A person has said in demo/release.yaml what the recipient needs, and what becomes of the identifiers.'
echo
echo '$ bauta deidentify demo/release.yaml --out demo/release --report demo/release.html'
bauta deidentify demo/release.yaml --out demo/release --report demo/release.html
echo
echo 'Before:'
sed -n 1,4p demo/hospital.csv
echo
echo 'After (other rows, because their order is drawn):'
sed -n 1,4p demo/release/release/data.csv
echo
echo "The reports are in $(pwd)/demo/report.html and release.html; open them in a browser. They need no network."
