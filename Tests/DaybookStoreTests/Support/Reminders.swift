import DaybookCore
import DaybookStore

/// A to-do with a reminder some milliseconds after the tests' beginning, set at its stamp.
func reminding(
    _ number: UInt64,
    due: Int64?,
    at milliseconds: Int64 = 0,
    done: Bool? = nil,
    title: String? = "Call the bank"
) -> Record {
    let stamp = stamp(milliseconds)
    var fields = [Record.Field(Todo.Field.reminder, .optional(due.map { moment($0) }), stamp)]
    if let title { fields.append(Record.Field(Todo.Field.title, .string(title), stamp)) }
    if let done { fields.append(Record.Field(Todo.Field.done, .bool(done), stamp)) }
    return Record(kind: .todo, id: uuid(number), fields: fields)
}

/// A change of one field of a to-do.
func setting(_ field: String, _ value: JSON, of number: UInt64, at milliseconds: Int64) -> Record {
    Record(kind: .todo, id: uuid(number), fields: [Record.Field(field, value, stamp(milliseconds))])
}

func deletion(of number: UInt64, at milliseconds: Int64) -> Record {
    Record(kind: .todo, id: uuid(number), deleted: stamp(milliseconds))
}

func subscription(_ number: UInt64) -> ReminderSubscription {
    ReminderSubscription(
        endpoint: "https://push.example.net/\(number)",
        publicKey: [4] + Array(repeating: UInt8(truncatingIfNeeded: number), count: 64),
        secret: Array(repeating: UInt8(truncatingIfNeeded: number), count: 16)
    )
}

/// The duration of the tests' claims.
let lease = Instant.Span.seconds(60)

extension Storage {
    /// Adds an account with a session for each of these numbers. All of them take pushes.
    func add(_ number: UInt64, pushingTo sessions: UInt64...) async throws -> StoredAccount {
        let new = person(number)
        try await createAccount(new, session: newSession(sessions.first ?? number, of: new))
        for session in sessions.dropFirst() { try await createSession(newSession(session, of: new)) }
        for session in sessions { try await subscribe(session, of: new) }
        return new
    }

    /// Reports that a session takes pushes.
    func subscribe(_ session: UInt64, of account: StoredAccount, at milliseconds: Int64 = 0) async throws {
        let device = ReminderDevice(
            session: SessionID(uuid(session)),
            permission: .granted,
            subscription: subscription(session),
            changedAt: moment(milliseconds)
        )
        try await setReminderDevice(device, of: account.id)
    }

    /// Claims the deliveries that are due some milliseconds after the tests' beginning.
    func claim(at milliseconds: Int64, limit: Int = 100, reserved: Int = 0) async throws -> [ClaimedDelivery] {
        try await claimDeliveries(at: moment(milliseconds), limit: limit, reserved: reserved, lease: lease).deliveries
    }

    /// The moment of the next delivery, in milliseconds after the tests' beginning.
    func next() async throws -> Int64? {
        try await nextDelivery().map { $0.milliseconds - moment().milliseconds }
    }

    /// The deliveries of an account, the oldest first, as `todo>session state`.
    func record(of account: StoredAccount) async throws -> [String] {
        try await deliveries(of: account.id, limit: 1_000).reversed().map { delivery in
            let reason = delivery.reason.map { " \($0.rawValue)" } ?? ""
            let late = delivery.isLate ? " late" : ""
            return
                "\(number(delivery.todo))>\(number(delivery.session.uuid)) \(delivery.state.rawValue)\(reason)\(late)"
        }
    }
}

/// The number from which `uuid` made an id.
func number(_ id: UUID) -> UInt64 { id.low & 0xFFFF_FFFF }
