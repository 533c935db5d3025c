import DaybookCore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DaybookClient

/// A folder that goes away with the test.
final class TestFolder: Sendable {
    let folder: NotebookFolder

    init() {
        folder = NotebookFolder(path: NSTemporaryDirectory() + "daybook-client-\(Foundation.UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder.path) }

    func open() throws -> NotebookFile { try NotebookFile.open(folder) }
}

private let now = Instant(milliseconds: 1_800_000_000_000)

extension NotebookFile {
    /// Adds a to-do whose id is a number.
    @discardableResult
    fileprivate func add(_ draft: TodoDraft, _ id: UInt64, at moment: Instant = now) throws -> Todo.ID {
        let id = Todo.ID(DaybookCore.UUID(high: id, low: id))
        try write { writer in try writer.change([]) { _ = $0.add(draft, id: id.uuid, moment) } }
        return id
    }

    fileprivate func titles(_ query: TodoQuery = TodoQuery()) throws -> [String] {
        try read { try $0.todos(query).map { $0.todo.title } }
    }

    /// The parts of each to-do that a list shows.
    fileprivate func glances(_ query: TodoQuery) throws -> [String] {
        var glances: [String] = []
        let order = try read { try $0.glances(query) { glances.append("\($0) \($1)") } }
        return order.map { order in order.map { glances[$0] } } ?? glances
    }
}

/// What keeps a file from being looked at, also for the superuser.
enum Obstacle: CaseIterable {
    case fileForFolder, circleOfLinks, linkToNothing, folderLinkToNothing

    var detail: String {
        switch self {
        case .fileForFolder: "Not a directory"
        case .circleOfLinks: "Too many levels of symbolic links"
        case .linkToNothing, .folderLinkToNothing: "a link leads to nothing"
        }
    }

    /// Puts it at the file of a folder that is not there yet, or at another file of the folder.
    func put(at folder: NotebookFolder, _ file: String? = nil) throws {
        let (files, file) = (FileManager.default, file ?? folder.file)
        switch self {
        case .fileForFolder: try Data("a file".utf8).write(to: URL(fileURLWithPath: folder.path))
        case .folderLinkToNothing: try files.createSymbolicLink(atPath: folder.path, withDestinationPath: "nothing")
        case .circleOfLinks, .linkToNothing:
            try files.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            let target = self == .circleOfLinks ? (file as NSString).lastPathComponent : "nothing"
            try files.createSymbolicLink(atPath: file, withDestinationPath: target)
        }
    }

    /// Whether nothing has replaced it.
    func isThere(at folder: NotebookFolder) throws -> Bool {
        let files = FileManager.default
        switch self {
        case .fileForFolder: return files.contents(atPath: folder.path) == Data("a file".utf8)
        case .folderLinkToNothing: return try files.destinationOfSymbolicLink(atPath: folder.path) == "nothing"
        case .circleOfLinks, .linkToNothing:
            return try files.contentsOfDirectory(atPath: folder.path) == ["notebook.sqlite"]
                && files.destinationOfSymbolicLink(atPath: folder.file).isEmpty == false
        }
    }
}

private typealias Record = DaybookCore.Record

@Suite("A notebook in a file")
struct NotebookFileTests {
    private let test = TestFolder()

    @Test("[S6] What a verb did is there after the file was closed, with the clock, and what waits for a server")
    func kept() throws {
        var file = try test.open()
        let id = try file.add(TodoDraft(title: "Pay rent", tags: ["home"]), 1)
        try file.close()
        file = try test.open()
        try file.change(id) { notebook in
            #expect(notebook.replica.unsentCount == 1 && notebook.todos.count == 1)
            let before = notebook.replica.clock
            _ = notebook.mark(id, done: true, now.advanced(by: -.days(1)), in: .utc)
            #expect(notebook.replica.clock != before, "A wall clock that was set back makes later stamps all the same")
        }
        #expect(try file.read { try $0.todo(id)?.todo.isDone } == true)
    }

    @Test("[T8] A verb of a to-do that repeats sees its next occurrence, and its undo does")
    func repeating() throws {
        let file = try test.open()
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=DAILY"))
        let id = try file.add(TodoDraft(title: "Water plants", repetition: Repetition(rule)), 1)
        try file.change(id) { _ = $0.mark(id, done: true, now, in: .utc) }
        #expect(try file.titles(TodoQuery(filter: Filter(state: .open))) == ["Water plants"])
        try file.change(id) { _ = $0.mark(id, done: false, now, in: .utc) }
        #expect(try file.titles() == ["Water plants"])
        _ = try file.write { try $0.takeStep(.back, now) }
        #expect(try file.titles().count == 2)
    }

    @Test("[C3] [L1] A list has the order, the filters and the search of the web app, and the same of anything")
    func lists() throws {
        for seed in Seeds.runs(1) { try lists(seed) }
    }

    private func lists(_ seed: UInt64) throws {
        let test = TestFolder()
        let file = try test.open()
        var random = SplitMix64(seed: seed)
        let words = ["Milk", "brød", "Äpfel", "rent", "it's", "100%", "a\"b", "文章", "#5", "#homing"]
        var drafts: [TodoDraft] = []
        for _ in 0..<80 {
            let title = [random.pick(words), random.pick(words)]
            let deadline = random.oneIn(2) ? now.advanced(by: .days(random.int64(0...5))) : nil
            let tags = random.oneIn(2) ? ["Home"] : random.oneIn(2) ? ["Häuser", "work"] : []
            drafts.append(TodoDraft(title: title.joined(separator: " "), deadline: deadline, tags: tags))
        }
        for (number, draft) in drafts.enumerated() {
            let id = try file.add(draft, UInt64(number), at: now.advanced(by: .seconds(Int64(number / 2))))
            if number % 3 == 0 { try file.change(id) { _ = $0.mark(id, done: true, now, in: .utc) } }
            if number % 7 == 0 { try file.change(id) { _ = $0.delete(id, now) } }
        }
        let all = try file.read { try $0.todos(TodoQuery()).map { $0.todo } }
        for order in Order.allCases {
            let index = TodoIndex(all, order: order)
            for state in Filter.State.allCases {
                for (tag, search) in [
                    (nil, ""), ("home", ""), (nil, "brod"), (nil, "a"), (nil, "MILK rent"), (nil, "#ha"), (nil, "\""),
                    (nil, "#"), (nil, "#5"), (nil, "#HOM rent"),
                    ("Work", "apfel"), (nil, "it's"), (nil, "100%"), (nil, "a\"b"), (nil, "文章"), (nil, "nothing"),
                ] as [(String?, String)] {
                    let filter = Filter(state: state, tag: tag, search: search)
                    let found = try file.read { try $0.todos(TodoQuery(filter: filter, order: order)) }
                    #expect(
                        found.map { $0.todo } == index.matches(filter).map { index[$0] },
                        "\(seed.asSeed) \(filter) \(order)"
                    )
                    var each: [ListedTodo] = []
                    try file.read { try $0.eachTodo(TodoQuery(filter: filter, order: order)) { each.append($0) } }
                    #expect(each == found)
                    let first = try file.read { try $0.todos(TodoQuery(filter: filter, order: order, limit: 3)) }
                    #expect(first == Array(found.prefix(3)))
                    let glances = found.map { "\($0.name) \(TodoGlance($0.todo))" }
                    #expect(try file.glances(TodoQuery(filter: filter, order: order)) == glances)
                    #expect(
                        try file.glances(TodoQuery(filter: filter, order: order, limit: 3)) == Array(glances.prefix(3))
                    )
                }
            }
        }
    }

    @Test("[L9] What is planned for today is what Core's Today has, whatever comes first of a deadline and a reminder")
    func planned() throws {
        let file = try test.open()
        let zone = DaybookCore.TimeZone.utc
        let today = Today(at: now, in: zone)
        let moments: [Instant?] = [
            nil, today.start.advanced(by: -.days(1)), today.start.advanced(by: -.minutes(1)), today.start, now,
            today.end.advanced(by: -.minutes(1)), today.end, today.end.advanced(by: .days(3)),
        ]
        var number: UInt64 = 0
        for deadline in moments {
            for reminder in moments {
                number += 1
                let id = try file.add(TodoDraft(title: "\(number)", deadline: deadline, reminder: reminder), number)
                if number % 5 == 0 { try file.change(id) { _ = $0.mark(id, done: true, now, in: zone) } }
            }
        }
        let all = try file.read { try $0.todos(TodoQuery(filter: Filter(state: .open))).map { $0.todo } }
        let expected = all.filter { $0.planned(today).map { $0 < today.end } ?? false }.map(\.title)
        #expect(expected.count > 20 && expected.count < all.count)
        let query = TodoQuery(filter: Filter(state: .open), planned: today)
        #expect(try file.titles(query) == expected)
        #expect(try file.glances(query).count == expected.count)
        var limited = query
        limited.limit = 7
        #expect(try file.titles(limited) == Array(expected.prefix(7)))
    }

    @Test("A change of the text changes what is found")
    func searched() throws {
        let file = try test.open()
        let id = try file.add(TodoDraft(title: "Pay rent", tags: ["home"]), 1)
        func found(_ search: String) throws -> Int { try file.titles(TodoQuery(filter: Filter(search: search))).count }
        try file.change(id) { notebook in
            guard let todo = notebook.todos[id] else { return }
            _ = notebook.edit(todo, to: TodoDraft(title: "Pay tax", tags: ["money"]), now)
        }
        #expect(try found("rent") == 0 && found("tax") == 1 && found("#home") == 0 && found("#mon") == 1)
        try file.change(id) { _ = $0.delete(id, now) }
        #expect(try found("tax") == 0 && file.read { try $0.tags() }.isEmpty)
        _ = try file.write { try $0.takeStep(.back, now) }
        #expect(try found("tax") == 1 && file.read { try $0.tags() }.map(\.name) == ["money"])
    }

    @Test("[C2] A transaction whose work fails changes nothing")
    func failure() throws {
        struct Stop: Error {}
        let file = try test.open()
        #expect(throws: Stop.self) {
            try file.write { writer in
                try writer.change([]) {
                    _ = $0.add(TodoDraft(title: "Lost"), id: DaybookCore.UUID(high: 1, low: 1), now)
                }
                throw Stop()
            }
        }
        #expect(try file.titles() == [])
        #expect(try file.write { try $0.takeStep(.back, now) } == nil)
    }

    // MARK: - Steps

    @Test(
        "[T8] [C5] A hundred steps can be undone, also by other processes, and redone until something else is done"
    )
    func steps() throws {
        for number in 1...103 { try test.open().add(TodoDraft(title: "To-do \(number)"), UInt64(number)) }
        var undone = 0
        while try test.open().write({ try $0.takeStep(.back, now) }) != nil { undone += 1 }
        #expect(undone == Steps.maximum)
        #expect(try test.open().titles().sorted() == ["To-do 1", "To-do 2", "To-do 3"])
        #expect(try test.open().write { try $0.takeStep(.forward, now) }?.text == "Redid: added “To-do 4”.")
        try test.open().add(TodoDraft(title: "Else"), 200)
        #expect(try test.open().write { try $0.takeStep(.forward, now) } == nil)
    }

    // MARK: - Names

    @Test("[C4] A name is found by its first digits; several or unknown names are errors")
    func names() throws {
        let file = try test.open()
        for (number, low) in [UInt64(0xABCD_EF12_3456), 0xABCD_EF00_0000, 0xAB11_0000_0000].enumerated() {
            let id = DaybookCore.UUID(high: UInt64(number), low: low)
            try file.write { try $0.change([]) { _ = $0.add(TodoDraft(title: "To-do \(number)"), id: id, now) } }
        }
        func title(_ name: String) throws -> String { try file.read { try $0.todo(named: name).todo.title } }
        #expect(try title("ab1") == "To-do 2" && title("ABCDEF1") == "To-do 0")
        #expect(try title("00000000-0000-0001-0000-abcdef000000") == "To-do 1")
        // Two share six digits, so all twelve of theirs are shown.
        #expect(
            Set(try file.read { try $0.todos(TodoQuery()).map(\.name) }) == ["abcdef123456", "abcdef000000", "ab1100"]
        )
        #expect(try file.glances(TodoQuery()) == file.glances(TodoQuery(limit: 9)))
        for name in ["", "xyz", "0000000000000", "ab cd"] {
            #expect(throws: NameError.malformed(name, .todo)) { try title(name) }
        }
        #expect(throws: NameError.unknown("12", .todo)) { try title("12") }
        let several = #expect(throws: NameError.self) { try title("ab") }
        guard case .several("ab", .todo, let todos, count: 3) = several else {
            Issue.record("\(String(describing: several))"); return
        }
        #expect(todos.count == 3)
        let id = Todo.ID(DaybookCore.UUID(high: 2, low: 0xAB11_0000_0000))
        try file.change(id) { _ = $0.delete(id, now) }
        #expect(throws: NameError.inTrash("ab11", .todo)) { try title("ab11") }
        #expect(try file.read { try $0.record(named: "ab11", isDeleted: true).title } == "To-do 2")
        #expect(try file.read { try $0.trash(now: now).map(\.title) } == ["To-do 2"])
        #expect(try file.read { try $0.trash(now: now.advanced(by: .days(31))) } == [])
    }

    // MARK: - Files

    @Test("[C9] A file of an older schema is brought up to date with its records, and one of a newer one is refused")
    func versions() throws {
        let file = try test.open()
        try file.add(TodoDraft(title: "Pay rent", tags: ["home"]), 1)
        try file.close()
        let queue = try DatabaseQueue(path: test.folder.file)
        try queue.write { db in
            // As the first version left it.
            try db.execute(sql: "DROP TABLE search; DROP TABLE tags; DROP TABLE names; DROP TABLE todos")
            try db.execute(sql: "DROP TABLE note_search; DROP TABLE photos; DROP TABLE notes")
            try db.execute(sql: "DROP TABLE account; DROP TABLE rejections; DROP TABLE confirmed")
            try db.execute(sql: "DROP INDEX outbox_by_time; ALTER TABLE outbox DROP COLUMN latest")
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        try queue.close()
        let newer = try test.open()
        #expect(try newer.titles(TodoQuery(filter: Filter(tag: "home", search: "rent"))) == ["Pay rent"])
        try newer.close()

        let other = try DatabaseQueue(path: test.folder.file)
        try other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        try other.close()
        let error = #expect(throws: NotebookFileError.self) { try test.open() }
        #expect(error == .newer(path: test.folder.file, version: 99, known: NotebookSchema.version))
    }

    @Test("[C9] A file of another program is not touched")
    func foreign() throws {
        try FileManager.default.createDirectory(atPath: test.folder.path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: test.folder.file)
        try queue.write { try $0.execute(sql: "CREATE TABLE theirs (a); PRAGMA application_id = 7") }
        try queue.close()
        let before = FileManager.default.contents(atPath: test.folder.file)
        #expect(throws: NotebookFileError.foreign(path: test.folder.file)) { try test.open() }
        #expect(FileManager.default.contents(atPath: test.folder.file) == before)
    }

    @Test("[C9] The copy of the day is made once, and never of a damaged file")
    func copies() throws {
        let file = try test.open()
        try file.add(TodoDraft(title: "Pay rent"), 1)
        let today = Device.now
        #expect(try file.keepCopy(now: today))
        #expect(try !file.keepCopy(now: today.advanced(by: .hours(23))))
        #expect(try file.keepCopy(now: today.advanced(by: .hours(25))))
        #expect(
            try DatabaseQueue(path: test.folder.copy).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM records") }
                == 1
        )
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: test.folder.path).filter { $0.contains("copy") }.count
                == 1
        )
    }

    @Test("[C9] A copy that is dated in the future does not keep later ones from being made")
    func copyFromFuture() throws {
        let file = try test.open()
        let today = Device.now
        #expect(try file.keepCopy(now: today))
        let future = Date(timeIntervalSinceNow: 400 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: test.folder.copy)
        #expect(try file.keepCopy(now: today))
        #expect(try !file.keepCopy(now: today.advanced(by: -.hours(23))))
    }

    @Test(
        "[C9] A notebook that is missing or empty beside its copy is damaged, and is recovered",
        arguments: [false, true]
    )
    func lost(isEmpty: Bool) throws {
        #expect(try NotebookFile.openIfThere(test.folder) == nil)
        let file = try test.open()
        try file.add(TodoDraft(title: "Pay rent"), 1)
        try file.keepCopy(now: Device.now)
        try file.close()
        try FileManager.default.removeItem(atPath: test.folder.file)
        if isEmpty { try Data().write(to: URL(fileURLWithPath: test.folder.file)) }
        let detail = "the file is \(isEmpty ? "empty" : "missing") (to begin anew, remove the copy too)"
        let error = NotebookFileError.damaged(path: test.folder.file, detail: detail, copy: test.folder.copy)
        #expect(throws: error) { try test.open() }
        #expect(throws: error) { try NotebookFile.openIfThere(test.folder) }
        #expect(try NotebookRecovery(test.folder).run(now: now).records == 1)
        #expect(try test.open().titles() == ["Pay rent"])
    }

    @Test("[C9] A notebook whose log alone is left is damaged, and the log is read")
    func lostBesideLog() throws {
        let file = try test.open()
        try file.add(TodoDraft(title: "Pay rent"), 1)
        let (main, log) = (test.folder.file, test.folder.file + "-wal")
        // As after a killed process: the record is in the log alone.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        try file.close()
        try FileManager.default.removeItem(atPath: main)
        try bytes.write(to: URL(fileURLWithPath: log))
        let error = NotebookFileError.damaged(path: main, detail: "the file is missing", copy: nil)
        #expect(throws: error) { try test.open() }
        #expect(throws: error) { try NotebookFile.openIfThere(test.folder) }
        #expect(FileManager.default.contents(atPath: log) == bytes)
        #expect(try NotebookRecovery(test.folder).run(now: now).records == 1)
        #expect(try test.open().titles() == ["Pay rent"])
    }

    @Test("[C9] A notebook that cannot be looked at is not an empty one", arguments: Obstacle.allCases)
    func unreachable(obstacle: Obstacle) throws {
        try obstacle.put(at: test.folder)
        for open in [NotebookFile.open, NotebookFile.openIfThere] as [(NotebookFolder) throws -> NotebookFile?] {
            let error = #expect(throws: NotebookFileError.self) { _ = try open(test.folder) }
            guard case .cannotOpen(test.folder.file, obstacle.detail)? = error else {
                Issue.record("\(String(describing: error))"); continue
            }
        }
        #expect(throws: NotebookFileError.self) { try NotebookRecovery(test.folder).run(now: now) }
        #expect(try obstacle.isThere(at: test.folder))
    }

    @Test("[C2] Writers in two connections take turns, and both see what the other did")
    func turns() async throws {
        let test = test
        let path = test.folder
        _ = try test.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let file = try NotebookFile.open(path)
                    for number in 0..<10 {
                        try file.add(TodoDraft(title: "To-do"), UInt64(writer * 100 + number + 1))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try test.open().titles().count == 40)
    }
}
