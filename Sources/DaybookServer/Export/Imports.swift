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
    /// The bytes that a slice of the records counts while it waits for the writer. Limits bound the file itself.
    private static let sliceBytes = 1 << 20
    /// The time that the upload of a zip may take.
    private static let patience = Duration.seconds(3_600)

    let storage: any Storage
    let rules: Rules
    /// Bytes that an account's photos may have together; nil for as many as there is room for.
    let quota: Int64?
    let now: @Sendable () -> Instant
    /// Keeps the photos: the storage itself, but in tests.
    let photoStorage: any PhotoStorage
    let readers: ImportReaders
    private let spools: Spools
    private let files: OpenFiles
    private let gate: AccountGate
    /// The spool, and one photo at a time.
    private static let filesOfOne = 2

    init(
        storage: any Storage,
        configuration: ServerConfiguration,
        spools: Spools,
        files: OpenFiles,
        photoStorage: (any PhotoStorage)? = nil,
        readers: ImportReaders = ImportReaders()
    ) {
        self.storage = storage
        self.photoStorage = photoStorage ?? storage
        self.readers = readers
        self.spools = spools
        self.files = files
        // The storage holds records to their bounds.
        rules = configuration.rules.withoutRecordBounds
        quota = configuration.photoQuota
        now = configuration.now
        gate = AccountGate(
            .accountImports,
            configuration,
            detail: "Another import into your account is under way. Wait for it to end, then try again."
        )
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "Import an export into an account that has nothing but samples",
            takes: "Archive",
            takesType: "application/zip",
            answers: .init(
                status: 200,
                description: "The counts of what was imported, and what was rejected.",
                schema: "ImportResult"
            ),
            problems: [409, 429, 503, 507]
        )
        // A zip takes long to come; it has places of its own.
        return [Route(.post, "/api/v1/account/import", .session, operation, importFile).withoutPlace]
    }

    /// `POST /api/v1/account/import`
    @Sendable func importFile(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        try request.checkContentType("application/zip", "Send a zip, with Content-Type: application/zip.")
        // Before the body, so that no upload is in vain, and again after it.
        if try await !storage.isImporting(session.account) { try await requireNothing(in: session.account) }
        let place = try gate.enter(session.account)
        let held = try files.take(Self.filesOfOne, for: session.account)
        defer { withExtendedLifetime((place, held)) {} }
        let spool = try await spool(request, of: session.account)
        let answer = try await take(spool, of: session, isGone: ChannelGone(context.channel))
        return Response(.object(answer))
    }

    /// Takes what has come whole: checks all of it, then takes its photos, then its records.
    ///
    /// When this throws, everything written is kept, and importing the same file again continues from there.
    func take(_ spool: Spool, of session: OpenSession, isGone: GoneSignal?) async throws -> [JSON.Member] {
        let moment = now()
        let bytes = try await readers.dataBytes(of: spool, of: session.account, isGone: isGone)
        let photos = try await readers.inside(bytes, of: session.account, isGone: isGone) {
            try await begin(spool, of: session.account, now: moment)
        }
        do {
            // Before the records that name them. When the import ends here, no note uses the photos, and they are removed.
            let taken = try await takePhotos(photos, of: spool, into: session.account, isGone: isGone)
            let answer = try await readers.inside(bytes, of: session.account, isGone: isGone) {
                taken + (try await takeRecords(of: spool, into: session.account, now: moment))
            }
            let entry = ActivityEntry(.imported, at: moment, device: session.session.device)
            try await storage.endImport(into: session.account, entry)
            return answer
        } catch let error as StorageError {
            if case .interrupted = error { throw error }
            throw StorageError.interrupted(written: 0, error)
        }
    }

    /// Checks a file against its format and against what the account has, and notes that its import begins. Returns the
    /// photos that are to be taken.
    private func begin(_ spool: Spool, of account: AccountID, now moment: Instant) async throws -> [ImportFile.Photo] {
        let file = try await readers.compute { try ImportFile(zip: spool.archive(), now: moment) }
        // After an interrupted import, the account may have what is in the same file, and nothing else.
        let isGoingOn = try await storage.isImporting(account)
        try await requireNothing(in: account, but: isGoingOn ? Set(file.keys) : [])
        try await storage.beginImport(into: account)
        return file.photos
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

    /// The kinds of records that a person makes. An account with only settings is empty.
    private static let things: [Record.Kind] = [.todo, .note, .photo]

    private static func isContent(_ record: Record) -> Bool {
        record.isAlive && things.contains(record.kind) && Todo(record)?.origin != .imported
    }

    /// Throws 409 when the account has anything that is not deleted, came with Daybook, or is one of these. A new account
    /// has its samples before anybody can import into it.
    ///
    /// Not part of the transactions that write: should another device bring something in between, the two are merged as
    /// any two replicas are, and neither loses anything.
    private func requireNothing(in account: AccountID, but known: Set<Record.Key> = []) async throws {
        var cursor: Int64 = 0
        while true {
            let page = try await storage.changes(of: account, after: cursor, limit: .sync)
            let alive = page.changes.lazy.map(\.record).filter { Self.isContent($0) }
            if alive.contains(where: { !known.contains($0.key) }) {
                throw Problem(
                    .conflict,
                    "This account is not empty. Import into an account that has nothing but samples."
                )
            }
            guard page.more else { return }
            cursor = page.cursor
        }
    }

    /// The results of an import's records.
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

    /// Merges the records of a checked file in slices, and tells what became of them. A client that has hung up gets no
    /// further slices.
    private func takeRecords(
        of spool: Spool,
        into account: AccountID,
        now moment: Instant
    ) async throws -> [JSON.Member] {
        let data = try await readers.compute { try ImportFile.data(of: spool.archive()) }
        var outcomes = Outcomes()
        for start in stride(from: 0, to: data.count, by: Self.sliceRecords) {
            let places = start..<min(start + Self.sliceRecords, data.count)
            let records = try await readers.compute { try places.map { try data.record($0) } }
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

    /// Revives a record that was deleted here after it was exported: its fields get new stamps and win over the delete.
    private static func revived(_ record: Record, over existing: Record?, stamp: () -> Stamp) -> Record {
        guard var merged = existing, record.isAlive else { return record }
        merged.merge(record)
        if merged.isAlive { return record }
        let stamp = stamp()
        let fields = record.fields.map { Record.Field($0.name, $0.value, stamp) }
        return Record(kind: record.kind, id: record.id, fields: fields)
    }
}
