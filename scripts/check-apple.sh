#!/usr/bin/env bash
# Type-checks the iPhone app's views, its widget and its use of Apple's frameworks, in Swift 6 mode with complete concurrency
# checking, against the stubs of Tests/AppleAPI. Apple's SDK does not exist on Linux; on a Mac, Xcode builds the app.
#
# Two files are not checked here: they hand Swift dictionaries to C as CFDictionary, which Foundation on Linux cannot.
. "$(dirname "$0")/common.sh"

[ "$(uname)" = Linux ] || exit 0

stubs=.build/apple-api
swift build --quiet --target DaybookPhone
modules=$(swift build --show-bin-path)/Modules

rm -rf "$stubs"
mkdir -p "$stubs"
for module in AppleFoundation UIKit SwiftUI UserNotifications BackgroundTasks PhotosUI LocalAuthentication EventKit AppIntents WidgetKit; do
    # Objective-C says nothing of what is sendable, as Swift 5 did not.
    version=6
    case "$module" in UserNotifications | EventKit) version=5 ;; esac
    swiftc -emit-module -parse-as-library -swift-version "$version" -suppress-warnings -module-name "$module" -I "$stubs" \
        -emit-module-path "$stubs/$module.swiftmodule" "Tests/AppleAPI/$module.swift"
done

# The C modules of the packages, which the compiled Swift modules name.
maps=$(find .build/checkouts -path '*/Sources/*/module.modulemap' ! -path '*SQLCipher*')
maps+=" $(find "$(dirname "$modules")" -maxdepth 2 -path '*.build/module.modulemap')"
flags=()
for map in $maps; do flags+=(-Xcc "-fmodule-map-file=$map"); done

# check MODULE FILES...
check() {
    local module=$1
    shift
    swiftc -typecheck -parse-as-library -swift-version 6 -strict-concurrency=complete -warnings-as-errors \
        -D DEBUG -module-name "$module" -I "$stubs" -I "$modules" "${flags[@]}" "$@"
    report "apple: $module, $# files type-checked against the documented API"
}

mapfile -t app < <(find Apps/iOS/Daybook -name '*.swift' ! -name Keychain.swift ! -name ImagePhotoMaker.swift | sort)
mapfile -t widget < <(find Apps/iOS/DaybookToday -name '*.swift' | sort)
check Daybook Tests/AppleAPI/Unchecked.swift "${app[@]}"
check DaybookToday "${widget[@]}"
