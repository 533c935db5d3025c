import CDaybookSQLite

/// SQLite's memory.
enum SQLiteMemory {
    /// Turns off SQLite's count of its memory, for this process. Nothing in Daybook reads it.
    ///
    /// To count, SQLite takes one lock for each piece of memory that it gets or gives back, and so all connections wait for
    /// each other. It must be off before SQLite is used for the first time; later calls change nothing.
    static func stopCounting() { _ = hasStopped }

    private static let hasStopped = daybook_sqlite_count_no_memory() == 0
}
