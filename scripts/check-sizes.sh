#!/usr/bin/env bash
# Limits for the download of a first visit, so that it does not grow. The module's limits are its present size, not
# its goal (docs/decisions/0004-small-wasm.md, 0049-two-downloads.md). Lower them as it shrinks.
. "$(dirname "$0")/common.sh"

broken=0
limit() {
    local what=$1 bytes=$2 most=$3 verdict=ok
    [ "$bytes" -le "$most" ] || { verdict="too big"; broken=1; }
    printf '%-28s %8d of %8d bytes  %s\n' "$what" "$bytes" "$most" "$verdict"
}

limit "daybook.wasm" "$(size "$WEB_BUILT/daybook.wasm")" 448400
limit "daybook.wasm in brotli" "$(size "$WEB_BUILT/daybook.wasm.br")" 155700
limit "daybook.rest" "$(size "$WEB_BUILT/daybook.rest")" 858400
limit "daybook.rest in brotli" "$(size "$WEB_BUILT/daybook.rest.br")" 267200
first=$(cd "$WEB_BUILT" && cat index.html.br look.js.br style.css.br host.js.br daybook.wasm.br | wc -c | tr -d " ")
limit "until usable, in brotli" "$first" 180000
limit "host.js and host/" "$(cat Web/host.js Web/host/*.js | wc -c)" 40000
# What comes after the first frame, once somebody has signed in or photos show, and that the service worker loads.
later=$(cd "$WEB_BUILT" && cat second.js.br gallery.js.br join.js.br reminders.js.br reminderstore.js.br reorder.js.br shared.js.br sharing.js.br shrink.js.br split.js.br | wc -c | tr -d " ")
limit "JavaScript at first, brotli" "$(($(cat "$WEB_BUILT"/*.js.br | wc -c) - later))" 19650
limit "style.css in brotli" "$(size "$WEB_BUILT/style.css.br")" 6750
limit "second.css in brotli" "$(size "$WEB_BUILT/second.css.br")" 6100
limit "JavaScript later, brotli" "$later" 20800
exit "$broken"
