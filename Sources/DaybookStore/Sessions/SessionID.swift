import DaybookCore

/// Identifies one session of an account. It is not a secret; the token is.
public struct SessionID: Hashable, Sendable {
    /// The id as it is written in JSON and stored.
    public let uuid: UUID

    /// The session that this id names.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }
}

extension SessionID: CustomStringConvertible {
    /// The id as text, 36 characters.
    public var description: String { uuid.description }
}
