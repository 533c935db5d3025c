import DaybookCore
import Synchronization

/// The sessions that were read and have not changed since.
///
/// Nearly every request begins with its session. Reading it takes a tenth of what a list that is held in memory costs; here it takes a comparison of
/// 48 bytes (``LogState``). A commit of this process that only changes records leaves what is known, with the accounts' new cursors
/// (``follow(_:cursors:)``). Any other commit, of this process or another, ends it.
final class RememberedSessions: Sendable {
    /// The most sessions that are kept. Only valid tokens bring one.
    private static let most = 4_096

    private struct Known {
        var moment: LogState.Moment?
        /// Each with the cursor of when it was read.
        var sessions: [TokenHash: OpenSession] = [:]
        /// The present cursors of the sessions' accounts.
        var cursors: [AccountID: Int64] = [:]

        func session(of token: TokenHash) -> OpenSession? {
            guard let session = sessions[token], let cursor = cursors[session.account] else { return nil }
            return session.cursor == cursor ? session : session.at(cursor)
        }

        mutating func add(_ session: OpenSession, of token: TokenHash) {
            sessions[token] = session
            cursors[session.account] = session.cursor
        }

        mutating func begin(at moment: LogState.Moment) {
            self.moment = moment
            sessions.removeAll(keepingCapacity: true)
            cursors.removeAll(keepingCapacity: true)
        }
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
        if let session = known.withLock({ $0.moment == moment ? $0.session(of: token) : nil }) { return session }
        guard let session = try read() else { return nil }
        known.withLock { known in
            if known.moment != moment {
                // What is known may belong to a later moment than this read.
                guard state.now == moment else { return }
                known.begin(at: moment)
            } else if known.sessions.count >= Self.most {
                known.begin(at: moment)
            }
            known.add(session, of: token)
        }
        return session
    }

    /// The moment in which a transaction begins; nil when it is not known. Call it where nobody else can commit: between
    /// `BEGIN IMMEDIATE` and the first write.
    var present: LogState.Moment? { state.now }

    /// Keeps what was known when a transaction began, after its commit: it has changed nothing about sessions and their accounts
    /// but these cursors. Call it before the next transaction begins.
    func follow(_ before: LogState.Moment, cursors: [AccountID: Int64?]) {
        // Another process may have committed since. Then what is known stays behind, and ends with the next read.
        guard let moment = state.now, moment.isNext(after: before) else { return }
        known.withLock { known in
            guard known.moment == before else { return }
            known.moment = moment
            for (account, cursor) in cursors where known.cursors[account] != nil { known.cursors[account] = cursor }
        }
    }
}

extension OpenSession {
    /// The same session at another cursor of its account.
    fileprivate func at(_ cursor: Int64) -> OpenSession {
        OpenSession(session: session, cursor: cursor, temporaryUntil: temporaryUntil, limits: limits)
    }
}
