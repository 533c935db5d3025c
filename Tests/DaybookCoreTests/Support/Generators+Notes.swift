@testable import DaybookCore

extension Sample {
    /// A digest that ends in a number.
    static func digest(_ number: UInt64) -> Digest {
        var bytes = [UInt8](repeating: 0, count: 24)
        bytes.appendBigEndian(number)
        guard let digest = Digest(bytes: bytes) else { preconditionFailure("32 bytes are a digest") }
        return digest
    }

    /// A photo of a note, both with ids that end in a number.
    static func photo(_ number: UInt64, of note: UInt64 = 1, position: Int64 = 0, thumbnail: Bool = false) -> Photo {
        Photo(
            id: Photo.ID(UUID(high: 7, low: number)),
            note: Note.ID(UUID(high: 0, low: note)),
            sha256: digest(number),
            type: .jpeg,
            width: 640,
            height: 480,
            bytes: 1_000,
            position: position,
            thumbnail: thumbnail ? digest(0xF) : nil
        )
    }

    /// A description that meets N2.
    static let description = String(repeating: "Along the river to the old mill. ", count: 4) + "Back by bus."
}

extension SplitMix64 {
    /// A note out of few ids and moments, so that ties are common.
    mutating func note(ids: Int = 30) -> Note {
        let created = int64(0...4)
        return Note(
            id: Note.ID(UUID(high: 0, low: UInt64(int(1...ids)))),
            title: oneIn(8) ? text() : title(),
            description: text(),
            isPinned: created == 0,
            created: Instant(milliseconds: created),
            modified: Instant(milliseconds: created + int64(0...3))
        )
    }

    /// A photo of one of those notes.
    mutating func photo(notes: Int = 30) -> Photo {
        Sample.photo(UInt64(int(1...40)), of: UInt64(int(1...notes)), position: int64(0...3))
    }
}
