import DaybookPush

/// The settings of Web Push, which sends reminders to devices on which no tab of Daybook is open.
public struct PushSettings: Sendable {
    /// The key that identifies this server to push services.
    public var key: VAPIDKey
    /// The contact that push services can write to.
    public var contact: VAPIDContact?
    /// Push services that are allowed outside of the public network.
    public var privateHosts: PrivatePushHosts

    /// The settings.
    public init(key: VAPIDKey, contact: VAPIDContact? = nil, privateHosts: PrivatePushHosts = .none) {
        self.key = key
        self.contact = contact
        self.privateHosts = privateHosts
    }
}
