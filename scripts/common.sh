# The common part of all scripts, which source it. It moves to the project's folder and defines their functions.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The places of the results of `make build`, and of the inputs of the browser half.
CONFIGURATION=${CONFIGURATION:-release}
SERVER_BUILT=.build/$CONFIGURATION
WASM_SCRATCH=.build-wasm
# Libraries that the package has in place of those of the same names elsewhere.
PACKAGE_LIBRARIES=.build/package-libraries
WEB_BUILT="$WASM_SCRATCH/daybook-web"
WEB_INPUTS="$WASM_SCRATCH/daybook-web.inputs"
WASM_BUILT="$WASM_SCRATCH/release/DaybookBrowser.wasm"
WASI_LIBC=${WASI_LIBC:-/usr/lib/wasm32-wasi/libc.a}

# A step of several: `step 2/3 "Browser half"`. Bold where a person reads it.
step() {
    if [ -t 1 ]; then printf '\033[1m[%s] %s\033[0m\n' "$1" "$2"; else printf '[%s] %s\n' "$1" "$2"; fi
}

report() { printf '%s\n' "$*"; }

fail() {
    printf 'daybook: %s\n' "$*" >&2
    exit 1
}

# The size of a file in bytes.
size() { wc -c <"$1" | tr -d ' '; }
