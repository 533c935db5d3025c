import TestSupport
import Testing

@testable import DaybookCore

/// The effect of marking on the records of a series, on one device and on two.
@Suite struct MarkingTests {
    /// A device that holds records and makes stamps, and nothing else.
    struct Device {
        var records: [Record.Key: Record] = [:]
        var clock: Clock
        var now: Instant
        /// The occurrences that somebody edited, restored or marked here.
        var touched: Set<Record.Key> = []
        /// The occurrences that somebody deleted here.
        var removed: Set<Record.Key> = []

        init(_ number: UInt64, now: Instant = Instant(milliseconds: 1_795_000_000_000)) {
            clock = Clock(device: number)
            self.now = now
        }

        mutating func apply(_ change: Record) {
            if records[change.key]?.merge(change) == nil { records[change.key] = change }
            if let latest = change.latest { clock.observe(latest) }
        }

        mutating func add(_ draft: TodoDraft, id: UInt64 = 7) -> Record.Key {
            let key = Record.Key(kind: .todo, id: UUID(high: 7, low: id))
            apply(Record(kind: .todo, id: key.id, fields: Todo.fields(for: draft, at: clock.next(now: now))))
            return key
        }

        mutating func mark(_ key: Record.Key, done: Bool) {
            guard let record = records[key], record.isAlive else { return }
            let marking = Marking(done: done, at: clock.next(now: now), now: now, in: .utc)
            let next = marking.change(following: record, next: records[record.following])
            touched.insert(key)
            apply(marking.change(of: record))
            if let next { apply(next) }
        }

        mutating func edit(_ key: Record.Key, _ change: (inout TodoDraft) -> Void) {
            guard let todo = todo(key) else { return }
            var draft = TodoDraft(todo)
            change(&draft)
            touched.insert(key)
            apply(Record(kind: .todo, id: key.id, fields: todo.changes(to: draft, at: clock.next(now: now))))
        }

        mutating func delete(_ key: Record.Key) {
            removed.insert(key)
            apply(Record(kind: .todo, id: key.id, deleted: clock.next(now: now)))
        }

        mutating func putBack(_ key: Record.Key) {
            guard let created = records[key]?[Todo.Field.created], records[key]?.isAlive == false else { return }
            let field = Record.Field(Todo.Field.created, created, clock.next(now: now))
            touched.insert(key)
            apply(Record(kind: .todo, id: key.id, fields: [field]))
        }

        mutating func pull(from other: Device) {
            for record in other.records.values { apply(record) }
        }

        mutating func wait(days: Int64) { now = now.advanced(by: .days(days)) }

        func todo(_ key: Record.Key) -> Todo? { records[key].flatMap { Todo($0) } }

        func key(after key: Record.Key) -> Record.Key { records[key]?.following ?? key }

        var todos: [Todo] { records.values.compactMap { Todo($0) } }

        var open: [Todo] { todos.filter { !$0.isDone }.sorted { $0.id < $1.id } }
    }

    private func draft(_ rule: String = "FREQ=DAILY", from basis: RecurrenceBasis = .due) throws -> TodoDraft {
        TodoDraft(
            title: "Water the plants",
            detail: "All of them",
            deadline: Instant(rfc3339: "2026-11-18T23:59:00Z"),
            tags: ["home"],
            repetition: Repetition(try #require(RecurrenceRule(rfc5545: rule)), from: basis)
        )
    }

    /// 2026-11-18, as all devices here show.
    private func device(_ number: UInt64 = 1) throws -> Device {
        Device(number, now: try #require(Instant(rfc3339: "2026-11-18T10:00:00Z")))
    }

    @Test("[T13] Done, the next one is there with all that it had; the done one stays as it was")
    func done() throws {
        var phone = try device()
        let first = phone.add(try draft("FREQ=DAILY;COUNT=2"))
        let before = try #require(phone.todo(first))
        phone.mark(first, done: true)
        let next = try #require(phone.todo(phone.key(after: first)))
        #expect(TodoDraft(next).title == before.title)
        #expect(next.detail == before.detail)
        #expect(next.tags == before.tags)
        #expect(next.origin == before.origin)
        #expect(next.deadline == before.deadline?.advanced(by: .days(1)))
        #expect(next.repetition?.rule.rfc5545 == "FREQ=DAILY;COUNT=1")
        #expect(!next.isDone)
        #expect(phone.todo(first)?.repetition == before.repetition)
        #expect(phone.todo(first)?.isDone == true)
        // No occurrence follows the last one.
        phone.mark(phone.key(after: first), done: true)
        #expect(phone.todos.count == 2)
        #expect(phone.open == [])
    }

    @Test("[T13] The next one's id is the UUIDv5 of the series and of the one that was done")
    func id() throws {
        var phone = try device()
        let first = phone.add(try draft())
        phone.mark(first, done: true)
        let second = phone.key(after: first)
        phone.mark(second, done: true)
        let third = phone.key(after: second)
        // python3 -c 'import uuid; s = uuid.UUID(…); a = uuid.uuid5(s, str(s)); print(a, uuid.uuid5(s, str(a)))'
        #expect(first.id.description == "00000000-0000-0007-0000-000000000007")
        #expect(second.id.description == "74bfd39d-13d2-5b7e-894b-9cef45e03e18")
        #expect(third.id.description == "2e6aa570-af9a-5610-a6cb-aaefa690f37a")
        #expect(phone.todo(third)?.isDone == false)
        #expect(phone.records[third]?[Todo.Field.series] == .string(first.id.description))
    }

    @Test("[T13] Open again, the next one goes; done again, it comes back as it is to be then")
    func undo() throws {
        var phone = try device()
        let first = phone.add(try draft())
        phone.mark(first, done: true)
        let next = phone.key(after: first)
        phone.mark(first, done: false)
        #expect(phone.open.map(\.id.uuid) == [first.id])
        #expect(phone.todo(next) == nil)
        phone.edit(first) { draft in
            draft.title = "Water them"
            draft.detail = ""
            draft.tags = ["green"]
        }
        phone.wait(days: 5)
        phone.mark(first, done: true)
        let back = try #require(phone.todo(next))
        #expect(phone.open == [back])
        #expect(back.title == "Water them")
        #expect(back.detail == nil)
        #expect(back.tags == ["green"])
        #expect(back.deadline == Instant(rfc3339: "2026-11-23T23:59:00Z"))
        #expect(back.created == phone.now)
        // And goes again.
        phone.mark(first, done: false)
        #expect(phone.open.map(\.id.uuid) == [first.id])
    }

    @Test("[T13] One that was changed, or is done, stays when the one before it is opened again; no second one is made")
    func touched() throws {
        var phone = try device()
        let first = phone.add(try draft())
        phone.mark(first, done: true)
        let second = phone.key(after: first)
        phone.edit(second) { $0.title = "Only the big ones" }
        phone.mark(first, done: false)
        #expect(phone.open.count == 2)
        phone.mark(first, done: true)
        #expect(phone.todos.count == 2)
        #expect(phone.todo(second)?.title == "Only the big ones")
        phone.mark(second, done: true)
        phone.mark(first, done: false)
        #expect(phone.todo(second)?.isDone == true)
        #expect(phone.open.count == 2)
    }

    @Test("[T13] Deleting the newest ends the series; put back, it goes on, and being put back is no change")
    func deleted() throws {
        var phone = try device()
        let first = phone.add(try draft())
        phone.mark(first, done: true)
        let second = phone.key(after: first)
        phone.delete(second)
        #expect(phone.open == [])
        phone.putBack(second)
        #expect(phone.open.map(\.id.uuid) == [second.id])
        phone.mark(first, done: false)
        #expect(phone.open.map(\.id.uuid) == [first.id])
        // An occurrence that was done and then deleted has had its next occurrence, which is the newest.
        phone.mark(first, done: true)
        phone.mark(second, done: true)
        phone.delete(second)
        phone.mark(first, done: false)
        phone.mark(first, done: true)
        #expect(phone.todo(second) == nil)
        #expect(phone.open.map(\.id.uuid) == [phone.key(after: second).id])
    }

    @Test("[T13] One that does not repeat any more, or by a rule that cannot be read, is done and that is all")
    func notRepeating() throws {
        var phone = try device()
        let first = phone.add(try draft())
        phone.edit(first) { $0.repetition = nil }
        phone.mark(first, done: true)
        #expect(phone.todos.count == 1)
        phone.mark(first, done: false)
        let later = Record.Field(Todo.Field.repetition, .string("FREQ=HOURLY"), phone.clock.next(now: phone.now))
        phone.apply(Record(kind: .todo, id: first.id, fields: [later]))
        #expect(phone.todo(first)?.repetition == nil)
        phone.mark(first, done: true)
        #expect(phone.todos.count == 1)
    }

    @Test("[T13] The basis is written again when a to-do that no longer repeated begins to")
    func basisAgain() throws {
        var phone = try device()
        let first = phone.add(try draft("FREQ=DAILY", from: .completion))
        let due = Repetition(try #require(RecurrenceRule(rfc5545: "FREQ=WEEKLY")))
        phone.edit(first) { $0.repetition = nil }
        phone.edit(first) { $0.repetition = due }
        #expect(phone.todo(first)?.repetition == due)
        phone.edit(first) { $0.repetition?.basis = .completion }
        #expect(phone.todo(first)?.repetition == Repetition(due.rule, from: .completion))
    }

    // MARK: - Two devices

    private func pair(_ draft: TodoDraft) throws -> (Device, Device, Record.Key) {
        var (phone, laptop) = (try device(1), try device(2))
        let first = phone.add(draft)
        laptop.pull(from: phone)
        return (phone, laptop, first)
    }

    private func meet(_ left: inout Device, _ right: inout Device) {
        left.pull(from: right)
        right.pull(from: left)
        #expect(left.records == right.records)
    }

    @Test("[T13] Two offline devices that mark the same one done make one and the same, on different days too")
    func both() throws {
        for basis in [RecurrenceBasis.due, .completion] {
            var (phone, laptop, first) = try pair(try draft("FREQ=DAILY;INTERVAL=2", from: basis))
            phone.wait(days: 1)
            phone.mark(first, done: true)
            laptop.wait(days: 9)
            laptop.mark(first, done: true)
            let dates = [phone, laptop].map { $0.todo($0.key(after: first))?.deadline }
            #expect(dates[0] != dates[1])
            meet(&phone, &laptop)
            #expect(phone.open.count == 1)
            #expect(phone.open.first?.deadline == dates[1])
        }
    }

    @Test("[T13] What was done with the next one is not undone by a device that makes it later")
    func lateMaking() throws {
        var (phone, laptop, first) = try pair(try draft())
        phone.mark(first, done: true)
        phone.wait(days: 1)
        let second = phone.key(after: first)
        phone.mark(second, done: true)
        laptop.wait(days: 2)
        laptop.mark(first, done: true)
        meet(&phone, &laptop)
        #expect(phone.todo(second)?.isDone == true)
        #expect(phone.open.map(\.id.uuid) == [phone.key(after: second).id])
    }

    @Test("[T13] Moved on one device and done on the other: one next")
    func movedAndDone() throws {
        var (phone, laptop, first) = try pair(try draft("FREQ=WEEKLY;BYDAY=WE"))
        phone.edit(first) { $0.deadline = Instant(rfc3339: "2026-11-20T23:59:00Z") }
        phone.mark(first, done: true)
        laptop.mark(first, done: true)
        meet(&phone, &laptop)
        #expect(phone.open.count == 1)
    }

    @Test("[T13] Moved to the day before and done there, it is followed by another and not by itself")
    func movedBack() throws {
        var phone = try device()
        let first = phone.add(try draft("FREQ=WEEKLY;BYDAY=WE"))
        phone.mark(first, done: true)
        let second = phone.key(after: first)
        phone.wait(days: 6)
        phone.edit(second) { $0.deadline = Instant(rfc3339: "2026-11-24T23:59:00Z") }
        phone.mark(second, done: true)
        #expect(phone.todo(second)?.isDone == true)
        #expect(phone.open.map(\.deadline) == [Instant(rfc3339: "2026-11-25T23:59:00Z")])
    }

    @Test("[T13] Done here and edited there: the edit stands in the one that is done")
    func doneAndEdited() throws {
        var (phone, laptop, first) = try pair(try draft())
        phone.mark(first, done: true)
        laptop.edit(first) { $0.title = "Water the cactus" }
        meet(&phone, &laptop)
        #expect(phone.todo(first)?.title == "Water the cactus")
        #expect(phone.todo(first)?.isDone == true)
        #expect(phone.open.map(\.title) == ["Water the plants"])
    }

    @Test("[T13] Done here, done and opened again there: the later decides about both")
    func doneAndOpened() throws {
        for isOpenedLast in [true, false] {
            var (phone, laptop, first) = try pair(try draft())
            if !isOpenedLast { phone.wait(days: 1) } else { laptop.wait(days: 1) }
            phone.mark(first, done: true)
            laptop.mark(first, done: true)
            laptop.mark(first, done: false)
            meet(&phone, &laptop)
            let next = phone.key(after: first)
            #expect(phone.open.map(\.id.uuid) == [isOpenedLast ? first.id : next.id])
        }
    }

    // MARK: - Laws

    /// The actions of a person in a history.
    private func step(_ device: inout Device, _ random: inout SplitMix64, reopens: Bool) {
        let keys = device.todos.map { Record.Key(kind: .todo, id: $0.id.uuid) }.sorted { $0.id < $1.id }
        guard let key = keys.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: if device.todo(key)?.isDone == false { device.mark(key, done: true) }
        case 4, 5: if reopens, device.todo(key)?.isDone == true { device.mark(key, done: false) }
        case 6: device.edit(key) { $0.title = "Title \(UInt8.random(in: 0...9, using: &random))" }
        case 7: if reopens { device.delete(key) }
        case 8:
            let gone = device.records.values.filter { !$0.isAlive }.map(\.key).sorted { $0.id < $1.id }
            if reopens, let key = gone.randomElement(using: &random) { device.putBack(key) }
        default: device.wait(days: Int64.random(in: 0...3, using: &random))
        }
    }

    private func history(_ random: inout SplitMix64, reopens: Bool) throws -> (Device, Record.Key) {
        let rules = ["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;COUNT=4", "FREQ=DAILY;INTERVAL=2"]
        let basis = Bool.random(using: &random) ? RecurrenceBasis.due : .completion
        var (phone, laptop, first) = try pair(try draft(rules[Int.random(in: 0..<4, using: &random)], from: basis))
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: phone.pull(from: laptop)
            case 1: laptop.pull(from: phone)
            case 2...6: step(&phone, &random, reopens: reopens)
            default: step(&laptop, &random, reopens: reopens)
            }
        }
        phone.pull(from: laptop)
        laptop.pull(from: phone)
        try #require(phone.records == laptop.records)
        phone.touched.formUnion(laptop.touched)
        phone.removed.formUnion(laptop.removed)
        return (phone, first)
    }

    @Test("[T13] [S5] Whatever two devices do to a series, they agree, and each occurrence has one next at most")
    func laws() throws {
        for seed in Seeds.runs(200) {
            var random = SplitMix64(seed: seed)
            let (device, first) = try history(&random, reopens: true)
            var chain: Set<Record.Key> = []
            var key = first
            while device.records[key] != nil, chain.insert(key).inserted { key = device.key(after: key) }
            #expect(chain == Set(device.records.keys), "\(seed.asSeed): an occurrence that follows none")
            // Each done occurrence is followed by one, except when that one was deleted by hand, or was done itself and
            // then deleted by a device that opened this occurrence again without knowing of that.
            for todo in device.todos where todo.isDone && todo.repetition?.following != nil {
                let next = device.key(after: Record.Key(kind: .todo, id: todo.id.uuid))
                let wasDone = device.records[next]?[Todo.Field.done] == .bool(true)
                let isExplained = wasDone || device.removed.contains(next)
                #expect(device.todo(next) != nil || isExplained, "\(seed.asSeed): a series was lost")
            }
            // An open occurrence whose next is open too was opened again over somebody's change.
            for todo in device.open {
                let key = Record.Key(kind: .todo, id: todo.id.uuid)
                guard let record = device.records[key], device.todo(record.following)?.isDone == false else { continue }
                #expect(device.touched.contains(record.following), "\(seed.asSeed): two open ones, untouched")
            }
        }
    }

    @Test("[T13] [S5] Without reopening or deleting, one occurrence is open: the newest")
    func oneOpen() throws {
        for seed in Seeds.runs(200) {
            var random = SplitMix64(seed: seed)
            let (device, first) = try history(&random, reopens: false)
            let open = device.open
            var newest = first
            while device.records[device.key(after: newest)] != nil { newest = device.key(after: newest) }
            if let todo = device.todo(newest), todo.isDone {
                #expect(todo.repetition?.following == nil, "\(seed.asSeed): the series was lost")
                #expect(open == [], "\(seed.asSeed)")
            } else {
                #expect(open.map(\.id.uuid) == [newest.id], "\(seed.asSeed)")
            }
        }
    }
}
