// swift-format-ignore-file
// The part of UniformTypeIdentifiers that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct (iOS 14)
public struct UTType: Hashable, Sendable {
    /// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/identifier (iOS 14)
    public let identifier: String
    /// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/jpeg (iOS 14)
    public static var jpeg: UTType { UTType(identifier: "public.jpeg") }
    /// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/zip (iOS 14)
    public static var zip: UTType { UTType(identifier: "public.zip-archive") }
}
