import DaybookCore

/// Sends the photos of a notebook that its server does not have yet.
///
/// The file of a photo is removed when the server has its record too. Until then each sync sends the bytes again,
/// because the server forgets bytes that no record names for a day (N6).
final class PhotoUploads {
    private let file: NotebookFile
    private let folder: PhotoFolder
    private let calls: PhotoCalls
    private let uptime: () -> ContinuousClock.Instant
    /// Refused photos are not sent again before the next command.
    private var refused: Set<Digest> = []
    private var sent: Set<Digest> = []
    /// What this command has sent at any time. As long as the server refuses a photo's record, once is enough.
    private var everSent: Set<Digest> = []
    /// Photos whose last call failed. They are sent after the others.
    private var failed: Set<Digest> = []
    /// The failures of this sync that may each concern one photo alone.
    private var doubts: [Doubt] = []
    /// The failure after which nothing is sent until this time.
    private var held: (failure: SyncFailure, until: ContinuousClock.Instant)?
    /// Counts the failures in a row, for pauses that grow as those between calls of sync do.
    private var pauses = SyncEngine()

    /// The photos in a row that may fail, each for itself, before the others wait.
    private static let failuresMaximum = 3

    /// A photo whose last call failed, with this answer.
    private struct Doubt {
        var digest: Digest
        var title: String
        var answer: Answer
    }

    init(
        _ file: NotebookFile,
        _ session: Session,
        _ transport: any ServerTransport,
        uptime: @escaping () -> ContinuousClock.Instant = { .now }
    ) {
        self.file = file
        self.uptime = uptime
        folder = PhotoFolder(besides: file.path)
        calls = PhotoCalls(session, transport)
    }

    /// The milliseconds to wait after a failure.
    var pause: Int {
        guard let held else { return 0 }
        return Int(max(.zero, held.until - uptime()) / .milliseconds(1)) + 1
    }

    /// Whether the last sync has met no other failures than those that may each concern one photo alone.
    var haveFailedAlone: Bool { !doubts.isEmpty }

    /// Sends the photos that living records name, one after another. A photo that fails by itself does not hold up the
    /// others, until three in a row have failed; the failure is thrown afterwards. Throws a failure again, and sends
    /// nothing, until its pause has passed.
    func send(_ report: inout SyncReport, _ progress: (SyncReport) -> Void) async throws {
        (sent, doubts) = ([], [])
        if let held, uptime() < held.until { throw held.failure }
        try await sendWaiting(&report, progress, failuresInARow: Self.failuresMaximum)
        if let last = doubts.last { throw hold(after: last.answer) }
        goOn()
    }

    /// Sends the photos that wait behind failed ones. Call it when the records are synced: the server has answered
    /// then, so each failure concerns its photo alone, and an answer that is not Daybook's is the refusal of a proxy.
    func sendRest(_ report: inout SyncReport, _ progress: (SyncReport) -> Void) async throws {
        try await sendWaiting(&report, progress, failuresInARow: .max)
        for doubt in doubts where doubt.answer.isRefusal {
            refused.insert(doubt.digest)
            let reason = PhotoCalls.refusedByProxy(doubt.answer.status)
            report.refusedPhotos.append(.init(sha256: doubt.digest, title: doubt.title, reason: reason))
        }
        if let last = doubts.last(where: { !$0.answer.isRefusal }) { throw hold(after: last.answer) }
        goOn()
    }

    private func goOn() {
        held = nil
        pauses.resume()
    }

    /// Sends what this sync has not tried yet.
    private func sendWaiting(
        _ report: inout SyncReport,
        _ progress: (SyncReport) -> Void,
        failuresInARow most: Int
    ) async throws {
        held = nil
        let here = folder.all().map { $0.digest }
        if here.isEmpty { return }
        let uses = try file.read { try $0.photoUses() }
        let tried = refused.union(sent).union(doubts.map { $0.digest })
        var failures = 0
        let inOrder = here.filter { !failed.contains($0) } + here.filter { failed.contains($0) }
        for digest in inOrder where !tried.contains(digest) {
            try Task.checkCancellation()
            // A photo whose file does not hold the right bytes cannot be sent.
            guard let use = uses[digest], use.isAlive, !isEnough(use, digest), let bytes = folder.bytes(of: digest)
            else { continue }
            switch try await upload(digest, bytes) {
            case .taken:
                failures = 0
                failed.remove(digest)
                sent.insert(digest)
                everSent.insert(digest)
                if !use.isThumbnail { report.photos += 1 }
                progress(report)
            case .refused(let reason):
                refused.insert(digest)
                report.refusedPhotos.append(.init(sha256: digest, title: use.title, reason: reason))
            case .failed(let answer):
                failed.insert(digest)
                guard answer.isAboutOnePhoto else { throw stop(SyncFailure(answer), after: answer) }
                doubts.append(Doubt(digest: digest, title: use.title, answer: answer))
                failures += 1
                if failures == most { throw hold(after: answer) }
            }
        }
    }

    private func upload(_ digest: Digest, _ bytes: [UInt8]) async throws -> PhotoCalls.Upload {
        do {
            return try await calls.upload(digest, bytes)
        } catch let failure as SyncFailure where failure.isTemporary {
            failed.insert(digest)
            throw stop(failure, after: Answer(status: 0, jitter: .random(in: 0...1)))
        }
    }

    /// The other photos would fail too, and what failed before may have had the same cause.
    private func stop(_ failure: SyncFailure, after answer: Answer) -> SyncFailure {
        doubts = []
        return hold(failure, after: answer)
    }

    /// Sends nothing for as long as calls of sync wait after so many failures, or as the server asks for.
    private func hold(_ failure: SyncFailure? = nil, after answer: Answer) -> SyncFailure {
        let failure = failure ?? SyncFailure(answer)
        held = (failure, uptime() + .milliseconds(pauses.pause(after: answer)))
        return failure
    }

    /// Whether the bytes need not be sent: they were, and no record that names them is about to be sent.
    private func isEnough(_ use: PhotoUse, _ digest: Digest) -> Bool {
        use.isRefused && !use.isUnsent && everSent.contains(digest)
    }

    /// Forgets the files of photos that the server has together with their records, and those that nothing names.
    func forgetSent(now: Instant) throws {
        try file.forgetPhotos(now: now, sent: sent)
    }
}

extension Answer {
    /// Whether the answer to an upload may concern this photo alone, so that the next one is worth a call.
    fileprivate var isAboutOnePhoto: Bool { (400...500).contains(status) && status != 408 && status != 429 }
    /// Whether the answer to an upload, which is not Daybook's, refuses the photo.
    fileprivate var isRefusal: Bool { isAboutOnePhoto && status < 500 }
}

/// How the records use some bytes.
struct PhotoUse: Equatable {
    /// A record that is not deleted names the bytes.
    var isAlive = false
    /// A record that names the bytes has changes that wait to be sent.
    var isUnsent = false
    /// A record that names the bytes has changes that the server refused. It may be the whole record.
    var isRefused = false
    /// The bytes are a thumbnail.
    var isThumbnail = false
    /// The title of a note with the photo.
    var title = ""
}

extension NotebookReader {
    /// The photos and thumbnails that records name, those that were deleted in the last 30 days too.
    func photoUses(now: Instant? = nil) throws -> [Digest: PhotoUse] {
        var uses: [Digest: PhotoUse] = [:]
        let oldest = now.map { $0.advanced(by: -Rules.historyLifetime) }
        for (record, isUnsent, isRefused) in try photoRecords() {
            guard let photo = Photo(record, evenIfDeleted: true) else { continue }
            if let oldest, !record.isAlive, let deleted = record.deleted?.wall, deleted < oldest { continue }
            let title = try note(photo.note).map { ListedRecord.note($0).title } ?? Texts.untitledNote
            for (digest, isThumbnail) in [(photo.sha256, false), (photo.thumbnail, true)] {
                guard let digest else { continue }
                var use = uses[digest] ?? PhotoUse()
                use.isAlive = use.isAlive || record.isAlive
                use.isUnsent = use.isUnsent || isUnsent
                use.isRefused = use.isRefused || isRefused
                use.isThumbnail = isThumbnail
                use.title = title
                uses[digest] = use
            }
        }
        return uses
    }
}

extension NotebookFile {
    /// How long a file stays that no record names, in milliseconds: a command may be about to write the record.
    private static let strayLifetime: Int64 = 86_400_000

    /// Forgets files of photos: those of `sent`, which the server has, if it has their records too, and those that no record
    /// has named for a day.
    public func forgetPhotos(now: Instant, sent: Set<Digest> = []) throws {
        let folder = PhotoFolder(besides: path)
        let here = folder.all()
        if here.isEmpty { return }
        let uses = try read { try $0.photoUses(now: now) }
        for (digest, since) in here {
            guard let use = uses[digest] else {
                if now.milliseconds - since.milliseconds > NotebookFile.strayLifetime { folder.remove(digest) }
                continue
            }
            if sent.contains(digest), use.isAlive, !use.isUnsent, !use.isRefused { folder.remove(digest) }
        }
    }
}
