import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

/// A description that meets N2.
let longEnough = String(repeating: "Along the river to the old mill. ", count: 4) + "Back by bus."

/// A digest that ends in a number and belongs to no bytes: storages do not check the digest of a photo.
func digest(_ number: UInt8) -> Digest {
    guard let digest = Digest(bytes: [UInt8](repeating: 0xA0, count: 31) + [number]) else {
        preconditionFailure("32 bytes make a digest")
    }
    return digest
}

/// A note's record as a device would push it.
func note(_ number: UInt64, title: String = "A walk", at milliseconds: Int64 = 0, device: UInt64 = 1) -> Record {
    let draft = NoteDraft(title: title, description: longEnough)
    return Record(
        kind: .note,
        id: uuid(number),
        fields: Note.fields(for: draft, at: stamp(milliseconds, device: device))
    )
}

/// A photo's record as a device would push it. Its digest has the photo's number.
func photo(
    _ number: UInt64,
    of note: UInt64 = 1,
    position: Int64 = 0,
    at milliseconds: Int64 = 0,
    device: UInt64 = 1
) -> Record {
    let photo = Photo(
        id: Photo.ID(uuid(number)),
        note: Note.ID(uuid(note)),
        sha256: digest(UInt8(truncatingIfNeeded: number)),
        type: .webp,
        width: 640,
        height: 480,
        bytes: 3,
        position: position
    )
    return Record(kind: .photo, id: uuid(number), fields: photo.fields(at: stamp(milliseconds, device: device)))
}

/// The change of the note's record that goes with a change of its photos.
func photosChanged(of number: UInt64 = 1, at milliseconds: Int64, device: UInt64 = 1) -> Record {
    let field = Note.photosChanged(at: stamp(milliseconds, device: device))
    return Record(kind: .note, id: uuid(number), fields: [field])
}

extension World {
    /// Stores photos of three bytes, with the digests of their numbers.
    func store(_ numbers: UInt8..., by person: Person) async throws {
        for number in numbers {
            let upload = try await storage.beginPhoto()
            try await upload.write([1, 2, 3])
            let facts = PhotoFacts(sha256: digest(number), type: .webp, width: 640, height: 480)
            _ = try await storage.keepPhoto(upload, as: facts, of: person.account, quota: nil, at: clock.now)
        }
    }

    /// Adds a note with photos, and returns it.
    func createNote(
        _ number: UInt64 = 1,
        title: String = "A walk",
        photos: [UInt8] = [],
        by person: Person
    ) async throws -> JSON {
        try await call(.post, "/api/v1/notes", noteBody(number, title: title, photos: photos), by: person)
            .json(.created)
    }

    /// The body of a POST of a note.
    func noteBody(_ number: UInt64, title: String = "A walk", photos: [UInt8] = []) -> String {
        #"{"id":"\#(uuid(number))","title":"\#(title)","description":"\#(longEnough)","photos":\#(list(photos))}"#
    }

    /// Photos in the form of a request.
    func list(_ photos: [UInt8]) -> String {
        "[" + photos.map { #"{"sha256":"\#(digest($0))"}"# }.joined(separator: ",") + "]"
    }

    /// The present note.
    func note(_ number: UInt64 = 1, by person: Person) async throws -> JSON {
        try await call(.get, "/api/v1/notes/\(uuid(number))", by: person).json(.ok)
    }

    /// Gives a note these photos.
    func arrange(_ photos: [UInt8], in number: UInt64 = 1, by person: Person) async throws -> Answer {
        try await call(.patch, "/api/v1/notes/\(uuid(number))", #"{"photos":\#(list(photos))}"#, by: person)
    }
}

extension JSON {
    /// The numbers of a note's photos, in their order.
    var photoNumbers: [UInt8] {
        (self["photos"]?.arrayValue ?? []).map { Digest($0.text("sha256"))?.bytes.last ?? 0 }
    }
}
