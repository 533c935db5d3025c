#!/usr/bin/env bash
# Runs pytest with these arguments. When tests fail, it runs them once more, one after another, to tell those that are
# flaky from those that are wrong; both kinds fail the run.
#
#   scripts/pytest.sh -n 3 Tests/Browser
. "$(dirname "$0")/common.sh"

pytest() { .venv/bin/python -m pytest "$@"; }

status=0
pytest "$@" || status=$?
# 1 means that tests failed; any other code means that they did not run.
[ "$status" = 1 ] || exit "$status"
report "Running the failed tests once more, to tell the flaky ones"
pytest "$@" -n 0 --last-failed --last-failed-no-failures none --name-flaky || true
exit 1
