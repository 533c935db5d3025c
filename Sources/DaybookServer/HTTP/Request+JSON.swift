import DaybookCore
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// The most bytes of an ordinary request's body.
    static let bodyLimit = 128 << 10
    /// The most bytes of the body of a to-do or a note: 50,000 characters, the longest text of any limits, of which each
    /// may be an emoji, written as two escapes of six bytes.
    static let recordBodyLimit = 640 << 10
    /// The most JSON values of an ordinary request's body: many times those of a to-do with all of its tags.
    static let valuesLimit = 4_096

    /// The body as a JSON object.
    ///
    /// Throws 415 when its type is not JSON, 413 as soon as it is known to be too large or to have too many values, 400
    /// when it is cut off or is not JSON, 422 when it is no object.
    func jsonObject(limit: Int = bodyLimit) async throws -> ObjectReader {
        ObjectReader(members: try Self.members(try await jsonBytes(limit: limit)))
    }

    /// The unparsed body, whose type must be JSON.
    func jsonBytes(limit: Int = bodyLimit) async throws -> [UInt8] {
        try checkContentType("application/json", "Send JSON, with Content-Type: application/json.")
        return try await bytes(limit: limit)
    }

    /// The body. Throws 413 as soon as it is known to be too large, 408 when it takes minutes, 400 when it is cut off.
    func bytes(limit: Int) async throws -> [UInt8] {
        let announced = headers.value(of: .contentLength).flatMap { Int($0) }
        // The announced length is too large, so no byte is read.
        if let announced, announced > limit { throw Problem.tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        var count = 0
        // A client may announce more bytes than it sends.
        bytes.reserveCapacity(min(announced ?? 0, Self.bodyLimit))
        try await readBody(timeout: Self.timeout) { chunk in
            count += chunk.readableBytes
            guard count <= limit else { throw Problem.tooLarge(limit: limit) }
            chunk.withUnsafeReadableBytes { bytes += $0 }
        }
        return bytes
    }

    /// The body, piece by piece as it comes. Throws 408 when it takes longer than `timeout`, 400 when it is cut off, and
    /// what `take` throws.
    func readBody(timeout: Duration, _ take: (ByteBuffer) async throws -> Void) async throws {
        let start = ContinuousClock.now
        var left = headers.value(of: .contentLength).flatMap { Int($0) }
        var pieces = body.makeAsyncIterator()
        while let piece = try await Self.next(&pieces) {
            guard ContinuousClock.now - start < timeout else { throw Problem.tooSlow }
            left? -= piece.readableBytes
            try await take(piece)
        }
        guard left ?? 0 == 0 else { throw Problem.malformed("The body was cut off.") }
    }

    private static func next(_ pieces: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await pieces.next()
        } catch is SlowBody {
            throw Problem.tooSlow
        } catch let problem as Problem {
            throw problem
        } catch let error where !(error is CancellationError) {
            // A chunk without a size, or a disconnected client: in each case the body is not complete.
            throw Problem.malformed("The body was cut off.")
        }
    }

    /// The longest time for a body. ``ReadPace`` ends a body that comes too slowly before that.
    private static let timeout = Duration.seconds(300)

    /// Throws 415, with a hint, when the body's type is not `type`, or it has a content coding.
    func checkContentType(_ type: String, _ hint: String) throws {
        let stated = headers.value(of: .contentType)?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard stated.trimmingSpaces() == type else { throw Problem(.unsupportedMediaType, hint) }
        try checkNotPacked()
    }

    /// Throws 415 when the body has any content coding.
    func checkNotPacked() throws {
        guard let coding = headers[.contentEncoding], coding.lowercased().trimmingSpaces() != "identity" else { return }
        throw Problem(
            .unsupportedMediaType,
            "Send the body without a Content-Encoding.",
            headers: [.acceptEncoding: "identity"]
        )
    }

    private static func members(_ bytes: [UInt8]) throws -> [JSON.Member] {
        guard let members = try json(bytes).objectValue else { throw Problem.noObject }
        return members
    }

    /// Parses JSON. Throws 400 with the place where it is broken, 413 when it has too many values.
    static func json(_ bytes: [UInt8]) throws -> JSON {
        if bytes.isEmpty { throw Problem.malformed("The body is empty. Send a JSON object.") }
        var limits = JSON.Limits.standard
        limits.values = valuesLimit
        do {
            return try JSON(bytes, limits: limits)
        } catch {
            if error.reason == .tooManyValues { throw Problem.tooManyValues(limit: valuesLimit) }
            throw Problem.malformed(error.explanation)
        }
    }
}

extension JSON.ParseError {
    /// The fault and its place, for the author of a client.
    var explanation: String { "This is not JSON: at byte \(offset) \(reason.words)." }
}

extension JSON.ParseError.Reason {
    fileprivate var words: String {
        switch self {
        case .unexpectedEnd: "it ends too early"
        case .unexpectedByte: "is an unexpected character"
        case .badEscape: "is an unknown escape"
        case .loneSurrogate: "is half of a surrogate pair"
        case .controlCharacter: "is an unescaped control character"
        case .badUTF8: "is no UTF-8"
        case .badNumber: "is a number that cannot be read"
        case .duplicateName: "a name occurs a second time"
        case .tooDeep: "the nesting is too deep"
        case .tooLarge: "it is too long"
        case .tooManyValues: "there are too many values"
        case .trailingBytes: "more follows"
        }
    }
}

extension String {
    /// Without spaces and tabs at the ends.
    func trimmingSpaces() -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
