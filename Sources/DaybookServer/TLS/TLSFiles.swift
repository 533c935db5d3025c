import DaybookCore
import Foundation

/// The paths of the certificate chain and the private key for TLS: PEM files, which may be one file.
public struct TLSFiles: Equatable, Sendable {
    /// The server's certificate, followed by the certificates up to a root that browsers trust.
    public var certificate: String
    /// The private key of the server's certificate.
    public var key: String

    /// Files at these paths.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// Facts that change when a file is replaced, read without its content; nil when a file is missing.
    var state: [Int64]? {
        var state: [Int64] = []
        for path in [certificate, key] {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            #if canImport(Darwin)
            let changed = status.st_mtimespec
            #else
            let changed = status.st_mtim
            #endif
            state += [Int64(changed.tv_sec), Int64(changed.tv_nsec), Int64(status.st_size)]
            state.append(Int64(truncatingIfNeeded: status.st_ino))
        }
        return state
    }
}
