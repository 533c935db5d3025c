import DaybookCore

@testable import DaybookStore

/// A digest made from a text. Storages do not check the digest of a photo.
func digest(of text: String) -> Digest {
    var bytes = Array(text.utf8.prefix(32))
    bytes += Array(repeating: 0, count: 32 - bytes.count)
    guard let digest = Digest(bytes: bytes) else { preconditionFailure("32 bytes make a digest") }
    return digest
}

func facts(of text: String) -> PhotoFacts {
    PhotoFacts(sha256: digest(of: text), type: .webp, width: 640, height: 480)
}

extension Storage {
    /// Stores a photo whose bytes are a text, in pieces.
    @discardableResult
    func keep(
        _ text: String,
        of account: StoredAccount,
        quota: Int64? = nil,
        at moment: Instant = moment()
    ) async throws -> PhotoOutcome {
        let upload = try await beginPhoto()
        let bytes = Array(text.utf8)
        try await upload.write(Array(bytes.prefix(2)))
        try await upload.write(Array(bytes.dropFirst(2)))
        return try await keepPhoto(upload, as: facts(of: text), of: account.id, quota: quota, at: moment)
    }

    /// The bytes of an account's photo as text, or nil.
    func read(_ text: String, of account: StoredAccount) async throws -> String? {
        guard let photo = try await photo(digest(of: text), of: account.id), let reader = try await openPhoto(photo)
        else { return nil }
        return String(decoding: try await reader.bytes(from: 0, count: photo.bytes), as: UTF8.self)
    }
}

/// A note's record.
func note(_ number: UInt64, at milliseconds: Int64 = 0, deleted: Int64? = nil) -> Record {
    let fields = [Record.Field("title", .string("Holidays"), stamp(milliseconds))]
    return Record(kind: .note, id: uuid(number), fields: fields, deleted: deleted.map { stamp($0) })
}

/// A record of a photo in a note.
func photo(
    _ number: UInt64,
    _ text: String,
    in note: UInt64,
    thumbnail: String? = nil,
    at milliseconds: Int64 = 0,
    deleted: Int64? = nil
) -> Record {
    var fields = [
        Record.Field(Photo.Field.note, .string(uuid(note).description), stamp(milliseconds)),
        Record.Field(Photo.Field.sha256, .string(digest(of: text).description), stamp(milliseconds)),
    ]
    if let thumbnail {
        let value = JSON.string(digest(of: thumbnail).description)
        fields.append(Record.Field(Photo.Field.thumbnail, value, stamp(milliseconds)))
    }
    return Record(kind: .photo, id: uuid(number), fields: fields, deleted: deleted.map { stamp($0) })
}
