import DaybookCore
import DaybookStore

extension Storage {
    /// The living photos of a note.
    func photos(of account: AccountID, note: UUID) async throws(StorageError) -> [Photo] {
        try await notePhotos(of: account, note: note).compactMap(\.photo)
    }
}
