import Foundation
import GRDB

/// The statements that connections ran.
final class Statements: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: Set<String> = []

    func add(_ text: String) { lock.withLock { _ = texts.insert(text) } }

    /// How SQLite carries out the statements that contain one of these words: each step of a plan, with its statement.
    func plans(naming words: [String], _ db: Database) throws -> [String] {
        let chosen = lock.withLock { texts.sorted() }.filter { text in
            // A trigger that runs is reported as a comment.
            !text.hasPrefix("--") && words.contains { text.contains($0) }
        }
        return try chosen.flatMap { sql in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { "\($0["detail"] as String)\n  \(sql)" }
        }
    }
}
