import GRDBSQLite
import Synchronization

/// Writes each frame of a database's log with one system call.
///
/// SQLite writes a frame as a header of 24 bytes and then a page behind it (https://sqlite.org/fileformat2.html#walformat), so
/// that the kernel handles three pages of its cache for each. Here a header waits for its page, which comes in the next call, and both are written
/// together. A header means nothing without its page. Every other call writes a waiting header first, so nothing is left out of
/// a sync.
enum LogFrames {
    private static let headerBytes = 24

    /// An open log. Only the thread that uses its connection uses it.
    private final class Log: @unchecked Sendable {
        let methods: sqlite3_io_methods
        /// The place of the waiting header; nil when none waits.
        var place: sqlite3_int64?
        /// The header, and room for the largest page.
        let frame = UnsafeMutableRawBufferPointer.allocate(byteCount: headerBytes + 65_536, alignment: 8)

        init(_ methods: sqlite3_io_methods) { self.methods = methods }

        deinit { frame.deallocate() }
    }

    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// The open logs, by the addresses of their files.
    private static let logs = Mutex<[Int: Log]>([:])

    /// Replaces the methods of an open log by methods that join writes.
    static func join(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let methods = file.pointee.pMethods?.pointee else { return }
        logs.withLock { $0[Int(bitPattern: file)] = Log(methods) }
        file.pointee.pMethods = table(over: methods)
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

    private static func log(of file: File?) -> Log? { logs.withLock { $0[Int(bitPattern: file)] } }

    private static func close(_ file: File?) -> Int32 {
        let methods = file?.pointee.pMethods
        let result = whole(file) { $0.xClose(file) }
        logs.withLock { $0[Int(bitPattern: file)] = nil }
        methods.map { UnsafeMutablePointer(mutating: $0).deallocate() }
        return result
    }

    /// Calls a real method of a file in which no header waits.
    private static func whole(_ file: File?, _ call: (sqlite3_io_methods) -> Int32) -> Int32 {
        guard let log = log(of: file) else { return SQLITE_IOERR }
        let result = writeWaiting(log, file)
        return result == SQLITE_OK ? call(log.methods) : result
    }

    private static func writeWaiting(_ log: Log, _ file: File?) -> Int32 {
        guard let place = log.place else { return SQLITE_OK }
        log.place = nil
        return log.methods.xWrite(file, log.frame.baseAddress, Int32(headerBytes), place)
    }

    private static func write(
        _ file: File?,
        _ bytes: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: sqlite3_int64
    ) -> Int32 {
        guard let log = log(of: file), let bytes else { return SQLITE_IOERR }
        let data = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        let room = UnsafeMutableRawBufferPointer(rebasing: log.frame[headerBytes...])
        if let place = log.place, offset == place + Int64(headerBytes), data.count <= room.count {
            log.place = nil
            room.copyMemory(from: data)
            return log.methods.xWrite(file, log.frame.baseAddress, Int32(headerBytes) + count, place)
        }
        let result = writeWaiting(log, file)
        guard result == SQLITE_OK else { return result }
        guard data.count == headerBytes else { return log.methods.xWrite(file, bytes, count, offset) }
        log.frame.copyMemory(from: data)
        log.place = offset
        return SQLITE_OK
    }
}
