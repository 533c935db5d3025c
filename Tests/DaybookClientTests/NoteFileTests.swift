import DaybookCore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DaybookClient

private typealias Record = DaybookCore.Record

private let now = Instant(milliseconds: 1_800_000_000_000)

@Suite("Notes in a file")
struct NoteFileTests {
    private let test = TestFolder()

    @Test("[C16] A list of notes has the orders and the search of the web app, with their photos")
    func lists() throws {
        for seed in Seeds.runs(3) {
            let test = TestFolder()
            let file = try test.open()
            var random = SplitMix64(seed: seed)
            let words = ["Milk", "brød", "Äpfel", "rent", "it's", "100%", "a\"b", "文章", "ab"]
            for number in 0..<60 {
                let title = "\(random.pick(words)) \(random.pick(words))"
                let id = try file.write(
                    title: title,
                    random.pick(words),
                    UInt64(number),
                    at: now.advanced(by: .seconds(Int64(random.int(0...20))))
                )
                if random.oneIn(3) { try file.putPhoto(UInt64(number), into: id) }
                if random.oneIn(4) {
                    let other = NoteDraft(title: title, description: random.pick(words) + " changed")
                    try file.edit(id, to: other, at: now.advanced(by: .seconds(Int64(random.int(0...40)))))
                }
                // Without a draw, so that the numbers above stay those of the seed.
                if number % 5 == 0 {
                    try file.change(id) { _ = $0.label(id, tags: ["Äpfel"], isPinned: number % 10 == 0, now) }
                }
                if random.oneIn(7) { try file.change(id) { _ = $0.delete(id, now.advanced(by: .days(1))) } }
            }
            for order in NoteOrder.allCases {
                let index = try file.noteIndex(order)
                for search in [
                    "", "brod", "a", "ab", "MILK rent", "apfel changed", "it's", "100%", "a\"b", "文章", "#", "#apf",
                    "nothing",
                ] {
                    let found = try file.read { try $0.notes(NoteQuery(search: search, order: order)) }
                    let expected = index.matches(search).map { index[$0] }
                    let pinned = expected.filter { $0.isPinned }
                    #expect(
                        found.map(\.note) == pinned + expected.filter { !$0.isPinned },
                        "\(search) \(seed.asSeed)"
                    )
                    var each: [ListedNote] = []
                    try file.read { try $0.eachNote(NoteQuery(search: search, order: order)) { each.append($0) } }
                    #expect(each == found)
                    let first = try file.read { try $0.notes(NoteQuery(search: search, order: order, limit: 3)) }
                    #expect(first == Array(found.prefix(3)))
                }
            }
            try file.check()
        }
    }

    @Test("[N7] Tags and the pin are listed, found, counted and undone, and go with a delete")
    func labels() throws {
        let file = try test.open()
        let id = try file.write(title: "Groceries", "Milk", 1)
        try file.write(title: "Holiday", "Sea", 2, at: now.advanced(by: .minutes(1)))
        try file.addToDo("Pay rent", 3)
        func titles(_ query: NoteQuery) throws -> [String] { try file.read { try $0.notes(query).map(\.note.title) } }
        #expect(try titles(NoteQuery()) == ["Holiday", "Groceries"])
        try file.change(id) { _ = $0.label(id, tags: ["Home", "été"], isPinned: true, now) }
        #expect(try titles(NoteQuery()) == ["Groceries", "Holiday"])
        #expect(try titles(NoteQuery(order: .titleDescending)) == ["Groceries", "Holiday"])
        #expect(try titles(NoteQuery(tag: "ETE")) == ["Groceries"] && titles(NoteQuery(tag: "et")) == [])
        #expect(try titles(NoteQuery(search: "#hom")) == ["Groceries"])
        #expect(try titles(NoteQuery(search: "sea", tag: "home")) == [])
        let uses = try file.read { try $0.tags() }
        #expect(
            uses.map(\.name) == ["été", "Home"] && uses.map(\.noteCount) == [1, 1] && uses.map(\.count) == [0, 0]
        )
        try file.check()
        _ = try file.write { try $0.takeStep(.back, now) }
        #expect(try titles(NoteQuery()) == ["Holiday", "Groceries"] && file.read { try $0.tags() }.isEmpty)
        _ = try file.write { try $0.takeStep(.forward, now) }
        try file.change(id) { _ = $0.delete(id, now.advanced(by: .minutes(2))) }
        #expect(try titles(NoteQuery(tag: "home")) == [] && file.read { try $0.tags() }.isEmpty)
        try file.check()
    }

    @Test("[N7] Texts, tags and the pin of one command are one step")
    func oneStep() throws {
        let file = try test.open()
        let id = Note.ID(DaybookCore.UUID(high: 1, low: 1))
        let draft = NoteDraft(title: "Groceries", description: "Milk")
        try file.change(id) { notebook in
            _ = notebook.write(draft, over: NoteDraft(), to: id, tags: ["home"], isPinned: true, now)
        }
        let note = try #require(try file.read { try $0.note(id)?.note })
        #expect(note.tags == ["home"] && note.isPinned)
        try file.change(id) { notebook in
            let nothing = notebook.write(draft, over: draft, to: id, tags: ["home"], isPinned: true, now)
            #expect(nothing == nil)
            let other = NoteDraft(title: "Groceries", description: "Tea")
            _ = notebook.write(other, over: draft, to: id, tags: [], isPinned: false, now)
        }
        _ = try file.write { try $0.takeStep(.back, now) }
        #expect(try file.read { try $0.note(id)?.note.description } == "Milk")
        #expect(try file.read { try $0.note(id)?.note.tags } == ["home"])
        _ = try file.write { try $0.takeStep(.back, now) }
        #expect(try file.read { try $0.notes(NoteQuery()) } == [])
    }

    @Test("[C16] A change of the text changes what is found, and so do a delete and an undo")
    func searched() throws {
        let file = try test.open()
        let id = try file.write(title: "Groceries", "Milk and bread", 1)
        func found(_ search: String) throws -> Int { try file.read { try $0.notes(NoteQuery(search: search)).count } }
        try file.edit(id, to: NoteDraft(title: "Groceries", description: "Tea"), at: now)
        #expect(try found("bread") == 0 && found("tea") == 1)
        try file.change(id) { _ = $0.delete(id, now) }
        #expect(try found("") == 0)
        #expect(try file.read { try $0.trash(now: now).map(\.title) } == ["Groceries"])
        for texts in [["Tea"], ["Milk and bread"], []] {
            _ = try file.write { try $0.takeStep(.back, now) }
            #expect(try file.read { try $0.notes(NoteQuery()).map(\.note.description) } == texts)
        }
        for texts in [["Milk and bread"], ["Tea"], []] {
            _ = try file.write { try $0.takeStep(.forward, now) }
            #expect(try file.read { try $0.notes(NoteQuery()).map(\.note.description) } == texts)
        }
    }

    @Test("[T8] Undoing a note does not delete the photos that another device put into it since")
    func photosOfOthers() throws {
        let file = try test.open()
        let id = try file.write(title: "Groceries", "Milk", 1)
        try file.putPhoto(7, into: id)
        #expect(try file.write { try $0.takeStep(.back, now) }?.text.hasPrefix("Not undone") == true)
        #expect(try file.read { try $0.note(id)?.note.photos.count } == 1)
    }

    @Test("[N1] A note has the photos that are there, whether they come before it or go again")
    func photos() throws {
        let file = try test.open()
        let id = Note.ID(DaybookCore.UUID(high: 1, low: 1))
        try file.putPhoto(7, into: id)
        try file.putPhoto(8, into: id)
        try file.write(title: "Groceries", "Milk", 1)
        func count() throws -> Int? { try file.read { try $0.note(id)?.note.photos.count } }
        #expect(try count() == 2)
        try file.putPhoto(7, into: id, isRemoved: true)
        #expect(try count() == 1)
        try file.check()
    }

    @Test("[C17] To-dos and notes share their short names, and a command learns which of them it has")
    func names() throws {
        let file = try test.open()
        let note = try file.write(title: "Groceries", "Milk", 0xABCD_EF12_3456)
        try file.addToDo("Pay rent", 0xABCD_EF99_9999)
        #expect(try file.read { try $0.notes(NoteQuery()).map(\.name) } == ["abcdef123456"])
        #expect(try file.read { try $0.todos(TodoQuery()).map(\.name) } == ["abcdef999999"])
        try file.read { reader throws in
            // Only one of each kind begins so.
            #expect(try reader.note(named: "ab").note.title == "Groceries")
            #expect(try reader.todo(named: "ab").todo.title == "Pay rent")
            #expect(throws: NameError.otherKind("abcdef9", .todo)) { try reader.note(named: "abcdef9") }
            #expect(throws: NameError.otherKind("abcdef1", .note)) { try reader.todo(named: "abcdef1") }
            #expect(throws: NameError.unknown("12", .note)) { try reader.note(named: "12") }
            #expect(throws: NameError.malformed("milk", .note)) { try reader.note(named: "milk") }
            let several = #expect(throws: NameError.self) { try reader.record(named: "ab") }
            guard case .several("ab", nil, let records, count: 2) = several else {
                Issue.record("\(String(describing: several))"); return
            }
            #expect(Set(records.map(\.title)) == ["Groceries", "Pay rent"])
        }
        try file.change(note) { _ = $0.delete(note, now) }
        try file.read { reader throws in
            #expect(throws: NameError.inTrash("abcdef1", .note)) { try reader.note(named: "abcdef1") }
            #expect(throws: NameError.notInTrash("abcdef9", nil)) {
                try reader.record(named: "abcdef9", isDeleted: true)
            }
            #expect(try reader.record(named: "ab", isDeleted: true).title == "Groceries")
        }
    }

    @Test("[S12] The trash shows deleted notes with their photos, and no note in which nothing was ever written")
    func trash() throws {
        let file = try test.open()
        let note = try file.write(title: "Groceries", "Milk", 1)
        try file.putPhoto(7, into: note)
        let empty = try file.write(title: "", "", 2)
        let picture = try file.write(title: "", "", 3)
        try file.putPhoto(8, into: picture)
        for (place, id) in [note, empty, picture].enumerated() {
            try file.change(id) { _ = $0.delete(id, now.advanced(by: .hours(Int64(place + 1)))) }
        }
        let trash = try file.read { try $0.trash(now: now.advanced(by: .days(1))) }
        #expect(trash.map(\.title) == [Texts.untitledNote, "Groceries"])
        #expect(trash.notes.map(\.note.photos.count) == [1, 1])
        try file.change(note) { _ = $0.restore(trash[1].key, now.advanced(by: .days(1))) }
        #expect(try file.read { try $0.note(note)?.note.photos.count } == 1)
    }

    @Test("[C9] A file that was synced before it listed notes lists those it has, with their photos")
    func migrated() throws {
        let file = try test.open()
        let note = try file.write(title: "Groceries", "Milk", 0xABCD_EF12_3456)
        try file.putPhoto(7, into: note)
        try file.change(note) { _ = $0.label(note, tags: ["home"], isPinned: true, now) }
        let gone = try file.write(title: "Holiday", "Sea", 2)
        try file.change(gone) { _ = $0.delete(gone, now) }
        let before = try file.read { try $0.notes(NoteQuery()) }
        try file.close()
        let queue = try DatabaseQueue(path: test.folder.file)
        try queue.write { db in
            // As the third version left it.
            try db.execute(sql: "DELETE FROM tags; DROP TABLE note_search; DROP TABLE photos; DROP TABLE notes")
            try db.execute(sql: "DELETE FROM names; DROP INDEX todos_by_completion; DROP INDEX todos_by_reminder")
            try db.execute(sql: "DROP INDEX todos_by_position; ALTER TABLE todos DROP COLUMN position")
            try db.execute(sql: "ALTER TABLE todos DROP COLUMN completed; ALTER TABLE todos DROP COLUMN reminder")
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        try queue.close()
        let newer = try test.open()
        #expect(try newer.read { try $0.notes(NoteQuery(search: "milk")) } == before)
        #expect(before.map(\.note.photos.count) == [1])
        #expect(try newer.read { try $0.notes(NoteQuery(tag: "home")) } == before)
        #expect(try newer.read { try $0.trash(now: now).map(\.title) } == ["Holiday"])
        try newer.check()
    }

    @Test("Recovering keeps the notes with their photos, and lists them")
    func recovered() throws {
        let file = try test.open()
        let note = try file.write(title: "Groceries", "Milk", 1)
        try file.putPhoto(7, into: note)
        try file.write { try $0.db.execute(sql: "DELETE FROM notes; DELETE FROM photos; DELETE FROM names") }
        try file.close()
        _ = try NotebookRecovery(test.folder).run(now: now)
        let recovered = try test.open()
        #expect(try recovered.read { try $0.notes(NoteQuery(search: "milk")).map(\.note.photos.count) } == [1])
        try recovered.check()
    }

    @Test("[C8] A text that cannot be saved is kept for its owner alone, and no other text gives way to it")
    func keptTexts() throws {
        let paths = try (0..<3).map { try test.folder.keep(Data("Text \($0)".utf8), now: now) }
        #expect(Set(paths).count == 3)
        for (number, path) in paths.enumerated() {
            #expect(FileManager.default.contents(atPath: path) == Data("Text \(number)".utf8))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}

extension NotebookFile {
    /// Writes a note whose id is a number.
    @discardableResult
    func write(title: String, _ text: String, _ id: UInt64, at moment: Instant = now) throws -> Note.ID {
        let id = Note.ID(DaybookCore.UUID(high: id, low: id))
        let draft = NoteDraft(title: title, description: text)
        try change(id) { notebook in
            if notebook.write(draft, over: NoteDraft(), to: id, moment) != nil { return }
            // An empty note has a record once something was in it.
            _ = notebook.write(NoteDraft(title: "x"), over: NoteDraft(), to: id, moment)
            _ = notebook.write(NoteDraft(), over: NoteDraft(title: "x"), to: id, moment)
        }
        return id
    }

    fileprivate func addToDo(_ title: String, _ id: UInt64) throws {
        let id = DaybookCore.UUID(high: id, low: id)
        try write { try $0.change([]) { _ = $0.add(TodoDraft(title: title), id: id, now) } }
    }

    /// Lets a verb change a note.
    func change(_ id: Note.ID, by verb: (inout Notebook) -> Void) throws {
        try write { try $0.change([DaybookCore.Record.Key(kind: .note, id: id.uuid)], verb) }
    }

    func edit(_ id: Note.ID, to draft: NoteDraft, at moment: Instant) throws {
        try change(id) { notebook in
            guard let note = notebook.notes[id] else { return }
            _ = notebook.write(draft, over: NoteDraft(note), to: id, moment)
        }
    }

    /// Puts a photo into a note as a sync does that brings it from another device.
    func putPhoto(_ number: UInt64, into note: Note.ID, at moment: Instant = now, isRemoved: Bool = false) throws {
        let id = DaybookCore.UUID(high: number, low: number)
        let photo = Photo(
            id: Photo.ID(id),
            note: note,
            sha256: SHA256.digest([UInt8(truncatingIfNeeded: number)]),
            type: .jpeg,
            width: 4,
            height: 3,
            bytes: 2,
            position: 0
        )
        let stamp = Stamp(wall: moment.advanced(by: .minutes(1)), counter: isRemoved ? 1 : 0, device: 16)
        let fields = isRemoved ? [] : photo.fields(at: stamp)
        let record = DaybookCore.Record(kind: .photo, id: id, fields: fields, deleted: isRemoved ? stamp : nil)
        try write { writer in
            var engine = SyncEngine()
            _ = try writer.reader.beginAnyway(&engine)
            let cursor = try writer.reader.place().cursor
            let answer = SyncAnswer(cursor: cursor + 1, hasMore: false, now: moment, changes: [record])
            _ = try writer.answered(answer, &engine, now: moment)
        }
    }

    /// The web app's index of the same records.
    func noteIndex(_ order: NoteOrder) throws -> NoteIndex {
        let records = try records().values
        return NoteIndex(records.compactMap { Note($0) }, photos: records.compactMap { Photo($0) }, order: order)
    }
}

extension NotebookReader {
    /// Begins a call without an account.
    fileprivate func beginAnyway(_ engine: inout SyncEngine) throws -> SyncRequest? {
        engine.begin(try NotebookPart(db: db, path: path).replica())
    }
}
