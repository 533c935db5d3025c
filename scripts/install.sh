#!/usr/bin/env bash
# Installs the system packages that a group of tasks needs and the machine lacks.
#
#   scripts/install.sh build|test|bench|screenshots|words|package|package-test
#
# On Debian and Ubuntu, as root or with sudo; otherwise it prints the one line to run. A program that is found already,
# wherever it came from, is not replaced. Swift itself is never installed: the script prints where to get it.
. "$(dirname "$0")/common.sh"

MINIMUM_SWIFT=6.2

# One line each: the group, the Debian package, and a command or a path that exists if it is installed. A group with "?"
# can do without the package, which only makes it faster: Ubuntu has no Chromium shell.
needs() {
    cat <<TABLE
build        git                     git
build        g++                     g++
build        brotli                  brotli
build        esbuild                 esbuild
build        pkg-config              pkg-config
build        libsqlite3-dev          /usr/include/sqlite3.h
build        zlib1g-dev              /usr/include/zlib.h
build        wasi-libc               $WASI_LIBC
build        binaryen                wasm-opt
test         chromium                chromium
test?        chromium-headless-shell chromium-headless-shell
test         fonts-inter             /usr/share/doc/fonts-inter
test         fonts-noto-color-emoji  /usr/share/doc/fonts-noto-color-emoji
test         wabt                    wasm-validate
test         node-acorn              acorn
test         strace                  strace
test         openssl                 openssl
test         graphicsmagick          gm
test         webkit2gtk-driver       WebKitWebDriver
test         xvfb                    Xvfb
test         python3                 python3
test         python3-venv            /usr/share/doc/python3-venv
bench        wrk                     wrk
bench        nginx-light             nginx
bench        sqlite3                 sqlite3
bench        taskwarrior             task
bench        todotxt-cli             todo-txt
words        john-data               /usr/share/john/password.lst
package      python3                 python3
package      binutils                objcopy
package      dpkg-dev                dpkg-shlibdeps
package-test debootstrap             debootstrap
package-test groff-base              groff
package-test man-db                  man
package-test systemd                 systemd-analyze
TABLE
}

groups_of() {
    case "$1" in
    build) echo "build" ;;
    test) echo "build test" ;;
    test\?) echo "test?" ;;
    bench) echo "build test bench" ;;
    screenshots) echo "build test" ;;
    words) echo "words" ;;
    package) echo "build package" ;;
    package-test) echo "test package package-test" ;;
    *\?) ;;
    *) fail "unknown group \"$1\": build, test, bench, screenshots, words, package or package-test" ;;
    esac
}

is_there() {
    case "$1" in
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

missing_packages() {
    local wanted group package proof
    wanted=" $(groups_of "$1") "
    needs | while read -r group package proof; do
        case "$wanted" in *" $group "*) is_there "$proof" || echo "$package" ;; esac
    done
}

check_swift() {
    local version
    command -v swift >/dev/null 2>&1 ||
        fail "Swift $MINIMUM_SWIFT or later is needed and not on the PATH. Get it at https://www.swift.org/install/linux/"
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ "$(printf '%s\n%s\n' "$MINIMUM_SWIFT" "$version" | sort -V | head -n 1)" = "$MINIMUM_SWIFT" ] ||
        fail "Swift $version is too old; $MINIMUM_SWIFT or later is needed: https://www.swift.org/install/linux/"
}

install_packages() {
    local command="apt-get install -y --no-install-recommends $*"
    if ! command -v apt-get >/dev/null 2>&1; then
        fail "these are missing (named as Debian names them): $*"
    elif [ "$(id -u)" = 0 ]; then
        report "Installing: $*"
        DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >/dev/null
        DEBIAN_FRONTEND=noninteractive $command -qq </dev/null >/dev/null
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        report "Installing with sudo: $*"
        sudo apt-get update -qq
        sudo DEBIAN_FRONTEND=noninteractive $command -qq >/dev/null
    else
        report "Some packages are missing. Run this line as root, then try again:"
        report "    apt-get update && $command"
        exit 1
    fi
}

# The Python side of the browser tests and benchmarks, in a folder of its own.
prepare_python() {
    local wanted=Tests/Browser/requirements.txt installed=.venv/requirements.txt
    cmp -s "$wanted" "$installed" && return
    report "Preparing the browser tests' Python packages"
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r "$wanted" </dev/null
    cp "$wanted" "$installed"
}

group=${1:-build}
check_swift
missing=$(missing_packages "$group" | tr '\n' ' ')
[ -z "$missing" ] || install_packages $missing
helpful=$(missing_packages "$group?" | tr '\n' ' ')
[ -z "$helpful" ] || (install_packages $helpful) || report "Going on without: $helpful"
case "$group" in build | words | package) ;; *) prepare_python ;; esac
