import DaybookCore
import Foundation
import GRDB

/// The account that a notebook belongs to. A notebook without one has never been signed in.
public struct NotebookAccount: Equatable, Sendable {
    /// The account's id on its server.
    public var id: DaybookCore.UUID
    /// The account's email, for messages.
    public var email: String

    /// An account.
    public init(id: DaybookCore.UUID, email: String) {
        self.id = id
        self.email = email
    }

    /// The account of a file; nil when the file has no account.
    init?(_ db: Database) throws {
        guard let row = try Row.fetchOne(db, sql: "SELECT account, email FROM account"),
            let id = DaybookCore.UUID(blob: row[0])
        else { return nil }
        self.init(id: id, email: row[1])
    }

    func save(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO account (id, account, email) VALUES (1, ?, ?)",
            arguments: [id.blob, email]
        )
    }
}

extension NotebookReader {
    /// The account that the notebook belongs to; nil before the first sign-in.
    public func account() throws -> NotebookAccount? { try NotebookAccount(db) }

    /// The number of records with changes that no server has taken.
    public func unsentCount() throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") ?? 0 }

    /// The changes that the server refused: some of them, and how many there are.
    public func refused(limit: Int) throws -> (all: [RefusedChange], count: Int) {
        let sql = """
            SELECT record, rejection, \(ShortName.isShared("names.code")) FROM rejections JOIN records USING (row) \
            LEFT JOIN names USING (row) ORDER BY row LIMIT ?
            """
        let all = try Row.fetchAll(db, sql: sql, arguments: [limit]).map { row in
            let bytes: Data = row[1]
            guard let rejection = ReplicaDisk.rejection(of: [UInt8](bytes)) else {
                throw NotebookFileError.unreadable("a refused change", path: path)
            }
            return RefusedChange(try record(row[0]), rejection.violations, isNameShared: row[2])
        }
        return (all, try Int.fetchOne(db, sql: "SELECT count(*) FROM rejections") ?? 0)
    }
}

extension NotebookWriter {
    /// Gives the notebook to an account, with everything in it. Throws ``SyncFailure/otherAccount(_:)`` when it belongs
    /// to another one.
    public func join(_ account: NotebookAccount) throws {
        if let own = try NotebookAccount(db), own.id != account.id { throw SyncFailure.otherAccount(own.email) }
        try account.save(db)
        // A notebook that was never written to becomes a device of its own now.
        let part = try NotebookPart(db: db, path: path)
        let replica = try part.replica()
        try part.save(replica, over: replica)
    }
}

/// A change that the server refused. The notebook keeps it, and sends it again with the next change of the same record.
public struct RefusedChange: Equatable, Sendable {
    /// The record that was changed.
    public var key: DaybookCore.Record.Key
    /// The short name of the record.
    public var name: String
    /// The title, if the record has one.
    public var title: String?
    /// The reasons.
    public var violations: [Violation]

    init(_ record: DaybookCore.Record, _ violations: [Violation], isNameShared: Bool) {
        key = record.key
        name = ShortName(record.id).text(isShared: isNameShared)
        title = record["title"]?.stringValue
        self.violations = violations
    }
}
