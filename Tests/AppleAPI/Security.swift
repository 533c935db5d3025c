// swift-format-ignore-file
// The part of Security that the app uses.
@_exported import AppleFoundation
@_exported import AppleCoreFoundation

/// https://developer.apple.com/documentation/kernel/osstatus (iOS 2)
public typealias OSStatus = Int32
/// https://developer.apple.com/documentation/security/errsecsuccess (iOS 2)
public var errSecSuccess: OSStatus { 0 }
/// https://developer.apple.com/documentation/security/errsecitemnotfound (iOS 2)
public var errSecItemNotFound: OSStatus { -25_300 }

/// https://developer.apple.com/documentation/security/ksecclass (iOS 2)
public let kSecClass: CFString = ""
/// https://developer.apple.com/documentation/security/ksecclassgenericpassword (iOS 2)
public let kSecClassGenericPassword: CFString = ""
/// https://developer.apple.com/documentation/security/ksecattrservice (iOS 2)
public let kSecAttrService: CFString = ""
/// https://developer.apple.com/documentation/security/ksecattraccount (iOS 2)
public let kSecAttrAccount: CFString = ""
/// https://developer.apple.com/documentation/security/ksecattraccessible (iOS 4)
public let kSecAttrAccessible: CFString = ""
/// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly (iOS 4)
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
/// https://developer.apple.com/documentation/security/ksecvaluedata (iOS 2)
public let kSecValueData: CFString = ""
/// https://developer.apple.com/documentation/security/ksecreturndata (iOS 2)
public let kSecReturnData: CFString = ""
/// https://developer.apple.com/documentation/security/ksecmatchlimit (iOS 2)
public let kSecMatchLimit: CFString = ""
/// https://developer.apple.com/documentation/security/ksecmatchlimitone (iOS 2)
public let kSecMatchLimitOne: CFString = ""

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:) (iOS 2)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { errSecItemNotFound }
/// https://developer.apple.com/documentation/security/secitemadd(_:_:) (iOS 2)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { errSecItemNotFound }
/// https://developer.apple.com/documentation/security/secitemupdate(_:_:) (iOS 2)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { errSecItemNotFound }
/// https://developer.apple.com/documentation/security/secitemdelete(_:) (iOS 2)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { errSecItemNotFound }
