// swift-format-ignore-file
// The part of UIKit that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/uikit/uiimage (iOS 2)
open class UIImage: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/uikit/uiimage/init(data:) (iOS 2)
    public init?(data: Data) {}
}

/// https://developer.apple.com/documentation/uikit/uitextcontenttype (iOS 10)
public struct UITextContentType: Hashable, Sendable, RawRepresentable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// https://developer.apple.com/documentation/uikit/uitextcontenttype/name (iOS 10)
    public static let name = UITextContentType(rawValue: "")
    /// https://developer.apple.com/documentation/uikit/uitextcontenttype/username (iOS 11)
    public static let username = UITextContentType(rawValue: "")
    /// https://developer.apple.com/documentation/uikit/uitextcontenttype/password (iOS 11)
    public static let password = UITextContentType(rawValue: "")
    /// https://developer.apple.com/documentation/uikit/uitextcontenttype/newpassword (iOS 12)
    public static let newPassword = UITextContentType(rawValue: "")
    /// https://developer.apple.com/documentation/uikit/uitextcontenttype/emailaddress (iOS 10)
    public static let emailAddress = UITextContentType(rawValue: "")
    /// https://developer.apple.com/documentation/uikit/uitextcontenttype/telephonenumber (iOS 10)
    public static let telephoneNumber = UITextContentType(rawValue: "")
}

/// https://developer.apple.com/documentation/uikit/uikeyboardtype (iOS 2)
public enum UIKeyboardType: Int, Sendable {
    case `default`, emailAddress, phonePad, URL
}

/// https://developer.apple.com/documentation/uikit/uiaccessibility (iOS 3)
public enum UIAccessibility {
    /// https://developer.apple.com/documentation/uikit/uiaccessibility/notification (iOS 3)
    public struct Notification: Sendable {
        /// https://developer.apple.com/documentation/uikit/uiaccessibility/notification/announcement (iOS 4)
        public static let announcement = Notification()
    }

    /// https://developer.apple.com/documentation/uikit/uiaccessibility/post(notification:argument:) (iOS 3)
    public static func post(notification: UIAccessibility.Notification, argument: Any?) {}
}
