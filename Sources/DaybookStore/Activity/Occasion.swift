import DaybookCore

/// The moment and the device of something done to an account, for its activity.
public struct Occasion: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// The device, by the name that the person gave it; nil when the device is not known.
    public let device: String?

    /// An occasion of these parts.
    public init(at: Instant, device: String?) {
        self.at = at
        self.device = device
    }

    /// The entry of the activity.
    func entry(_ kind: ActivityKind) -> ActivityEntry { ActivityEntry(kind, at: at, device: device) }
}
