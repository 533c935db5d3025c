import DaybookStore
import Foundation
import Hummingbird
import NIOCore

/// The context of a request on its way through the server.
public struct DaybookContext: RequestContext {
    /// Hummingbird's own part: logger, route, parameters.
    public var coreContext: CoreRequestContextStorage
    /// The way that the request came. The responder adds what the headers say.
    private(set) var arrival: Arrival
    /// The session of the request. It is set before a handler that needs a session is called.
    private(set) var openSession: OpenSession?
    /// The connection that the request came on.
    let channel: any Channel

    /// The context of a request that came over a channel.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        let peer = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        arrival = Arrival(client: peer, isSecure: false, cookie: .plain)
    }

    /// Comes true when the connection is closed, from whichever side.
    var closing: EventLoopFuture<Void> { channel.closeFuture }

    /// The client's address as text; empty without a socket.
    var peer: String { arrival.client?.description ?? "" }

    /// The same context with what the request and the operator's settings say of its way.
    func with(_ arrival: Arrival) -> DaybookContext {
        var context = self
        context.arrival = arrival
        return context
    }

    /// The same context with a session.
    func with(_ session: OpenSession) -> DaybookContext {
        var context = self
        context.openSession = session
        return context
    }

    /// A part of the path by its name in the route, without escapes; nil when it is no text.
    func part(_ name: String) -> String? { parameters.get(name)?.removingPercentEncoding }

    /// The session of a request to a route that needs one.
    var session: OpenSession {
        get throws {
            guard let openSession else { throw Problem.noSession }
            return openSession
        }
    }
}
