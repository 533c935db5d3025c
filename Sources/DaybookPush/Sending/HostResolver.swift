import Foundation
import NIOCore
import NIOPosix

/// Looks up the addresses of hosts on separate threads, so that a slow name server delays no other work.
final class HostResolver: Sendable {
    /// The name has no address, or no name server answered.
    struct Failure: Error {
        let detail: String
    }

    private let threads = NIOThreadPool(numberOfThreads: 4)

    init() {
        threads.start()
    }

    /// All addresses of a host, at least one.
    func addresses(of host: String) async throws -> [SocketAddress] {
        try await threads.runIfActive { try Self.lookUp(host) }
    }

    func close() async {
        try? await threads.shutdownGracefully()
    }

    private static func lookUp(_ host: String) throws -> [SocketAddress] {
        var hints = addrinfo()
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &first)
        guard code == 0, let first else { throw Failure(detail: String(cString: gai_strerror(code))) }
        defer { freeaddrinfo(first) }
        let found = sequence(first: first) { $0.pointee.ai_next }.compactMap { address($0.pointee) }
        if found.isEmpty { throw Failure(detail: "no address of version 4 or 6") }
        return found
    }

    private static func address(_ info: addrinfo) -> SocketAddress? {
        let bytes = UnsafeRawPointer(info.ai_addr)
        switch info.ai_family {
        case AF_INET: return bytes.map { SocketAddress($0.loadUnaligned(as: sockaddr_in.self)) }
        case AF_INET6: return bytes.map { SocketAddress($0.loadUnaligned(as: sockaddr_in6.self)) }
        default: return nil
        }
    }
}
