#!/usr/bin/env bash
# Runs `swift test` with these arguments. When tests fail, it repeats at the end which tests failed and why, because the
# messages are somewhere in thousands of lines.
#
#   scripts/swift-test.sh --skip-build --filter DaybookCoreTests
. "$(dirname "$0")/common.sh"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
swift test "$@" 2>&1 | tee "$log" || status=$?
[ "$status" = 0 ] || grep -aE '^(✘|↳)|: error: |Fatal error|Crash' "$log" | cut -c1-1000 | head -60
exit "$status"
