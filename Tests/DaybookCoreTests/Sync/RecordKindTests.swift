import Testing

@testable import DaybookCore

@Suite("Kinds of records")
struct RecordKindTests {
    @Test(
        "A kind is its name, whether this version knows it or not",
        arguments: ["todo", "note", "photo", "setting", "", "list", "todo ", "Todo", "\u{E9}", "e\u{301}"]
    )
    func names(name: String) {
        let kind = Record.Kind(name)
        #expect(kind.name.isSame(as: name))
        #expect(kind == Record.Kind(name))
        #expect(kind.hashValue == Record.Kind(name).hashValue)
    }

    @Test("Kinds whose names differ in a byte are two")
    func differ() {
        let names = ["todo", "note", "photo", "setting", "", "list", "todo ", "Todo", "\u{E9}", "e\u{301}"]
        #expect(Set(names.map { Record.Kind($0) }).count == names.count)
        #expect([Record.Kind.todo, .note, .photo, .setting].map { $0.name } == ["todo", "note", "photo", "setting"])
        #expect(Record.Kind("todo") == .todo && Record.Kind("setting") == .setting)
    }
}
