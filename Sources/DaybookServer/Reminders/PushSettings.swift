import DaybookPush

/// How reminders get to devices on which no page of Daybook is open.
public struct PushSettings: Sendable {
    /// By which push services know this server.
    public var key: VAPIDKey
    /// Whom they can ask about it.
    public var contact: VAPIDContact?
    /// Push services that may be beside the public network.
    public var privateHosts: PrivatePushHosts

    /// The settings.
    public init(key: VAPIDKey, contact: VAPIDContact? = nil, privateHosts: PrivatePushHosts = .none) {
        self.key = key
        self.contact = contact
        self.privateHosts = privateHosts
    }
}
