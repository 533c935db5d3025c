// swift-format-ignore-file
// The part of UserNotifications that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter (iOS 10)
open class UNUserNotificationCenter: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current() (iOS 10)
    open class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/delegate (iOS 10)
    open weak var delegate: (any UNUserNotificationCenterDelegate)?
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setnotificationcategories(_:) (iOS 10)
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/notificationsettings() (iOS 15)
    open func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/requestauthorization(options:) (iOS 15)
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/add(_:) (iOS 15)
    open func add(_ request: UNNotificationRequest) async throws {}
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removeallpendingnotificationrequests() (iOS 10)
    open func removeAllPendingNotificationRequests() {}
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removependingnotificationrequests(withidentifiers:) (iOS 10)
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/pendingnotificationrequests() (iOS 10)
    open func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removedeliverednotifications(withidentifiers:) (iOS 10)
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removealldeliverednotifications() (iOS 10)
    open func removeAllDeliveredNotifications() {}
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setbadgecount(_:withcompletionhandler:) (iOS 16)
    open func setBadgeCount(_ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {}
}

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate (iOS 10)
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:willpresent:withcompletionhandler:) (iOS 10)
    func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification, withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:didreceive:withcompletionhandler:) (iOS 10)
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void)
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationsettings (iOS 10)
open class UNNotificationSettings: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/authorizationstatus (iOS 10)
    open var authorizationStatus: UNAuthorizationStatus { .notDetermined }
}

/// https://developer.apple.com/documentation/usernotifications/unauthorizationstatus (iOS 10)
public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined, denied, authorized, provisional, ephemeral
}

/// https://developer.apple.com/documentation/usernotifications/unauthorizationoptions (iOS 10)
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationpresentationoptions (iOS 10)
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationaction (iOS 10)
open class UNNotificationAction: NSObject {
    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) { self.init() }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationactionoptions (iOS 10)
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcategory (iOS 10)
open class UNNotificationCategory: NSObject {
    public convenience init(identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String], options: UNNotificationCategoryOptions = []) { self.init() }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcategoryoptions (iOS 10)
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcontent (iOS 10)
open class UNNotificationContent: NSObject {}

/// https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent (iOS 10)
open class UNMutableNotificationContent: UNNotificationContent {
    open var title = ""
    open var body = ""
    open var sound: UNNotificationSound?
    open var categoryIdentifier = ""
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationsound (iOS 10)
open class UNNotificationSound: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsound/default (iOS 10)
    open class var `default`: UNNotificationSound { UNNotificationSound() }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationtrigger (iOS 10)
open class UNNotificationTrigger: NSObject {}

/// https://developer.apple.com/documentation/usernotifications/uncalendarnotificationtrigger (iOS 10)
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) { self.init() }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationrequest (iOS 10)
open class UNNotificationRequest: NSObject {
    public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) { self.init() }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/identifier (iOS 10)
    open var identifier: String { "" }
}

/// https://developer.apple.com/documentation/usernotifications/unnotification (iOS 10)
open class UNNotification: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotification/request (iOS 10)
    open var request: UNNotificationRequest { UNNotificationRequest() }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationresponse (iOS 10)
open class UNNotificationResponse: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationresponse/notification (iOS 10)
    open var notification: UNNotification { UNNotification() }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationresponse/actionidentifier (iOS 10)
    open var actionIdentifier: String { "" }
}
