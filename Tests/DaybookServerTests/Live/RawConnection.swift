import Foundation

/// A TCP connection that sends any bytes, well-formed or not. Its calls block: use them within ``talk(to:_:)``.
struct RawConnection: Sendable {
    private let socket: Int32

    /// Runs a conversation on a separate thread, so that the server under test keeps its threads.
    static func talk<Value: Sendable>(
        to port: Int,
        _ conversation: @escaping @Sendable (RawConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let connection = try RawConnection(port: port)
                        defer { connection.close() }
                        return try conversation(connection)
                    }
                )
            }
        }
    }

    /// Does what blocks on a separate thread, for a conversation that has other parts.
    static func apart<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Connects to a port of this machine. Each wait takes at most `seconds`: by default longer than any answer takes on a
    /// busy machine.
    init(port: Int, timeout seconds: Int = 50) throws {
        #if canImport(Glibc)
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var timeout = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Sends bytes; stops without an error when the other side has closed.
    func send(_ text: String) { send(Array(text.utf8)) }

    /// The same for any bytes.
    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the sending side.
    func endSending() { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// All bytes until the other side closes, or is silent for too long.
    func readToEnd() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// The bytes up to a text, or until the other side closes or is silent for too long.
    func read(until text: String) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes the receive buffer as small as possible.
    func shrink() {
        var size: Int32 = 4_096
        setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    func close() { _ = Foundation.close(socket) }
}
