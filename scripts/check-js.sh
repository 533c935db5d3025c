#!/usr/bin/env bash
# [D2] The JavaScript must parse on iOS 13: ES2019 and no later syntax.
. "$(dirname "$0")/common.sh"

broken=0
count=0
while IFS= read -r file; do
    count=$((count + 1))
    # The service worker, sharing.js and look.js are classic scripts, reminderstore.js and join.js are loaded as scripts and as modules, all else is a module.
    case $(basename "$file") in
    sw.js | sharing.js | look.js) kinds="script" ;;
    reminderstore.js | join.js) kinds="script module" ;;
    *) kinds="module" ;;
    esac
    for kind in $kinds; do
        # import() is the one later word that iOS 13 knows, from iOS 11 on.
        sed 's/\bimport(/load(/g' "$file" | acorn --ecma2019 $([ "$kind" = script ] || echo --module) --silent || {
            report "$file: is not ES2019 as a $kind"
            broken=1
        }
    done
done < <(find Web -name '*.js' | sort)

# The content policy allows no inline script or style; a slip would show in the browser alone.
if grep -rnE --include='*.html' '<script>|<script [^>]*>[^<]|<style|[[:space:]]style=|[[:space:]]on[a-z]+=' Web; then
    report "index.html may hold no inline script or style"
    broken=1
fi

# The build joins the modules of the start into one file, and each part that comes later into a file of its own. A
# module that several of them use is there as often, so it may have no state.
parts=(host second gallery reminders reorder shared shrink split)
modules() {
    local others=()
    for part in "${parts[@]}"; do [ "$part" = "$1" ] || others+=("--external:./$part.js"); done
    esbuild "Web/$1.js" "${others[@]}" --bundle --format=esm --outfile=/dev/null --metafile=/dev/stdout --log-level=error |
        grep -oE '"Web/[^"]*\.js": \{' | cut -d '"' -f 2 | sort -u
}
shared=$(for part in "${parts[@]}"; do modules "$part"; done | sort | uniq -d | grep -vxE 'Web/(database|reminderstore|seal|tell|wait)\.js') || true
if [ -n "$shared" ]; then
    report "in several files of the build, which only a module without a state may be: $(tr '\n' ' ' <<<"$shared")"
    broken=1
fi
for file in "$WEB_BUILT"/*.js; do
    [ -e "$file" ] || continue
    case $(basename "$file") in sw.js | reminderstore.js | join.js | sharing.js | look.js) kind="" ;; *) kind="--module" ;; esac
    sed 's/\bimport(/load(/g' "$file" | acorn --ecma2019 $kind --silent || { report "$file: is not ES2019"; broken=1; }
done

[ "$broken" = 0 ] || exit 1
report "javascript: $count files parse as ES2019"
