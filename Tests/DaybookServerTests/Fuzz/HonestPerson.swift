import DaybookCore
import DaybookStore
import HTTPTypes
import TestSupport

@testable import DaybookServer

/// A person who uses Daybook as intended, and knows what every answer must be.
struct HonestPerson {
    /// The most to-dos at a time.
    private static let most = 30

    let person: Person
    private let world: World
    private var replica: [UUID: Record] = [:]
    private var cursor: Int64 = 0
    /// The titles by to-do, as REST returned them.
    private var titles: [UUID: String] = [:]
    private var number: UInt64 = 0

    init(in world: World) async throws {
        self.world = world
        person = try await world.signUp(1)
        let device = ReminderRouteTests.device(1)
        let answer = try await world.call(.put, "/api/v1/reminders/device", device, by: person)
        guard answer.status == .noContent else { throw HostileFault("begin", answer.text) }
    }

    /// Makes, changes, reads and deletes to-dos, and compares the answers with these actions.
    mutating func act(_ random: inout SplitMix64, step: String) async throws {
        let known = titles.keys.sorted { $0.description < $1.description }
        if known.count < Self.most, known.isEmpty || random.oneIn(2) {
            try await create(step)
        } else if random.oneIn(4) {
            try await delete(random.pick(known), step)
        } else {
            try await change(random.pick(known), step)
        }
        try await sync(step)
        if random.oneIn(5) { try await check(step: step) }
    }

    private mutating func create(_ step: String) async throws {
        number += 1
        let (id, title) = (uuid(900_000 + number), "Errand \(number)")
        try await expect(.post, "todos", #"{"id":"\#(id)","title":"\#(title)"}"#, .created, step)
        titles[id] = title
    }

    private mutating func change(_ id: UUID, _ step: String) async throws {
        number += 1
        let title = "Errand \(number)"
        let answer = try await expect(.patch, "todos/\(id)", #"{"title":"\#(title)"}"#, .ok, step)
        guard answer.text("title") == title else { throw HostileFault(step, "honest: changed to \(answer)") }
        titles[id] = title
    }

    private mutating func delete(_ id: UUID, _ step: String) async throws {
        try await expect(.delete, "todos/\(id)", nil, .noContent, step)
        titles[id] = nil
    }

    /// Reads the new changes, as a device does.
    private mutating func sync(_ step: String) async throws {
        var more = true
        while more {
            let body = String(decoding: SyncRequest(device: uuid(7), cursor: cursor).encoded, as: UTF8.self)
            let answer = try await world.call(.post, "/api/v1/sync", body, by: person)
            guard answer.status == .ok, let page = SyncAnswer(answer.bytes) else {
                throw HostileFault(step, "honest: sync: \(answer.status) \(answer.text)")
            }
            for change in page.changes { replica[change.id] = change }
            if page.mustReset { replica = [:] }
            (cursor, more) = (page.cursor, page.hasMore)
        }
    }

    /// Checks that the list, the replica and each to-do match the person's actions.
    func check(step: String) async throws {
        let page = try await expect(.get, "todos?limit=100", nil, .ok, step)
        guard page.titles.sorted() == titles.values.sorted() else {
            throw HostileFault(step, "honest: the list is \(page.titles.sorted()), not \(titles.values.sorted())")
        }
        let kept = replica.values.filter { $0.isAlive && $0.kind == .todo }.map {
            $0[Todo.Field.title]?.stringValue ?? ""
        }
        guard kept.sorted() == titles.values.sorted() else {
            throw HostileFault(step, "honest: the replica is \(kept.sorted()), not \(titles.values.sorted())")
        }
        if let (id, title) = titles.first {
            let todo = try await expect(.get, "todos/\(id)", nil, .ok, step)
            guard todo.text("title") == title else { throw HostileFault(step, "honest: read \(todo)") }
        }
    }

    // MARK: - Reminders

    private static let reminded = "Call the bank"

    /// Sets a reminder after a time span from now.
    mutating func setReminder(in span: Instant.Span) async throws {
        let id = uuid(800_000)
        let due = world.clock.now.advanced(by: span).rfc3339
        let body = #"{"id":"\#(id)","title":"\#(Self.reminded)","reminder":"\#(due)"}"#
        try await expect(.post, "todos", body, .created, "the reminder")
        titles[id] = Self.reminded
        try await sync("the reminder")
    }

    /// Waits until the push service has the reminder. Another scheduler of the same server may have sent it.
    func waitForReminder() async throws {
        while !world.sender.sent.contains(where: { $0.payload.text("title") == Self.reminded }) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The answer to a call, which must have this status.
    @discardableResult
    private func expect(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String?,
        _ status: HTTPResponse.Status,
        _ step: String
    ) async throws -> JSON {
        let answer = try await world.call(method, "/api/v1/\(path)", body, by: person)
        guard answer.status == status else {
            throw HostileFault(step, "honest: \(method) \(path): \(answer.status) \(answer.text)")
        }
        return answer.bytes.isEmpty ? .null : try answer.json
    }
}
