import DaybookCore

/// When something is done to an account and with which device, for its activity.
public struct Occasion: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// The device, as the person knows it; nil when that is not known.
    public let device: String?

    /// An occasion of these parts.
    public init(at: Instant, device: String?) {
        self.at = at
        self.device = device
    }

    /// The entry of the activity.
    func entry(_ kind: ActivityKind) -> ActivityEntry { ActivityEntry(kind, at: at, device: device) }
}
