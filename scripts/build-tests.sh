#!/usr/bin/env bash
# Builds what the tests run, each part once: the program and the tests, and beside them the browser half, which keeps one
# core busy while the other build links.
. "$(dirname "$0")/common.sh"

scripts/install.sh test
# Writes the versions that both builds read.
swift package resolve

log=$(mktemp)
scripts/build-browser.sh >"$log" 2>&1 &
browser=$!
trap 'kill "$browser" 2>/dev/null || true; rm -f "$log"' EXIT

swift build --build-tests
browser_status=0
wait "$browser" || browser_status=$?
cat "$log"
[ "$browser_status" = 0 ] || exit "$browser_status"
# The first time, there was no folder yet to put it in.
scripts/build-browser.sh
