import DaybookCore
import Foundation
import GRDB

/// Checks a data folder and reports its faults; on request it repairs them where it can.
///
/// It reads a limited number of rows at a time, so it may run beside a server. A repair needs the folder exclusively
/// (``FolderLock``). Each finding is reported as it is found.
public struct DataFolderCheck {
    /// The mode of a check.
    public struct Options: Sendable {
        /// Repairs faults where possible.
        public var repairs = false
        /// Skips reading the photos' bytes.
        public var isFast = false
        /// The budgets that records are checked against.
        public var budgets = Budgets()
        /// The present moment.
        public var now: Instant

        /// A check without repairs.
        public init(now: Instant) { self.now = now }
    }

    let options: Options
    let photoRoot: String
    let slice: Slice
    let queue: DatabaseQueue
    private let report: (CheckFinding) throws -> Void
    var summary = CheckSummary()

    /// Opens the database in a folder. This changes nothing, unless a database of an older version is to be repaired.
    ///
    /// Throws one of the errors that ``StorageError`` lists under opening.
    public init(
        folder: String,
        _ options: Options,
        report: @escaping (CheckFinding) throws -> Void
    ) throws(StorageError) {
        self.options = options
        self.report = report
        let database = URL(fileURLWithPath: folder).appendingPathComponent("daybook.sqlite").path
        photoRoot = folder + "/photos"
        slice = Slice(options.budgets)
        queue = try DatabaseFile.openForCheck(path: database, repairs: options.repairs)
    }

    /// Runs all checks. Throws the error that ends the check early.
    public mutating func run() throws -> CheckSummary {
        defer { try? queue.close() }
        do {
            try checkDatabase()
            try checkReturns()
            try checkRecords()
            try checkHistory()
            try checkAccounts()
            try checkReminders()
            try checkPhotos()
            try checkQuarantine()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // The pages themselves are damaged: the data behind them cannot be checked.
            let what = "it is damaged (\(error.message ?? "malformed")), and the rest was not looked at"
            try found(.database, "daybook.sqlite", "\(what). Restore it from a backup.", repair: nil) { _ in }
        }
        return summary
    }

    /// Reports a finding, after its repair if a repair is wanted and possible.
    mutating func found(
        _ kind: CheckFinding.Kind,
        _ place: String,
        _ what: String,
        repair: String?,
        _ mend: (Database) throws -> Void = { _ in }
    ) throws {
        var finding = CheckFinding(kind: kind, place: place, what: what, repair: repair)
        let isMended = options.repairs && repair != nil
        // A row in quarantine affects nothing else.
        if kind == .quarantine && !isMended { summary.quarantined += 1 } else { summary.findings += 1 }
        if isMended {
            try queue.inTransaction(.immediate) { db in
                try mend(db)
                return .commit
            }
            finding.isRepaired = true
            summary.repaired += 1
        }
        try report(finding)
    }

    static func place(_ key: DaybookCore.Record.Key, of account: AccountID) -> String {
        "\(key.kind.name) \(key.id) of account \(account)"
    }
}

extension DatabaseFile {
    /// A connection to an existing database of Daybook of the present version. It changes nothing unless it repairs.
    static func openForCheck(path: String, repairs: Bool) throws(StorageError) -> DatabaseQueue {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .cannotOpen(path: path, detail: "there is no such file")
        }
        return try openQueue(path: path) { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            if repairs {
                try migrate(db)
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            } else if version < Schema.version {
                let advice = "start `daybook serve` once, or pass --repair"
                throw StorageError.cannotOpen(path: path, detail: "an older Daybook wrote it: \(advice)")
            } else {
                try db.execute(sql: "PRAGMA query_only = ON")
            }
        }
    }
}
