import DaybookCore
import GRDB

extension DataFolderCheck {
    /// Puts back rows that were set aside and can be read now, for example after an error in the program was corrected.
    /// This runs before all other checks, so that they repair what belongs to these rows too.
    mutating func checkReturns() throws {
        try eachQuarantined { check, row in
            guard try check.queue.read({ try SQLiteStorage.canReturn(row.number, $0) }) else { return }
            let what = "it is in quarantine since \(row.at.rfc3339) and can be read again"
            try check.found(.quarantine, Self.place(row.key, of: row.account), what, repair: "put it back") { db in
                try SQLiteStorage.putBack(row.number, db)
            }
        }
    }

    /// Reports the rows that were set aside before or by this check and stay so.
    mutating func checkQuarantine() throws {
        try eachQuarantined { check, row in
            if try check.queue.read({ try SQLiteStorage.canReturn(row.number, $0) }) { return }
            let what = "it is in quarantine since \(row.at.rfc3339): \(row.why)"
            try check.found(.quarantine, Self.place(row.key, of: row.account), what, repair: nil)
        }
    }

    private mutating func eachQuarantined(_ look: (inout DataFolderCheck, QuarantinedRow) throws -> Void) throws {
        var last: Int64 = 0
        while true {
            let rows = try queue.read { [slice, last] db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT id, account, origin, kind, record, why, at FROM quarantine WHERE id > ? ORDER BY id LIMIT ?
                        """,
                    arguments: [last, slice.rows]
                ).map(QuarantinedRow.init(row:))
            }
            guard let end = rows.last else { return }
            last = end.number
            for row in rows { try look(&self, row) }
        }
    }
}
