import DaybookCore
import DaybookStore

/// How long a session lives; nil for as long as the person wants (A9).
struct SessionLifetime: Sendable {
    /// Without being used.
    var idle: Instant.Span?
    /// However much it is used.
    var absolute: Instant.Span?

    /// Whether a session has lived its time.
    func isOver(_ session: StoredSession, at now: Instant) -> Bool {
        if let idle, now >= session.lastUsedAt.advanced(by: idle) { return true }
        if let absolute, now >= session.createdAt.advanced(by: absolute) { return true }
        return false
    }
}
