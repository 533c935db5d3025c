import GRDB

@testable import DaybookStore

/// Makes a database of an earlier version, with the rows that `fill` adds.
@discardableResult
func makeDatabase<Value: Sendable>(
    at path: String,
    version: Int,
    _ fill: @escaping @Sendable (Database) throws -> Value
) async throws -> Value {
    let queue = try DatabaseQueue(path: path)
    let value = try await queue.writeWithoutTransaction { db in
        for migration in Schema.migrations.prefix(version) { try migration(db) }
        try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
        return try fill(db)
    }
    try queue.close()
    return value
}

/// A row of the account of person 1.
let oldAccount = """
    INSERT INTO accounts (id, name, mobile, email, password, created)
    VALUES (x'01900000000070008000000000000001', 'Person', '9000010001', 'person1@example.com', 'hash 1', 1763700000000);
    """
