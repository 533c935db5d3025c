#!/usr/bin/env bash
# Fails on notes to self and on paths of one machine, in any file of the project.
. "$(dirname "$0")/common.sh"

broken=0
if git grep -nIE '\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b' -- . ':!LICENSE'; then
    report "write an issue, or do it"
    broken=1
fi
if git grep -nIE '(^|[^A-Za-z0-9_.~$}/-])/(home|root|Users|work|opt|mnt)/' -- . ':!LICENSE'; then
    report "a path of one machine means nothing on another"
    broken=1
fi
[ "$broken" = 0 ] || exit 1
report "words: no notes to self, no paths of one machine"
