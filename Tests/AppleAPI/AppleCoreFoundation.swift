// swift-format-ignore-file
// Stands in for the types of Core Foundation: each is the Swift type that it bridges to with `as` on Apple's systems. Linux has no such
// bridge, so this checks the names and the shapes, not the bridge.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/corefoundation/cfstring (iOS 2)
public typealias CFString = String
/// https://developer.apple.com/documentation/corefoundation/cfdictionary (iOS 2)
public typealias CFDictionary = [String: Any]
/// https://developer.apple.com/documentation/corefoundation/cfdata (iOS 2)
public typealias CFData = Data
/// https://developer.apple.com/documentation/corefoundation/cfmutabledata (iOS 2)
public typealias CFMutableData = NSMutableData
/// https://developer.apple.com/documentation/corefoundation/cftyperef (iOS 2)
public typealias CFTypeRef = AnyObject
