#!/usr/bin/env bash
# [D2] The browser half must run on iOS 13: nothing but the first version of WebAssembly, in the first part and in the whole module.
. "$(dirname "$0")/common.sh"

whole="$WASM_SCRATCH/joined.wasm"
"$WASM_SCRATCH/wasm-cut/release/WasmCut" join "$WEB_BUILT/daybook.wasm" "$WEB_BUILT/daybook.rest" "$whole"
for module in "$WEB_BUILT/daybook.wasm" "$whole"; do
    wasm-validate --disable-mutable-globals --disable-saturating-float-to-int --disable-sign-extension \
        --disable-simd --disable-multi-value --disable-bulk-memory --disable-reference-types \
        "$module"
done

# A 64-bit integer cannot cross to JavaScript before 2020's engines.
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

# The whole module takes its memory and its table from the first part, which names the table by the build.
build=$(wasm-objdump -x -j Export "$WEB_BUILT/daybook.wasm" | sed -n 's/.*table\[0\].*-> "\([0-9a-f]\{8\}\)"/\1/p')
taken=$(wasm-objdump -x -j Import "$whole" | sed -n 's/.*<- \(a\..*\)/\1/p' | LC_ALL=C sort | tr '\n' ' ')
[ -n "$build" ] && [ "$taken" = "a.$build a.memory " ] || fail "the whole module does not go on from daybook.wasm"
report "wasm: first version of WebAssembly only, no 64-bit integer crosses to the host, both parts are of one build"
