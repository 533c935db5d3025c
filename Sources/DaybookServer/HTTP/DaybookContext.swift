import DaybookStore
import Hummingbird
import NIOCore

/// What goes with a request through the server.
public struct DaybookContext: RequestContext {
    /// What Hummingbird keeps: logger, route, parameters.
    public var coreContext: CoreRequestContextStorage
    /// The address of the connection's other end, as text; empty where there is no socket.
    let peer: String
    /// Whose request it is; set before a handler that needs a session is called.
    private(set) var openSession: OpenSession?

    /// The context of a request that came over a channel.
    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? ""
    }

    /// The same context with a session.
    func with(_ session: OpenSession) -> DaybookContext {
        var context = self
        context.openSession = session
        return context
    }

    /// The session of a request to a route that needs one.
    var session: OpenSession {
        get throws {
            guard let openSession else { throw Problem.noSession }
            return openSession
        }
    }
}
