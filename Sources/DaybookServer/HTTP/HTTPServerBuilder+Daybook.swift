import HummingbirdCore
import HummingbirdTLS

extension HTTPServerBuilder {
    /// HTTP/1.1 as Daybook speaks it, over TLS when there is a certificate.
    static func daybook(_ renewal: TLSRenewal?) throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [SmallReads(), LingeringClose(), HangUp()],
                idleTimeout: .seconds(75)
            )
        )
        guard let renewal else { return plain }
        return try .tls(plain, tlsConfiguration: renewal.configuration)
    }
}
