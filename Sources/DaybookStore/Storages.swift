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
}
