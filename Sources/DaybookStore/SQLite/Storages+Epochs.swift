import GRDB

extension Storages {
    /// Begins another epoch of every account in a database that nobody has open, as after a restore from a backup.
    ///
    /// Throws what opening a database throws.
    public static func beginEpochs(path: String) throws(StorageError) {
        let (pool, points) = try DatabaseFile.open(path: path)
        defer {
            points.close()
            pool.invalidateReadOnlyConnections()
            try? pool.close()
        }
        do {
            // A database that has counted, and has no mark beside it, has come here alone.
            _ = try pool.write { db in try SQLiteStorage.countWrite(db) }
            try SQLiteStorage.beginLives(pool, RestorationMark(databasePath: path))
        } catch {
            throw StorageError(error)
        }
    }
}
