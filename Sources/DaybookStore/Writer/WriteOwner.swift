import DaybookCore

/// On whose account a write waits. Owners take turns.
enum WriteOwner: Hashable, Sendable {
    /// The server's own work: small, seldom, and never refused.
    case system
    case account(AccountID)
    /// Somebody who has not signed in, in one of sixteen lines: of however many addresses they come, strangers have
    /// sixteen turns of a round at most.
    case stranger(UInt8)

    /// A stranger by the key that their tries count under.
    static func counted(under key: AttemptKey?) -> WriteOwner {
        .stranger((key?.bytes.first ?? 0) & 0x0F)
    }
}
