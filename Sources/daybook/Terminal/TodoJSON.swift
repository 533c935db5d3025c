import DaybookClient
import DaybookCore

/// The JSON of the commands. Its shape only ever grows.
enum TodoJSON {
    /// `{"todos":[…]}`: each to-do as the REST interface has it, with its short name in front.
    static func todos(_ todos: [ListedTodo], more: Bool? = nil) -> String {
        var bytes: [UInt8] = []
        bytes.append(ascii: "{\"todos\":[")
        for (place, listed) in todos.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            write(listed, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        if let more { bytes.append(ascii: more ? ",\"more\":true" : ",\"more\":false") }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ listed: ListedTodo, to bytes: inout [UInt8]) {
        bytes.append(ascii: "{\"short\":")
        JSON.write(listed.name, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        if let deleted = listed.deleted {
            bytes.append(ascii: "\"deletedAt\":")
            JSON.write(deleted.rfc3339, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        var todo: [UInt8] = []
        listed.todo.write(to: &todo)
        bytes.append(contentsOf: todo.dropFirst())
    }

    /// `{"tags":[{"name","count","open"}]}`
    static func tags(_ tags: [TagUse]) -> String {
        line(
            "tags",
            tags.map { tag in
                .object([
                    .init("name", .string(tag.name)), .init("count", .integer(Int64(tag.count))),
                    .init("open", .integer(Int64(tag.openCount))),
                ])
            }
        )
    }

    /// `{"messages":["…"]}`: what was done, in the words for a person.
    static func messages(_ texts: [String]) -> String { line("messages", texts.map { .string($0) }) }

    private static func line(_ name: String, _ items: [JSON]) -> String {
        String(decoding: JSON.object([.init(name, .array(items))]).encoded, as: UTF8.self)
    }
}
