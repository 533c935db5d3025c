#!/usr/bin/env bash
# From a fresh checkout to .build/release/daybook and the browser half beside it. CONFIGURATION=debug builds a server
# with every check and no optimisation, in .build/debug. PACKAGING=yes links it as scripts/package.sh needs it.
. "$(dirname "$0")/common.sh"

step 1/3 "Looking for the packages that the build needs"
scripts/install.sh build

options=()
if [ "$CONFIGURATION" = release ]; then
    # Debug information is most of what a compiler writes. With each function in a section of its own the linker leaves out
    # what nothing calls.
    options+=(-debug-info-format none -Xswiftc -Xfrontend -Xswiftc -function-sections)
    if [ "$(uname)" = Linux ]; then
        # The program then runs where there is no Swift.
        options+=(--static-swift-stdlib -Xcc -ffunction-sections -Xcc -fdata-sections -Xswiftc -use-ld=lld)
        options+=(-Xlinker --no-export-dynamic)
        # The functions that answer requests stand together, so that more of them are in the processor's caches.
        options+=(-Xlinker "--symbol-ordering-file=$PWD/scripts/server.order" -Xlinker --no-warn-symbol-ordering)
    fi
fi
if [ "${PACKAGING:-no}" = yes ]; then
    # Relocations come in a form that glibc has understood since 2.36: 30 KB in place of 3.6 MB.
    options+=(-Xlinker -z -Xlinker pack-relative-relocs)
    # Neither Swift nor the C++ libraries in it unwind the stack. The tables for that would be a tenth of the program.
    options+=(-Xlinker "$PWD/packaging/no-unwinding.ld" -Xlinker --no-eh-frame-hdr -Xswiftc -Xclang-linker -Xswiftc -static-libgcc)
    # No library stands beside the program, so none is looked for there.
    options+=(--disable-local-rpath)
    # This folder is looked into before those of Swift and of the system, which no option of the compiler does. Spaces separate
    # these options, and nothing quotes them.
    case $PWD in *' '*) fail "a package cannot be built in a folder with a space in its path" ;; esac
    export CCC_OVERRIDE_OPTIONS="# ^-L$PWD/$PACKAGE_LIBRARIES"
fi

step 2/3 "Building the server ($CONFIGURATION; the first time takes some minutes), and the browser half beside it"
# Writes the versions that both builds read.
swift package resolve
log=$(mktemp)
scripts/build-browser.sh >"$log" 2>&1 &
browser=$!
trap 'kill "$browser" 2>/dev/null || true; rm -f "$log"' EXIT
swift build -c "$CONFIGURATION" --product daybook ${options[@]+"${options[@]}"}

# For scripts/stage.sh: `sudo make install` may not find the compiler.
licence=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/../../share/swift/LICENSE.txt
[ ! -f "$licence" ] || cp "$licence" "$SERVER_BUILT/swift-licence.txt"

step 3/3 "Waiting for the browser half (Swift to WebAssembly)"
status=0
wait "$browser" || status=$?
[ "$status" = 0 ] || {
    cat "$log"
    exit "$status"
}
# The first time, there was no folder yet to put it in.
scripts/build-browser.sh
