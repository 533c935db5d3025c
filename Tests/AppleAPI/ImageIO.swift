// swift-format-ignore-file
// The part of ImageIO and CoreGraphics that the app uses.
@_exported import AppleFoundation
@_exported import AppleCoreFoundation

/// https://developer.apple.com/documentation/coregraphics/cgimage (iOS 2)
public final class CGImage {
    init() {}
    /// https://developer.apple.com/documentation/coregraphics/cgimage/width (iOS 2)
    public var width: Int { 0 }
    /// https://developer.apple.com/documentation/coregraphics/cgimage/height (iOS 2)
    public var height: Int { 0 }
}
/// https://developer.apple.com/documentation/imageio/cgimagesource (iOS 4)
public final class CGImageSource { init() {} }
/// https://developer.apple.com/documentation/imageio/cgimagedestination (iOS 4)
public final class CGImageDestination { init() {} }

/// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithdata(_:_:) (iOS 4)
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { nil }
/// https://developer.apple.com/documentation/imageio/cgimagesourcegetcount(_:) (iOS 4)
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { 0 }
/// https://developer.apple.com/documentation/imageio/cgimagesourcecreatethumbnailatindex(_:_:_:) (iOS 4)
public func CGImageSourceCreateThumbnailAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? { nil }
/// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailfromimagealways (iOS 4)
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = ""
/// https://developer.apple.com/documentation/imageio/kcgimagesourcecreatethumbnailwithtransform (iOS 4)
public let kCGImageSourceCreateThumbnailWithTransform: CFString = ""
/// https://developer.apple.com/documentation/imageio/kcgimagesourcethumbnailmaxpixelsize (iOS 4)
public let kCGImageSourceThumbnailMaxPixelSize: CFString = ""

/// https://developer.apple.com/documentation/imageio/cgimagedestinationcreatewithdata(_:_:_:_:) (iOS 4)
public func CGImageDestinationCreateWithData(_ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?) -> CGImageDestination? { nil }
/// https://developer.apple.com/documentation/imageio/cgimagedestinationaddimage(_:_:_:) (iOS 4)
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {}
/// https://developer.apple.com/documentation/imageio/cgimagedestinationfinalize(_:) (iOS 4)
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { false }
/// https://developer.apple.com/documentation/imageio/kcgimagedestinationlossycompressionquality (iOS 4)
public let kCGImageDestinationLossyCompressionQuality: CFString = ""
