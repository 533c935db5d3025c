import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Everything an account has, as one zip (A14). docs/export.md describes what is in it.
struct Exports: Sendable {
    let storage: any Storage
    let now: @Sendable () -> Instant

    var routes: [Route] {
        [Route(.get, "/api/v1/account/export", .session, export)]
    }

    /// `GET /api/v1/account/export`
    @Sendable func export(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        guard let account = try await storage.account(session.account) else { throw Problem.noSession }
        let moment = now()
        // Read before anything is sent: what fails here is still answered as a problem.
        let first = try await storage.changes(of: session.account, after: 0, limit: .sync)
        let body = ResponseBody { writer in
            // A person must get their data off a disk on which nothing can be noted any more.
            let entry = ActivityEntry(.exported, at: moment, device: session.session.device)
            try? await storage.addActivity(entry, to: session.account)
            let export = ExportWriter(of: account, at: moment, cursor: session.cursor)
            try await write(export, from: first, of: session.account, to: &writer)
        }
        return Response(status: .ok, headers: Self.headers(at: moment), body: body)
    }

    /// Sends page after page; waits whenever the other side reads more slowly.
    private func write(
        _ begun: ExportWriter,
        from first: ChangePage,
        of account: AccountID,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var export = begun
        var page = first
        while true {
            export.add(page.changes)
            try await writer.write(ByteBuffer(bytes: export.drain()))
            guard page.more else { break }
            page = try await storage.changes(of: account, after: page.cursor, limit: .sync)
        }
        let sessions = try await storage.sessions(of: account)
        let activity = try await storage.activity(of: account, limit: ActivityEntry.kept)
        try export.endRecords(sessions: sessions, activity: activity)
        try await writer.write(ByteBuffer(bytes: export.drain()))
        try await writePhotos(export, of: account, to: &writer)
        export.finish()
        try await writer.write(ByteBuffer(bytes: export.drain()))
        try await writer.finish(nil)
    }

    /// Sends the photos that records name, one after another. One whose bytes are not here, or not yet, is left out.
    private func writePhotos(
        _ export: ExportWriter,
        of account: AccountID,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        for digest in export.pictures.sorted() {
            guard let photo = try await storage.photo(digest, of: account),
                let reader = try await storage.openPhoto(photo)
            else { continue }
            let bytes = try await reader.bytes(from: 0, count: photo.bytes)
            // Whoever unpacks it would be told of damage that is not there.
            guard bytes.count == photo.bytes else { continue }
            try export.add(photo.facts, bytes)
            try await writer.write(ByteBuffer(bytes: export.drain()))
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
