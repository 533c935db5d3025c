import DaybookCore
import DaybookStore
import DaybookZip
import HTTPTypes
import Hummingbird

/// Takes an export into an account that has nothing yet, and gives back the same data (A14).
struct Imports: Sendable {
    /// Bytes of a zip at most beside its photos.
    static let dataBytesMaximum = 64 << 20
    /// Bytes that photos in a zip may have where an account may have as many as there is room for.
    private static let photoBytesMaximum: Int64 = 1 << 40
    /// What a slice of the records counts for while it waits for the writer. The file itself is bounded by its limits.
    private static let sliceBytes = 1 << 20
    /// How long a zip may take to come.
    private static let patience = Duration.seconds(3_600)

    let storage: any Storage
    let rules: Rules
    /// Bytes that an account's photos may have together; nil for as many as there is room for.
    let quota: Int64?
    let now: @Sendable () -> Instant
    private let spools: Spools
    private let gate: AccountGate
    let readers = ImportReaders()

    init(storage: any Storage, configuration: ServerConfiguration, spools: Spools) {
        self.storage = storage
        self.spools = spools
        // The storage holds records to their bounds.
        rules = configuration.rules.withoutRecordBounds
        quota = configuration.photoQuota
        now = configuration.now
        gate = AccountGate(
            .accountImports,
            configuration,
            detail: "Another import of yours is under way. Wait for its end, then try again."
        )
    }

    var routes: [Route] {
        // A zip takes long to come; it has places of its own.
        [Route(.post, "/api/v1/account/import", .session, importFile).withoutPlace]
    }

    /// `POST /api/v1/account/import`
    @Sendable func importFile(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        try request.checkContentType("application/zip", "Send a zip, with Content-Type: application/zip.")
        // Before the body, so that nobody waits for it in vain, and again after it.
        if try await !storage.isImporting(session.account) { try await requireNothing(in: session.account) }
        let place = try gate.enter(session.account)
        defer { withExtendedLifetime(place) {} }
        let spool = try await spool(request, of: session.account)
        return try await readers.inside(spool, of: session.account, isGone: ChannelGone(context.channel)) {
            try await take(spool, of: session)
        }
    }

    /// Takes what has come whole.
    private func take(_ spool: Spool, of session: OpenSession) async throws -> Response {
        let moment = now()
        let file = try await readers.compute { try ImportFile(zip: spool.archive(), now: moment) }
        // What an import that was interrupted has brought is a part of the same file, or it is something else's.
        let isGoingOn = try await storage.isImporting(session.account)
        try await requireNothing(in: session.account, but: isGoingOn ? Set(file.keys) : [])
        try await storage.beginImport(into: session.account)
        let answer = try await take(file, into: session, now: moment)
        return Response(.object(answer))
    }

    /// Takes photos and records. What is written when this throws is kept, and the same file goes on from there.
    private func take(
        _ file: ImportFile,
        into session: OpenSession,
        now moment: Instant
    ) async throws -> [JSON.Member] {
        do {
            // Before the records that name them: should this end here, they are photos that nobody uses, and go.
            let photos = try await takePhotos(of: file, into: session.account)
            let answer = photos + (try await takeRecords(of: file, into: session.account, now: moment))
            let entry = ActivityEntry(.imported, at: moment, device: session.session.device)
            try await storage.endImport(into: session.account, entry)
            return answer
        } catch let error as StorageError {
            if case .interrupted = error { throw error }
            throw StorageError.interrupted(written: 0, error)
        }
    }

    /// Reads the body into a file. Throws 413 as soon as it is known to be too large.
    private func spool(_ request: Request, of account: AccountID) async throws -> Spool {
        let photos = Int(min(quota ?? Self.photoBytesMaximum, Self.photoBytesMaximum))
        let limit = min(Self.dataBytesMaximum + photos, spools.share)
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        if let announced, announced > limit { throw Problem.tooLarge(limit: limit) }
        let spool = try spools.begin(for: account)
        var count = 0
        try await request.readBody(patience: Self.patience) { piece in
            count += piece.readableBytes
            guard count <= limit else { throw Problem.tooLarge(limit: limit) }
            try await spool.write(piece)
        }
        return spool
    }

    /// What a person has. An account that holds nothing but its own settings is empty.
    private static let things: [Record.Kind] = [.todo, .note, .photo]

    /// Throws 409 when the account has anything that is not deleted and not one of these.
    ///
    /// Not part of the transactions that write: should another device bring something in between, the two are merged as
    /// any two replicas are, and neither loses anything.
    private func requireNothing(in account: AccountID, but known: Set<Record.Key> = []) async throws {
        var cursor: Int64 = 0
        while true {
            let page = try await storage.changes(of: account, after: cursor, limit: .sync)
            let alive = page.changes.lazy.map(\.record).filter { $0.isAlive && Self.things.contains($0.kind) }
            if alive.contains(where: { !known.contains($0.key) }) {
                throw Problem(.conflict, "This account is not empty. Import into one that has nothing in it yet.")
            }
            guard page.more else { return }
            cursor = page.cursor
        }
    }

    /// What became of an import's records.
    private struct Outcomes {
        var alive: Int64 = 0
        var rejected: [JSON] = []

        mutating func add(_ record: Record, _ outcome: Outcome<[Violation]>) {
            switch outcome {
            case .changed(let stored, _) where stored.record.isAlive: alive += 1
            case .unchanged(let stored?) where stored.record.isAlive: alive += 1
            case .changed, .unchanged: break
            case .refused(let violations): rejected.append(Imports.json(record.key, violations))
            case .overBudget(let budget): rejected.append(Imports.json(record.key, [Violation(budget)]))
            }
        }

        var json: [JSON.Member] { [.init("imported", .integer(alive)), .init("rejected", .array(rejected))] }
    }

    /// Records that are made of the file's text at once.
    private static let sliceRecords = 1_000

    /// Merges records in slices, and tells what became of them. Whoever has hung up gets no further slices.
    private func takeRecords(
        of file: ImportFile,
        into account: AccountID,
        now moment: Instant
    ) async throws -> [JSON.Member] {
        var outcomes = Outcomes()
        for start in stride(from: 0, to: file.keys.count, by: Self.sliceRecords) {
            let places = start..<min(start + Self.sliceRecords, file.keys.count)
            let records = try await readers.compute { try file.records(places) }
            for (record, outcome) in zip(records, try await merge(records, into: account, now: moment)) {
                outcomes.add(record, outcome)
            }
        }
        return outcomes.json
    }

    private func merge(
        _ records: [Record],
        into account: AccountID,
        now moment: Instant
    ) async throws -> [Outcome<[Violation]>] {
        let bound = try await PhotoBound(for: records, of: account, in: storage)
        return try await storage.updateEach(records.map(\.key), of: account, at: moment, bytes: Self.sliceBytes) {
            [rules] index, existing, clock in
            var violations = Self.violations(of: records[index], existing: existing, rules: rules, now: moment)
            if violations.isEmpty { violations = bound.violations(of: records[index], existing: existing) }
            if !violations.isEmpty { return Decision<[Violation]>.refuse(violations) }
            return .merge(Self.revived(records[index], over: existing) { clock.next(now: moment) })
        }
    }

    private static func json(_ key: Record.Key, _ violations: [Violation]) -> JSON {
        .object([
            .init("kind", .string(key.kind.name)), .init("id", .string(key.id.description)),
            .init("errors", .array(violations.map(\.json))),
        ])
    }

    /// Why a record is refused by itself (S9): what sync would say, but for rules on the moment of setting something.
    /// Nothing is set here; those were judged when it was, by the clock of that moment (T5, T6), and more than three
    /// tags may have met by merging (S4).
    private static func violations(of record: Record, existing: Record?, rules: Rules, now: Instant) -> [Violation] {
        Sync.violations(of: record, existing: existing, rules: rules, now: now).filter { violation in
            violation.code != .past && !(violation.field == .tags && violation.code == .tooMany)
        }
    }

    /// A record that was deleted here after it was exported comes back: its fields, stamped anew, win over the delete.
    private static func revived(_ record: Record, over existing: Record?, stamp: () -> Stamp) -> Record {
        guard var merged = existing, record.isAlive else { return record }
        merged.merge(record)
        if merged.isAlive { return record }
        let stamp = stamp()
        let fields = record.fields.map { Record.Field($0.name, $0.value, stamp) }
        return Record(kind: record.kind, id: record.id, fields: fields)
    }
}
