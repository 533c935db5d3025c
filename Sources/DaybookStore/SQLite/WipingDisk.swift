import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// SQLite's layer over the disk (https://sqlite.org/vfs.html) with two additions: no page reaches a database's file with
/// old data in its unused space, and a frame of the log is written with one system call (``LogFrames``).
///
/// `secure_delete` overwrites deleted data in place. But when SQLite balances a tree it moves cells between pages, and
/// does not wipe their old places: the space between a page's index of cells and its cells keeps copies of rows, of any
/// account, until it is used again. This layer wipes that space on the way to the file, which a checkpoint writes page
/// by page. The log keeps its pages as SQLite made them, because it has checksums of them; a delete for good truncates
/// the log. So neither file holds deleted data, and no page has to be written again (A14).
enum WipingDisk {
    /// A table of methods. It is never changed or freed.
    private struct Methods: Hashable, @unchecked Sendable {
        let table: UnsafePointer<sqlite3_io_methods>
    }

    private struct State {
        /// The wiping methods for each table of real methods. There are as many as the system has kinds of files: a
        /// few.
        var wiping: [Methods: Methods] = [:]
        /// The real methods of each open file, by its address.
        var files: [Int: Methods] = [:]
    }

    private static let state = Mutex(State())

    /// Installs the layer under all connections of this process that are opened from now on.
    static func install() { _ = installed }

    private static let installed: Bool = {
        guard let system = sqlite3_vfs_find(nil) else { return false }
        let wiping = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        wiping.initialize(to: system.pointee)
        wiping.pointee.zName = UnsafePointer(strdup("daybook"))
        wiping.pointee.pAppData = UnsafeMutableRawPointer(system)
        wiping.pointee.xOpen = { vfs, name, file, flags, outFlags in
            guard let vfs, let file, let data = vfs.pointee.pAppData else { return SQLITE_ERROR }
            let system = data.assumingMemoryBound(to: sqlite3_vfs.self)
            let result = system.pointee.xOpen(system, name, file, flags, outFlags)
            if result == SQLITE_OK && flags & SQLITE_OPEN_MAIN_DB != 0 { WipingDisk.wipe(file) }
            if result == SQLITE_OK && flags & SQLITE_OPEN_WAL != 0 { LogFrames.join(file) }
            return result
        }
        return sqlite3_vfs_register(wiping, 1) == SQLITE_OK
    }()

    /// Replaces the methods of an open file by methods that wipe.
    private static func wipe(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let table = file.pointee.pMethods else { return }
        let methods = Methods(table: table)
        file.pointee.pMethods = state.withLock { state in
            state.files[Int(bitPattern: file)] = methods
            let wiping = state.wiping[methods] ?? wipingMethods(over: methods)
            state.wiping[methods] = wiping
            return wiping.table
        }
    }

    private static func wipingMethods(over methods: Methods) -> Methods {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: methods.table.pointee)
        table.pointee.xWrite = { WipingDisk.write($0, $1, $2, $3) }
        table.pointee.xClose = { WipingDisk.close($0) }
        return Methods(table: UnsafePointer(table))
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        let methods = state.withLock { $0.files.removeValue(forKey: Int(bitPattern: file)) }
        return methods?.table.pointee.xClose(file) ?? SQLITE_IOERR
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ bytes: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: sqlite3_int64
    ) -> Int32 {
        guard let methods = state.withLock({ $0.files[Int(bitPattern: file)] })?.table.pointee,
            let write = methods.xWrite, let bytes
        else { return SQLITE_IOERR }
        var fileBytes: sqlite3_int64 = 0
        guard methods.xFileSize?(file, &fileBytes) == SQLITE_OK else { return write(file, bytes, count, offset) }
        let page = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        let end = max(fileBytes, offset + Int64(count))
        guard let unused = UnusedSpace.range(of: page, at: offset, inFileOf: end) else {
            return write(file, bytes, count, offset)
        }
        return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 8) { copy in
            copy.copyMemory(from: page)
            for index in unused { copy[index] = 0 }
            return write(file, copy.baseAddress, count, offset)
        }
    }
}

/// Finds the space of a page that its tree does not use (https://sqlite.org/fileformat2.html#b_tree_pages).
enum UnusedSpace {
    /// The bytes between the index of cells and the cells; nil when there are no such bytes or the page is not a tree's
    /// page.
    ///
    /// - Parameters:
    /// - offset: The page's offset in its file, in bytes.
    ///   - fileBytes: The size of the file.
    static func range(
        of page: UnsafeRawBufferPointer,
        at offset: Int64,
        inFileOf fileBytes: Int64
    ) -> Range<Int>? {
        let size = page.count
        guard (512...65_536).contains(size), size & (size - 1) == 0, offset % Int64(size) == 0 else { return nil }
        // Every other page begins with a page number or zero. The first byte of a page number is that of a tree's page
        // only in a file of at least 2 × 2²⁴ pages. The bound here is half as large, since the log can hold pages
        // beyond the file's end.
        guard fileBytes / Int64(size) < 1 << 24 else { return nil }
        let header = offset == 0 ? 100 : 0
        let headerBytes: Int
        switch page[header] {
        case 2, 5: headerBytes = 12
        case 10, 13: headerBytes = 8
        default: return nil
        }
        let cells = Int(page[header + 3]) << 8 | Int(page[header + 4])
        let first = Int(page[header + 5]) << 8 | Int(page[header + 6])
        let (start, end) = (header + headerBytes + 2 * cells, first == 0 ? 65_536 : first)
        return start < end && end <= size ? start..<end : nil
    }
}
