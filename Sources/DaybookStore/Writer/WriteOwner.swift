import DaybookCore

/// The account or client for which a write waits. Owners take turns.
enum WriteOwner: Hashable, Sendable {
    /// The server's own work: small, rare, and never refused.
    case system
    case account(AccountID)
    /// A client that is not signed in, in one of sixteen lines: however many addresses strangers use, they have at most
    /// sixteen turns in a round.
    case stranger(UInt8)

    /// A stranger's line, chosen by the key under which their attempts count.
    static func counted(under key: AttemptKey?) -> WriteOwner {
        .stranger((key?.bytes.first ?? 0) & 0x0F)
    }
}
