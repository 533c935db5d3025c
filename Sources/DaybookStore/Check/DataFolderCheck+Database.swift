import DaybookCore
import GRDB

extension DataFolderCheck {
    /// The most faults that one check reports. A broken index can have as many faults as rows.
    private static let faults = 100

    /// The faults that SQLite finds in its own structures.
    mutating func checkDatabase() throws {
        let faults = try integrityFaults()
        let isIndex = faults.contains { $0.contains("index") }
        if isIndex && options.repairs { try queue.writeWithoutTransaction { try $0.execute(sql: "REINDEX") } }
        let left = isIndex && options.repairs ? Set(try integrityFaults()) : Set(faults)
        for fault in faults {
            let isMended = options.repairs && !left.contains(fault)
            let repair = fault.contains("index") && (isMended || !options.repairs) ? "make its indexes again" : nil
            try found(.database, "daybook.sqlite", fault, repair: repair)
        }
        let references = try queue.read { db in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") }
        for row in references.prefix(Self.faults) {
            let place = "\(row[0] as String) row \(row[1].map { "\($0)" } ?? "without a number")"
            try found(.reference, place, "it refers to a row of \(row[2] as String) that is not there", repair: nil)
        }
    }

    private func integrityFaults() throws -> [String] {
        try queue.read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.faults))").filter { $0 != "ok" }
        }
    }
}
