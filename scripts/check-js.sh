#!/usr/bin/env bash
# [D2] The JavaScript must parse on iOS 13: ES2019 and no later syntax.
. "$(dirname "$0")/common.sh"

broken=0
count=0
while IFS= read -r file; do
    count=$((count + 1))
    # The service worker is a classic script, reminderstore.js is loaded as a script and as a module, all else is a module.
    case $(basename "$file") in
    sw.js) kinds="script" ;;
    reminderstore.js) kinds="script module" ;;
    *) kinds="module" ;;
    esac
    for kind in $kinds; do
        # import() is the one later word that iOS 13 knows, from iOS 11 on.
        sed 's/\bimport(/load(/g' "$file" | acorn --ecma2019 $([ "$kind" = script ] || echo --module) --silent || {
            say "$file: is not ES2019 as a $kind"
            broken=1
        }
    done
done < <(find Web -name '*.js' | sort)

# The content policy allows no inline script or style; a slip would show in the browser alone.
if grep -rnE --include='*.html' '<script>|<script [^>]*>[^<]|<style|[[:space:]]style=|[[:space:]]on[a-z]+=' Web; then
    say "the page may hold no inline script or style"
    broken=1
fi

[ "$broken" = 0 ] || exit 1
say "javascript: $count files parse as ES2019"
