import DaybookCore

/// The fields of a record as a row stores them, with the place of each. A change writes only the fields that it sets
/// and copies all others.
struct WrittenFields: Sendable {
    private let bytes: [UInt8]
    /// The places of the fields in ``bytes``, in the order of the record's fields.
    private let places: [Range<Int>]

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Writes the fields of a record.
    init(_ record: Record) {
        var bytes: [UInt8] = []
        var places: [Range<Int>] = []
        places.reserveCapacity(record.fields.count)
        for field in record.fields {
            let start = bytes.count
            field.write(to: &bytes)
            places.append(start..<bytes.count)
        }
        self.bytes = bytes
        self.places = places
    }

    /// The text of the record that `change` has made from `existing`, whose fields these are.
    func text(of merged: Record, from existing: Record, by change: Record) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 64 * change.fields.count)
        text.append(UInt8(ascii: "{"))
        // All three are sorted by name, and a merge removes no field.
        var (old, new) = (0, 0)
        for (index, field) in merged.fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            while new < change.fields.count, change.fields[new].name.precedes(field.name) { new += 1 }
            let isNamed = new < change.fields.count && change.fields[new].name.isSame(as: field.name)
            let isOld = old < places.count && existing.fields[old].name.isSame(as: field.name)
            if isOld, !isNamed {
                text += bytes[places[old]]
            } else {
                field.write(to: &text)
            }
            if isOld { old += 1 }
        }
        text.append(UInt8(ascii: "}"))
        return String(decoding: text, as: UTF8.self)
    }
}
