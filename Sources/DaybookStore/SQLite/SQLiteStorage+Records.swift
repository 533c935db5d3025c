import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    func cursor(of account: AccountID) async throws(StorageError) -> Int64 {
        try readStatement { db in try Self.cursor(of: account, db) }
    }

    func changes(
        of account: AccountID,
        after cursor: Int64,
        limit: PageLimit
    ) async throws(StorageError) -> ChangePage {
        try readInTransaction { [aside = noting()] db in
            let numbers = try AccountNumbers(of: account, db)
            let none = ChangePage(changes: [], cursor: numbers.cursor, more: false, forgotten: numbers.forgotten)
            guard cursor < numbers.cursor else { return none }
            return try Self.fill(none, of: account, numbers, after: cursor, limit: limit, db, aside)
        }
    }

    func record(_ key: DaybookCore.Record.Key, of account: AccountID) async throws(StorageError) -> StoredRecord? {
        try readStatement { db in try Self.record(key, of: account, db, noting()) }
    }

    func notePhotos(of account: AccountID, note: DaybookCore.UUID) async throws(StorageError) -> [NotePhoto] {
        var photos: [NotePhoto] = []
        var end: DaybookCore.UUID?
        while true {
            let slice = try readStatement { db in
                try Self.photoSlice(of: account, note: note, after: end, db, noting())
            }
            photos += slice.photos
            end = slice.end
            if end == nil { return photos }
            // Other calls have their turns between the reads.
            await Task.yield()
        }
    }

    /// The most records of a note's photos that one read looks at, and the most bytes of their fields, of which one
    /// record may have more.
    private static let photosAtOnce = PageLimit(records: 256, bytes: PageLimit.sync.bytes / 4)

    func cursors(of account: AccountID) -> AsyncStream<Int64> {
        let stream = feed.listen(to: account) { try? readStatement { db in try Self.cursor(of: account, db) } }
        watch.start()
        return stream
    }

    // MARK: - Inside a transaction

    private static func cursor(of account: AccountID, _ db: Database) throws -> Int64 {
        guard let cursor = try cursorIfAny(of: account, db) else { throw StorageError.accountGone }
        return cursor
    }

    /// The number of an account's latest change; nil when there is no such account.
    static func cursorIfAny(of account: AccountID, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(
            sql: "SELECT epoch * \(AccountNumbers.epochSize) + cursor FROM accounts WHERE id = ? AND erasing = 0"
        )
        return try Int64.fetchOne(statement, arguments: [account.blob])
    }

    /// A record; nil when there is no such record, or it cannot be read and was set aside.
    static func record(
        _ key: DaybookCore.Record.Key,
        of account: AccountID,
        _ db: Database,
        _ aside: SetAside = setAside
    ) throws -> StoredRecord? {
        try measuredRecord(key, of: account, db, aside).stored
    }

    /// The same with the bytes of the fields that were read.
    static func measuredRecord(
        _ key: DaybookCore.Record.Key,
        of account: AccountID,
        _ db: Database,
        _ aside: SetAside = setAside
    ) throws -> (stored: StoredRecord?, bytes: Int) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT records.rowid, fields, deleted, \(recordNumber) FROM \(ownedRecords)
                WHERE account = ? AND kind = ? AND records.id = ?
                """
        )
        let rows = try Row.fetchCursor(statement, arguments: [account.blob, key.kind.name, key.id.blob])
        guard let row = try rows.next() else { return (nil, 0) }
        let bytes = try row.withUnsafeData(atIndex: 1) { $0?.count ?? 0 }
        return (try readable(key, row, at: 1, row: row[0], db, aside), bytes)
    }

    /// The living photos of a note behind an id, and the id at which the slice ends; nil at the end of them all.
    private static func photoSlice(
        of account: AccountID,
        note: DaybookCore.UUID,
        after end: DaybookCore.UUID?,
        _ db: Database,
        _ aside: SetAside
    ) throws -> (photos: [NotePhoto], end: DaybookCore.UUID?) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT records.rowid, records.id, fields, deleted, \(recordNumber) FROM \(ownedRecords)
                WHERE account = ? AND note = ? AND records.id > ? ORDER BY records.id
                """
        )
        let arguments: StatementArguments = [account.blob, note.blob, end?.blob ?? Data()]
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var photos: [NotePhoto] = []
        var (seen, bytes) = (0, 0)
        var last: DaybookCore.UUID?
        while let row = try rows.next() {
            bytes += try row.withUnsafeData(atIndex: 2) { $0?.count ?? 0 }
            if seen > 0, seen == photosAtOnce.records || bytes > photosAtOnce.bytes { return (photos, last) }
            seen += 1
            let key = DaybookCore.Record.Key(kind: .photo, id: try UUID(row, at: 1))
            last = key.id
            guard let stored = try readable(key, row, at: 2, row: row[0], db, aside), stored.record.isAlive else {
                continue
            }
            photos.append(NotePhoto(id: key.id, photo: Photo(stored.record)))
        }
        return (photos, nil)
    }

    private static func fill(
        _ page: ChangePage,
        of account: AccountID,
        _ numbers: AccountNumbers,
        after cursor: Int64,
        limit: PageLimit,
        _ db: Database,
        _ aside: SetAside
    ) throws -> ChangePage {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, kind, id, fields, deleted, cursor + ? FROM records
                WHERE account = ? AND cursor > ? ORDER BY cursor
                """
        )
        let base = ChangeNumber.base(ofEpoch: numbers.epoch)
        let rows = try Row.fetchCursor(statement, arguments: [base, account.blob, numbers.count(cursor)])
        var page = page
        var bytes = 0
        while let row = try rows.next() {
            let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[1]), id: try UUID(row, at: 2))
            guard let stored = try readable(key, row, at: 3, row: row[0], db, aside) else { continue }
            bytes += try row.withUnsafeData(atIndex: 3) { $0?.count ?? 0 } + PageLimit.around(stored.record)
            if limit.isOver(records: page.changes.count, bytes: bytes) {
                page.more = true
                page.cursor = page.changes.last?.cursor ?? cursor
                break
            }
            page.changes.append(stored)
        }
        return page
    }

    /// The record of a row as ``stored(_:_:at:)`` reads it; nil when it cannot be read.
    static func readable(
        _ key: DaybookCore.Record.Key,
        _ row: Row,
        at index: Int,
        row number: Int64,
        _ db: Database,
        _ aside: SetAside
    ) throws -> StoredRecord? {
        try readable(number, db, aside) { try stored(key, row, at: index) }
    }

    /// The record of a row as `read` reads it; nil when it cannot be read.
    static func readable(
        _ number: Int64,
        _ db: Database,
        _ aside: SetAside,
        _ read: () throws -> StoredRecord
    ) throws -> StoredRecord? {
        do {
            return try read()
        } catch is RowDamage {
            try aside(Suspect(table: .records, row: number), db)
            return nil
        }
    }

    /// The record of a row whose columns from `index` on are fields, deleted and number.
    static func stored(_ key: DaybookCore.Record.Key, _ row: Row, at index: Int) throws -> StoredRecord {
        let text = try row.withUnsafeData(atIndex: index) { [UInt8]($0 ?? Data()) }
        let record = try StoredFields.record(key, text: text, deleted: row[index + 1])
        return StoredRecord(record: record, cursor: row[index + 2])
    }
}
