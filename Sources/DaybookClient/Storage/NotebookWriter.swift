import DaybookCore
import Foundation
import GRDB

/// Changes a notebook's file within one transaction. Core's verbs decide what changes.
public struct NotebookWriter {
    let db: Database
    let path: String

    /// The same state for reading, with what was changed so far.
    public var reader: NotebookReader { NotebookReader(db: db, path: path) }

    /// Lets a verb change the notebook. The verb sees these records, the next occurrence of each to-do and the photos
    /// of each note, and writes what came of it.
    public func change<Value>(_ keys: [DaybookCore.Record.Key], _ verb: (inout Notebook) -> Value) throws -> Value {
        try change(keys, steps: Steps(done: [], undone: [], last: try lastStep()), verb)
    }

    /// Keeps the server's rules, by which the commands check typed values.
    public func keep(_ rules: Rules) throws {
        if try reader.serverRules() != rules { try change([]) { _ = $0.adopt(rules, rules.json) } }
    }

    /// Undoes the last step, or redoes the last that was undone. Nil when there is no such step.
    public func takeStep(_ direction: Steps.Direction, _ now: Instant) throws -> Undone? {
        let isBack = direction == .back
        // Steps are done in the order of their numbers, and undone from the last one.
        let sql =
            isBack
            ? "SELECT step FROM steps WHERE undone = 0 ORDER BY number DESC LIMIT 1"
            : "SELECT step FROM steps WHERE undone = 1 ORDER BY number LIMIT 1"
        guard let bytes = try Data.fetchOne(db, sql: sql) else { return nil }
        guard let step = ReplicaDisk.step(of: [UInt8](bytes)) else {
            throw NotebookFileError.unreadable("a step that can be undone", path: path)
        }
        let steps = Steps(done: isBack ? [step] : [], undone: isBack ? [] : [step], last: try lastStep())
        return try change(step.keys, steps: steps) { isBack ? $0.undo(now) : $0.redo(now) }
    }

    /// Makes to-dos of a note's lines that begin with a dash. Returns what to tell, and the to-dos that were made.
    public func makeTodos(of note: Note, _ now: Instant) throws -> (text: String, made: [Todo.ID]) {
        // The to-do of a line always has the same id. It exists already if it was made before.
        let ids = note.todoLines.map { Todo.ID(.v5(namespace: note.id.uuid, name: $0)) }
        let there = try ids.filter { try reader.todo($0) != nil }
        let effects = try change(ids.map { .init(kind: .todo, id: $0.uuid) }) { $0.makeTodos(of: note, now) }
        let texts = effects.compactMap { if case .message(let text) = $0 { text } else { nil } }
        return (texts.joined(separator: " "), try ids.filter { try !there.contains($0) && reader.todo($0) != nil })
    }

    /// Fills a file that is empty with all of a replica.
    func fill(with replica: Replica) throws {
        try NotebookPart(db: db, path: path).save(replica, over: Replica(device: replica.device))
    }

    private func change<Value>(
        _ keys: [DaybookCore.Record.Key],
        steps: Steps,
        _ verb: (inout Notebook) -> Value
    ) throws -> Value {
        var part = try NotebookPart(db: db, path: path)
        // The rules of every verb follow from it.
        try part.load(Limits.Choice.key)
        for key in keys {
            guard let record = try part.load(key) else { continue }
            // Whether a note may go depends on its photos.
            if key.kind == .todo { try part.load(record.following) }
            if key.kind == .note { try part.loadPhotos(of: Note.ID(key.id)) }
            // Whether a photo may come back depends on its note.
            if let note = record.noteOfPhoto {
                try part.load(DaybookCore.Record.Key(kind: .note, id: note))
                try part.loadPhotos(of: Note.ID(note))
            }
        }
        let before = try part.replica()
        let account = Account(id: before.device, name: "", mobile: "", email: "")
        var notebook = Notebook(account: account, part: before, steps: steps)
        let value = verb(&notebook)
        try part.save(notebook.replica, over: before)
        try save(notebook.steps, over: steps)
        return value
    }

    // MARK: - Steps

    private func lastStep() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT max(number) FROM steps") ?? 0
    }

    private func save(_ steps: Steps, over before: Steps) throws {
        if steps.last > before.last { try db.execute(sql: "DELETE FROM steps WHERE undone = 1") }
        let (kept, held) = (steps.done + steps.undone, before.done + before.undone)
        for step in held where !kept.contains(where: { $0.number == step.number }) {
            try db.execute(sql: "DELETE FROM steps WHERE number = ?", arguments: [step.number])
        }
        for (isUndone, list) in [(false, steps.done), (true, steps.undone)] {
            for step in list {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO steps (number, undone, records, step) VALUES (?, ?, ?, ?)",
                    arguments: [step.number, isUndone, step.keys.count, Data(ReplicaDisk.encode(step))]
                )
            }
        }
        if steps.last > before.last { try trimSteps() }
    }

    /// Forgets the oldest steps beyond Core's bounds. The last one stays.
    private func trimSteps() throws {
        try db.execute(
            sql: """
                DELETE FROM steps WHERE number < (SELECT max(number) FROM steps) AND number IN (
                    SELECT number FROM (
                        SELECT number, row_number() OVER newest AS place, sum(records) OVER newest AS records FROM steps
                        WINDOW newest AS (ORDER BY number DESC)
                    ) WHERE place > ? OR records > ?
                )
                """,
            arguments: [Steps.maximum, Steps.recordsMaximum]
        )
    }
}
