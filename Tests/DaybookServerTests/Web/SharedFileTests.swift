import Foundation
import NIOCore
import Testing

@testable import DaybookServer

@Suite("Files that the kernel sends")
struct SharedFileTests {
    private static let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    private static let head = ByteBuffer(string: "head\r\n")

    /// Two ends of a connection, of which the first does not wait.
    private static func pair(_ test: (Int32, Int32) throws -> Void) throws {
        var ends: [Int32] = [0, 0]
        #if canImport(Glibc)
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        #else
        try #require(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
        #endif
        defer { for end in ends { close(end) } }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        try test(ends[0], ends[1])
    }

    private static func receive(_ count: Int, from socket: Int32) -> [UInt8] {
        var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while all.count < count {
            let received = recv(socket, &buffer, min(buffer.count, count - all.count), 0)
            guard received > 0 else { break }
            all += buffer[..<received]
        }
        return all
    }

    @Test("few bytes are not worth it")
    func few() { #expect(SharedFile([UInt8](repeating: 1, count: SharedFile.leastBytes - 1)) == nil) }

    #if os(Linux)
    @Test("the bytes come behind their head, as often as they are sent")
    func whole() throws {
        let file = try #require(SharedFile(Self.bytes))
        let all = Array(Self.head.readableBytesView) + Self.bytes
        try Self.pair { socket, other in
            for _ in 0..<3 {
                #expect(file.send(behind: Self.head, to: socket) == all.count)
                #expect(Self.receive(all.count, from: other) == all)
            }
        }
    }

    @Test("what the socket does not take is told, also when it takes nothing")
    func partly() throws {
        let file = try #require(SharedFile(Self.bytes))
        let all = Array(Self.head.readableBytesView) + Self.bytes
        try Self.pair { socket, other in
            var (sent, last) = (0, all.count)
            while last == all.count {
                last = file.send(behind: Self.head, to: socket)
                sent += last
            }
            #expect(file.send(behind: Self.head, to: socket) == 0)
            let received = Self.receive(sent, from: other)
            #expect(received.count == sent)
            #expect(Array(received.suffix(last)) == Array(all.prefix(last)))
        }
    }

    @Test("a socket whose other end is closed takes nothing, and no signal ends the process")
    func closed() throws {
        signal(SIGPIPE, SIG_IGN)
        let file = try #require(SharedFile(Self.bytes))
        try Self.pair { socket, other in
            shutdown(other, Int32(SHUT_RDWR))
            #expect(file.send(behind: Self.head, to: socket) == 0)
        }
    }
    #endif
}
