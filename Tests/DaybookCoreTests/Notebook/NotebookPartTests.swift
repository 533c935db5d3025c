import Testing

@testable import DaybookCore

/// A face with a database reads the records that a verb names, and writes them back.
@Suite("A notebook over a part of the records") struct NotebookPartTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let account = Account(id: UUID(high: 1, low: 1), name: "", mobile: "", email: "")

    /// The notebook after its parts went to a disk and came back, with these records alone.
    private func reread(_ notebook: Notebook, _ keys: [Record.Key]? = nil) -> Notebook? {
        let keys = keys ?? Array(notebook.replica.records.keys)
        func back(_ records: [Record.Key: Record]) -> [Record] {
            keys.compactMap { records[$0] }.compactMap { ReplicaDisk.record(of: ReplicaDisk.encode($0)) }
        }
        let head = ReplicaDisk.encode(headOf: notebook.replica)
        let part = ReplicaDisk.replica(
            head: head,
            records: back(notebook.replica.records),
            outbox: back(notebook.replica.outbox)
        )
        func back(_ steps: [Step]) -> [Step] { steps.compactMap { ReplicaDisk.step(of: ReplicaDisk.encode($0)) } }
        let steps = Steps(
            done: back(notebook.steps.done),
            undone: back(notebook.steps.undone),
            last: notebook.steps.last
        )
        return part.map { Notebook(account: account, part: $0, steps: steps) }
    }

    @Test("[S6] A notebook that is read back after each verb becomes what one becomes that stays open")
    func parts() {
        property(runs: 60) { random in
            var whole = UndoWorld()
            for _ in 0..<12 { whole.act(&random) }
            if random.oneIn(2) { _ = whole.notebook.undo(whole.now) }
            let (before, after) = (whole.notebook, reread(whole.notebook))
            try hold(after?.replica.records, equals: before.replica.records, "records")
            try hold(after?.replica.outbox, equals: before.replica.outbox, "unsent changes")
            try hold(after?.replica.clock, equals: before.replica.clock, "the clock")
            try hold(after?.replica.preferences, equals: before.replica.preferences, "preferences")
            try hold(after?.steps.done, equals: before.steps.done, "steps that can be undone")
            try hold(after?.steps.undone, equals: before.steps.undone, "steps that can be redone")
            try hold(after?.todos, equals: before.todos, "the list")
        }
    }

    @Test("[T8] A verb and its undo need the records that they name, and no others")
    func named() throws {
        let first = Notebook(account: account, device: UUID(high: 7, low: 32))
        var notebook = try #require(reread(first))
        let (milk, bread) = (Todo.ID(UUID(high: 4, low: 1)), Todo.ID(UUID(high: 4, low: 2)))
        _ = notebook.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        _ = notebook.add(TodoDraft(title: "Bread"), id: bread.uuid, now)
        var part = try #require(reread(notebook, [milk.key]))
        #expect(part.todos.count == 1 && part.replica.clock == notebook.replica.clock)
        _ = part.delete(milk, now)
        #expect(
            part.restore(milk.key, now) == [.announce("“Milk” is back.")],
            "A notebook without a server says so too"
        )
        _ = part.undo(now)
        #expect(part.todos[milk] == nil)
        _ = part.undo(now)
        #expect(part.todos[milk]?.title == "Milk")
        #expect(part.restore(milk.key, now).isEmpty, "It is not deleted")
    }

    @Test("[S6] Damaged parts are no parts")
    func damage() throws {
        var notebook = Notebook(account: account, device: UUID(high: 7, low: 32))
        _ = notebook.add(TodoDraft(title: "Milk", tags: ["home"]), id: UUID(high: 4, low: 1), now)
        let record = ReplicaDisk.encode(try #require(notebook.replica.records.values.first))
        let step = ReplicaDisk.encode(try #require(notebook.steps.done.first))
        for length in record.indices { #expect(ReplicaDisk.record(of: Array(record[..<length])) == nil) }
        for length in step.indices { #expect(ReplicaDisk.step(of: Array(step[..<length])) == nil) }
        #expect(ReplicaDisk.record(of: record + [0]) == nil && ReplicaDisk.step(of: step + [0]) == nil)
        #expect(ReplicaDisk.replica(head: [1, 2, 3], records: [], outbox: []) == nil)
    }
}
