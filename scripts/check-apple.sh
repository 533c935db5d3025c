#!/usr/bin/env bash
# Type-checks the iPhone app, its widget and its tests, in Swift 6 mode with complete concurrency checking, against the stubs of
# Tests/AppleAPI. Apple's SDK does not exist on Linux; on a Mac, Xcode builds the app.
. "$(dirname "$0")/common.sh"

[ "$(uname)" = Linux ] || exit 0

stubs=.build/apple-api
swift build --quiet --target DaybookPhone
modules=$(swift build --show-bin-path)/Modules

rm -rf "$stubs"
mkdir -p "$stubs"
for module in AppleFoundation AppleCoreFoundation UniformTypeIdentifiers UIKit Security ImageIO XCTest SwiftUI UserNotifications BackgroundTasks PhotosUI LocalAuthentication EventKit AppIntents WidgetKit; do
    # Objective-C does not state which types are sendable, and neither did Swift 5.
    version=6
    case "$module" in UserNotifications | EventKit) version=5 ;; esac
    swiftc -emit-module -parse-as-library -swift-version "$version" -suppress-warnings -module-name "$module" -I "$stubs" \
        -emit-module-path "$stubs/$module.swiftmodule" "Tests/AppleAPI/$module.swift"
done

# The C modules of the packages, which the compiled Swift modules name.
mapfile -t maps < <(
    find .build/checkouts -path '*/Sources/*/module.modulemap' ! -path '*SQLCipher*'
    echo Sources/CZlib/module.modulemap
    find "$(dirname "$modules")" -maxdepth 2 -path '*.build/module.modulemap'
)
flags=()
for map in "${maps[@]}"; do flags+=(-Xcc "-fmodule-map-file=$map"); done

# check MODULE FILES...
check() {
    local module=$1
    shift
    swiftc -typecheck -parse-as-library -swift-version 6 -strict-concurrency=complete -warnings-as-errors \
        -D DEBUG -module-name "$module" -I "$stubs" -I "$modules" "${flags[@]}" "$@"
    report "apple: $module, $# files type-checked against the documented API"
}

mapfile -t app < <(find Apps/iOS/Daybook -name '*.swift' | sort)
mapfile -t widget < <(find Apps/iOS/DaybookToday -name '*.swift' | sort)
mapfile -t touch < <(find Apps/iOS/DaybookUITests -name '*.swift' | sort)
mapfile -t unit < <(find Apps/iOS/DaybookTests -name '*.swift' | sort)
check Daybook "${app[@]}"
check DaybookToday "${widget[@]}"
check DaybookUITests "${touch[@]}"
# The unit tests see inside of the app.
swiftc -emit-module -enable-testing -parse-as-library -swift-version 6 -suppress-warnings -D DEBUG -module-name Daybook \
    -I "$stubs" -I "$modules" "${flags[@]}" -emit-module-path "$stubs/Daybook.swiftmodule" "${app[@]}"
check DaybookTests "${unit[@]}"
