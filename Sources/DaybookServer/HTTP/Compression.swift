import DaybookZip
import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses answers for clients that accept it (RFC 9110, section 8.4).
enum Compression {
    /// A smaller answer fits into one packet either way.
    static let least = 1 << 10
    /// zlib's fastest level. The sync answer of 10,000 to-dos, 3.08 MB in ten pages, becomes 615 kB in 23 ms at level
    /// 1, 554 kB in 35 ms at 4, 525 kB in 67 ms at 6 and 522 kB in 175 ms at 9: the first level saves nearly all.
    static let level = 1

    /// Above this, zlib takes some milliseconds: such an answer is compressed on a thread for long computations.
    static let much = 256 << 10

    /// An answer that is worth it (``isWorth(_:)``), in a form that the client accepts. A large answer is sent uncompressed when
    /// too many computations wait.
    static func complete(
        _ response: Response,
        to request: Request,
        _ tasks: LongTasks,
        for owner: LongTasks.Owner
    ) async -> Response {
        var response = response
        response.headers[.vary] = "Accept-Encoding"
        guard request.method != .head, let accepted = request.headers[.acceptEncoding],
            AcceptEncoding.takes("gzip", accepted), let plain = await Gathered.bytes(of: response.body)
        else { return response }
        guard let packed = await packed(plain, tasks, for: owner) else {
            response.body = ResponseBody(byteBuffer: plain)
            return response
        }
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: packed))
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = String(packed.count)
        return response
    }

    private static func packed(_ plain: ByteBuffer, _ tasks: LongTasks, for owner: LongTasks.Owner) async -> [UInt8]? {
        let pack: @Sendable () -> [UInt8] = { plain.withUnsafeReadableBytes { Gzip.packed($0, level: level) } }
        if plain.readableBytes <= much { return pack() }
        return try? await tasks.run(for: owner) { _ in pack() }
    }

    /// Whether an answer is text of some size. The web app's files are compressed already, and so are photos and archives;
    /// streams must not be delayed by compression.
    static func isWorth(_ response: Response) -> Bool {
        // The answer to a HEAD has a length and no body.
        let length = response.headers.value(of: .contentLength).flatMap { Int($0) } ?? response.body.contentLength
        guard let length, length >= least, !response.headers.contains(.contentEncoding),
            // The compressed size of a token beside an attacker's text reveals the token (the BREACH attack).
            !response.headers.contains(.setCookie), let type = response.headers.value(of: .contentType)
        else { return false }
        return type.hasPrefix("application/json") || type.hasPrefix("application/problem+json")
            || type.hasPrefix("text/plain")
    }
}

/// A body as bytes.
private final class Gathered: ResponseBodyWriter {
    private var buffer = ByteBuffer()

    /// Nil when the body ends with an error.
    static func bytes(of body: ResponseBody) async -> ByteBuffer? {
        let gathered = Gathered()
        do { try await body.write(gathered) } catch { return nil }
        return gathered.buffer
    }

    func write(_ buffer: ByteBuffer) async throws {
        if self.buffer.readableBytes == 0 { self.buffer = buffer } else { self.buffer.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
