/// What a sync has done.
public struct SyncReport: Equatable, Sendable {
    /// Records whose changes the server has taken.
    public var sent = 0
    /// Records that came from the server.
    public var received = 0
    /// How often everything was read again, because the server had forgotten what this notebook had read, or was restored
    /// from a backup.
    public var resets = 0

    /// Nothing done yet.
    public init() {}

    /// Whether anything was sent or received.
    public var isEmpty: Bool { sent == 0 && received == 0 && resets == 0 }
}
