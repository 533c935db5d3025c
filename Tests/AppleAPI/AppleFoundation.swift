// swift-format-ignore-file
// What Apple's Foundation has and Foundation on Linux lacks. The other stubs bring it along.
@_exported import Foundation

extension String {
    /// https://developer.apple.com/documentation/swift/string/init(localized:table:bundle:locale:comment:) (iOS 15)
    public init(localized keyAndValue: String, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil) { self = keyAndValue }
}

extension ProcessInfo {
    /// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:) (iOS 8.2)
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}
