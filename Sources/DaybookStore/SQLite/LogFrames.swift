import GRDB
import GRDBSQLite
import Synchronization

/// Writes the frames of a database's log with few system calls.
///
/// SQLite writes a frame as a header of 24 bytes and then a page behind it (https://sqlite.org/fileformat2.html#walformat), so
/// that the kernel handles three pages of its cache for each. Here a header waits for its page, which comes in the next call, and both are written
/// together. A header means nothing without its page. During a commit the frames wait for each other, too: no connection reads a frame
/// before the commit has ended. Every other call writes what waits first, so nothing is left out of a sync.
enum LogFrames {
    private static let headerBytes = 24

    /// An open log. Only the thread that uses its connection uses it.
    final class Log: @unchecked Sendable {
        /// The most bytes that are written at once. SQLite's own layer over the disk writes no more than 2¹⁷ - 1, and a frame has
        /// 65,560 at most.
        private static let mostBytes = 120 << 10

        fileprivate let methods: sqlite3_io_methods
        private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: mostBytes, alignment: 8)
        /// The place in the log of the bytes that wait, and their number.
        private var place: sqlite3_int64 = 0
        private var count = 0
        /// Whether the last header that came belongs to the last frame of a transaction.
        private var isLast = false
        private var isCommitting = false
        /// The bytes of the last page.
        private var pageBytes = 0

        fileprivate init(_ methods: sqlite3_io_methods) { self.methods = methods }

        deinit { bytes.deallocate() }

        /// A commit begins. It may fail: a transaction whose commit has failed is lost as a whole.
        func commitBegan() { isCommitting = true }

        /// The commit has ended.
        func commitEnded() {
            isCommitting = false
            // The log is synced, so nothing waits; or the commit has failed, and nobody counts on what waits.
            count = 0
        }

        /// Takes bytes for a place, and writes what waits when that is due.
        fileprivate func write(_ file: File?, _ data: UnsafeRawBufferPointer, at offset: sqlite3_int64) -> Int32 {
            let isHeader = data.count == headerBytes
            let needed = isHeader ? headerBytes + pageBytes : data.count
            let isNext = count > 0 && offset == place + Int64(count) && count + needed <= bytes.count
            if !isNext {
                let result = writeWaiting(file)
                guard result == SQLITE_OK else { return result }
            }
            guard isNext || isHeader else { return methods.xWrite(file, data.baseAddress, Int32(data.count), offset) }
            if count == 0 { place = offset }
            UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(from: data)
            count += data.count
            // A header has the number of the database's pages behind its own page's number when a transaction ends with it.
            if isHeader { isLast = data[4..<8].contains { $0 != 0 } } else { pageBytes = data.count }
            return isHeader || isCommitting && !isLast ? SQLITE_OK : writeWaiting(file)
        }

        fileprivate func writeWaiting(_ file: File?) -> Int32 {
            guard count > 0 else { return SQLITE_OK }
            defer { count = 0 }
            return methods.xWrite(file, bytes.baseAddress, Int32(count), place)
        }
    }

    fileprivate typealias File = UnsafeMutablePointer<sqlite3_file>

    /// The open logs, by the addresses of their files.
    private static let logs = Mutex<[Int: Log]>([:])

    /// Replaces the methods of an open log by methods that join writes.
    static func join(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let methods = file.pointee.pMethods?.pointee else { return }
        logs.withLock { $0[Int(bitPattern: file)] = Log(methods) }
        file.pointee.pMethods = table(over: methods)
    }

    /// The log of a connection; nil when it is not one of these.
    static func log(of db: Database) -> Log? {
        var file: File?
        let result = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        return result == SQLITE_OK ? log(of: file) : nil
    }

    /// Methods of one log, which are freed when it is closed.
    private static func table(over methods: sqlite3_io_methods) -> UnsafePointer<sqlite3_io_methods> {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: methods)
        table.pointee.xWrite = { LogFrames.write($0, $1, $2, $3) }
        table.pointee.xRead = { file, bytes, count, offset in
            LogFrames.whole(file) { $0.xRead(file, bytes, count, offset) }
        }
        table.pointee.xSync = { file, flags in LogFrames.whole(file) { $0.xSync(file, flags) } }
        table.pointee.xTruncate = { file, size in LogFrames.whole(file) { $0.xTruncate(file, size) } }
        table.pointee.xFileSize = { file, size in LogFrames.whole(file) { $0.xFileSize(file, size) } }
        table.pointee.xClose = { LogFrames.close($0) }
        return UnsafePointer(table)
    }

    /// The log whose file is open here; nil when it is not one of these.
    static func log(of file: UnsafeMutablePointer<sqlite3_file>?) -> Log? {
        logs.withLock { $0[Int(bitPattern: file)] }
    }

    private static func close(_ file: File?) -> Int32 {
        let methods = file?.pointee.pMethods
        let result = whole(file) { $0.xClose(file) }
        logs.withLock { $0[Int(bitPattern: file)] = nil }
        methods.map { UnsafeMutablePointer(mutating: $0).deallocate() }
        return result
    }

    /// Calls a real method of a file for which nothing waits.
    private static func whole(_ file: File?, _ call: (sqlite3_io_methods) -> Int32) -> Int32 {
        guard let log = log(of: file) else { return SQLITE_IOERR }
        let result = log.writeWaiting(file)
        return result == SQLITE_OK ? call(log.methods) : result
    }

    private static func write(
        _ file: File?,
        _ bytes: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: sqlite3_int64
    ) -> Int32 {
        guard let log = log(of: file), let bytes else { return SQLITE_IOERR }
        return log.write(file, UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset)
    }
}
