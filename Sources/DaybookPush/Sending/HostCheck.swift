import DaybookCore
import NIOCore
import Synchronization

/// Decides whether a host may be called: a host with any address outside of the public network may not, unless the
/// operator trusts it.
///
/// It checks twice. Before a call it looks up the name, and nothing is sent to a refused host. When a connection opens,
/// it checks the remote address before the request is sent, because a name server may give another answer the second
/// time.
final class HostCheck: Sendable {
    /// A host that may not be called.
    struct Forbidden: Error {}

    /// The time for which a lookup is reused. The second check notices a name whose address changes.
    static let kept = Instant.Span.minutes(1)
    /// The number of hosts whose lookups are kept.
    static let most = 1_000

    private struct Answer {
        let isPublic: Bool
        let at: Instant
    }

    private let privateHosts: PrivatePushHosts
    private let lookUp: @Sendable (String) async throws -> [SocketAddress]
    private let answers = Mutex<[String: Answer]>([:])

    init(privateHosts: PrivatePushHosts, lookUp: @escaping @Sendable (String) async throws -> [SocketAddress]) {
        self.privateHosts = privateHosts
        self.lookUp = lookUp
    }

    /// The check before a call. Throws ``Forbidden``, or the reason why the name cannot be looked up.
    func admit(_ host: String, now: Instant) async throws {
        if privateHosts.contains(host) { return }
        if let answer = answers.withLock({ $0[host] }), answer.at <= now, now < answer.at.advanced(by: Self.kept) {
            guard answer.isPublic else { throw Forbidden() }
            return
        }
        let isPublic = try await lookUp(host).allSatisfy(PublicAddress.isPublic)
        answers.withLock { answers in
            if answers.count >= Self.most { answers.removeAll() }
            answers[host] = Answer(isPublic: isPublic, at: now)
        }
        guard isPublic else { throw Forbidden() }
    }

    /// The check of an open connection. A refused connection is closed.
    func admit(_ connection: any Channel) -> EventLoopFuture<Void> {
        if let address = connection.remoteAddress, PublicAddress.isPublic(address) {
            return connection.eventLoop.makeSucceededVoidFuture()
        }
        connection.close(promise: nil)
        return connection.eventLoop.makeFailedFuture(Forbidden())
    }
}
