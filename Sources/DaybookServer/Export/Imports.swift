import DaybookCore
import DaybookExport
import DaybookStore
import DaybookZip
import HTTPTypes
import Hummingbird

/// Imports an export into an empty account, which then has the same data (A14).
struct Imports: Sendable {
    /// The most bytes of a zip without its photos.
    static let dataBytesMaximum = 64 << 20
    /// The most bytes of photos in a zip if accounts have no quota for photos.
    private static let photoBytesMaximum: Int64 = 1 << 40
    /// The bytes that a slice of the records counts while it waits for the writer. Other limits bound the file itself.
    private static let sliceBytes = 1 << 20
    /// The time that the upload of a zip may take.
    private static let timeout = Duration.seconds(3_600)

    let storage: any Storage
    private let authenticator: Authenticator
    let rules: Rules
    /// The bytes that an account's photos may have together; nil for no quota.
    let quota: Int64?
    let now: @Sendable () -> Instant
    /// Stores the photos: the storage itself, except in tests.
    let photoStorage: any PhotoStorage
    let readers: ImportReaders
    private let spools: Spools
    private let files: OpenFiles
    private let gate: AccountGate
    /// The spool, and one photo at a time.
    private static let filesOfOne = 2

    init(
        storage: any Storage,
        authenticator: Authenticator,
        configuration: ServerConfiguration,
        spools: Spools,
        files: OpenFiles,
        photoStorage: (any PhotoStorage)? = nil,
        readers: ImportReaders = ImportReaders()
    ) {
        self.storage = storage
        self.authenticator = authenticator
        self.photoStorage = photoStorage ?? storage
        self.readers = readers
        self.spools = spools
        self.files = files
        // The storage checks the bounds of records.
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
        // The upload of a zip takes long, so imports have separate places.
        return [Route(.post, "/api/v1/account/import", .session, operation, importFile).withoutPlace]
    }

    /// `POST /api/v1/account/import`
    @Sendable func importFile(_ request: Request, _ context: DaybookContext) async throws -> Response {
        let session = try context.session
        try request.checkContentType("application/zip", "Send a zip, with Content-Type: application/zip.")
        guard let token = SessionToken.of(request, context.arrival.cookie)?.hash else { throw Problem.noSession }
        let place = try gate.enter(session.account)
        // Checked before the body, so that no upload is wasted, and again after it.
        if try await !storage.isImporting(session.account) { try await requireNothing(in: session.account) }
        let held = try files.take(Self.filesOfOne, for: session.account)
        defer { withExtendedLifetime((place, held)) {} }
        let spool = try await spool(request, of: session.account)
        let caller = Caller(session: session, token: token, isGone: ChannelGone(context.channel))
        let answer = try await take(spool, of: caller)
        return Response(.object(answer))
    }

    /// The session of an import, the token that opened it, and the end of its connection.
    struct Caller: Sendable {
        let session: OpenSession
        let token: TokenHash
        let isGone: (any GoneSignal)?

        var account: AccountID { session.account }
    }

    /// Throws when the session of an import has ended, or its client has disconnected: then nothing further is written.
    func requireCaller(_ caller: Caller) async throws {
        if caller.isGone?.isGone == true { throw StorageError.cancelled }
        guard await authenticator.isOpen(caller.token, of: caller.account) else { throw Problem.noSession }
    }

    /// Imports a complete file: checks all of it, then stores its photos, then its records.
    ///
    /// When this throws, everything written is kept, and importing the same file again continues from there.
    func take(_ spool: Spool, of caller: Caller) async throws -> [JSON.Member] {
        let (session, isGone) = (caller.session, caller.isGone)
        let moment = now()
        let bytes = try await readers.dataBytes(of: spool, of: session.account, isGone: isGone)
        let (photos, choosesLimits) = try await readers.inside(bytes, of: session.account, isGone: isGone) {
            try await requireCaller(caller)
            return try await begin(spool, of: session.account, now: moment)
        }
        // Texts that were written under a choice of limits come back whole with the choice.
        let rules = choosesLimits ? rules.widest : rules.accepting(session)
        do {
            // Before the records that name them. If the import ends here, no note uses the photos, and they are removed
            // later.
            let taken = try await takePhotos(photos, of: spool, for: caller)
            let answer = try await readers.inside(bytes, of: session.account, isGone: isGone) {
                taken + (try await takeRecords(of: spool, for: caller, rules, now: moment))
            }
            let entry = ActivityEntry(.imported, at: moment, device: session.session.device)
            try await storage.endImport(into: session.account, entry)
            return answer
        } catch let error as StorageError {
            if case .interrupted = error { throw error }
            throw StorageError.interrupted(written: 0, error)
        }
    }

    /// Checks a file against its format and the account's data, and records that its import begins. Returns the photos
    /// to store, and whether the file has a choice of limits (A15).
    private func begin(
        _ spool: Spool,
        of account: AccountID,
        now moment: Instant
    ) async throws -> (photos: [ImportFile.Photo], choosesLimits: Bool) {
        let file = try await readers.compute { try ImportFile(zip: spool.archive(), now: moment) }
        // After an interrupted import, the account may have records of the same file, but no others.
        let isGoingOn = try await storage.isImporting(account)
        try await requireNothing(in: account, but: isGoingOn ? Set(file.keys) : [])
        try await storage.beginImport(into: account)
        return (file.photos, file.keys.contains(Limits.Choice.key))
    }

    /// Reads the body into a file. Throws 413 as soon as the body is known to be too large.
    private func spool(_ request: Request, of account: AccountID) async throws -> Spool {
        let photos = Int(min(quota ?? Self.photoBytesMaximum, Self.photoBytesMaximum))
        let limit = min(Self.dataBytesMaximum + photos, spools.share)
        let announced = request.headers[.contentLength].flatMap { Int($0) }
        if let announced, announced > limit { throw Problem.tooLarge(limit: limit) }
        let spool = try spools.begin(for: account)
        var count = 0
        try await request.readBody(timeout: Self.timeout) { piece in
            count += piece.readableBytes
            guard count <= limit else { throw Problem.tooLarge(limit: limit) }
            try await spool.write(piece)
        }
        return spool
    }

    /// Throws 409 when the account has a record that is neither deleted, nor a sample, nor in `known`. A new account
    /// has its samples before a person can import into it.
    ///
    /// Not part of the transactions that write: if another device adds something in between, the two are merged like
    /// any two replicas, and neither loses anything.
    private func requireNothing(in account: AccountID, but known: Set<Record.Key> = []) async throws {
        var cursor: Int64 = 0
        while true {
            let page = try await storage.changes(of: account, after: cursor, limit: .sync)
            let alive = page.changes.lazy.map(\.record).filter { ImportRules.isContent($0) }
            if alive.contains(where: { !known.contains($0.key) }) {
                throw Problem(.conflict, ImportRules.notEmpty)
            }
            guard page.more else { return }
            cursor = page.cursor
            // An account may have many pages, and this call has no place: other calls have their turns between them.
            await Task.yield()
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

    /// The number of records that are parsed at once.
    private static let sliceRecords = 1_000

    /// Merges the records of a checked file in slices, and reports the results. After the client has disconnected or
    /// the session has ended, no further slice is written.
    private func takeRecords(
        of spool: Spool,
        for caller: Caller,
        _ rules: Rules,
        now moment: Instant
    ) async throws -> [JSON.Member] {
        let data = try await readers.compute { try ImportFile.data(of: spool.archive()) }
        var outcomes = Outcomes()
        for start in stride(from: 0, to: data.count, by: Self.sliceRecords) {
            try await requireCaller(caller)
            let places = start..<min(start + Self.sliceRecords, data.count)
            let (records, verdicts) = try await readers.compute {
                let records = try places.map { try data.record($0) }
                return (records, records.map { rules.textVerdicts(on: $0) })
            }
            let merged = try await merge(records, verdicts, into: caller.account, rules, now: moment)
            for (record, outcome) in zip(records, merged) { outcomes.add(record, outcome) }
        }
        return outcomes.json
    }

    private func merge(
        _ records: [Record],
        _ verdicts: [Rules.TextVerdicts],
        into account: AccountID,
        _ rules: Rules,
        now moment: Instant
    ) async throws -> [Outcome<[Violation]>] {
        let bound = try await PhotoBound(for: records, of: account, in: storage)
        // A file has more than one step of a person, and an account whose import was cut off takes the rest later.
        let keys = records.map(\.key)
        return try await storage.updateEach(keys, of: account, at: moment, bytes: Self.sliceBytes, isOneStep: false) {
            index,
            existing,
            clock in
            let texts = verdicts[index]
            var violations = rules.violationsInImport(
                of: records[index],
                existing: existing,
                texts: texts,
                now: moment
            )
            if violations.isEmpty { violations = bound.violations(of: records[index], existing: existing) }
            if !violations.isEmpty { return Decision<[Violation]>.refuse(violations) }
            return .merge(ImportRules.revived(records[index], over: existing) { clock.next(now: moment) })
        }
    }

    private static func json(_ key: Record.Key, _ violations: [Violation]) -> JSON {
        .object([
            .init("kind", .string(key.kind.name)), .init("id", .string(key.id.description)),
            .init("errors", .array(violations.map(\.json))),
        ])
    }
}
