import DaybookCore
import DaybookPush
import DaybookStore
import Foundation
import Hummingbird
import Logging
import Testing

@testable import DaybookServer

/// Schedulers over one storage, with a clock that only tests move, and a push service that keeps its messages.
struct SchedulerWorld: Sendable {
    let storage: any Storage
    let clock = StoppedClock()
    let sender = RecordingSender()
    let metrics = ReminderMetrics()
    let scheduler: ReminderScheduler

    init(
        storage: (any Storage)? = nil,
        lifetime: SessionLifetime = SessionLifetime(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) throws {
        let storage = try storage ?? Storages.temporary()
        self.storage = storage
        scheduler = Self.scheduler(storage, sender, clock, metrics, lifetime, logger)
    }

    /// Another process on the same database.
    func another(on storage: (any Storage)? = nil) -> ReminderScheduler {
        Self.scheduler(storage ?? self.storage, sender, clock, metrics, SessionLifetime())
    }

    private static func scheduler(
        _ storage: any Storage,
        _ sender: RecordingSender,
        _ clock: StoppedClock,
        _ metrics: ReminderMetrics,
        _ lifetime: SessionLifetime,
        _ logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) -> ReminderScheduler {
        ReminderScheduler(
            storage: storage,
            sender: sender,
            lifetime: lifetime,
            // Exactly the time that the push service asks for, so that tests know the moment.
            backoff: PushBackoff(first: .zero, longest: .zero),
            metrics: metrics,
            now: { clock.now },
            logger: logger
        )
    }

    /// Adds an account with sessions that take pushes.
    func person(_ number: UInt64, _ sessions: UInt64...) async throws -> AccountID {
        let account = StoredAccount(
            id: AccountID(uuid(number)),
            name: "Asha Rao",
            mobile: Person.mobile(Int(number)),
            email: Person.email(Int(number)),
            passwordHash: "hash",
            createdAt: clock.now
        )
        let devices = sessions.isEmpty ? [number] : sessions
        for (index, session) in devices.enumerated() {
            let stored = StoredSession(
                id: SessionID(uuid(session)),
                account: account.id,
                device: "Device \(session)",
                createdAt: clock.now,
                lastUsedAt: clock.now
            )
            let new = NewSession(session: stored, token: SessionToken.random().hash)
            if index == 0 {
                try await storage.createAccount(account, session: new)
            } else {
                try await storage.createSession(new)
            }
            try await storage.setReminderDevice(
                ReminderDevice(
                    session: stored.id,
                    permission: .granted,
                    subscription: try Self.subscription(session),
                    changedAt: clock.now
                ),
                of: account.id
            )
        }
        return account.id
    }

    /// The subscription of a session, with the keys of RFC 8291's example.
    static func subscription(_ number: UInt64) throws -> ReminderSubscription {
        ReminderSubscription(
            try PushSubscription(endpoint: endpoint(number), p256dh: exampleKey, auth: "BTBZMqHH6r4Tts7J_aSIgg")
        )
    }

    static func endpoint(_ number: UInt64) -> String { "https://push.example.net/\(number)" }
    static let exampleKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

    /// Sets a to-do's reminder some milliseconds from now.
    func remind(
        _ number: UInt64,
        in milliseconds: Int64,
        title: String = "Call the bank",
        detail: String? = nil,
        of account: AccountID
    ) async throws {
        let now = clock.now
        var fields = [
            Record.Field("title", .string(title), stamp(at: now)),
            Record.Field("reminder", .integer(now.milliseconds + milliseconds), stamp(at: now)),
        ]
        if let detail { fields.append(Record.Field("detail", .string(detail), stamp(at: now))) }
        try await push(Record(kind: .todo, id: uuid(number), fields: fields), of: account)
    }

    /// Marks a to-do as done or open.
    func mark(_ number: UInt64, done: Bool, of account: AccountID) async throws {
        let field = Record.Field("done", .bool(done), stamp(at: clock.now))
        try await push(Record(kind: .todo, id: uuid(number), fields: [field]), of: account)
    }

    func push(_ record: Record, of account: AccountID) async throws {
        _ = try await storage.apply([record], to: account, at: clock.now) { _, _ in [] }
    }

    func stamp(at moment: Instant) -> Stamp { Stamp(wall: moment, counter: 0, device: 1) }

    /// Sends everything that is due now, by one scheduler.
    func sendDue(_ scheduler: ReminderScheduler? = nil) async {
        let scheduler = scheduler ?? self.scheduler
        while await sendFound(scheduler) {}
    }

    /// Sends the deliveries of repeated looks until a look finds none. Returns whether there were any.
    private func sendFound(_ scheduler: ReminderScheduler) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            while true {
                let look = await scheduler.look()
                for delivery in look.deliveries { group.addTask { await scheduler.send(delivery) } }
                count += look.deliveries.count
                if look.pause > .zero { return count > 0 }
            }
        }
    }

    /// Moves the clock and sends the deliveries that are due then.
    func advance(_ milliseconds: Int64) async {
        clock.advance(.milliseconds(milliseconds))
        await sendDue()
    }

    /// The titles of the sent messages, in order.
    var titles: [String] { sender.sent.map { $0.payload.text("title") } }

    /// The delivery list, the newest first.
    func record(of account: AccountID) async throws -> [String] {
        try await storage.deliveries(of: account, limit: 100).map { delivery in
            "\(delivery.state.rawValue)\(delivery.reason.map { " \($0.rawValue)" } ?? "")\(delivery.isLate ? " late" : "")"
        }
    }
}
