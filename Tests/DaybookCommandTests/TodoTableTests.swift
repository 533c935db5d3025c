import DaybookClient
import DaybookCore
import Testing

@testable import daybook

@Suite("Lists in a terminal")
struct TodoTableTests {
    /// Monday, 23 November 2026, 12:00 UTC.
    private static let now = Instant(milliseconds: 1_795_435_200_000)

    private func listed(_ title: String, deadline: Instant? = nil, tags: [String] = []) -> ListedTodo {
        let id = Todo.ID(UUID(high: 1, low: 2))
        let todo = Todo(
            id: id,
            title: title,
            deadline: deadline,
            tags: tags,
            created: Self.now,
            modified: Self.now
        )
        return ListedTodo(todo: todo, name: "3fa2c1")
    }

    private func lines(_ todos: [ListedTodo], columns: Int? = nil, color: Bool = false) -> [String] {
        TodoTable(style: TerminalStyle(hasColor: color, columns: columns), now: Self.now, zone: .utc).columns(todos)
            .lines
    }

    @Test("[C7] Columns line up also behind wide characters, and empty ones are left out")
    func columns() {
        #expect(
            lines([listed("文章", tags: ["work"]), listed("Pay rent")]) == [
                "ID      TITLE     TAGS", "3fa2c1  文章      #work", "3fa2c1  Pay rent",
            ]
        )
        #expect(lines([]) == [])
    }

    @Test("[C7] In a narrow terminal titles give way first, then what stands at the end", arguments: 10...60)
    func narrow(columns: Int) {
        let todos = [
            listed("A long title that takes room", deadline: Self.now.advanced(by: .days(1)), tags: ["home", "文"])
        ]
        for line in lines(todos, columns: columns) { #expect(DisplayWidth.of(line) <= columns) }
    }

    @Test("[C7] Colours tell late from near, and no space is coloured")
    func colors() {
        let todos = [listed("Late", deadline: Self.now.advanced(by: -.days(2)))]
        #expect(lines(todos, color: true)[1] == "\u{1B}[2m3fa2c1\u{1B}[0m  Late   \u{1B}[31m2 days late\u{1B}[0m")
    }

    @Test("[C6] The JSON of a to-do is that of the REST interface with the short name")
    func json() throws {
        let json = try JSON(Array(NotebookJSON.todos([listed("Pay rent", tags: ["home"])]).utf8))
        let todo = try #require(json["todos"]?.arrayValue?.first)
        #expect(todo["short"] == .string("3fa2c1") && todo["title"] == .string("Pay rent"))
        #expect(todo["id"] == .string("00000000-0000-0001-0000-000000000002") && json["more"] == nil)
        #expect(todo["tags"] == .array([.string("home")]) && todo["deadline"] == .null)
    }

    @Test("[C7] JSON has escapes in place of control characters and signs that turn the direction")
    func harmlessJSON() throws {
        let title = "a\u{7F}\u{9B}2J\u{202E}\u{2066}é “文”…"
        let json = NotebookJSON.todos([listed(title)])
        #expect(json.contains(#""title":"a\u007f\u009b2J\u202e\u2066é “文”…""#))
        #expect(try JSON(Array(json.utf8))["todos"]?.arrayValue?.first?["title"] == .string(title))
        #expect(NotebookJSON.messages(["Undid: “\u{9B}”"]) == #"{"messages":["Undid: “\u009b”"]}"#)
    }

    @Test("[C6] A list is the same JSON in pieces of a bounded size, however long it is", arguments: [0, 1, 2, 1_000])
    func stream(count: Int) throws {
        let todos = (0..<count).map { listed("Number \($0)", tags: ["home"]) }
        let row = NotebookJSON.todos([listed("Number 1000", tags: ["home"])]).utf8.count
        for more in [false, true] {
            var pieces: [[UInt8]] = []
            var list = RecordStream("todos") { pieces.append($0) }
            for todo in todos { try list.add(.todo(todo)) }
            try list.end(more: more)
            let whole = String(NotebookJSON.todos(todos).dropLast()) + ",\"more\":\(more)}\n"
            #expect(String(decoding: pieces.joined(), as: UTF8.self) == whole && list.count == count)
            #expect(pieces.allSatisfy { $0.count < RecordStream.pieceMinimum + row })
            #expect((pieces.count > 1) == (count == 1_000))
        }
    }

    @Test("[C6] A list of notes is the same JSON in pieces too")
    func noteStream() throws {
        var pieces: [UInt8] = []
        var list = RecordStream("notes") { pieces += $0 }
        for title in ["Plans", "Tax"] { try list.add(.note(note(title, photos: 1))) }
        try list.end(more: false)
        let whole = NotebookJSON.notes([note("Plans", photos: 1), note("Tax", photos: 1)])
        #expect(String(decoding: pieces, as: UTF8.self) == whole.dropLast() + ",\"more\":false}\n")
    }

    @Test("Rows are written in pieces of a bounded size, in the order that they are arranged in")
    func arranged() throws {
        var columns = Columns(["ID", "TITLE"], flexible: 1, style: .plain)
        for number in 0..<10_000 {
            columns.add("\(number)")
            columns.add("文章 \(number)")
        }
        #expect(columns.lines.dropFirst().map { $0.split(separator: " ").last } == (0..<10_000).map { "\($0)" })
        columns.arrange((0..<10_000).reversed())
        var pieces: [[UInt8]] = []
        try columns.write { pieces.append($0) }
        let lines = String(decoding: pieces.joined(), as: UTF8.self).split(separator: "\n")
        #expect(lines == columns.lines.map { $0[...] } && lines[0] == "ID    TITLE" && lines[1] == "9999  文章 9999")
        #expect(lines.last == "0     文章 0" && lines.count == 10_001)
        #expect(pieces.count > 2 && pieces.allSatisfy { $0.count < Columns.pieceMinimum + 100 })
    }

    private func note(
        _ title: String,
        tags: [String] = [],
        isPinned: Bool = false,
        photos: Int = 0,
        deleted: Instant? = nil
    ) -> ListedNote {
        let id = Note.ID(UUID(high: 1, low: 2))
        let photo = Photo(
            id: Photo.ID(UUID(high: 1, low: 3)),
            note: id,
            sha256: SHA256.digest([1]),
            type: .jpeg,
            width: 4,
            height: 3,
            bytes: 2,
            position: 0
        )
        let note = Note(
            id: id,
            title: title,
            description: "Milk\u{1B}[2J\n- bread",
            tags: tags,
            isPinned: isPinned,
            photos: Array(repeating: photo, count: photos),
            created: Self.now,
            modified: Self.now
        )
        return ListedNote(note: note, name: "a1b2c3", deleted: deleted)
    }

    @Test("[C16] A list of notes shows how many photos each has, and `show` has the text without control characters")
    func notes() {
        let table = NoteTable(style: .plain, now: Self.now, zone: .utc)
        #expect(
            table.columns([note("文章", photos: 2), note("Plans")]).lines == [
                "ID      TITLE  PHOTOS  CHANGED", "a1b2c3  文章   2       today 12:00",
                "a1b2c3  Plans          today 12:00",
            ]
        )
        #expect(
            table.details(note("Plans", photos: 1)) == [
                "Plans", "  ID        a1b2c3", "  Photos    1 photo", "  Changed   Added 12:00", "",
                "Milk\u{FFFD}[2J\n- bread",
            ]
        )
    }

    @Test("[C20] Any number names a photo or is refused", arguments: [Int.min, -1, 0, 3, .max])
    func photoNumbers(number: Int) throws {
        let plans = note("Plans", photos: 2)
        #expect(try plans.photo(2) == plans.note.photos[1])
        #expect(throws: Refusal.self) { try plans.photo(number) }
    }

    @Test("[N7] A list of notes shows pins and tags where there are any, and so does `show`")
    func labels() {
        let table = NoteTable(style: .plain, now: Self.now, zone: .utc)
        let plans = note("Plans", tags: ["home", "a\u{1B}b"], isPinned: true)
        #expect(
            table.columns([plans, note("Tax", isPinned: true), note("Sea")]).lines == [
                "ID      TITLE  CHANGED      TAGS", "a1b2c3  Plans  today 12:00  pinned #home #a\u{FFFD}b",
                "a1b2c3  Tax    today 12:00  pinned", "a1b2c3  Sea    today 12:00",
            ]
        )
        #expect(
            table.details(plans).dropLast(2) == [
                "Plans", "  ID        a1b2c3", "  Pinned    yes", "  Tags      #home #a\u{FFFD}b",
                "  Changed   Added 12:00",
            ]
        )
    }

    @Test("[C17] The trash has to-dos and notes in one list, and shows which are notes")
    func trash() throws {
        let records: [ListedRecord] = [.note(note("Plans", deleted: Self.now)), .todo(listed("Pay rent"))]
        let table = TodoTable(style: .plain, now: Self.now, zone: .utc)
        #expect(
            table.columns(records).lines == [
                "ID      TITLE     KIND  DELETED", "a1b2c3  Plans     note  today 12:00", "3fa2c1  Pay rent",
            ]
        )
        let json = try JSON(Array(NotebookJSON.records(records).utf8))
        #expect(json["todos"]?.arrayValue?.count == 1)
        let note = try #require(json["notes"]?.arrayValue?.first)
        #expect(note["short"] == .string("a1b2c3") && note["photos"] == .array([]) && note["deletedAt"] != nil)
        #expect(note["description"] == .string("Milk\u{1B}[2J\n- bread"))
    }
}
