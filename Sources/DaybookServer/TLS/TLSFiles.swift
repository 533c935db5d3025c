import DaybookCore
import Foundation

/// Where the certificate chain and the private key are that a server shows over TLS: PEM files, which may be one.
public struct TLSFiles: Equatable, Sendable {
    /// The server's certificate, and behind it those that lead to a root which browsers know.
    public var certificate: String
    /// The private key of the first of them.
    public var key: String

    /// Files by their paths.
    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// What shows, without reading them, that the files are others than before; nil when one is not there.
    var mark: [Int64]? {
        var mark: [Int64] = []
        for path in [certificate, key] {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            #if canImport(Darwin)
            let changed = status.st_mtimespec
            #else
            let changed = status.st_mtim
            #endif
            mark += [Int64(changed.tv_sec), Int64(changed.tv_nsec), Int64(status.st_size)]
            mark.append(Int64(truncatingIfNeeded: status.st_ino))
        }
        return mark
    }
}
