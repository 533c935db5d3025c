import DaybookCore
import DaybookStore
import DaybookZip
import NIOCore

extension Imports {
    /// Stores the photos of a file, one after another, checked as an upload is. What is no photo, or too many, is left
    /// out; its record stays, and shows nothing until the photo is uploaded.
    ///
    /// Returns how many there are and which were left out; nothing for a file without photos.
    func takePhotos(of file: ImportFile, into account: AccountID) async throws -> [JSON.Member] {
        if file.photos.isEmpty { return [] }
        var count: Int64 = 0
        var rejected: [JSON] = []
        for (digest, entry) in file.photos {
            if Task.isCancelled { throw StorageError.cancelled }
            do {
                try await take(entry, digest, of: file, into: account)
                count += 1
            } catch let problem as Problem {
                let message = Violation(.photo, .other, problem.detail)
                let violations = problem.violations.isEmpty ? [message] : problem.violations
                rejected.append(
                    .object([
                        .init("sha256", .string(digest.description)), .init("errors", .array(violations.map(\.json))),
                    ])
                )
            }
        }
        return [.init("photos", .integer(count)), .init("rejectedPhotos", .array(rejected))]
    }

    private func take(
        _ entry: ZipEntry,
        _ digest: Digest,
        of file: ImportFile,
        into account: AccountID
    ) async throws {
        if try await storage.touchPhoto(digest, of: account, at: now()) != nil { return }
        do {
            let limit = rules.photoBytesMaximum
            guard entry.size <= limit else { throw PhotoRefusal.tooManyBytes(limit: limit) }
            let bytes = try await readers.compute { try file.bytes(of: entry) }
            let upload = try await storage.beginPhoto()
            var intake = PhotoIntake(into: upload, limit: limit)
            try await intake.take(ByteBuffer(bytes: bytes))
            let facts = try await intake.finish(expecting: digest)
            let outcome = try await storage.keepPhoto(upload, as: facts, of: account, quota: quota, at: now())
            if case .overQuota(let usage) = outcome { throw Problem.overQuota(usage, of: quota ?? 0) }
            if outcome == .tooMany { throw Problem.tooManyPhotos }
        } catch let refusal as PhotoRefusal {
            throw refusal.problem
        } catch is ZipError {
            throw Problem.malformed("This photo is damaged in the zip.")
        }
    }
}
