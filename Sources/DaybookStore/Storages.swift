import Foundation

/// Opens storages.
public enum Storages {
    /// One SQLite file, in WAL mode with every commit synced. Opens the database or creates it; its folder must exist.
    ///
    /// Throws one of the errors that ``StorageError`` lists under opening. A file of another program is not changed.
    public static func sqlite(
        path: String,
        budgets: Budgets = Budgets(),
        meter: BudgetMeter = BudgetMeter()
    ) throws(StorageError) -> any Storage {
        try SQLiteStorage(path: path, budgets: budgets, meter: meter)
    }

    /// Begins another epoch of every account in a database that no process has open, for example after its restore from
    /// a backup. Devices that have read further then read everything again and send the changes that the database lacks
    /// (S10).
    ///
    /// Throws one of the errors that ``StorageError`` lists under opening, also when there is no file at the path.
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
