#!/usr/bin/env bash
# Fails when a module has an import that the table below does not allow. The table is the architecture, in the order in
# which ARCHITECTURE.md draws it; a module that is not in it may not exist.
. "$(dirname "$0")/common.sh"

allowed() {
    local platform="Foundation FoundationEssentials Dispatch Glibc Musl Darwin Synchronization"
    case "$1" in
    # `@_spi(_Unicode) import Swift` is the standard library itself.
    DaybookCore) echo "Swift" ;;
    DaybookViews) echo "DaybookCore" ;;
    DaybookBrowser) echo "DaybookCore DaybookViews CDaybookBrowser" ;;
    # Crypto for the hashes of backups; Core's own is six times as slow. GRDBSQLite for SQLite's layer over the disk, and in
    # DaybookClient for the bytes of a row where SQLite has them.
    DaybookStore) echo "CDaybookSQLite DaybookCore Crypto DequeModule GRDB GRDBSQLite HeapModule $platform" ;;
    DaybookClient) echo "DaybookCore AsyncHTTPClient GRDB GRDBSQLite NIOCore NIOHTTP1 NIOPosix NIOSSL $platform" ;;
    DaybookScrypt) echo "Crypto CryptoExtras $platform" ;;
    DaybookWidget) echo "DaybookCore $platform" ;;
    DaybookPhone) echo "DaybookClient DaybookCore DaybookExport DaybookScrypt DaybookWidget DaybookZip Crypto FoundationNetworking Observation $platform" ;;
    DaybookZip) echo "CZlib" ;;
    DaybookExport) echo "DaybookCore DaybookZip $platform" ;;
    CZlib) echo "" ;;
    DaybookPush) echo "DaybookCore AsyncHTTPClient Crypto Logging NIOCore NIOHTTP1 NIOPosix NIOSSL $platform" ;;
    DaybookServer) echo "DaybookCore DaybookExport DaybookPush DaybookScrypt DaybookStore DaybookZip Hummingbird HummingbirdCore HummingbirdTLS HTTPTypes" \
        "NIOCore NIOHTTP1 NIOPosix NIOHTTPTypes NIOSSL Crypto Logging ServiceLifecycle $platform" ;;
    daybook) echo "DaybookClient DaybookCore DaybookPush DaybookScrypt DaybookStore DaybookServer ArgumentParser Configuration Logging" \
        "ServiceLifecycle Hummingbird $platform" ;;
    CDaybookBrowser) echo "" ;;
    CDaybookSQLite) echo "" ;;
    *) return 1 ;;
    esac
}

# Every import of a module: "file:line module", whatever attributes or access words stand before it.
imports_of() {
    grep -rnE '^[[:space:]]*(@[A-Za-z_]+(\([A-Za-z_]*\))?[[:space:]]+)*((public|package|internal|fileprivate|private)[[:space:]]+)?import[[:space:]]' \
        --include='*.swift' "Sources/$1" |
        sed -E 's/^([^:]+:[0-9]+):.*import[[:space:]]+((struct|class|enum|protocol|func|var|let|typealias)[[:space:]]+)?([A-Za-z0-9_]+).*/\1 \4/'
}

broken=0
for folder in Sources/*/; do
    module=$(basename "$folder")
    if ! words=" $(allowed "$module") "; then
        report "Sources/$module: not in the table of scripts/check-imports.sh"
        broken=1
        continue
    fi
    while read -r place imported; do
        case "$words" in *" $imported "*) ;; *)
            report "$place: $module may not import $imported"
            broken=1
            ;;
        esac
    done < <(imports_of "$module" || true)
done

# The compiled module must agree: it imports the functions of the host and nothing else.
if [ -e "$WEB_BUILT/daybook.wasm" ]; then
    foreign=$(wasm-objdump -x -j Import "$WEB_BUILT/daybook.wasm" 2>/dev/null | grep -- '<-' | grep -v -- '<- host\.' || true)
    if [ -n "$foreign" ]; then
        report "daybook.wasm imports more than the host's functions:"
        report "$foreign"
        broken=1
    fi
fi

[ "$broken" = 0 ] || exit 1
report "imports: each module keeps to its table"
