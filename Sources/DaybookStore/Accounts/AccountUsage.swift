/// The counts in an account's row.
public struct AccountUsage: Equatable, Sendable {
    /// The number of records, tombstones included.
    public internal(set) var records: Int
    /// Bytes of the fields of all records, and of the values in their history.
    public internal(set) var bytes: Int
    /// The usage of its photos. Includes photos in the trash and photos that no note has used for less than a day.
    public let photos: PhotoUsage

    init(records: Int = 0, bytes: Int = 0, photos: PhotoUsage = .zero) {
        self.records = records
        self.bytes = bytes
        self.photos = photos
    }
}
