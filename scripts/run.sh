#!/usr/bin/env bash
# Builds the missing parts and serves Daybook. HOST, PORT and DAYBOOK_* reach the server through the
# environment, further arguments go to `daybook serve`. Ctrl-C ends it: `exec` leaves no shell between.
. "$(dirname "$0")/common.sh"

scripts/build.sh
report ""
exec "$SERVER_BUILT/daybook" serve "$@"
