import Foundation

/// The storages there are.
public enum Storages {
    /// One SQLite file, in WAL mode, every commit synced. Opens the database or creates it; its folder must exist.
    ///
    /// Throws one of the errors ``StorageError`` lists under opening. A file that is not ours is not changed.
    public static func sqlite(
        path: String,
        budgets: Budgets = Budgets(),
        meter: BudgetMeter = BudgetMeter()
    ) throws(StorageError) -> any Storage {
        try SQLiteStorage(path: path, budgets: budgets, meter: meter)
    }

    /// Begins another epoch of every account in a database that nobody has open, as after it was restored from a backup:
    /// devices that have read further then read everything again and bring what the database lacks (S10).
    ///
    /// Throws one of the errors ``StorageError`` lists under opening, also when there is no file at the path.
    public static func beginEpochs(path: String) throws(StorageError) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .cannotOpen(path: path, detail: "there is no such file")
        }
        let connections = try DatabaseFile.open(path: path)
        defer { connections.close() }
        do { try connections.pool.write { db in try SQLiteStorage.beginEpochs(db) } } catch {
            throw StorageError(error)
        }
    }
}
