import DaybookCore
import DaybookStore

/// The lifetime of a session; nil for no limit (A9).
struct SessionLifetime: Sendable {
    /// The longest time without use.
    var idle: Instant.Span?
    /// The longest time in all.
    var absolute: Instant.Span?

    /// Whether a session has ended by its age or by its time without use.
    func isOver(_ session: StoredSession, at now: Instant) -> Bool {
        if let idle, now >= session.lastUsedAt.advanced(by: idle) { return true }
        if let absolute, now >= session.createdAt.advanced(by: absolute) { return true }
        return false
    }
}
