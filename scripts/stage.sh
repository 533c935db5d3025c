#!/usr/bin/env bash
# Puts the built parts below a folder, as below /usr: the program and the web app, manual pages, completions, licences.
#
#   scripts/stage.sh FOLDER
. "$(dirname "$0")/common.sh"

# The installed files do not depend on the umask of the person who installs.
umask 022
target=${1:?"which folder?"}
program=$SERVER_BUILT/daybook
[ -x "$program" ] && [ -d "$SERVER_BUILT/daybook-web" ] || fail "nothing is built yet; make build does it"
version=$("$program" --version)

# The program looks for the web app beside itself, behind links.
install -d "$target/bin" "$target/lib/daybook"
install -m 755 "$program" "$target/lib/daybook/daybook.new"
strip --strip-all "$target/lib/daybook/daybook.new"
mv "$target/lib/daybook/daybook.new" "$target/lib/daybook/daybook"
rm -rf "$target/lib/daybook/daybook-web"
cp -R "$SERVER_BUILT/daybook-web" "$target/lib/daybook/daybook-web"
ln -sf ../lib/daybook/daybook "$target/bin/daybook"

pages="$target/share/man/man1"
install -d "$pages"
rm -f "$pages"/daybook.1.gz "$pages"/daybook-*.1.gz
"$program" --experimental-dump-help | python3 scripts/manual.py "$version" "$pages"
gzip --best --no-name "$pages"/daybook.1 "$pages"/daybook-*.1

completions() {
    install -d "$target/share/$2"
    "$program" completions "$1" >"$target/share/$2/$3"
}
completions bash bash-completion/completions daybook
completions zsh zsh/vendor-completions _daybook
completions fish fish/vendor_completions.d daybook.fish

documents="$target/share/doc/daybook"
install -d "$documents"
install -m 644 LICENSE "$documents/copyright"
gzip --best --no-name --stdout CHANGELOG.md >"$documents/changelog.gz"
# The licences of the libraries that are linked in.
{
    for package in .build/checkouts/*/; do
        for file in "$package"LICENSE* "$package"NOTICE*; do
            [ ! -f "$file" ] || printf '\n== %s: %s\n\n%s\n' "$(basename "$package")" "$(basename "$file")" "$(cat "$file")"
        done
    done
    # GCC's runtime library, if it is linked in.
    if ! readelf --dynamic "$program" | grep -q 'NEEDED.*libstdc++'; then
        for file in /usr/share/doc/libstdc++-*-dev/copyright /usr/share/doc/libstdc++6/copyright; do
            [ ! -f "$file" ] || { printf '\n== GCC: copyright\n\n%s\n' "$(cat "$file")"; break; }
        done
    fi
    if [ -f "$SERVER_BUILT/swift-licence.txt" ]; then
        printf '\n== Swift: LICENSE.txt\n\n%s\n' "$(cat "$SERVER_BUILT/swift-licence.txt")"
    else
        printf 'daybook: third-party.gz lacks the licence of Swift, which was not found by the build\n' >&2
    fi
} | gzip --best --no-name >"$documents/third-party.gz"
# Nor on that of the person who built the web app.
chmod -R u=rwX,go=rX "$target/lib/daybook"
