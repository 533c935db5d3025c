import DaybookCore
import DaybookExport
import DaybookStore
import DaybookZip
import NIOCore

extension Imports {
    /// The number of photos stored in one turn. Each turn reads the directory of the zip again.
    private static let turnPhotos = 32

    /// The results of an import's photos.
    private struct PhotoOutcomes {
        var count: Int64 = 0
        var rejected: [JSON] = []

        mutating func reject(_ digest: Digest, _ problem: Problem) {
            let message = Violation(.photo, .other, problem.detail)
            let violations = problem.violations.isEmpty ? [message] : problem.violations
            rejected.append(
                .object([
                    .init("sha256", .string(digest.description)), .init("errors", .array(violations.map(\.json))),
                ])
            )
        }

        var json: [JSON.Member] { [.init("photos", .integer(count)), .init("rejectedPhotos", .array(rejected))] }
    }

    /// Stores the photos of a file, one after another, with the checks of an upload. A refused photo is left out; its
    /// record stays, and shows no picture until the photo is uploaded.
    ///
    /// The photos are stored in turns, so that other imports progress between them. Returns the number of stored photos
    /// and the photos left out; nothing for a file without photos.
    func takePhotos(
        _ photos: [ImportFile.Photo],
        of spool: Spool,
        for caller: Caller
    ) async throws -> [JSON.Member] {
        if photos.isEmpty { return [] }
        var outcomes = PhotoOutcomes()
        for start in stride(from: 0, to: photos.count, by: Self.turnPhotos) {
            let turn = photos[start..<min(start + Self.turnPhotos, photos.count)]
            outcomes = try await readers.turn(of: caller.account, isGone: caller.isGone) { [outcomes] in
                try await requireCaller(caller)
                return try await take(turn, of: spool, into: caller.account, outcomes)
            }
        }
        return outcomes.json
    }

    private func take(
        _ photos: ArraySlice<ImportFile.Photo>,
        of spool: Spool,
        into account: AccountID,
        _ outcomes: PhotoOutcomes
    ) async throws -> PhotoOutcomes {
        var outcomes = outcomes
        let zip = try await readers.compute { try ImportFile.archive(spool.archive()) }
        for photo in photos {
            if Task.isCancelled { throw StorageError.cancelled }
            let entry = zip.entries[Int(photo)]
            guard let digest = ExportFormat.File.photo(named: entry.name) else { continue }
            do {
                try await take(entry, digest, of: zip, into: account)
                outcomes.count += 1
            } catch let problem as Problem {
                outcomes.reject(digest, problem)
            }
        }
        return outcomes
    }

    private func take(
        _ entry: ZipEntry,
        _ digest: Digest,
        of zip: ZipReader,
        into account: AccountID
    ) async throws {
        if try await photoStorage.touchPhoto(digest, of: account, at: now()) != nil { return }
        do {
            let limit = rules.photoBytesMaximum
            guard entry.size <= limit else { throw PhotoRefusal.tooManyBytes(limit: limit) }
            let bytes = try await readers.compute { try zip.bytes(of: entry) }
            let upload = try await photoStorage.beginPhoto()
            var receiver = PhotoReceiver(into: upload, limit: limit)
            try await receiver.take(ByteBuffer(bytes: bytes))
            let facts = try await receiver.finish(expecting: digest)
            let outcome = try await photoStorage.keepPhoto(upload, as: facts, of: account, quota: quota, at: now())
            if case .overQuota(let usage) = outcome { throw Problem.overQuota(usage, of: quota ?? 0) }
            if outcome == .tooMany { throw Problem.tooManyPhotos }
        } catch let refusal as PhotoRefusal {
            throw refusal.problem
        } catch is ZipError {
            throw Problem.malformed("This photo is damaged in the zip.")
        }
    }
}
