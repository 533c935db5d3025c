import DaybookCore

@testable import DaybookStore

/// A moment some milliseconds after the tests' beginning.
func moment(_ milliseconds: Int64 = 0) -> Instant { Instant(milliseconds: 1_763_700_000_000 + milliseconds) }

func uuid(_ number: UInt64) -> UUID { UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | number) }

func stamp(_ milliseconds: Int64, device: UInt64 = 1) -> Stamp {
    Stamp(wall: moment(milliseconds), counter: 0, device: device)
}

func person(_ number: UInt64, email: String? = nil, mobile: String? = nil) -> StoredAccount {
    StoredAccount(
        id: AccountID(uuid(number)),
        name: "Person",
        mobile: mobile ?? "90000\(10_000 + number)",
        email: email ?? "person\(number)@example.com",
        passwordHash: "hash \(number)",
        createdAt: moment()
    )
}

func newSession(_ number: UInt64, of account: StoredAccount, used: Int64 = 0, device: String? = nil) -> NewSession {
    NewSession(
        session: StoredSession(
            id: SessionID(uuid(number)),
            account: account.id,
            device: device,
            createdAt: moment(),
            lastUsedAt: moment(used)
        ),
        token: token(number)
    )
}

func occasion(_ milliseconds: Int64 = 0, device: String? = nil) -> Occasion {
    Occasion(at: moment(milliseconds), device: device)
}

func token(_ number: UInt64) -> TokenHash {
    TokenHash(bytes: (0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ UInt64($0)) })
}

func todo(_ number: UInt64, title: String = "Buy milk", at milliseconds: Int64 = 0, device: UInt64 = 1) -> Record {
    Record(
        kind: .todo,
        id: uuid(number),
        fields: [Record.Field("title", .string(title), stamp(milliseconds, device: device))]
    )
}

func key(_ number: UInt8) -> AttemptKey { AttemptKey(bytes: Array(repeating: number, count: 32)) }

extension AttemptPolicy {
    /// Three free attempts, then a wait of a minute, doubling up to five minutes; forgotten after a day without an
    /// attempt.
    static let place = AttemptPolicy(
        free: 3,
        firstWait: .minutes(1),
        longestWait: .minutes(5),
        memory: .sinceLast(.days(1))
    )
    /// Six free attempts an hour, then a wait of a second, doubling up to a minute.
    static let address = AttemptPolicy(
        free: 6,
        firstWait: .seconds(1),
        longestWait: .minutes(1),
        memory: .sinceFirst(.hours(1))
    )
}

/// An attempt at a password from the place of a number, at the address 200, for its own login or another.
func tries(
    at place: UInt8,
    login: UInt8? = nil,
    device: UInt8? = nil,
    account: AccountID? = nil
) -> Attempt {
    Attempt(
        place: .init(key(place), .place),
        device: device.map { .init(key($0), .place) },
        whenStrange: [.init(key(login ?? 200 + place), .address)],
        always: [.init(key(200), .address)],
        account: account,
        deviceName: "Firefox on Windows"
    )
}

extension Storage {
    /// Adds an account, signed in.
    @discardableResult
    func add(_ number: UInt64) async throws -> StoredAccount {
        let new = person(number)
        try await createAccount(new, session: newSession(number, of: new))
        return new
    }

    /// Merges changes without any rule.
    @discardableResult
    func push(
        _ changes: Record...,
        to account: StoredAccount,
        at moment: Instant = moment()
    ) async throws -> [Outcome<[Violation]>] {
        try await apply(changes, to: account.id, at: moment) { _, _ in [] }
    }

    /// All changes after a cursor.
    func pull(_ account: StoredAccount, after cursor: Int64 = 0) async throws -> ChangePage {
        try await changes(of: account.id, after: cursor, limit: .sync)
    }
}
