import DaybookCore

/// A record's fields as the one text that a row keeps: `{"title":["Buy milk","<stamp>"],…}`, sorted by name.
enum StoredFields {
    /// No limit on the size: what was written once can be read, whatever the bounds of a record were then. The depth is
    /// that of a value in a request (``JSON/Limits/standard``) and the two levels around it here.
    static let limits = JSON.Limits(size: .max, depth: 34)

    /// The text of a record's fields.
    static func text(of record: Record) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 * record.fields.count)
        record.writeFields(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The record whose fields a text holds. Throws when the row was not written by this program.
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
