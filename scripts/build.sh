#!/usr/bin/env bash
# From a fresh checkout to .build/release/daybook and the browser half beside it. CONFIGURATION=debug builds a server
# with every check and no optimisation, in .build/debug.
. "$(dirname "$0")/common.sh"

step 1/3 "Looking for the packages that the build needs"
scripts/install.sh build

step 2/3 "Building the server ($CONFIGURATION; the first time takes some minutes)"
swift build -c "$CONFIGURATION" --product daybook

step 3/3 "Building the browser half (Swift to WebAssembly)"
scripts/build-browser.sh
