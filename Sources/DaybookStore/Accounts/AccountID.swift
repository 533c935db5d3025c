import DaybookCore

/// Identifies one person's account.
public struct AccountID: Hashable, Sendable {
    /// The id as it is written in JSON and stored.
    public let uuid: UUID

    /// The account that this id names.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }
}

extension AccountID: CustomStringConvertible {
    /// The id as text, 36 characters.
    public var description: String { uuid.description }
}
