import DaybookClient
import DaybookCore

/// The JSON of the commands. Its shape only ever grows.
enum NotebookJSON {
    /// `{"todos":[…]}`: each to-do as the REST interface has it, with its short name in front.
    static func todos(_ todos: [ListedTodo]) -> String {
        object { write("todos", todos.map { .todo($0) }, to: &$0) }
    }

    /// `{"notes":[…]}`: each note in the same way.
    static func notes(_ notes: [ListedNote]) -> String {
        object { write("notes", notes.map { .note($0) }, to: &$0) }
    }

    /// `{"todos":[…],"notes":[…],"photos":[…]}`: each photo with the title of its note.
    static func records(_ records: [ListedRecord]) -> String {
        object { bytes in
            write("todos", records.todos.map { .todo($0) }, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            write("notes", records.notes.map { .note($0) }, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            write("photos", records.photos.map { .photo($0) }, to: &bytes)
        }
    }

    /// `{"reminder":{"due","missed","todo":{…}}}`
    static func reminder(_ reminder: DueReminder) -> String {
        var bytes: [UInt8] = []
        bytes.append(ascii: "{\"reminder\":{\"due\":")
        JSON.write(reminder.due.rfc3339, to: &bytes)
        bytes.append(ascii: reminder.isMissed ? ",\"missed\":true,\"todo\":" : ",\"missed\":false,\"todo\":")
        write(.todo(reminder.todo), to: &bytes)
        bytes.append(ascii: "}}")
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func object(_ members: (inout [UInt8]) -> Void) -> String {
        var bytes = [UInt8(ascii: "{")]
        members(&bytes)
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ name: String, _ records: [ListedRecord], to bytes: inout [UInt8]) {
        JSON.write(name, to: &bytes)
        bytes.append(ascii: ":[")
        for (place, record) in records.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            write(record, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends a to-do, a note or a photo of a list.
    static func write(_ listed: ListedRecord, to bytes: inout [UInt8]) {
        bytes.append(ascii: "{\"short\":")
        JSON.write(listed.name, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        if let deleted = listed.deleted {
            bytes.append(ascii: "\"deletedAt\":")
            JSON.write(deleted.rfc3339, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        var object: [UInt8] = []
        switch listed {
        case .todo(let todo): todo.todo.write(to: &object)
        case .note(let note): note.note.write(to: &object)
        case .photo(let photo):
            object.append(ascii: "{\"id\":\"")
            photo.photo.id.uuid.write(to: &object)
            object.append(ascii: "\",\"title\":")
            JSON.write(photo.noteTitle, to: &object)
            object.append(UInt8(ascii: ","))
            var facts: [UInt8] = []
            photo.photo.write(to: &facts)
            object.append(contentsOf: facts.dropFirst())
        }
        bytes.append(harmless: object.dropFirst())
    }

    /// `{"tags":[{"name","count","open","notes"}]}`: `count` and `open` are numbers of to-dos.
    static func tags(_ tags: [TagUse]) -> String {
        line(
            "tags",
            tags.map { tag in
                .object([
                    .init("name", .string(tag.name)), .init("count", .integer(Int64(tag.count))),
                    .init("open", .integer(Int64(tag.openCount))), .init("notes", .integer(Int64(tag.noteCount))),
                ])
            }
        )
    }

    /// `{"limits":{"choice":"roomy",…}}`: the choice in force, and both sets, as `GET /api/v1/rules` has them.
    static func limits(_ rules: Rules) -> String {
        text(.object([.init("limits", rules.json["limits"] ?? .null)]))
    }

    /// `{"messages":["…"]}`: the messages for a person.
    static func messages(_ texts: [String]) -> String { line("messages", texts.map { .string($0) }) }

    private static func line(_ name: String, _ items: [JSON]) -> String {
        text(.object([.init(name, .array(items))]))
    }

    /// JSON for a terminal.
    static func text(_ json: JSON) -> String {
        var bytes: [UInt8] = []
        bytes.append(harmless: json.encoded[...])
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends JSON with an escape for each character that could command the terminal. JSON has these in its strings only.
    fileprivate mutating func append(harmless json: ArraySlice<UInt8>) {
        // How each of them begins, and others.
        guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
            return append(contentsOf: json)
        }
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if DisplayWidth.isControl(scalar) {
                let digits = String(scalar.value, radix: 16)
                append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            } else {
                append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
