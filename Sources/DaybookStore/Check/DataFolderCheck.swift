import DaybookCore
import Foundation
import GRDB

/// Goes through a data folder and says what is wrong; on request it mends what can be mended.
///
/// It looks at some rows at a time, so it may run beside a server. To mend, it needs the folder for itself
/// (``FolderLock``). Each finding is told as it is found.
public struct DataFolderCheck {
    /// The mode of a check.
    public struct Options: Sendable {
        /// Mends what can be mended.
        public var repairs = false
        /// Leaves out reading the photos' bytes.
        public var isFast = false
        /// The budgets that records must keep to.
        public var budgets = Budgets()
        /// The present moment.
        public var now: Instant

        /// Looks and mends nothing.
        public init(now: Instant) { self.now = now }
    }

    let options: Options
    let photoRoot: String
    let slice: Slice
    let queue: DatabaseQueue
    private let tell: (CheckFinding) throws -> Void
    var summary = CheckSummary()

    /// Opens the database in a folder. Nothing is changed by that, unless it is to be mended and is of an older version.
    ///
    /// Throws one of the errors ``StorageError`` lists under opening.
    public init(
        folder: String,
        _ options: Options,
        tell: @escaping (CheckFinding) throws -> Void
    ) throws(StorageError) {
        self.options = options
        self.tell = tell
        let database = URL(fileURLWithPath: folder).appendingPathComponent("daybook.sqlite").path
        photoRoot = folder + "/photos"
        slice = Slice(options.budgets)
        queue = try DatabaseFile.openForCheck(path: database, repairs: options.repairs)
    }

    /// Looks at everything. Throws what ends the check before it is through.
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
            // The pages themselves are broken: what lies behind them cannot be looked at.
            let what = "it is damaged (\(error.message ?? "malformed")), and the rest was not looked at"
            try found(.database, "daybook.sqlite", "\(what). Restore it from a backup.", repair: nil) { _ in }
        }
        return summary
    }

    /// Tells a finding, mended already if that is wanted and can be done.
    mutating func found(
        _ kind: CheckFinding.Kind,
        _ place: String,
        _ what: String,
        repair: String?,
        _ mend: (Database) throws -> Void = { _ in }
    ) throws {
        var finding = CheckFinding(kind: kind, place: place, what: what, repair: repair)
        let isMended = options.repairs && repair != nil
        // A row in quarantine stops nothing.
        if kind == .quarantine && !isMended { summary.quarantined += 1 } else { summary.findings += 1 }
        if isMended {
            try queue.inTransaction(.immediate) { db in
                try mend(db)
                return .commit
            }
            finding.isRepaired = true
            summary.repaired += 1
        }
        try tell(finding)
    }

    static func place(_ key: DaybookCore.Record.Key, of account: AccountID) -> String {
        "\(key.kind.name) \(key.id) of account \(account)"
    }
}

extension DatabaseFile {
    /// A connection to a database that is there, ours and of the present version, which changes nothing unless it mends.
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
