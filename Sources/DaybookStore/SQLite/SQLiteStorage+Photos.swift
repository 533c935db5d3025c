import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    private static let photoColumns = "sha256, type, width, height, path, bytes, stored, unused"

    func beginPhoto() async throws(StorageError) -> any PhotoUpload {
        try await photoFolder.begin()
    }

    func keepPhoto(
        _ upload: any PhotoUpload,
        as facts: PhotoFacts,
        of account: AccountID,
        quota: Int64?,
        at moment: Instant
    ) async throws(StorageError) -> PhotoOutcome {
        guard let upload = upload as? FileUpload else { throw .failed("an upload of another storage") }
        let place = try await photoFolder.place(upload, facts.sha256, of: account)
        let photo = StoredPhoto(
            facts: facts,
            path: place,
            bytes: upload.bytes,
            storedAt: moment,
            unusedSince: moment
        )
        do {
            let limits = PhotoLimits(count: budgets[.accountPhotos], bytes: quota)
            let outcome = try await committer.write(for: .account(account)) { [photoFolder] context in
                try Self.keep(photo, of: account, limits, isThere: photoFolder.has, context.db)
            }
            if case .stored = outcome { return outcome }
            if outcome == .tooMany { meter.refused(.accountPhotos) }
            await photoFolder.remove([place])
            return outcome
        } catch {
            await photoFolder.remove([place])
            throw error
        }
    }

    func touchPhoto(
        _ digest: Digest,
        of account: AccountID,
        at moment: Instant
    ) async throws(StorageError) -> StoredPhoto? {
        guard let photo = try await photo(digest, of: account), photoFolder.has(photo) else { return nil }
        if photo.unusedSince == nil { return photo }
        return try await committer.write(for: .account(account)) { context in
            try context.db.cachedStatement(
                sql: "UPDATE photos SET unused = ? WHERE account = ? AND sha256 = ? AND unused IS NOT NULL"
            ).execute(arguments: [moment.milliseconds, account.blob, digest.blob])
            return try Self.photo(digest, of: account, context.db)
        }
    }

    func photo(_ digest: Digest, of account: AccountID) async throws(StorageError) -> StoredPhoto? {
        try readStatement { db in try Self.photo(digest, of: account, db) }
    }

    func photos(of account: AccountID, after digest: Digest?, limit: Int) async throws(StorageError) -> [StoredPhoto] {
        // Every digest is greater than an empty one.
        try readInTransaction { try Self.somePhotos(of: account, after: digest?.blob ?? Data(), limit: limit, $0) }
    }

    func openPhoto(_ photo: StoredPhoto) async throws(StorageError) -> (any PhotoReader)? {
        try await photoFolder.open(photo)
    }

    func photoUsage(of account: AccountID?) async throws(StorageError) -> PhotoUsage {
        if let account { return try readStatement { db in try Self.usage(of: account, db)?.photos } ?? .zero }
        return try readInTransaction { db in
            let sql = "SELECT coalesce(sum(photos), 0), coalesce(sum(photo_bytes), 0) FROM accounts"
            return try Row.fetchOne(db, sql: sql).map { PhotoUsage(count: $0[0], bytes: $0[1]) } ?? .zero
        }
    }

    func removeLeftoverPhotos() async throws(StorageError) -> Int {
        try await photoFolder.removeLeftovers { [pool] account in
            try pool.read { db in
                let statement = try db.cachedStatement(sql: "SELECT path FROM photos WHERE account = ?")
                return try String.fetchSet(statement, arguments: [account.blob])
            }
        }
    }

    // MARK: - Inside a transaction

    /// The most photos and bytes of photos that an account may have.
    private struct PhotoLimits: Sendable {
        let count: Int
        let bytes: Int64?
    }

    private static func keep(
        _ photo: StoredPhoto,
        of account: AccountID,
        _ limits: PhotoLimits,
        isThere: (StoredPhoto) -> Bool,
        _ db: Database
    ) throws -> PhotoOutcome {
        _ = try AccountNumbers(of: account, db)
        let existing = try Self.photo(photo.facts.sha256, of: account, db)
        // A row whose file is missing, for example after a restore of the database alone, gets this file.
        if let existing, isThere(existing) { return .existing(existing) }
        let usage = try usage(of: account, db)?.photos ?? .zero
        let others = usage.bytes - Int64(existing?.bytes ?? 0)
        if let quota = limits.bytes, others + Int64(photo.bytes) > quota { return .overQuota(usage) }
        if existing == nil, usage.count >= limits.count { return .tooMany }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO photos (account, \(photoColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account, sha256) DO UPDATE SET path = excluded.path, bytes = excluded.bytes,
                    stored = excluded.stored, unused = excluded.unused
                """
        )
        try statement.execute(arguments: [
            account.blob, photo.facts.sha256.blob, photo.facts.type.rawValue, photo.facts.width, photo.facts.height,
            photo.path, photo.bytes, photo.storedAt.milliseconds, photo.unusedSince?.milliseconds,
        ])
        return .stored(photo)
    }

    private static func photo(_ digest: Digest, of account: AccountID, _ db: Database) throws -> StoredPhoto? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(photoColumns) FROM photos WHERE account = ? AND sha256 = ?"
        )
        return try Row.fetchOne(statement, arguments: [account.blob, digest.blob]).map(StoredPhoto.init(row:))
    }

    /// Some photos in the order of their digests, after a digest.
    static func somePhotos(
        of account: AccountID,
        after digest: Data,
        limit: Int,
        _ db: Database
    ) throws -> [StoredPhoto] {
        let statement = try db.cachedStatement(
            sql: "SELECT \(photoColumns) FROM photos WHERE account = ? AND sha256 > ? ORDER BY sha256 LIMIT ?"
        )
        return try Row.fetchAll(statement, arguments: [account.blob, digest, limit]).map(StoredPhoto.init(row:))
    }
}

extension Digest {
    var blob: Data { Data(bytes) }
}

extension StoredPhoto {
    fileprivate init(row: Row) throws {
        guard let digest = Digest(bytes: row[0] as Data), let type = Photo.MediaType(rawValue: row[1]) else {
            throw StorageError.failed("a photo's row cannot be read")
        }
        self.init(
            facts: PhotoFacts(sha256: digest, type: type, width: row[2], height: row[3]),
            path: row[4],
            bytes: row[5],
            storedAt: Instant(milliseconds: row[6]),
            unusedSince: Instant(row, at: 7)
        )
    }
}
