/// The storages there are.
public enum Storages {
    /// One SQLite file, in WAL mode, every commit synced. Opens the database or creates it; its folder must exist.
    ///
    /// Throws one of the errors ``StorageError`` lists under opening. A file that is not ours is not changed.
    public static func sqlite(path: String) throws(StorageError) -> any Storage {
        try SQLiteStorage(path: path)
    }

    /// A storage that forgets everything when the process ends: for tests and for trying things out.
    ///
    /// `device` is the installation's id among the devices whose stamps it sees.
    public static func memory(device: UInt64) -> any Storage {
        MemoryStorage(device: device)
    }
}
