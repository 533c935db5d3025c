import DaybookStore
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The context of a request on its way through the server.
public struct DaybookContext: RequestContext {
    /// Hummingbird's own part: logger, route, parameters.
    public var coreContext: CoreRequestContextStorage
    /// How the request arrived. The responder adds the facts from the headers.
    private(set) var arrival: Arrival
    /// The session of the request. It is set before a handler that needs a session is called.
    private(set) var openSession: OpenSession?
    /// The connection of the request.
    let channel: any Channel
    /// Whether the body comes in pieces, after the call has begun.
    let bodyFollows: Bool
    /// The request's own id, for the log.
    let requestID = RequestID()

    /// The context of a request that arrived on a channel.
    public init(source: ApplicationRequestContextSource) {
        self.init(source, peer: IPAddress(of: source.channel))
    }

    /// The same when the address of the channel's other end is known. It is read once for each connection, because reading it takes
    /// long.
    init(channel: any Channel, peer: IPAddress?, bodyFollows: Bool = false, logger: Logger) {
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        self.init(source, peer: peer, bodyFollows: bodyFollows)
    }

    private init(_ source: ApplicationRequestContextSource, peer: IPAddress?, bodyFollows: Bool = false) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        self.bodyFollows = bodyFollows
        arrival = Arrival(client: peer, isSecure: false, cookie: .plain)
    }

    /// The logger with the request's id. Most requests need none: their only line gets the id apart (``RequestLog``).
    var log: Logger {
        var log = logger
        log[metadataKey: "hb.request.id"] = .stringConvertible(requestID)
        return log
    }

    /// The client's address as text; empty without a socket.
    var peer: String { arrival.client?.description ?? "" }

    /// The same context with the facts from the headers and the operator's settings.
    @inline(never)
    func with(_ arrival: Arrival) -> DaybookContext {
        var context = self
        context.arrival = arrival
        return context
    }

    /// The same context with a session.
    @inline(never)
    func with(_ session: OpenSession) -> DaybookContext {
        var context = self
        context.openSession = session
        return context
    }

    /// A part of the path by its name in the route, percent-decoded; nil when it is not text.
    func part(_ name: String) -> String? { parameters.get(name)?.removingPercentEncoding }

    /// The session of a request to a route that needs one.
    var session: OpenSession {
        get throws {
            guard let openSession else { throw Problem.noSession }
            return openSession
        }
    }
}
