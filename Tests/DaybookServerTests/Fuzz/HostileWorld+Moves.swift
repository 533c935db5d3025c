import DaybookCore
import DaybookStore
import HTTPTypes
import TestSupport

@testable import DaybookServer

/// The actions of hostile accounts: always on the same few records, so that they grow.
extension HostileWorld {
    private static let rules = [
        "FREQ=DAILY", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;BYSETPOS=366;BYDAY=" + (1...37).map { "\($0)SU,-\($0)SU" }.joined(separator: ","),
        "FREQ=MONTHLY;BYMONTHDAY=31,-31;BYSETPOS=-1,1", "FREQ=YEARLY;BYYEARDAY=366;INTERVAL=97",
    ]

    /// The next action. Growth is the most frequent, so that the budgets are reached.
    func nextCall() async throws -> HostileCall {
        let person = random.pick(hostile)
        switch random.int(-4...19) {
        case ...4: return sync([growth(by: person)], by: person)
        case 5: return sync([rewriting()], by: person)
        case 6: return sync(crowd(), by: person)
        case 7: return sync(photoRecords(), by: person)
        case 8: return sync([Record(kind: random.pick([.todo, .note]), id: target(), deleted: stamp())], by: person)
        case 9: return sync([tags()], by: person)
        case 10...12: return todoCall(by: person)
        case 13: return noteCall(by: person)
        case 14: return try await restoration(by: person)
        case 15: return try await importing()
        case 16: return reminderCall(by: person)
        case 17: return accountCall(by: person)
        case 18: return guess()
        default: return reading(by: person)
        }
    }

    /// One of very few ids, so that changes meet.
    private func target() -> UUID { uuid(random.oneIn(2) ? 1 : UInt64(random.int(2...4))) }

    /// A stamp of now, or a stamp as far away as allowed.
    private func stamp() -> Stamp {
        let wall =
            switch random.int(0...9) {
            case 0: now.advanced(by: .minutes(5))
            case 1: Instant(milliseconds: random.int64(0...1_000))
            case 2: now.advanced(by: .days(-random.int64(1...400)))
            default: now
            }
        return Stamp(wall: wall, counter: UInt16(random.pick([0, 1, 65_535])), device: random.pick([1, 2, 3, .max]))
    }

    /// A text that is as likely short as long, up to the size of a field.
    private func text() -> String {
        let size = random.int(0...9) == 0 ? largest - 2 : 1 << random.int(0...13)
        return String(repeating: random.pick(["x", "y", "\\", "é"]), count: min(size, largest / 2))
    }

    // MARK: - Sync

    private func sync(_ changes: [Record], by person: Person) -> HostileCall {
        let device = uuid(UInt64(random.int(1...400)))
        let cursor = random.oneIn(6) ? random.pick([1, Int64(1) << 40, .max]) : 0
        let request = SyncRequest(
            device: device,
            cursor: cursor,
            limit: random.pick([1, 1, 1, 10, 1_000]),
            changes: changes
        )
        return HostileCall(person, .post, "/api/v1/sync", request.encoded)
    }

    /// New fields for the same record; sometimes as many as one call can bring.
    private func growth(by person: Person) -> Record {
        let stamp = stamp()
        // Each person has one kind that grows most.
        let kinds = [Record.Kind.todo, .photo, .note, .init("recipe")]
        let kind = random.oneIn(5) ? random.pick(kinds) : kinds[person.number % kinds.count]
        var fields = kind == .todo ? Todo.fields(for: TodoDraft(title: "Buy milk"), at: stamp) : []
        if kind == .note {
            fields = Note.fields(for: NoteDraft(title: "A walk", description: longEnough), at: stamp)
        }
        let isLarge = random.oneIn(2)
        for _ in 0..<(isLarge ? 15 : random.int(1...8)) {
            made += 1
            let value = isLarge ? String(repeating: "x", count: largest - 100) : text()
            fields.append(.init("grown\(made)", .string(value), stamp))
        }
        if kind == .photo {
            // A photo of a note that never arrives.
            let orphan = photo(30, of: 4_444)
            return Record(kind: .photo, id: orphan.id, fields: orphan.fields + fields)
        }
        return Record(kind: kind, id: random.oneIn(4) ? target() : uuid(1), fields: fields)
    }

    /// Other values for the same fields: each goes into the history.
    private func rewriting() -> Record {
        let stamp = stamp()
        let names = (0..<random.int(1...12)).map { "same\($0)" }
        let title = Record.Field(Todo.Field.title, .string("Title \(random.int(0...99))"), stamp)
        return Record(kind: .todo, id: target(), fields: [title] + names.map { .init($0, .string(text()), stamp) })
    }

    private func tags() -> Record {
        let stamp = stamp()
        let title = Record.Field(Todo.Field.title, .string("Tagged"), stamp)
        let tags = (0..<random.int(1...60)).map { number in
            Record.Field(Todo.Field.tagPrefix + "t\(number)", .bool(random.oneIn(20)), stamp)
        }
        return Record(kind: .todo, id: target(), fields: [title] + tags)
    }

    /// Some of many small records.
    private func crowd() -> [Record] {
        let stamp = stamp()
        return random.array(1...200) { random in
            let id = uuid(UInt64(random.int(10_000...11_500)))
            return Record(kind: .todo, id: id, fields: Todo.fields(for: TodoDraft(title: "One of many"), at: stamp))
        }
    }

    /// Photos of one note, until no more are accepted; some of a note that does not exist.
    private func photoRecords() -> [Record] {
        let note = UInt64(random.pick([1, 2, 4_444]))
        let milliseconds = now.milliseconds - DaybookServerTests.stamp().wall.milliseconds
        return random.array(1...40) { random in
            photo(UInt64(random.int(1_000...1_400)), of: note, position: random.int64(-9...9), at: milliseconds)
        }
    }

    // MARK: - REST

    private func todoCall(by person: Person) -> HostileCall {
        let path = "/api/v1/todos/\(target())"
        switch random.int(0...5) {
        case 0:
            let members: [JSON.Member] = [.init("id", .string(target().description)), .init("title", .string("New"))]
            return HostileCall(person, .post, "/api/v1/todos", JSON.object(members))
        case 1: return HostileCall(person, .delete, path)
        case 2:
            let rule = JSON.object([.init("rule", .string(random.pick(Self.rules)))])
            let deadline = JSON.string(now.advanced(by: .hours(1)).rfc3339)
            return HostileCall(person, .patch, path, JSON.object([.init("repeat", rule), .init("deadline", deadline)]))
        case 3:
            let reminder = JSON.string(now.advanced(by: .seconds(random.int64(1...60))).rfc3339)
            return HostileCall(person, .patch, path, JSON.object([.init("reminder", reminder)]))
        case 4:
            let detail = JSON.string(String(repeating: "d", count: random.int(0...1_000)))
            let names: [JSON] = random.array(0...3) { .string("tag\($0.int(0...99))") }
            return HostileCall(person, .patch, path, .object([.init("detail", detail), .init("tags", .array(names))]))
        default: return HostileCall(person, .patch, path, JSON.object([.init("done", .bool(random.oneIn(2)))]))
        }
    }

    private func noteCall(by person: Person) -> HostileCall {
        let path = "/api/v1/notes/\(target())"
        if random.oneIn(6) { return HostileCall(person, .delete, path) }
        let draft = #""title":"A walk \#(random.int(0...99))","description":"\#(longEnough)""#
        if random.oneIn(3) {
            return HostileCall(person, .post, "/api/v1/notes", Array(#"{"id":"\#(target())",\#(draft)}"#.utf8))
        }
        return HostileCall(person, .patch, path, Array("{\(draft)}".utf8))
    }

    /// A restore of an entry of the history, or of the whole record.
    private func restoration(by person: Person) async throws -> HostileCall {
        let path = "/api/v1/history/\(random.pick(["todo", "note"]))/\(target())"
        var entry: Int64 = 0
        if !random.oneIn(3) {
            let answer = try await world.call(.get, path, by: person)
            if let fault = Self.fault(of: answer) { throw HostileFault("GET \(path)", fault) }
            let items = (try? answer.json)?["items"]?.arrayValue ?? []
            entry = items.isEmpty ? 1 : random.pick(items)["entry"]?.integerValue ?? 1
        }
        return HostileCall(person, .post, path + "/restore", JSON.object([.init("entry", .integer(entry))]))
    }

    /// A new account imports the records that the others grow; later it grows them too.
    private func importing() async throws -> HostileCall {
        if hostile.count < 8 { try await addHostile() }
        let person = hostile[hostile.count - 1]
        let records = [growth(by: person), rewriting(), tags()] + photoRecords() + crowd()
        var seen: Set<Record.Key> = []
        let zip = try [UInt8].export(records.filter { seen.insert($0.key).inserted })
        return HostileCall(
            person,
            .post,
            "/api/v1/account/import",
            zip,
            headers: [.contentType: "application/zip"]
        )
    }

    // MARK: - Accounts

    private func reminderCall(by person: Person) -> HostileCall {
        switch random.int(0...2) {
        case 0: return HostileCall(person, .post, "/api/v1/reminders/test")
        case 1:
            let body = ReminderRouteTests.device(UInt64(random.int(100...200)))
            return HostileCall(person, .put, "/api/v1/reminders/device", Array(body.utf8))
        default:
            let times = [now.milliseconds, 0, -1, .max].map { JSON.integer($0) }
            let shown = JSON.object([
                .init("todo", .string(target().description)), .init("due", random.pick(times)),
                .init("shown", random.pick(times)), .init("by", .string("page")),
            ])
            return HostileCall(person, .post, "/api/v1/reminders/shown", shown)
        }
    }

    /// More sessions, other names, ended sessions.
    private func accountCall(by person: Person) -> HostileCall {
        switch random.int(0...3) {
        case 0: return HostileCall(person, .patch, "/api/v1/account", Array(#"{"name":"Asha Rao \#(made % 10)"}"#.utf8))
        case 1: return HostileCall(person, .delete, "/api/v1/sessions")
        default: return HostileCall(nil, .post, "/api/v1/sessions", Array(Person.signIn(person.number).utf8))
        }
    }

    private func guess() -> HostileCall {
        let body = Person.signIn(random.int(1...10_000), password: "wrong#PASS\(random.int(0...9))")
        return HostileCall(nil, .post, "/api/v1/sessions", Array(body.utf8))
    }

    private func reading(by person: Person) -> HostileCall {
        let paths = [
            "todos?q=xxx&limit=100", "todos?sort=title", "notes", "trash", "account/export", "history/todo/\(uuid(1))",
            "account/activity", "reminders/deliveries",
        ]
        return HostileCall(person, .get, "/api/v1/" + random.pick(paths))
    }
}
