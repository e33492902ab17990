#!/usr/bin/env bash
# The step of action.yml: start a sandbox, wait for it, run a command, judge the client.
set -uo pipefail

# The variables of the action are not settings of the sandbox.
run=$MDS_ACTION_RUN flags=$MDS_ACTION_FLAGS fail_on=$MDS_ACTION_FAIL_ON
min=$MDS_ACTION_MIN baseline=$MDS_ACTION_BASELINE mds=$MDS_ACTION_COMMAND
unset MDS_ACTION_RUN MDS_ACTION_FLAGS MDS_ACTION_FAIL_ON MDS_ACTION_MIN MDS_ACTION_BASELINE MDS_ACTION_COMMAND MDS_ACTION_PATH

folder=$(mktemp -d)
# shellcheck disable=SC2086 # flags are several words
"$mds" --port 0 --json --log silent $flags > "$folder/ready.json" &
sandbox=$!
trap 'kill "$sandbox" 2> /dev/null; wait "$sandbox" 2> /dev/null' EXIT
until [[ -s $folder/ready.json ]]; do
  kill -0 "$sandbox" 2> /dev/null || { echo '::error::mds-sandbox did not start'; exit 1; }
  sleep 0.1
done
MDS_URL=$(sed 's/.*"url":"\([^"]*\)".*/\1/' "$folder/ready.json")
export MDS_URL
"$mds" wait --ready --timeout 30s || exit 1

bash -c "$run"
status=$?

report=("$mds" report --all --fail-on "$fail_on")
[[ -n $min ]] && report+=(--min "$min")
[[ -n $baseline ]] && report+=(--baseline "$baseline")
"${report[@]}" --format json --out "$folder/report.json" > /dev/null
verdict=$?
"${report[@]}" --format markdown >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
"${report[@]}" --format github
echo "report=$folder/report.json" >> "${GITHUB_OUTPUT:-/dev/null}"
((status == 0)) || exit "$status"
exit "$verdict"
