import DaybookCore
import NIOCore
import Synchronization

/// Whether hosts may be called: not those with any address beside the public network, unless the operator trusts them.
///
/// It looks twice. Before a call the name is looked up and nothing is sent to a host that is refused; and as a
/// connection stands, its other end is looked at before the request goes out, since a name server may answer something
/// else the second time.
final class HostCheck: Sendable {
    /// A host that may not be called.
    struct Forbidden: Error {}

    /// The time for which an answer counts. The second look notices a name whose address changes.
    static let kept = Instant.Span.minutes(1)
    /// The number of hosts that answers are kept for.
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

    /// The look before a call. Throws ``Forbidden``, or why the name cannot be looked up.
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

    /// The look at a connection that stands. One that is refused is closed.
    func admit(_ connection: any Channel) -> EventLoopFuture<Void> {
        if let address = connection.remoteAddress, PublicAddress.isPublic(address) {
            return connection.eventLoop.makeSucceededVoidFuture()
        }
        connection.close(promise: nil)
        return connection.eventLoop.makeFailedFuture(Forbidden())
    }
}
