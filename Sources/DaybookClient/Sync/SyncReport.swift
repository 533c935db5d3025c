import DaybookCore

/// The result of a sync.
public struct SyncReport: Equatable, Sendable {
    /// Records whose changes the server has taken.
    public var sent = 0
    /// Records whose changes the server refused. They stay in the notebook, with the reasons.
    public var refused = 0
    /// Records that came from the server.
    public var received = 0
    /// How often everything was read again, because the server had forgotten what this notebook had read, or was restored
    /// from a backup.
    public var resets = 0
    /// Photos whose bytes the server has taken.
    public var photos = 0
    /// Photos that the server refused, each with the reason in its words. They stay on this device.
    public var refusedPhotos: [RefusedPhoto] = []

    /// The texts of this device that newer texts of other devices replaced: the first ``replacedMaximum``.
    public var replaced: [ReplacedText] = []
    /// How many texts were replaced.
    public var replacedCount = 0

    /// The replaced texts that a report holds. All are in the histories.
    public static let replacedMaximum = 20

    /// A photo that the server refused.
    public struct RefusedPhoto: Equatable, Sendable {
        /// The photo.
        public var sha256: Digest
        /// The title of a note that has it.
        public var title: String
        /// The reason, in the server's words.
        public var reason: String
    }

    /// Nothing done yet.
    public init() {}

    /// Whether nothing was sent, refused or received.
    public var isEmpty: Bool {
        sent == 0 && refused == 0 && received == 0 && resets == 0 && photos == 0 && refusedPhotos.isEmpty
    }
}
