import GRDB

extension DatabaseFile {
    /// A connection for copying a database that a server may have open. It changes no data.
    ///
    /// The connection may write: the last connection to close moves the log into the file, and after a crash this is
    /// the only one.
    static func source(path: String) throws -> DatabaseQueue {
        try DatabaseQueue(path: path, configuration: backupConfiguration("Daybook.backup"))
    }

    /// A connection to an empty file that becomes a copy. The caller syncs the file at the end.
    static func copy(path: String) throws -> DatabaseQueue {
        var configuration = backupConfiguration("Daybook.copy")
        configuration.prepareDatabase { db in
            // An interrupted copy is removed as a whole, so nothing needs a rollback. The small cache makes SQLite
            // write continuously.
            try db.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
                    PRAGMA cache_size = -4096
                    """
            )
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// A read-only connection to a backup's database.
    static func backup(path: String) throws -> DatabaseQueue {
        var configuration = backupConfiguration("Daybook.verify")
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func backupConfiguration(_ label: String) -> Configuration {
        var configuration = Configuration()
        configuration.label = label
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY")
        }
        return configuration
    }
}
