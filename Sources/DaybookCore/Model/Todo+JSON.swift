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
        if let repetition {
            bytes.append(ascii: ",\"repeat\":{\"rule\":")
            JSON.write(repetition.rule.rfc5545, to: &bytes)
            bytes.append(ascii: ",\"from\":")
            JSON.write(repetition.basis.rawValue, to: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(ascii: ",\"createdAt\":")
        Todo.write(created, to: &bytes)
        bytes.append(ascii: ",\"modifiedAt\":")
        Todo.write(modified, to: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private static func write(_ instant: Instant?, to bytes: inout [UInt8]) {
        guard let instant else { return bytes.append(ascii: "null") }
        bytes.append(UInt8(ascii: "\""))
        instant.writeRFC3339(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
