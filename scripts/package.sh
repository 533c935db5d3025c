#!/usr/bin/env bash
# Writes .build/package/daybook-VERSION-MACHINE.tar.gz and daybook_VERSION_MACHINE.deb.
#
# REVISION sets the Debian revision, which is 1. DEBFULLNAME and DEBEMAIL name who made the package, as Debian's tools do.
. "$(dirname "$0")/common.sh"

scripts/install.sh package
# ICU's data for other languages would be half of the program, and Foundation's glue for them is never called.
library=$(swiftc -print-target-info -static-stdlib | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/linux/lib_FoundationICU.a
python3 scripts/small-icu.py "$library" "$PACKAGE_LIBRARIES"
# Finding each symbol of a C++ library that is loaded takes an eighth of a short command.
cp "$(g++ -print-file-name=libstdc++.a)" "$PACKAGE_LIBRARIES/"
PACKAGING=yes scripts/build.sh

version=$("$SERVER_BUILT/daybook" --version)
machine=$(dpkg --print-architecture)
package=.build/package
rm -rf "$package"
mkdir -p "$package/debian/DEBIAN"

folder="$package/daybook-$version"
scripts/stage.sh "$folder"
tar --create --gzip --owner=0 --group=0 --numeric-owner --sort=name --directory "$package" \
    --file "$package/daybook-$version-$machine.tar.gz" "daybook-$version"

root="$package/debian"
mv "$folder" "$root/usr"
install -D -m 644 packaging/daybook.service "$root/usr/lib/systemd/system/daybook.service"
install -D -m 644 packaging/config.json "$root/etc/daybook/config.json"
install -m 755 packaging/config packaging/postinst packaging/prerm packaging/postrm "$root/DEBIAN/"
install -m 644 packaging/templates "$root/DEBIAN/"
echo /etc/daybook/config.json >"$root/DEBIAN/conffiles"

maintainer="${DEBFULLNAME:-The Daybook authors} <${DEBEMAIL:-daybook@example.org}>"
documents="$root/usr/share/doc/daybook"
install -m 644 packaging/copyright "$documents/copyright"
printf 'daybook (%s-%s) unstable; urgency=medium\n\n  * changelog.gz has what people notice.\n\n -- %s  %s\n' \
    "$version" "${REVISION:-1}" "$maintainer" "$(git log -1 --format=%cD)" | gzip --best --no-name >"$documents/changelog.Debian.gz"

# The libraries that the program needs, as Debian packages of this machine.
tools="$package/tools"
mkdir -p "$tools/debian"
sed "s/@MAINTAINER@/$maintainer/" packaging/control >"$tools/debian/control"
libraries=$(cd "$tools" && dpkg-shlibdeps -O "../debian/usr/lib/daybook/daybook" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || fail "dpkg-shlibdeps names no libraries of the program"
{
    printf 'Package: daybook\nVersion: %s-%s\nArchitecture: %s\nInstalled-Size: %s\n' \
        "$version" "${REVISION:-1}" "$machine" "$(du --summarize --apparent-size --block-size=1024 "$root/usr" | cut -f 1)"
    sed "1,/^Package:/d; /^Architecture:/d; s/\${shlibs:Depends}/$libraries/" "$tools/debian/control"
    sed -n '/^Section:/p; /^Priority:/p; /^Maintainer:/p' "$tools/debian/control"
} >"$tools/fields"
# The description stands last, as it has several lines.
{ grep -v -e '^Description:' -e '^ ' "$tools/fields"; sed -n '/^Description:/,$p' packaging/control; } >"$root/DEBIAN/control"
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod -R go=u,go-w "$root"
dpkg-deb --root-owner-group -Zxz --build "$root" "$package/daybook_$version-${REVISION:-1}_$machine.deb" >/dev/null
rm -rf "$tools"
cp packaging/Containerfile "$package/"

report "daybook: $(size "$root/usr/lib/daybook/daybook") bytes; unpacked $(du --summarize --apparent-size --bytes "$root/usr" | cut -f 1)"
for file in "$package"/*.tar.gz "$package"/*.deb; do report "$file: $(size "$file") bytes"; done
