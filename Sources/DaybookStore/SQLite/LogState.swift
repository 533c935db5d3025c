import CDaybookSQLite
import GRDB
import Synchronization

/// Which commits a database has seen, read from shared memory without a system call.
///
/// SQLite keeps an index of its log in a file that all connections of all processes share (`-shm`). Each commit, and each restart of the
/// log, changes the first 48 bytes, after the log is synced (https://sqlite.org/walformat.html#the_wal_index_header). While these bytes are the same,
/// every read brings what it brought before.
final class LogState: Sendable {
    /// The 48 bytes of one moment.
    struct Moment: Equatable, Sendable {
        fileprivate let words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

        static func == (first: Moment, second: Moment) -> Bool {
            let (first, second) = (first.words, second.words)
            // The last ones differ most often: the checksums of the log and of the header.
            return first.5 == second.5 && first.3 == second.3 && first.1 == second.1 && first.2 == second.2
                && first.4 == second.4 && first.0 == second.0
        }

        /// Whether exactly one commit lies between an earlier moment and this one. The third of the twelve numbers counts commits. Only a
        /// recovery after a process has ended amid a commit sets it back, to zero.
        func isNext(after earlier: Moment) -> Bool { commits != 0 && commits == earlier.commits &+ 1 }

        private var commits: UInt32 { UInt32(truncatingIfNeeded: words.1) }
    }

    private typealias Word = Atomic<UInt64>

    // Memory that this class never writes.
    nonisolated(unsafe) private let index: UnsafeRawPointer?
    private let hasEnded = Atomic<Bool>(false)

    /// The state of a database that is open in WAL mode. Where its index cannot be mapped there is no moment: outside of Linux.
    init(of db: Database) {
        index = db.sqliteConnection.flatMap { daybook_sqlite_log_index(UnsafeMutableRawPointer($0)) }
    }

    deinit {
        if let index { daybook_sqlite_forget_log_index(index) }
    }

    /// The present moment; nil when it is not known.
    ///
    /// During a commit it may be a mixture of the moments before and after, which no other time has: the count of commits and the
    /// checksums differ each time.
    var now: Moment? {
        guard let index, !hasEnded.load(ordering: .acquiring) else { return nil }
        func word(_ place: Int) -> UInt64 {
            let word = index.advanced(by: place * MemoryLayout<Word>.size).assumingMemoryBound(to: Word.self)
            return word.pointee.load(ordering: .acquiring)
        }
        let moment = Moment(words: (word(0), word(1), word(2), word(3), word(4), word(5)))
        // The thirteenth byte tells whether the index is in use.
        return moment.words.1 >> 32 & 0xFF == 1 ? moment : nil
    }

    /// From now on no moment is known. Call it before the last connection closes: the file belongs to nobody then.
    func end() { hasEnded.store(true, ordering: .releasing) }
}
