import DaybookCore
import DaybookStore
import HTTPTypes
import Logging
import TestSupport

@testable import DaybookServer

/// A server, an honest account and a few hostile ones.
final class HostileWorld {
    let world: World
    let largest: Int
    private let budgets: Budgets
    var random: SplitMix64
    var honest: HonestPerson
    var hostile: [Person]
    /// Counts names, so that each is new.
    var made = 0
    /// The last number that a sign-up used.
    var people: Int
    private var step = 0

    static func with(
        seed: UInt64,
        budgets: Budgets,
        largest: Int,
        _ test: @Sendable (HostileWorld) async throws -> Void
    ) async throws {
        let meter = BudgetMeter()
        let path = try TestFolders.make()
        defer { TestFolders.remove(path) }
        let storage = try Storages.sqlite(path: path + "/daybook.sqlite", budgets: budgets, meter: meter)
        try await World.with(
            storage: storage,
            configure: {
                $0.budgets = budgets
                $0.meter = meter
                $0.signUpsPerHour = .max
            }
        ) { world in
            try await test(try await HostileWorld(world, SplitMix64(seed: seed), budgets, largest: largest))
        }
    }

    private init(_ world: World, _ random: SplitMix64, _ budgets: Budgets, largest: Int) async throws {
        self.world = world
        self.budgets = budgets
        self.random = random
        self.largest = largest
        honest = try await HonestPerson(in: world)
        hostile = []
        people = 1
        for _ in 0..<3 { try await addHostile() }
    }

    /// Signs another hostile person up, who takes pushes.
    func addHostile() async throws {
        people += 1
        let person = try await world.signUp(people)
        let body = ReminderRouteTests.device(UInt64(people))
        _ = try await world.call(.put, "/api/v1/reminders/device", body, by: person)
        hostile.append(person)
    }

    var now: Instant { world.clock.now }

    // MARK: - Steps

    /// Makes hostile calls, some of them at once, and honest calls between them.
    func live(steps: Int) async throws {
        while step < steps {
            step += 1
            world.clock.advance(.milliseconds(random.int64(1...2_000)))
            let moves = random.array(1...4) { _ in 0 }.count
            var calls: [HostileCall] = []
            for _ in 0..<moves { calls.append(try await nextCall()) }
            try await make(calls)
            try await honest.act(&random, step: "step \(step)")
        }
    }

    /// Makes calls at once. An answer may refuse; it may not be a server error.
    private func make(_ calls: [HostileCall]) async throws {
        let (world, step) = (world, step)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for call in calls {
                group.addTask {
                    let answer = try await world.call(
                        call.method,
                        call.path,
                        bytes: call.body,
                        by: call.person,
                        headers: call.headers
                    )
                    if let fault = Self.fault(of: answer) { throw HostileFault("step \(step), \(call)", fault) }
                }
            }
            try await group.waitForAll()
        }
    }

    /// The fault of an answer to a client that asks for too much: "full" and "busy" are allowed, a failure is not.
    static func fault(of answer: Answer) -> String? {
        let code = answer.status.code
        if code == 503 || code == 429 {
            return answer.headers[.retryAfter] == nil ? "\(code) without Retry-After: \(answer.text)" : nil
        }
        if code >= 500, code != 507 { return "\(code) \(answer.text)" }
        guard code >= 400 else { return nil }
        let isProblem = answer.headers[.contentType] == "application/problem+json"
        return isProblem ? nil : "\(code) without a problem document: \(answer.text)"
    }

    // MARK: - Background work

    /// Sends what is due, and runs the garbage collection after a month, and after the lifetime of tombstones.
    func workInBackground() async throws {
        try await honest.setReminder(in: .minutes(10))
        world.clock.advance(.minutes(10))
        try await sendDue()
        try await honest.waitForReminder()
        for days in [31, 91] {
            world.clock.advance(.days(Int64(days)))
            _ = try await world.storage.collectGarbage(at: now)
            try await world.storage.pruneAttempts(at: now, keeping: AttemptLimits.tallies)
            try await sendDue()
            try await honest.act(&random, step: "\(days) days later")
        }
    }

    /// Looks until nothing is due. Throws when something due cannot be claimed.
    private func sendDue() async throws {
        let scheduler = ReminderScheduler(
            storage: world.storage,
            sender: world.sender,
            metrics: ReminderMetrics(),
            now: { [clock = world.clock] in clock.now },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        while true {
            // A look that fails is logged without an error, so the test asks the storage itself.
            guard let next = try await world.storage.nextDelivery(), next <= now else { return }
            let look = await scheduler.look()
            for delivery in look.deliveries { await scheduler.send(delivery) }
            if look.deliveries.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    // MARK: - The end

    /// Each person must be able to read all of their own data.
    func readEverything() async throws {
        try await honest.check(step: "at the end")
        for person in hostile + [honest.person] {
            for path in ["account/activity", "sessions", "reminders/devices", "reminders/deliveries", "account/export"]
            {
                try await read("/api/v1/\(path)", by: person)
            }
            for list in ["todos?limit=100", "todos?q=a&limit=10", "notes?limit=100", "trash"] {
                try await readPages("/api/v1/\(list)", by: person)
            }
            let records = try await records(of: person)
            try check(records, of: person)
            for record in records.prefix(30) where record.kind == .todo || record.kind == .note {
                try await read("/api/v1/history/\(record.kind.name)/\(record.id)", by: person)
            }
        }
    }

    /// No record or account has exceeded its budget. A storage may count a record's bytes differently from how sync
    /// writes them.
    private func check(_ records: [Record], of person: Person) throws {
        guard records.count <= budgets[.accountRecords] + 10 else {
            throw HostileFault("budgets", "person \(person.number) has \(records.count) records")
        }
        for record in records {
            var bytes: [UInt8] = []
            record.write(to: &bytes)
            guard record.fields.count <= budgets[.recordFields], bytes.count <= 2 * budgets[.recordBytes] else {
                throw HostileFault(
                    "budgets",
                    "\(record.kind.name) of person \(person.number): \(record.fields.count) fields, \(bytes.count) bytes"
                )
            }
        }
    }

    /// Each person must be able to delete all of their own data, and then it is gone.
    func deleteEverything() async throws {
        for person in hostile + [honest.person] {
            let records = try await records(of: person)
            world.clock.advance(.seconds(1))
            for start in stride(from: 0, to: records.count, by: 500) {
                let stamp = Stamp(wall: now, counter: 9, device: 77)
                let some = records[start..<min(start + 500, records.count)]
                let changes = some.map { Record(kind: $0.kind, id: $0.id, deleted: stamp) }
                let answer = try await world.sync(changes, device: 4_242, by: person)
                guard answer.rejected.isEmpty else {
                    throw HostileFault("deleting", "person \(person.number): \(answer.rejected)")
                }
            }
            let alive = try await self.records(of: person).filter(\.isAlive)
            guard alive.isEmpty else { throw HostileFault("deleting", "\(alive.count) records are left") }
        }
    }

    private func read(_ path: String, by person: Person) async throws {
        let answer = try await world.call(.get, path, by: person)
        guard answer.status == .ok else {
            throw HostileFault("reading", "person \(person.number): \(path): \(answer.status) \(answer.text)")
        }
    }

    private func readPages(_ path: String, by person: Person) async throws {
        var next: String? = ""
        while let after = next {
            let address = after.isEmpty ? path : path + (path.contains("?") ? "&" : "?") + "after=\(after)"
            let answer = try await world.call(.get, address, by: person)
            guard answer.status == .ok else {
                throw HostileFault("reading", "person \(person.number): \(address): \(answer.status) \(answer.text)")
            }
            next = try answer.json["next"]?.stringValue
        }
    }

    /// All records of a person, as a device reads them from the beginning.
    private func records(of person: Person) async throws -> [Record] {
        var (cursor, records, more) = (Int64(0), [Record](), true)
        made += 1
        while more {
            let request = SyncRequest(device: uuid(50_000 + UInt64(made)), cursor: cursor)
            let answer = try await world.call(.post, "/api/v1/sync", bytes: request.encoded, by: person)
            guard answer.status == .ok, let page = SyncAnswer(answer.bytes), !page.mustReset else {
                throw HostileFault("reading", "person \(person.number): sync: \(answer.status) \(answer.text)")
            }
            records += page.changes
            (cursor, more) = (page.cursor, page.hasMore)
        }
        return records
    }
}
