import DaybookCore
import DaybookExport
import DaybookStore
import Hummingbird

/// The history of records, the trash, and restoring from both (S12).
struct History: Sendable {
    let storage: any Storage
    let rules: Rules
    let now: @Sendable () -> Instant

    /// `GET /api/v1/history/{kind}/{id}`
    @Sendable func list(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let account = try context.session.account
        let key = try Self.key(context)
        let query = try PageQuery(request.uri.query) { Int64($0).flatMap { $0 > 0 ? $0 : nil } }
        guard try await storage.record(key, of: account) != nil else { throw Problem.notFound }
        let page = try await storage.history(of: account, key, before: query.after, limit: query.pageLimit)
        let devices = DeviceNames(try await storage.devices(of: account))
        var members = [JSON.Member("items", .array(page.entries.map { Self.json($0, devices) }))]
        if page.more, let last = page.entries.last { members.append(.init("next", .string("\(last.number)"))) }
        return Response(.object(members))
    }

    private static func json(_ entry: HistoryEntry, _ devices: DeviceNames) -> JSON {
        .object([
            .init("entry", .integer(entry.number)), .init("field", .string(entry.field.name)),
            .init("value", entry.field.value), .init("at", .string(entry.field.stamp.wall.rfc3339)),
            .init("device", devices.json(entry.field.stamp)),
            .init("replacedAt", .string(entry.replacedAt.rfc3339)),
        ])
    }

    /// `GET /api/v1/devices`
    @Sendable func listDevices(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let devices = try await storage.devices(of: context.session.account)
        let items = devices.map { device in
            JSON.object([
                .init("id", .string(device.id.description)), .init("name", .optional(device.name)),
                .init("lastSyncAt", .string(device.lastSeenAt.rfc3339)),
            ])
        }
        return Response(.object([.init("items", .array(items))]))
    }

    /// `GET /api/v1/trash`
    @Sendable func trash(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let account = try context.session.account
        let query = try PageQuery(request.uri.query) { TrashPage.End(text: $0) }
        let since = now().advanced(by: -Rules.historyLifetime)
        var page = try await trash(of: account, since: since, query)
        let devices = DeviceNames(try await storage.devices(of: account))
        let photos = try await photos(of: &page, in: account)
        let items = page.records.compactMap { Self.json($0.record, photos[$0.record.id] ?? [], devices) }
        var members = [JSON.Member("items", .array(items))]
        if let next = page.next { members.append(.init("next", .string(next.text))) }
        return Response(.object(members))
    }

    /// A page of the trash, in several short reads: other calls have their turns between them. A page that is not full
    /// after so many reads has a place from which the next one continues, like a full one.
    private func trash(of account: AccountID, since: Instant, _ query: PageQuery<TrashPage.End>) async throws
        -> TrashPage
    {
        var page = TrashPage(records: [], next: query.after)
        for _ in 0..<Self.trashReads {
            let limit = PageLimit(records: query.limit - page.records.count, bytes: PageLimit.sync.bytes / 4)
            let found = try await storage.trash(of: account, since: since, after: page.next, limit: limit)
            page = TrashPage(records: page.records + found.records, next: found.next)
            if page.next == nil || page.records.count == query.limit { break }
            await Task.yield()
        }
        return page
    }

    private static let trashReads = 4

    private static func json(_ record: Record, _ photos: [Photo], _ devices: DeviceNames) -> JSON? {
        guard let deleted = record.deleted else { return nil }
        var members: [JSON.Member] = [
            .init("kind", .string(record.kind.name)), .init("id", .string(record.id.description)),
            .init("deletedAt", .string(deleted.wall.rfc3339)), .init("device", devices.json(deleted)),
            .init("entry", .integer(Restoration.whole)),
        ]
        // The record as it was before its delete.
        if let todo = Todo(record, evenIfDeleted: true) {
            members.append(.init("todo", Self.json(todo.write(to:))))
        } else if let note = Note(record, photos: photos, evenIfDeleted: true) {
            members.append(.init("note", Self.json(note.write(to:))))
        }
        return .object(members)
    }

    /// Converts a value in the shape of the REST interface to JSON.
    private static func json(_ write: (inout [UInt8]) -> Void) -> JSON {
        var bytes: [UInt8] = []
        write(&bytes)
        return (try? JSON(bytes)) ?? .null
    }

    /// `POST /api/v1/history/{kind}/{id}/restore`
    @Sendable func restore(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        let account = session.account
        let key = try Self.key(context)
        let moment = now()
        let body = try await RestorationBody(request, now: moment)
        let isWhole = body.entry == Restoration.whole
        let entry = isWhole ? nil : try await storage.historyEntry(body.entry, of: account, key)
        guard isWhole || entry != nil else { throw Problem.notFound }
        let restoration = Restoration(field: entry?.field, of: key, rules: rules.accepting(session), now: moment)
        let outcome: Outcome<Restoration.Refusal>?
        switch key.kind {
        case .photo: outcome = try await restorePhoto(key, restoration, of: account, at: moment)
        case .todo:
            let edit = TodoEdit(key: key, now: moment, zone: body.zone)
            outcome = try await edit.run(in: storage, of: account) { existing, clock in
                restoration.decision(about: existing, stamp: clock.next(now: moment))
            }
        default:
            outcome = try await storage.update([key], of: account, at: moment) { _, existing, clock in
                restoration.decision(about: existing, stamp: clock.next(now: moment))
            }.first
        }
        return try await response(outcome, account)
    }

    private func response(_ outcome: Outcome<Restoration.Refusal>?, _ account: AccountID) async throws -> Response {
        switch outcome {
        case .changed(let stored, _), .unchanged(let stored?):
            var bytes: [UInt8] = []
            if let todo = Todo(stored.record) {
                todo.write(to: &bytes)
            } else if var note = Note(stored.record) {
                note.photos = try await storage.photos(of: account, note: stored.record.id).inOrder
                note.write(to: &bytes)
            } else {
                stored.record.write(to: &bytes)
            }
            return Response(jsonBytes: bytes)
        case .refused(.broken(let violations)): throw Problem.broken(violations)
        case .overBudget(let budget): throw Problem.overBudget(budget)
        case .refused(.notFound), .unchanged(nil), nil: throw Problem.notFound
        }
    }

    /// The record that a path names. An invalid kind or id is handled like one that does not exist.
    ///
    /// A name is checked before a kind is made of it, which compares normalised forms.
    private static func key(_ context: DaybookContext) throws -> Record.Key {
        guard let name = context.part("kind"), Rules.isKindName(name),
            let id = context.part("id").flatMap({ DaybookCore.UUID($0) })
        else { throw Problem.notFound }
        return Record.Key(kind: Record.Kind(name), id: id)
    }
}
