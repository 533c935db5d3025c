import DaybookCore
import DaybookStore
import DaybookZip
import HTTPTypes
import Hummingbird
import NIOCore

/// All data of an account, as one zip (A14). docs/export.md describes the content.
struct Exports: Sendable {
    let storage: any Storage
    let authenticator: Authenticator
    let now: @Sendable () -> Instant
    private let spools: Spools
    private let files: OpenFiles
    /// At most three spools, and one photo at a time.
    private static let filesOfOne = 4
    private let gate: AccountGate

    init(
        storage: any Storage,
        authenticator: Authenticator,
        configuration: ServerConfiguration,
        spools: Spools,
        files: OpenFiles
    ) {
        self.storage = storage
        self.authenticator = authenticator
        self.spools = spools
        self.files = files
        now = configuration.now
        gate = AccountGate(
            .accountExports,
            configuration,
            detail: "Other exports of your account are under way. Wait for them to end, then try again."
        )
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "Download all data of the account",
            answers: .init(
                status: 200,
                description: "A zip; docs/export.md describes what is in it.",
                schema: "Archive",
                type: "application/zip"
            ),
            problems: [429, 503]
        )
        return [Route(.get, "/api/v1/account/export", .session, operation, export)]
    }

    /// `GET /api/v1/account/export`
    @Sendable func export(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        guard let token = SessionToken.of(request, context.arrival.cookie)?.hash,
            let account = try await storage.account(session.account)
        else { throw Problem.noSession }
        // Held by the body, which may be read for a long time, or never.
        let place = try gate.enter(session.account)
        let held = try files.take(Self.filesOfOne, for: session.account)
        let moment = now()
        // Read before anything is sent: an error here can still be answered as a problem.
        let first = try await storage.changes(of: session.account, after: 0, limit: .sync)
        let body = ResponseBody { writer in
            // A person must get their data even from a disk on which nothing can be written any more.
            let entry = ActivityEntry(.exported, at: moment, device: session.session.device)
            try? await storage.addActivity(entry, to: session.account)
            let export = try await ExportWriter(of: account, at: moment, cursor: session.cursor, spools: spools)
            try await write(export, from: first, of: Owner(account: session.account, token: token), to: &writer)
            withExtendedLifetime((place, held)) {}
        }
        return Response(status: .ok, headers: Self.headers(at: moment), body: body)
    }

    /// The account of an export, and the token of the session that asked for it.
    private struct Owner {
        let account: AccountID
        let token: TokenHash
    }

    /// Sends page after page; waits whenever the client reads more slowly.
    private func write(
        _ begun: ExportWriter,
        from first: ChangePage,
        of owner: Owner,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        let account = owner.account
        var export = begun
        var page = first
        while true {
            try await export.add(page.changes)
            try await send(export.drain(), of: owner, to: writer)
            guard page.more else { break }
            // Sending lets other calls have their turns, but a page may leave nothing to send.
            await Task.yield()
            page = try await storage.changes(of: account, after: page.cursor, limit: .sync)
        }
        let sessions = try await storage.sessions(of: account)
        let activity = try await storage.activity(of: account, limit: ActivityEntry.kept)
        let out = writer
        try await export.endRecords(sessions: sessions, activity: activity) {
            try await send($0, of: owner, to: out)
        }
        try await send(export.drain(), of: owner, to: writer)
        try await writePhotos(export, of: owner, to: &writer)
        export.finish()
        try await send(export.drain(), of: owner, to: writer)
        try await writer.finish(nil)
    }

    /// Sends the photos that records name, one after another. A photo whose bytes are not on this server is left out.
    private func writePhotos(
        _ export: ExportWriter,
        of owner: Owner,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        for (index, digest) in export.pictures.sorted().enumerated() {
            // To look for a photo that is not here takes a read and sends nothing.
            if index.isMultiple(of: Self.photosAtOnce) { await Task.yield() }
            guard let photo = try await storage.photo(digest, of: owner.account),
                let reader = try await storage.openPhoto(photo)
            else { continue }
            // An incomplete photo would make the whole archive look damaged.
            guard let checksum = try await Self.checksum(of: reader, bytes: photo.bytes) else { continue }
            try export.begin(photo.facts, bytes: photo.bytes, checksum: checksum)
            for offset in stride(from: 0, to: photo.bytes, by: Self.piece) {
                try export.add(try await reader.bytes(from: offset, count: min(Self.piece, photo.bytes - offset)))
                try await send(export.drain(), of: owner, to: writer)
            }
        }
    }

    /// The number of photos that are looked for before other calls have their turns.
    private static let photosAtOnce = 32
    /// The bytes of a photo that are in memory at once. A photo is read twice: an archive needs the checksum before the
    /// bytes.
    private static let piece = 64 << 10

    /// The checksum of a photo; nil when its size is not `bytes`.
    private static func checksum(of reader: any PhotoReader, bytes: Int) async throws -> CRC32? {
        var checksum = CRC32()
        for offset in stride(from: 0, to: bytes, by: piece) {
            let count = min(piece, bytes - offset)
            let part = try await reader.bytes(from: offset, count: count)
            guard part.count == count else { return nil }
            checksum.update(part)
        }
        return checksum
    }

    /// Sends bytes in pieces, each after the client has taken the earlier ones. Throws when the session has ended: then
    /// nothing more is sent, and the client sees that the archive is not complete.
    private func send(_ bytes: [UInt8], of owner: Owner, to writer: any ResponseBodyWriter) async throws {
        var writer = writer
        for start in stride(from: 0, to: bytes.count, by: Self.piece) {
            guard await authenticator.isOpen(owner.token, of: owner.account) else { throw Problem.noSession }
            try await writer.write(ByteBuffer(bytes: bytes[start..<min(start + Self.piece, bytes.count)]))
        }
    }

    private static func headers(at moment: Instant) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: "application/zip",
            .contentDisposition: "attachment; filename=\"daybook-\(moment.rfc3339.prefix(10)).zip\"",
            .cacheControl: "no-store",
        ]
        for field in SecurityHeaders.all { headers.append(field) }
        return headers
    }
}
