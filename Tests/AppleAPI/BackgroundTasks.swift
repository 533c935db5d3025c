// swift-format-ignore-file
// The part of BackgroundTasks that the app uses.
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest (iOS 13)
open class BGTaskRequest: NSObject {
    /// https://developer.apple.com/documentation/backgroundtasks/bgtaskrequest/earliestbegindate (iOS 13)
    open var earliestBeginDate: Date?
}

/// https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest (iOS 13)
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// https://developer.apple.com/documentation/backgroundtasks/bgapprefreshtaskrequest/init(identifier:) (iOS 13)
    public init(identifier: String) {}
}

/// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler (iOS 13)
open class BGTaskScheduler: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/shared (iOS 13)
    open class var shared: BGTaskScheduler { BGTaskScheduler() }
    /// https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler/submit(_:) (iOS 13)
    open func submit(_ taskRequest: BGTaskRequest) throws {}
}
