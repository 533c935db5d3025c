import Synchronization

/// The sessions that were read since the database's last commit.
///
/// Nearly every request begins with its session. Reading it takes a tenth of what a list that is held in memory costs; here it takes a comparison of
/// 48 bytes as long as nothing is committed, by this process or another (``LogState``).
final class RememberedSessions: Sendable {
    /// The most sessions that are kept. Only valid tokens bring one.
    private static let most = 4_096

    private struct Known {
        var moment: LogState.Moment?
        var sessions: [TokenHash: OpenSession] = [:]
    }

    private let state: LogState
    private let known = Mutex(Known())

    /// The sessions of a database.
    init(_ state: LogState) {
        self.state = state
    }

    /// The session of a token: the one that is known, or the one that `read` brings.
    func session(of token: TokenHash, _ read: () throws -> OpenSession?) rethrows -> OpenSession? {
        // Before the read. What is committed during it belongs to a later moment, at which nothing is found here.
        guard let moment = state.now else { return try read() }
        if let session = known.withLock({ $0.moment == moment ? $0.sessions[token] : nil }) { return session }
        guard let session = try read() else { return nil }
        known.withLock { known in
            if known.moment != moment || known.sessions.count >= Self.most {
                known.moment = moment
                known.sessions.removeAll(keepingCapacity: true)
            }
            known.sessions[token] = session
        }
        return session
    }
}
