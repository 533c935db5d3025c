#!/usr/bin/env bash
# [D2] The JavaScript must parse on iOS 13: ES2019 and no later syntax.
. "$(dirname "$0")/common.sh"

broken=0
count=0
while IFS= read -r file; do
    count=$((count + 1))
    # A service worker is a classic script, everything else a module.
    kind=--module
    [ "$(basename "$file")" != sw.js ] || kind=
    # import() is the one later word that iOS 13 knows, from iOS 11 on.
    sed 's/\bimport(/load(/g' "$file" | acorn --ecma2019 $kind --silent || {
        say "$file: is not ES2019"
        broken=1
    }
done < <(find Web -name '*.js' | sort)

# The content policy allows no inline script or style; a slip would show in the browser alone.
if grep -rnE --include='*.html' '<script>|<script [^>]*>[^<]|<style|[[:space:]]style=|[[:space:]]on[a-z]+=' Web; then
    say "the page may hold no inline script or style"
    broken=1
fi

[ "$broken" = 0 ] || exit 1
say "javascript: $count files parse as ES2019"
