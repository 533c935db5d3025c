import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Photos as files, addressed by the SHA-256 of their bytes (N4, N6).
struct Photos: Sendable {
    let storage: any Storage
    let rules: Rules
    /// The bytes that an account's photos may have together; nil for no quota.
    let quota: Int64?
    let metrics: Metrics
    let now: @Sendable () -> Instant
    let files: OpenFiles

    /// The longest time for the upload of a photo: ten megabytes over a very slow mobile network. ``ReadPace`` ends an
    /// upload that is too slow before that.
    private static let timeout = Duration.seconds(1_800)

    // MARK: - Upload

    /// `PUT /api/v1/photos/{sha256}`. Its bytes decide its type; a `Content-Type` is ignored.
    @Sendable func put(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let digest = try Self.digest(context)
        try request.checkNotPacked()
        do {
            let file = try files.take(for: session.account)
            defer { withExtendedLifetime(file) {} }
            return try await put(digest, request, session.account)
        } catch let refusal as PhotoRefusal {
            var problem = refusal.problem
            // Browsers handle an answer better after they have sent the whole body. A body of unknown length is not
            // read further.
            let announced = request.headers[.contentLength].flatMap { Int($0) }
            if announced.map({ $0 > rules.photoBytesMaximum }) ?? true { problem.headers[.connection] = "close" }
            throw problem
        }
    }

    private func put(_ digest: Digest, _ request: Request, _ account: AccountID) async throws -> Response {
        let limit = rules.photoBytesMaximum
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        // No byte of it is read.
        if let announced, announced > limit { throw PhotoRefusal.tooManyBytes(limit: limit) }
        let existing = try await storage.touchPhoto(digest, of: account, at: now())
        if existing == nil { try await checkQuota(of: account, adding: announced ?? 1) }
        let upload = existing == nil ? try await storage.beginPhoto() : nil
        var receiver = PhotoReceiver(into: upload, limit: limit)
        try await request.readBody(timeout: Self.timeout) { try await receiver.take($0) }
        let facts = try await receiver.finish(expecting: digest)
        guard let upload else { return Self.answer(facts, bytes: receiver.count, .ok) }
        switch try await storage.keepPhoto(upload, as: facts, of: account, quota: quota, at: now()) {
        case .stored(let photo):
            metrics.photoStored(bytes: photo.bytes)
            return Self.answer(facts, bytes: photo.bytes, .created)
        case .existing(let photo): return Self.answer(facts, bytes: photo.bytes, .ok)
        case .overQuota(let usage): throw Problem.overQuota(usage, of: quota ?? 0)
        case .tooMany: throw Problem.tooManyPhotos
        }
    }

    /// Checked before the bytes arrive, and again when they are kept, because other uploads may arrive at the same
    /// time.
    private func checkQuota(of account: AccountID, adding bytes: Int) async throws {
        guard let quota else { return }
        let usage = try await storage.photoUsage(of: account)
        guard usage.bytes + Int64(bytes) <= quota else { throw Problem.overQuota(usage, of: quota) }
    }

    private static func answer(_ facts: PhotoFacts, bytes: Int, _ status: HTTPResponse.Status) -> Response {
        Response(
            .object([
                .init("sha256", .string(facts.sha256.description)), .init("width", .integer(Int64(facts.width))),
                .init("height", .integer(Int64(facts.height))), .init("type", .string(facts.type.rawValue)),
                .init("bytes", .integer(Int64(bytes))),
            ]),
            status: status
        )
    }

    // MARK: - Download

    /// `GET /api/v1/photos/{sha256}`. Another account's photo gets the same answer as one that does not exist (A11).
    @Sendable func get(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let digest = try Self.digest(context)
        guard let photo = try await storage.photo(digest, of: session.account) else { throw Problem.notFound }
        let tag = "\"\(digest)\""
        if EntityTag.isNamed(tag, in: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: PhotoHeaders.cacheControl])
        }
        let file = try files.take(for: session.account)
        guard let reader = try await storage.openPhoto(photo) else {
            context.log.error("a photo's file is not there", metadata: ["path": "\(photo.path)"])
            throw Problem.notFound
        }
        let isPartial = EntityTag.allowsRange(tag, request.headers[.ifRange])
        switch ByteRange(isPartial ? request.headers[.range] : nil, of: photo.bytes) {
        case .unsatisfiable: throw Problem.noSuchRange(of: photo.bytes)
        case .whole:
            let body = Self.body(reader, file, 0..<photo.bytes)
            return Response(status: .ok, headers: PhotoHeaders.fields(photo, tag), body: body)
        case .part(let range):
            var headers = PhotoHeaders.fields(photo, tag)
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(photo.bytes)"
            return Response(status: .partialContent, headers: headers, body: Self.body(reader, file, range))
        }
    }

    /// Reads a piece, sends it, and waits whenever the client reads more slowly. Holds the file's place meanwhile.
    private static func body(
        _ reader: any PhotoReader,
        _ file: OpenFiles.Places,
        _ range: Range<Int>
    ) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            defer { withExtendedLifetime(file) {} }
            var offset = range.lowerBound
            while offset < range.upperBound {
                let piece = try await reader.buffer(from: offset, count: min(pieceOut, range.upperBound - offset))
                // The file has become shorter: the connection is broken off, so the client knows that the photo is
                // incomplete.
                guard piece.readableBytes > 0 else { throw StorageError.failed("a photo's file breaks off") }
                offset += piece.readableBytes
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    /// Bytes that are read and sent at once.
    private static let pieceOut = 256 << 10

    private static func digest(_ context: DaybookContext) throws -> Digest {
        guard let digest = context.part("sha256").flatMap({ Digest($0) }) else { throw Problem.notFound }
        return digest
    }
}

extension PhotoReader {
    /// A piece of the photo, ready to be sent; shorter at the photo's end.
    fileprivate func buffer(from offset: Int, count: Int) async throws(StorageError) -> ByteBuffer {
        try await read { fill in
            var buffer = ByteBufferAllocator().buffer(capacity: count)
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { memory in
                try fill(offset, UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
            }
            return buffer
        }
    }
}
