import DaybookCore
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
    /// Bytes that the body of an ordinary request may have: a to-do of 1,000 characters that take 64 bytes each.
    static let bodyLimit = 128 << 10

    /// The body as a JSON object.
    ///
    /// Throws 415 when it says it is something else, 413 as soon as it is known to be too large, 400 when it is cut
    /// off or is not one JSON object.
    func jsonObject(limit: Int = bodyLimit) async throws -> ObjectReader {
        ObjectReader(members: try Self.members(try await jsonBytes(limit: limit)))
    }

    /// The body, which says that it is JSON, unread.
    func jsonBytes(limit: Int = bodyLimit) async throws -> [UInt8] {
        try checkContentType("application/json", "Send JSON, with Content-Type: application/json.")
        return try await bytes(limit: limit)
    }

    /// The body. Throws 413 as soon as it is known to be too large, 408 when it takes minutes, 400 when it is cut off.
    func bytes(limit: Int) async throws -> [UInt8] {
        let announced = headers[.contentLength].flatMap { Int($0) }
        // Announced as too large: not a byte of it is read.
        if let announced, announced > limit { throw Problem.tooLarge(limit: limit) }
        let start = ContinuousClock.now
        var bytes: [UInt8] = []
        // What is announced need not come.
        bytes.reserveCapacity(min(announced ?? 0, Self.bodyLimit))
        do {
            for try await var chunk in body {
                guard bytes.count + chunk.readableBytes <= limit else { throw Problem.tooLarge(limit: limit) }
                guard ContinuousClock.now - start < Self.patience else { throw Problem.tooSlow }
                bytes += chunk.readBytes(length: chunk.readableBytes) ?? []
            }
        } catch let error where !(error is Problem || error is CancellationError) {
            // A chunk of no size, or a client that has gone: whatever it is, the body is not whole.
            throw Problem.malformed("The body was cut off.")
        }
        if let announced, announced != bytes.count { throw Problem.malformed("The body was cut off.") }
        return bytes
    }

    /// How long a body may take. One that stops coming altogether is ended by the connection's own, shorter patience.
    private static let patience = Duration.seconds(300)

    /// Throws 415, with a hint, when the body says that it is something else than `type`, or that it is coded.
    func checkContentType(_ type: String, _ hint: String) throws {
        let said = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard said.trimmingSpaces() == type else { throw Problem(.unsupportedMediaType, hint) }
        if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw Problem(.unsupportedMediaType, "Send the body without a Content-Encoding.")
        }
    }

    private static func members(_ bytes: [UInt8]) throws -> [JSON.Member] {
        guard let members = try json(bytes).objectValue else { throw Problem.malformed("Send a JSON object.") }
        return members
    }

    /// Reads JSON, or says where it is broken.
    static func json(_ bytes: [UInt8]) throws -> JSON {
        do {
            return try JSON(bytes)
        } catch {
            throw Problem.malformed("This is not JSON: \(error.reason) at byte \(error.offset).")
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
