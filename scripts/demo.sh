#!/bin/sh
# What `make demo` shows: the bundled example, profiled, assessed, reported.
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
echo "The report is in $(pwd)/demo/report.html; open it in a browser. It needs no network."
