#!/usr/bin/env bash
# [D2] The browser half must run on iOS 13: nothing but the first version of WebAssembly, in both parts of the module.
. "$(dirname "$0")/common.sh"

for part in daybook rest; do
    wasm-validate --disable-mutable-globals --disable-saturating-float-to-int --disable-sign-extension \
        --disable-simd --disable-multi-value --disable-bulk-memory --disable-reference-types \
        "$WEB_BUILT/$part.wasm"
done

# A 64-bit integer cannot cross to JavaScript before 2020's engines. What the first part exports for the second has names
# of one or two letters, and the host does not call it.
types=$(wasm-objdump -x -j Type "$WEB_BUILT/daybook.wasm")
functions=$(wasm-objdump -x -j Function "$WEB_BUILT/daybook.wasm")
crossing=$(wasm-objdump -x -j Import "$WEB_BUILT/daybook.wasm" | sed -n 's/.*func\[[0-9]*\] sig=\([0-9]*\).*/\1/p')
crossing+=" $(
    wasm-objdump -x -j Export "$WEB_BUILT/daybook.wasm" | sed -n 's/.*func\[\([0-9]*\)\].*"\(buffer\|receive\|frame\)"/\1/p' |
        while read -r index; do
            printf '%s\n' "$functions" | sed -n "s/.*func\[$index\] sig=\([0-9]*\).*/\1/p"
        done
)"
[ "$(printf '%s\n' $crossing | wc -l)" = 5 ] || fail "the border to the host is not five functions"
for signature in $crossing; do
    if printf '%s\n' "$types" | grep -E "^ - type\[$signature\] " | grep -q i64; then
        fail "a function on the border to the host has a 64-bit integer: $(printf '%s\n' "$types" |
            grep -E "^ - type\[$signature\] ")"
    fi
done

# The second part takes all that it does not have from the first, and both name the table by the same build.
build=$(wasm-objdump -x -j Export "$WEB_BUILT/daybook.wasm" | sed -n 's/.*table\[0\].*-> "\(.*\)"/\1/p')
wasm-objdump -x -j Import "$WEB_BUILT/rest.wasm" | grep -q "table\[0\].*<- a\.$build\$" ||
    fail "daybook.wasm and rest.wasm are of two builds"
if wasm-objdump -x -j Import "$WEB_BUILT/rest.wasm" | grep -- '<-' | grep -qv -- '<- a\.'; then
    fail "rest.wasm imports more than daybook.wasm exports"
fi
report "wasm: first version of WebAssembly only, no 64-bit integer crosses to the host, both parts are of one build"
