extension RecordCodec {
    /// Reads the parts of a to-do that a list shows and skips the rest, by the rules of
    /// ``Todo/init(_:evenIfDeleted:)``. Nil for a record that is not a to-do, is deleted, or has no title.
    static func readGlance(_ reader: inout ByteReader) throws(Damage) -> TodoGlance? {
        let isTodo = try readName(&reader) == "todo"
        // The id.
        try reader.skip(16)
        var last: Stamp?
        var deleted: Stamp?
        if try reader.byte() == 1 { deleted = try readStamp(after: &last, &reader) }
        var glance = TodoGlance(title: "")
        var (hasTitle, isAlive) = (false, false)
        var tags: [Todo.TagSetting] = []
        for _ in 0..<(try reader.count(each: fieldBytesMinimum)) {
            let (number, name) = try readNumber(&reader)
            let stamp = try readStamp(after: &last, &reader)
            if deleted.map({ $0 < stamp }) ?? true { isAlive = true }
            switch number {
            case Number.title:
                guard let title = try readValue(&reader).stringValue else { continue }
                glance.title = title
                hasTitle = true
            case Number.done: glance.isDone = try readValue(&reader).boolValue ?? false
            case Number.deadline: glance.deadline = try readInstant(&reader)
            case Number.reminder: glance.reminder = try readInstant(&reader)
            case 0:
                guard let tag = Todo.tag(of: name) else {
                    try skipValue(&reader)
                    continue
                }
                if let isSet = try readValue(&reader).boolValue {
                    tags.append(Todo.TagSetting(name: tag, isSet: isSet, stamp: stamp))
                }
            default: try skipValue(&reader)
            }
        }
        guard isTodo, isAlive, hasTitle else { return nil }
        if !tags.isEmpty { glance.tags = Todo.tags(tags) }
        return glance
    }

    /// Known names by their numbers, which are compared faster than the names.
    private enum Number {
        static let title = number(of: Todo.Field.title)
        static let done = number(of: Todo.Field.done)
        static let deadline = number(of: Todo.Field.deadline)
        static let reminder = number(of: Todo.Field.reminder)
    }

    private static func readInstant(_ reader: inout ByteReader) throws(Damage) -> Instant? {
        try readValue(&reader).integerValue.map { Instant(milliseconds: $0) }
    }

    private static func skipValue(_ reader: inout ByteReader) throws(Damage) {
        switch try reader.byte() {
        case 0, 1, 2: break
        case 3: _ = try reader.varint()
        case 4, 5: try reader.skip(try reader.count())
        default: throw Damage()
        }
    }
}
