extension Photo {
    /// The names of a photo's fields in its record. All but the position keep their first value.
    public enum Field {
        /// The note's id, as text.
        public static var note: String { "note" }
        /// 64 lowercase hexadecimal digits.
        public static var sha256: String { "sha256" }
        /// A media type, one of ``MediaType``.
        public static var type: String { "type" }
        /// Pixels.
        public static var width: String { "width" }
        /// Pixels.
        public static var height: String { "height" }
        /// The size of the picture in bytes.
        public static var bytes: String { "bytes" }
        /// An integer.
        public static var position: String { "position" }
        /// 64 lowercase hexadecimal digits, or nothing.
        public static var thumbnail: String { "thumbnail" }
    }

    /// Reads a record. Nil when it is not a photo, is deleted, or lacks a field that showing a photo needs, as a later
    /// version may write it.
    ///
    /// `evenIfDeleted`: also a deleted photo, for a note in the trash.
    public init?(_ record: Record, evenIfDeleted: Bool = false) {
        guard record.kind == .photo, evenIfDeleted || record.isAlive,
            let note = record[Field.note]?.stringValue.flatMap({ UUID($0) }),
            let sha256 = record[Field.sha256]?.stringValue.flatMap({ Digest($0) }),
            let type = record[Field.type]?.wordValue.flatMap(MediaType.init(rawValue:)),
            let width = Photo.side(record[Field.width]), let height = Photo.side(record[Field.height]),
            let bytes = record[Field.bytes]?.integerValue, bytes > 0, bytes <= Int64(Int32.max)
        else { return nil }
        let position = record[Field.position]?.integerValue ?? 0
        self.init(
            id: ID(record.id),
            note: Note.ID(note),
            sha256: sha256,
            type: type,
            width: width,
            height: height,
            bytes: Int(bytes),
            position: min(max(position, -Photo.positionMaximum), Photo.positionMaximum),
            thumbnail: record[Field.thumbnail]?.stringValue.flatMap { Digest($0) }
        )
    }

    static func side(_ json: JSON?) -> Int? {
        guard let pixels = json?.integerValue, pixels >= 1, pixels <= Int64(sideMaximum) else { return nil }
        return Int(pixels)
    }

    /// The fields of a new record for this photo.
    public func fields(at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        fields.set(Field.note, .string(note.uuid.description))
        fields.set(Field.sha256, .string(sha256.description))
        fields.set(Field.type, .string(type.rawValue))
        fields.set(Field.width, .integer(Int64(width)))
        fields.set(Field.height, .integer(Int64(height)))
        fields.set(Field.bytes, .integer(Int64(bytes)))
        fields.set(Field.position, .integer(position))
        if let thumbnail { fields.set(Field.thumbnail, .string(thumbnail.description)) }
        return fields.all
    }

    /// The fields that move this photo to a position; empty when it has that position.
    public func changes(to position: Int64, at stamp: Stamp) -> [Record.Field] {
        position == self.position ? [] : [Record.Field(Field.position, .integer(position), stamp)]
    }
}

extension Record {
    /// The note that a photo's record names; nil of any other record.
    public var noteOfPhoto: UUID? {
        kind == .photo ? self[Photo.Field.note]?.stringValue.flatMap { UUID($0) } : nil
    }
}
