#!/usr/bin/env bash
# [D2] The browser half must run on iOS 13: nothing but the first version of WebAssembly.
. "$(dirname "$0")/common.sh"

wasm-validate --disable-mutable-globals --disable-saturating-float-to-int --disable-sign-extension \
    --disable-simd --disable-multi-value --disable-bulk-memory --disable-reference-types \
    "$WEB_BUILT/daybook.wasm"

# A 64-bit integer cannot cross to JavaScript before 2020's engines.
types=$(wasm-objdump -x -j Type "$WEB_BUILT/daybook.wasm")
crossing=$(wasm-objdump -x -j Import "$WEB_BUILT/daybook.wasm" | sed -n 's/.*func\[[0-9]*\] sig=\([0-9]*\).*/\1/p')
crossing+=" "$(
    wasm-objdump -x -j Export "$WEB_BUILT/daybook.wasm" | sed -n 's/.*func\[\([0-9]*\)\].*/\1/p' |
        while read -r index; do
            wasm-objdump -x -j Function "$WEB_BUILT/daybook.wasm" | sed -n "s/.*func\[$index\] sig=\([0-9]*\).*/\1/p"
        done
)
for signature in $crossing; do
    if printf '%s\n' "$types" | grep -E "^ - type\[$signature\] " | grep -q i64; then
        fail "a function on the border to the host has a 64-bit integer: $(printf '%s\n' "$types" |
            grep -E "^ - type\[$signature\] ")"
    fi
done
report "wasm: first version of WebAssembly only, no 64-bit integer crosses to the host"
