#!/usr/bin/env bash
# Builds the browser half: Swift compiled to a plain WebAssembly module, and the files of Web/, with the JavaScript of the
# start in one file. Both go to .build-wasm/daybook-web, each file with its .br and .gz beside it. A copy goes beside
# each built server.
#
# The module uses the first version of WebAssembly only, so that phones from iOS 13 on run it, and
# imports nothing but the host's few functions. scripts/check-wasm.sh proves both. It comes in two parts: daybook.wasm, which
# is enough until a list is on the screen, and daybook.rest, which makes the whole module of it (scripts/WasmCut cuts off what no
# launch runs, as scripts/launch.profile says).
#
# The result is kept with a hash of its inputs. While the hash is the same, nothing is built again.
. "$(dirname "$0")/common.sh"

[ -e "$WASI_LIBC" ] || fail "$WASI_LIBC is missing; scripts/install.sh build installs it"
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
unicode="$resources/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
[ -e "$unicode" ] || fail "this Swift has no Embedded standard library for WebAssembly ($unicode); 6.2 or later has"

# Two builds at once would write into each other's files.
mkdir -p "$WASM_SCRATCH"
exec 9>"$WASM_SCRATCH/build-browser.lock"
flock --nonblock 9 || {
    report "Another build of the browser half is running; waiting for it."
    flock 9
}

# The server looks for the browser half beside its own executable.
place_copies() {
    local place
    for place in .build/debug .build/release; do
        [ -d "$place" ] || continue
        ! cmp --silent "$WEB_INPUTS" "$place/daybook-web.inputs" || [ ! -d "$place/daybook-web" ] || continue
        rm -rf "$place/daybook-web"
        cp -R "$WEB_BUILT" "$place/daybook-web"
        cp "$WEB_INPUTS" "$place/daybook-web.inputs"
    done
}

# The files that are compiled or copied, this script, and the tools.
hash_inputs() {
    {
        find Web Sources/DaybookCore Sources/DaybookViews Sources/DaybookBrowser Sources/CDaybookBrowser \
            Package.swift scripts/build-browser.sh scripts/WasmCut scripts/launch.profile scripts/common.sh "$unicode" "$WASI_LIBC" -type f -print0 |
            LC_ALL=C sort -z | xargs -0 sha256sum
        swiftc --version 2>&1
        brotli --version
        esbuild --version
        gzip --version
        if command -v wasm-opt; then wasm-opt --version; fi
    } | sha256sum
}

inputs=$(hash_inputs)
if [ -d "$WEB_BUILT" ] && [ "$inputs" = "$(cat "$WEB_INPUTS" 2>/dev/null)" ]; then
    place_copies
    report "The browser half is built: daybook.wasm has $(size "$WEB_BUILT/daybook.wasm") bytes, daybook.rest $(size "$WEB_BUILT/daybook.rest")."
    exit 0
fi
# There is no browser half until the new one is complete.
rm -f "$WEB_INPUTS"

compiler=(
    -enable-experimental-feature Embedded
    -enable-experimental-feature Extern
    -wmo -Osize
    # Constant arrays of enums whose tag lies in spare bits come out wrong on wasm32 when this pass turns
    # them into data (Swift 6.3): [.setInput(.search, "")] became [.scrollToTop]. docs/decisions has more.
    -Xllvm -sil-disable-pass=object-outliner
    # Swift checks its own bounds; the C stack's canary would only add calls.
    -Xfrontend -disable-stack-protector
    -Xclang-linker -nostdlib
    # wasm-opt runs below: the cut needs what the linker knows of the data.
    -Xclang-linker --no-wasm-opt
    -Xcc -mcpu=mvp
)
linker=(
    # The cut needs symbols and names.
    --no-entry --export-memory --strip-debug --emit-relocs --gc-sections
    # The stack below the data: an overflow traps at address 0 instead of overwriting what a person typed. The data begin above
    # the numbers of Unicode's scalars, which the cut would take for addresses.
    --stack-first -z stack-size=1179648
    # The Unicode tables' archive states that it uses later features. Its code does not. The linker would write a
    # section that the first version of WebAssembly does not know.
    --features=mutable-globals --no-check-features
    "$unicode" "$WASI_LIBC"
)

arguments=(-Xcc -mcpu=mvp)
for flag in "${compiler[@]}"; do arguments+=(-Xswiftc "$flag"); done
for flag in "${linker[@]}"; do arguments+=(-Xlinker "$flag"); done

swift build --triple wasm32-unknown-none-wasm --scratch-path "$WASM_SCRATCH" -c release \
    --product DaybookBrowser "${arguments[@]}"

fresh="$WEB_BUILT.new"
rm -rf "$fresh"
mkdir -p "$fresh"
cp -R Web/. "$fresh/"

# One file for each part that a tab loads, because each file costs a trip through the service worker. host.js is the
# start. The others come later, second.js after the first frame; scripts/check-js.sh proves that they share no module with a state.
rm -r "$fresh"/*.js "$fresh/host" "$fresh/style"
parts=(second gallery reminders reorder shared shrink split)
external=()
for part in "${parts[@]}"; do external+=("--external:./$part.js"); done
bundle() { esbuild "$@" --target=es2019 --charset=utf8 --minify --log-level=warning; }
for part in host "${parts[@]}"; do
    others=()
    for other in "${external[@]}"; do [ "$other" = "--external:./$part.js" ] || others+=("$other"); done
    bundle "Web/$part.js" "${others[@]}" --external:./reminderstore.js --bundle --format=esm --outfile="$fresh/$part.js"
done
for script in reminderstore sharing join look; do bundle "Web/$script.js" --outfile="$fresh/$script.js"; done
# Only white space is removed: a property that occurs twice is for browsers that do not know the later value.
for sheet in style second; do
    esbuild "Web/$sheet.css" --bundle --external:/icon-192.png --charset=utf8 --minify-whitespace --log-level=warning \
        --outfile="$fresh/$sheet.css" --allow-overwrite
done

# wasm-opt makes the module a quarter smaller. A second round flattens the code and rebuilds its loops: another fiftieth. A function with
# one caller is not moved into it: that saves bytes, but all of it then compresses worse, by a fortieth. Nothing has an address in the first
# kilobyte, where the stack ends, so an addition before a load can become part of the load. wasm-opt warns of the linker's symbols, which it
# does not keep up to date; nothing reads them in its result.
optimised="$WASM_SCRATCH/optimised.wasm"
whole="$WASM_SCRATCH/whole.wasm"
if command -v wasm-opt >/dev/null; then
    wasm-opt -g "$WASM_BUILT" --low-memory-unused --one-caller-inline-max-function-size 0 -Oz --flatten --rereloop -Oz -Oz \
        --output "$optimised"
else
    cp "$WASM_BUILT" "$optimised"
fi
swift build --package-path scripts/WasmCut --scratch-path "$WASM_SCRATCH/wasm-cut" -c release
cutter="$WASM_SCRATCH/wasm-cut/release/WasmCut"
"$cutter" reorder "$optimised" scripts/launch.profile "$whole"
"$cutter" cut "$WASM_BUILT" "$whole" scripts/launch.profile "$fresh/daybook.wasm" "$fresh/daybook.rest"

# The service worker knows each file of this build by its SHA-256; index.html answers at every address.
files=$(cd "$fresh" && find . -type f ! -name sw.js | sort | sed 's|^\./||' | while IFS= read -r file; do
    path="/$file"
    [ "$file" != index.html ] || path=/
    printf '"%s":"%s",' "$path" "$(sha256sum "$file" | cut -d ' ' -f 1)"
done)
# A change of the worker itself is a new version too.
version=$(printf '%s' "$files" | cat - Web/sw.js | sha256sum | cut -c 1-16)
sed "s|^const BUILD = .*|const BUILD = { version: '$version', files: {${files%,}} };|" Web/sw.js >"$fresh/sw.js"
grep -q "version: '$version'" "$fresh/sw.js" || fail "the service worker could not be given its files"

# The files that compress well are compressed once, here, and not while somebody waits for them.
find "$fresh" -type f \( -name '*.wasm' -o -name '*.rest' -o -name '*.js' -o -name '*.css' -o -name '*.html' -o -name '*.svg' \
    -o -name '*.json' -o -name '*.webmanifest' \) -print0 |
    while IFS= read -r -d '' file; do
        brotli --quality=11 --keep --force "$file"
        gzip --best --keep --force --no-name "$file"
    done
rm -rf "$WEB_BUILT"
mv "$fresh" "$WEB_BUILT"

printf '%s\n' "$inputs" >"$WEB_INPUTS"
place_copies
for part in daybook.wasm daybook.rest; do
    report "$part: $(size "$WEB_BUILT/$part") bytes, $(size "$WEB_BUILT/$part.br") in brotli"
done
