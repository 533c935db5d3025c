/// The counts in an account's row.
public struct AccountUsage: Equatable, Sendable {
    /// Records, those that are deleted and remembered included.
    public internal(set) var records: Int
    /// Bytes of the fields of all records, and of the values in their history.
    public internal(set) var bytes: Int
    /// Photos, those in the trash and those that nothing uses for a day included.
    public let photos: PhotoUsage

    init(records: Int = 0, bytes: Int = 0, photos: PhotoUsage = .zero) {
        self.records = records
        self.bytes = bytes
        self.photos = photos
    }
}
