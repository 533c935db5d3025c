// swift-format-ignore-file
// The part of UIKit that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/uikit/uiimage (iOS 2)
open class UIImage: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/uikit/uiimage/init(data:) (iOS 2)
    public init?(data: Data) {}
    /// https://developer.apple.com/documentation/uikit/uiimage/jpegdata(compressionquality:) (iOS 2)
    open func jpegData(compressionQuality: CGFloat) -> Data? { nil }
}

/// https://developer.apple.com/documentation/uikit/uicolor (iOS 2)
open class UIColor: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/uikit/uicolor/red (iOS 2)
    open class var red: UIColor { UIColor() }
    /// https://developer.apple.com/documentation/uikit/uicolor/setfill() (iOS 2)
    open func setFill() {}
}

/// https://developer.apple.com/documentation/uikit/uigraphicsrenderercontext (iOS 10)
open class UIGraphicsRendererContext: NSObject {
    /// https://developer.apple.com/documentation/uikit/uigraphicsrenderercontext/fill(_:) (iOS 10)
    open func fill(_ rect: CGRect) {}
}

/// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderercontext (iOS 10)
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {}

/// https://developer.apple.com/documentation/uikit/uigraphicsrenderer (iOS 10)
open class UIGraphicsRenderer: NSObject {}

/// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer (iOS 10)
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
    /// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer/init(size:) (iOS 10)
    public convenience init(size: CGSize) { self.init() }
    /// https://developer.apple.com/documentation/uikit/uigraphicsimagerenderer/pngdata(actions:) (iOS 10)
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { Data() }
}

/// https://developer.apple.com/documentation/uikit/uiresponder (iOS 2)
@MainActor open class UIResponder: NSObject {}

/// https://developer.apple.com/documentation/uikit/uiviewcontroller (iOS 2)
@MainActor open class UIViewController: UIResponder {}

/// https://developer.apple.com/documentation/uikit/uinavigationcontroller (iOS 2)
@MainActor open class UINavigationController: UIViewController {}

/// https://developer.apple.com/documentation/uikit/uinavigationcontrollerdelegate (iOS 2)
@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {}

/// https://developer.apple.com/documentation/uikit/uiimagepickercontroller (iOS 2)
@MainActor open class UIImagePickerController: UINavigationController {
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.enum (iOS 2)
    public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontroller/infokey (iOS 2)
    public struct InfoKey: Hashable, Sendable {
        /// https://developer.apple.com/documentation/uikit/uiimagepickercontroller/infokey/originalimage (iOS 2)
        public static let originalImage = InfoKey()
    }
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontroller/issourcetypeavailable(_:) (iOS 2)
    open class func isSourceTypeAvailable(_ sourceType: UIImagePickerController.SourceType) -> Bool { false }
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontroller/delegate (iOS 2)
    open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.property (iOS 2)
    open var sourceType: UIImagePickerController.SourceType = .photoLibrary
}

/// https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate (iOS 2)
@MainActor public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate/imagepickercontroller(_:didfinishpickingmediawithinfo:) (iOS 2)
    func imagePickerController(_ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
    /// https://developer.apple.com/documentation/uikit/uiimagepickercontrollerdelegate/imagepickercontrollerdidcancel(_:) (iOS 2)
    func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
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
