import HummingbirdCore
import HummingbirdTLS

extension HTTPServerBuilder {
    /// HTTP/1.1 with Daybook's handlers, over TLS when there is a certificate.
    ///
    /// `responder` answers the requests.
    static func daybook(
        _ renewal: TLSRenewal?,
        _ configuration: ServerConfiguration,
        responder: DaybookResponder
    ) throws -> HTTPServerBuilder {
        let (connections, pace) = (Connections(configuration), PaceHandler.Settings(configuration))
        let executors = LoopExecutors()
        // Hummingbird's own function for a request waits for its body and its answer to pass through streams of NIO.
        let plain = HTTPServerBuilder { _ in
            DaybookChannel(
                responder: responder,
                connections: connections,
                pace: pace,
                executors: executors,
                isPlain: renewal == nil
            )
        }
        guard let renewal else { return plain }
        return try .tls(plain, tlsConfiguration: renewal.configuration)
    }
}
