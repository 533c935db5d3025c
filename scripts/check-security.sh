#!/usr/bin/env bash
# Every test that SECURITY.md names exists: `FileTests: name` in Swift, `test_file.py: test_name` in Python.
. "$(dirname "$0")/common.sh"

broken=0
count=0
while IFS= read -r line; do
    file=${line%%: *}
    name=${line#*: }
    case $file in
    *.py) found=$(grep -rlE "^def $name\(" Tests --include="$file" || true) ;;
    *) found=$(grep -rlF "\"$name\"" Tests --include="$file.swift" || true) ;;
    esac
    if [ -z "$found" ]; then
        report "SECURITY.md: there is no test $line"
        broken=1
    fi
    count=$((count + 1))
done < <(tr '\n' ' ' <SECURITY.md | grep -oE '`([A-Za-z]+Tests|test_[a-z_]+\.py): [^`]+`' | tr -d '`' | sort -u)
[ "$broken" = 0 ] || exit 1
[ "$count" -gt 0 ] || fail "SECURITY.md names no test"
report "security: all $count tests that SECURITY.md names exist"
