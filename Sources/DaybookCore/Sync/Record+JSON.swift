extension Record {
    /// Why a JSON value is not a record.
    public enum WireError: Error, Equatable, Sendable {
        case notAnObject
        case unknownMember(String)
        case badKind
        case badID
        case badField(String)
        case badStamp(String)
    }

    /// A field's name has 1 to 1,024 bytes and a kind's name 1 to 32, so that unknown names cannot fill a disk. The
    /// name of a tag's field contains the tag: 8 characters of 64 bytes each at most (``Text/isLonger``).
    public static let fieldNameBytes = 1...1_024
    private static let kindNameBytes = 1...32

    /// Reads a record in the form of the sync call: `{"kind","id","fields":{name:[value,stamp]},"deleted":stamp}`.
    public init(json: JSON) throws(WireError) {
        guard let members = json.objectValue else { throw .notAnObject }
        var kind: Kind?
        var id: UUID?
        var fields: [Field] = []
        var deleted: Stamp?
        for member in members {
            guard member.name.utf8.count <= 16 else { throw .unknownMember(member.name) }
            switch member.name {
            case "kind": kind = try Record.kind(member.value)
            case "id": id = member.value.stringValue.flatMap { UUID($0) }
            case "fields": fields = try Record.fields(member.value)
            case "deleted":
                if member.value.isNull { continue }
                guard let stamp = member.value.stringValue.flatMap({ Stamp($0) }) else { throw .badStamp("deleted") }
                deleted = stamp
            default: throw .unknownMember(member.name)
            }
        }
        guard let kind else { throw .badKind }
        guard let id else { throw .badID }
        self.init(kind: kind, id: id, fields: fields, deleted: deleted)
    }

    private static func kind(_ json: JSON) throws(WireError) -> Kind {
        guard let name = json.stringValue, kindNameBytes.contains(name.utf8.count) else { throw .badKind }
        return Kind(name)
    }

    private static func fields(_ json: JSON) throws(WireError) -> [Field] {
        guard let members = json.objectValue else { throw .badField("fields") }
        var fields: [Field] = []
        fields.reserveCapacity(members.count)
        for member in members {
            guard fieldNameBytes.contains(member.name.utf8.count), let pair = member.value.arrayValue, pair.count == 2
            else { throw .badField(member.name) }
            guard let stamp = pair[1].stringValue.flatMap({ Stamp($0) }) else { throw .badStamp(member.name) }
            fields.append(Field(member.name, pair[0], stamp))
        }
        return fields
    }

    /// Appends the shape of the sync call as UTF-8 text.
    public func write(to bytes: inout [UInt8]) {
        bytes.append(ascii: "{\"kind\":")
        JSON.write(kind.name, to: &bytes)
        bytes.append(ascii: ",\"id\":\"")
        id.write(to: &bytes)
        bytes.append(ascii: "\",\"fields\":")
        writeFields(to: &bytes)
        if let deleted {
            bytes.append(ascii: ",\"deleted\":\"")
            deleted.write(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends the fields alone: `{name:[value,stamp],…}`, sorted by name.
    public func writeFields(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            field.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Reads the fields that ``writeFields(to:)`` wrote.
    public init(kind: Kind, id: UUID, fieldsJSON: JSON, deleted: Stamp?) throws(WireError) {
        self.init(kind: kind, id: id, fields: try Record.fields(fieldsJSON), deleted: deleted)
    }
}

extension Record.Field {
    /// Appends the field as ``Record/writeFields(to:)`` writes it: `name:[value,stamp]`.
    public func write(to bytes: inout [UInt8]) {
        JSON.write(name, to: &bytes)
        bytes.append(ascii: ":[")
        value.write(to: &bytes)
        bytes.append(ascii: ",\"")
        stamp.write(to: &bytes)
        bytes.append(ascii: "\"]")
    }
}
