import Testing

@testable import DaybookCore

/// A face with a database reads the records that a verb names, and writes them back.
@Suite("A notebook over a part of the records") struct NotebookPartTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let account = Account(id: UUID(high: 1, low: 1), name: "", mobile: "", email: "")

    /// The notebook after its parts went to a disk and came back, with these records alone.
    private func reread(_ notebook: Notebook, _ keys: [Record.Key]? = nil) -> Notebook? {
        let keys = keys ?? Array(notebook.replica.records.keys)
        func back(_ record: Record) -> Record? { ReplicaDisk.record(of: ReplicaDisk.encode(record)) }
        let parts = keys.compactMap { notebook.replica.part($0) }.compactMap { part -> ReplicaDisk.Part? in
            guard let record = back(part.record) else { return nil }
            let rejection = part.rejection.flatMap { ReplicaDisk.rejection(of: ReplicaDisk.encode($0)) }
            return .init(record: record, unsent: part.unsent.flatMap(back), rejection: rejection)
        }
        let part = ReplicaDisk.replica(head: ReplicaDisk.encode(headOf: notebook.replica), parts: parts)
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

    @Test("[T8] [C2] A verb and its undo need the records that they name, and no others")
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
            "A notebook without a server returns it too"
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
        #expect(ReplicaDisk.replica(head: [1, 2, 3], parts: []) == nil)
    }

    @Test("[S9] A refused change and its reasons are a part, and the head holds no records")
    func refused() throws {
        var replica = Replica(device: UUID(high: 7, low: 32))
        let stamp = replica.stamp(now: now)
        let change = Record(kind: .todo, id: UUID(high: 4, low: 1), fields: [.init("title", .string(""), stamp)])
        replica.apply(.changed([change]))
        let empty = ReplicaDisk.encode(headOf: replica).count
        let reasons = [Violation(.title, .required, "Enter a title.")]
        replica.apply(
            .answered(
                records: [],
                cursor: 0,
                results: [ChangeResult(key: change.key, stamps: change.stamps, violations: reasons)]
            )
        )
        let part = try #require(replica.part(change.key))
        let rejection = try #require(part.rejection)
        #expect(part.unsent == nil && rejection.violations == reasons)
        #expect(ReplicaDisk.rejection(of: ReplicaDisk.encode(rejection)) == rejection)
        #expect(ReplicaDisk.encode(headOf: replica).count == empty)
        #expect(ReplicaDisk.replica(head: ReplicaDisk.encode(headOf: replica), parts: [part]) == replica)
        for length in ReplicaDisk.encode(rejection).indices {
            #expect(ReplicaDisk.rejection(of: Array(ReplicaDisk.encode(rejection)[..<length])) == nil)
        }
    }

    @Test("[S10] [C10] A reset that is applied to parts does what it does to the whole")
    func reset() throws {
        let server = now
        var whole = Replica(device: UUID(high: 7, low: 32))
        let old = Stamp(time: UInt64(now.milliseconds - 200 * 86_400_000) << 16, device: 3)
        for number in UInt64(1)...9 {
            let stamp = number < 6 ? old : whole.stamp(now: now)
            let title = Record.Field("title", .string("To-do \(number)"), stamp)
            let record = Record(
                kind: .todo,
                id: UUID(high: 4, low: number),
                fields: [title],
                deleted: number % 2 == 0 ? stamp : nil
            )
            whole.apply(
                number < 8 ? .answered(records: [record], cursor: Int64(number), results: []) : .changed([record])
            )
        }
        let shown = try #require(whole.records.values.first { $0.id.low == 3 })
        let entries: [Entry] = [
            .resetBegan(server: server), .answered(records: [shown], cursor: 20, results: []),
            .resetEnded(server: server, cursor: 20),
        ]
        var head = ReplicaDisk.encode(headOf: whole)
        var parts = whole.records.keys.sorted { $0.id.low < $1.id.low }.compactMap { whole.part($0) }
        for entry in entries {
            whole.apply(entry)
            var next: [ReplicaDisk.Part] = []
            var nextHead = head
            for part in parts {
                var replica = try #require(ReplicaDisk.replica(head: head, parts: [part]))
                let isNamed = part.record.key == shown.key
                if let entry = isNamed ? entry : entry.toOthers { replica.apply(entry) }
                if isNamed { nextHead = ReplicaDisk.encode(headOf: replica) }
                next += [replica.part(part.record.key)].compactMap { $0 }
            }
            (head, parts) = (nextHead, next)
        }
        #expect(head == ReplicaDisk.encode(headOf: whole))
        #expect(ReplicaDisk.replica(head: head, parts: parts) == whole)
        #expect(whole.records.count == 5 && whole.outbox.count == 4)
    }
}
