import DaybookCore
import Foundation
import GRDB

/// Makes a good notebook of a damaged one: records merge, so the copy and whatever can still be read in the damaged
/// file come to the latest of both, in whatever state they are found.
public struct NotebookRecovery {
    private let folder: NotebookFolder

    /// The result of a recovery.
    public struct Result: Equatable, Sendable {
        /// The records of the good notebook.
        public var records: Int
        /// Whether there was a copy.
        public var hasCopy: Bool
        /// Where the damaged file is kept; nil when there was no damaged file.
        public var keptPath: String?
    }

    /// A recovery in a notebook's folder.
    public init(_ folder: NotebookFolder) {
        self.folder = folder
    }

    /// Keeps the damaged file under another name, and puts all that can be read in its place. Throws a
    /// ``NotebookFileError`` when nothing can be read, and changes nothing when the file or its copy is another program's or
    /// a newer Daybook's. `progress`: called with the rows of a file that were read, and their number.
    public func run(now: Instant, progress: @escaping (Int, Int) -> Void = { _, _ in }) throws -> Result {
        for path in [folder.file, folder.copy] { try FileHeader.checkOwner(path) }
        // Before anything is read, since reading may take the log into the file.
        let kept = try keep(as: "\(folder.file).damaged-\(now.milliseconds)")
        var found = Found(progress: progress)
        let hasCopy = found.read(folder.copy)
        found.read(folder.file)
        guard let replica = found.replica else {
            let detail = kept == nil && !hasCopy ? "there is no notebook" : "nothing in it can be read"
            throw NotebookFileError.failed(path: folder.file, detail: detail)
        }
        // A folder has one account, so the session has the account too.
        let account = try found.account ?? folder.session().map { NotebookAccount(id: $0.account, email: "") }
        do { try replace(with: replica, of: account) } catch { throw NotebookFileError(error, path: folder.file) }
        return Result(records: replica.records.count, hasCopy: hasCopy, keptPath: kept)
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func keep(as kept: String) throws -> String? {
        var isKept = false
        // The log alone may be left.
        for suffix in ["", "-wal"] where try NotebookFolder.size(of: folder.file + suffix) != nil {
            do {
                try FileManager.default.copyItem(atPath: folder.file + suffix, toPath: kept + suffix)
            } catch {
                throw NotebookFileError.cannotOpen(path: folder.file, detail: error.localizedDescription)
            }
            isKept = true
        }
        return isKept ? kept : nil
    }

    private func replace(with replica: Replica, of account: NotebookAccount?) throws {
        let temporary = folder.file + ".fresh"
        func remove(_ path: String) { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        remove(temporary)
        defer { remove(temporary) }
        let file = try NotebookFile(path: temporary)
        try file.write { writer in
            try writer.fill(with: replica)
            try account?.save(writer.db)
        }
        // By way of SQLite, so that commands that have the file open see the new pages.
        if (try? file.overwrite(folder.file)) != nil { return try file.close() }
        try file.close()
        // The file is not a database any more, so no command has it open.
        remove(folder.file)
        guard rename(temporary, folder.file) == 0 else {
            throw NotebookFileError.failed(path: folder.file, detail: String(cString: strerror(errno)))
        }
    }

    /// The readable content of some files.
    private struct Found {
        private var records: [DaybookCore.Record.Key: DaybookCore.Record] = [:]
        private var head: Replica?
        private(set) var account: NotebookAccount?
        private let progress: (Int, Int) -> Void

        init(progress: @escaping (Int, Int) -> Void) {
            self.progress = progress
        }

        /// All records as changes of this device. It cannot be known which of them a server has. Sending a change again
        /// does no harm, because it merges to the same record.
        var replica: Replica? {
            if head == nil, records.isEmpty { return nil }
            var replica =
                head ?? Replica(device: DaybookCore.UUID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)))
            replica.apply(.changed(Array(records.values)))
            // Records that could not be read come from the server again.
            replica.readAgain()
            return replica
        }

        /// Reads a file as far as that goes. Each row is asked for by itself: damage takes away the rows of a page, and
        /// the others stay readable. What SQLite cannot read is looked for in the pages. Returns whether the file is
        /// there.
        @discardableResult
        mutating func read(_ path: String) -> Bool {
            // SQLite may move the log into the file, or discard it.
            let log = FileManager.default.contents(atPath: path + "-wal") ?? Data()
            let isThere = FileManager.default.fileExists(atPath: path)
            guard isThere || !log.isEmpty else { return false }
            var isWhole = false
            if isThere, let queue = try? DatabaseQueue(path: path) {
                isWhole = queue.unsafeRead { readRows($0, size: NotebookRecovery.size(path) + log.count) }
                try? queue.close()
            }
            if isWhole { return isThere }
            let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            RecordScan(file: file ?? Data(), log: log).records { add($0) }
            return isThere
        }

        /// Returns whether every row could be read. `size`: the bytes of the file with its log.
        private mutating func readRows(_ db: Database, size: Int) -> Bool {
            let bytes = try? Data.fetchOne(db, sql: "SELECT replica FROM head")
            account = (try? NotebookAccount(db)) ?? account
            // The file that is read last is the later one.
            head = bytes.flatMap { ReplicaDisk.replica(head: [UInt8]($0), parts: []) } ?? head
            let isWhole = (try? Int64.fetchOne(db, sql: "SELECT max(row) FROM records")) != nil
            let tables = ["records", "outbox", "todos", "notes", "photos", "names"]
            let rows = tables.compactMap { try? Int64.fetchOne(db, sql: "SELECT max(row) FROM \($0)") }
            guard let last = rows.max(), last > 0 else { return isWhole }
            // A damaged number may be any. The id alone of a record takes 16 bytes.
            guard last <= size / 16 else { return false }
            return (1...last).reduce(isWhole) { isWhole, row in
                if row % 1_000 == 0 { progress(Int(row), Int(last)) }
                return readRow(row, db) && isWhole
            }
        }

        /// Returns whether the row could be read, or is not there.
        private mutating func readRow(_ row: Int64, _ db: Database) -> Bool {
            do {
                let statement = try db.cachedStatement(sql: "SELECT record FROM records WHERE row = ?")
                guard let bytes = try Data.fetchOne(statement, arguments: [row]) else { return true }
                guard let record = ReplicaDisk.record(of: [UInt8](bytes)) else { return false }
                add(record)
                return true
            } catch {
                return false
            }
        }

        private mutating func add(_ record: DaybookCore.Record) {
            if records[record.key]?.merge(record) == nil { records[record.key] = record }
        }
    }
}
