extension Todo {
    /// Appends the to-do in the shape of the REST interface.
    public func write(to bytes: inout [UInt8]) {
        bytes.append(ascii: "{\"id\":\"")
        id.uuid.write(to: &bytes)
        bytes.append(ascii: "\",\"title\":")
        JSON.write(title, to: &bytes)
        bytes.append(ascii: ",\"detail\":")
        JSON.optional(detail).write(to: &bytes)
        bytes.append(ascii: isDone ? ",\"done\":true" : ",\"done\":false")
        bytes.append(ascii: ",\"deadline\":")
        Todo.write(deadline, to: &bytes)
        bytes.append(ascii: ",\"reminder\":")
        Todo.write(reminder, to: &bytes)
        bytes.append(ascii: ",\"tags\":[")
        for (index, tag) in tags.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSON.write(tag, to: &bytes)
        }
        bytes.append(ascii: "],\"origin\":")
        JSON.write(origin.rawValue, to: &bytes)
        bytes.append(ascii: ",\"repeat\":")
        Todo.write(repetition, to: &bytes)
        bytes.append(ascii: ",\"note\":")
        Todo.write(note, to: &bytes)
        bytes.append(ascii: ",\"createdAt\":")
        Todo.write(created, to: &bytes)
        bytes.append(ascii: ",\"modifiedAt\":")
        Todo.write(modified, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func write(_ repetition: Repetition?, to bytes: inout [UInt8]) {
        guard let repetition else { return bytes.append(ascii: "null") }
        bytes.append(ascii: "{\"rule\":")
        JSON.write(repetition.rule.rfc5545, to: &bytes)
        bytes.append(ascii: ",\"from\":")
        JSON.write(repetition.basis.name, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func write(_ note: Note.ID?, to bytes: inout [UInt8]) {
        guard let note else { return bytes.append(ascii: "null") }
        bytes.append(UInt8(ascii: "\""))
        note.uuid.write(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func write(_ instant: Instant?, to bytes: inout [UInt8]) {
        guard let instant else { return bytes.append(ascii: "null") }
        bytes.append(UInt8(ascii: "\""))
        instant.writeRFC3339(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

extension RecurrenceBasis {
    /// The name in the REST interface: `due` or `done`. The raw value is the name in a record.
    public var name: String {
        switch self {
        case .due: "due"
        case .completion: "done"
        }
    }

    /// Reads ``name``; nil for anything else.
    public init?(named name: String) {
        if name.isSame(as: RecurrenceBasis.due.name) {
            self = .due
        } else if name.isSame(as: RecurrenceBasis.completion.name) {
            self = .completion
        } else {
            return nil
        }
    }
}
