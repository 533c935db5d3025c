import DaybookCore
import DaybookStore

/// The lifetime of a session; nil for no limit (A9).
struct SessionLifetime: Sendable {
    /// Without being used.
    var idle: Instant.Span?
    /// However much it is used.
    var absolute: Instant.Span?

    /// Whether a session has ended by its age or by its time without use.
    func isOver(_ session: StoredSession, at now: Instant) -> Bool {
        if let idle, now >= session.lastUsedAt.advanced(by: idle) { return true }
        if let absolute, now >= session.createdAt.advanced(by: absolute) { return true }
        return false
    }
}
