import DaybookCore

/// Sends the photos of a notebook that its server does not have yet.
///
/// The file of a photo is removed when the server has its record too. Until then each sync sends the bytes again,
/// because the server forgets bytes that no record names for a day (N6).
final class PhotoUploads {
    private let file: NotebookFile
    private let folder: PhotoFolder
    private let calls: PhotoCalls
    /// Refused photos are not sent again before the next command.
    private var refused: Set<Digest> = []
    private var sent: Set<Digest> = []
    /// What this command has sent at any time. As long as the server refuses a photo's record, once is enough.
    private var everSent: Set<Digest> = []

    init(_ file: NotebookFile, _ session: Session, _ transport: any ServerTransport) {
        self.file = file
        folder = PhotoFolder(besides: file.path)
        calls = PhotoCalls(session, transport)
    }

    /// Sends the photos that living records name, one after another.
    func send(_ report: inout SyncReport, _ progress: (SyncReport) -> Void) async throws {
        sent = []
        let here = folder.all().map { $0.digest }
        if here.isEmpty { return }
        let uses = try file.read { try $0.photoUses() }
        for digest in here where !refused.contains(digest) {
            try Task.checkCancellation()
            // A photo whose file does not hold the right bytes cannot be sent.
            guard let use = uses[digest], use.isAlive, !isEnough(use, digest), let bytes = folder.bytes(of: digest)
            else { continue }
            if let reason = try await calls.upload(digest, bytes) {
                refused.insert(digest)
                report.refusedPhotos.append(.init(sha256: digest, title: use.title, reason: reason))
                continue
            }
            sent.insert(digest)
            everSent.insert(digest)
            if !use.isThumbnail { report.photos += 1 }
            progress(report)
        }
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
