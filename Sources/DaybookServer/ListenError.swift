import Foundation
import NIOCore

/// Why a server cannot listen on an address.
public enum ListenError: Error, Equatable, Sendable {
    /// Another program listens there.
    case portInUse(host: String, port: Int)
    /// Ports below 1024 are usually reserved for the system.
    case notAllowed(host: String, port: Int)
    /// This machine has no such address.
    case noSuchAddress(host: String, port: Int)
    /// Any other error of the operating system.
    case failed(host: String, port: Int, detail: String)

    init(_ error: IOError, host: String, port: Int) {
        switch error.errnoCode {
        case EADDRINUSE: self = .portInUse(host: host, port: port)
        case EACCES, EPERM: self = .notAllowed(host: host, port: port)
        case EADDRNOTAVAIL: self = .noSuchAddress(host: host, port: port)
        default: self = .failed(host: host, port: port, detail: error.description)
        }
    }
}

extension ListenError: CustomStringConvertible {
    /// One sentence for the operator, with what can be done about it.
    public var description: String {
        switch self {
        case .portInUse(let host, let port):
            "port \(port) of \(host) is in use by another program. Choose another one with --port."
        case .notAllowed(let host, let port):
            "port \(port) of \(host) may not be used by this user. Choose one above 1023 with --port."
        case .noSuchAddress(let host, _):
            "\(host) is not an address of this machine. Choose another one with --host."
        case .failed(let host, let port, let detail):
            "\(host), port \(port), cannot be listened on: \(detail)."
        }
    }
}
