import HummingbirdCore
import HummingbirdTLS

extension HTTPServerBuilder {
    /// HTTP/1.1 with Daybook's handlers, over TLS when there is a certificate.
    ///
    /// `files` answers requests for the browser app's files before a task begins.
    static func daybook(
        _ renewal: TLSRenewal?,
        _ configuration: ServerConfiguration,
        files: DaybookResponder
    ) throws -> HTTPServerBuilder {
        let (connections, pace) = (Connections(configuration), PaceHandler.Settings(configuration))
        let executors = LoopExecutors()
        let plain = HTTPServerBuilder { responder in
            DaybookChannel(
                responder: responder,
                files: files,
                connections: connections,
                pace: pace,
                executors: executors
            )
        }
        guard let renewal else { return plain }
        return try .tls(plain, tlsConfiguration: renewal.configuration)
    }
}
