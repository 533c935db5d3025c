import DaybookCore

/// Converts a record's fields to and from the text that a row stores: `{"title":["Buy milk","<stamp>"],…}`, sorted by
/// name.
enum StoredFields {
    /// The size has no limit: a record that was written can be read, whatever the bounds of a record were then. The
    /// depth is that of a value in a request (``JSON/Limits/standard``) and the two levels around it here.
    static let limits = JSON.Limits(size: .max, depth: 34)

    /// The text of a record's fields.
    static func text(of record: Record) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 * record.fields.count)
        record.writeFields(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The record whose fields are in a text. Throws when this program did not write the row.
    static func record(_ key: Record.Key, text: [UInt8], deleted: String?) throws(RowDamage) -> Record {
        let stamp = deleted.flatMap { Stamp($0) }
        if deleted != nil && stamp == nil { throw .deleted }
        guard let fields = try? JSON(text, limits: limits) else { throw .fields }
        do {
            return try Record(kind: key.kind, id: key.id, fieldsJSON: fields, deleted: stamp)
        } catch {
            throw .field
        }
    }
}
