// swift-format-ignore-file
// The parts of Apple's Foundation that Foundation on Linux lacks. The other stubs import it too.
@_exported import Foundation

extension String {
    /// https://developer.apple.com/documentation/swift/string/init(localized:table:bundle:locale:comment:) (iOS 15)
    public init(localized keyAndValue: String, table: String? = nil, bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil) { self = keyAndValue }
}

extension ProcessInfo {
    /// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:) (iOS 8.2)
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

extension FileManager {
    /// https://developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:) (iOS 7)
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

/// https://developer.apple.com/documentation/foundation/localizedstringresource (iOS 16)
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}

/// https://developer.apple.com/documentation/foundation/customlocalizedstringresourceconvertible (iOS 16)
public protocol CustomLocalizedStringResourceConvertible {
    /// https://developer.apple.com/documentation/foundation/customlocalizedstringresourceconvertible/localizedstringresource (iOS 16)
    var localizedStringResource: LocalizedStringResource { get }
}

/// https://developer.apple.com/documentation/foundation/undomanager (iOS 3)
@MainActor open class UndoManager: NSObject {
    /// https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:) (iOS 9)
    @preconcurrency public func registerUndo<TargetType>(withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void) where TargetType: AnyObject {}
    /// https://developer.apple.com/documentation/foundation/undomanager/removeallactions(withtarget:) (iOS 3)
    open func removeAllActions(withTarget target: Any) {}
}

extension URL {
    /// https://developer.apple.com/documentation/foundation/url/startaccessingsecurityscopedresource() (iOS 8)
    public func startAccessingSecurityScopedResource() -> Bool { false }
    /// https://developer.apple.com/documentation/foundation/url/stopaccessingsecurityscopedresource() (iOS 8)
    public func stopAccessingSecurityScopedResource() {}
}
