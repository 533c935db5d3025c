import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage counts attempts")
struct AttemptContractTests {
    @Test("[A8] the free ones go on, the next one waits and is not counted", arguments: StorageKind.allCases)
    func free(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            for _ in 1...3 { try await storage.expectCounted(tries(at: 1)) }
            try await storage.expectBlocked(tries(at: 1), 60_000)
            try await storage.expectBlocked(tries(at: 1), 59_000, at: moment(1_000))
            // The wait is over: one attempt is allowed, then the wait is twice as long.
            try await storage.expectCounted(tries(at: 1), at: moment(60_000))
            try await storage.expectBlocked(tries(at: 1), 120_000, at: moment(60_000))
        }
    }

    @Test("[A8] an attempt is counted under all of its keys or under none", arguments: StorageKind.allCases)
    func allOrNone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            for _ in 1...3 { try await storage.expectCounted(tries(at: 1)) }
            // Blocked at its place, so the address, which has six free attempts, is not charged.
            for _ in 1...9 { try await storage.expectBlocked(tries(at: 1), 60_000) }
            for _ in 1...3 { try await storage.expectCounted(tries(at: 2)) }
            try await storage.expectBlocked(tries(at: 3), 1_000)
        }
    }

    @Test("[A8] many attempts at once cannot exceed the free ones", arguments: StorageKind.allCases)
    func atOnce(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<60 {
                    group.addTask {
                        if case .counted = try await storage.beginAttempt(tries(at: 1), at: moment()) { return true }
                        return false
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(counted == 3)
        }
    }

    @Test("[A8] a success clears its place and gives one back elsewhere", arguments: StorageKind.allCases)
    func success(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            for _ in 1...2 { try await storage.expectCounted(tries(at: 1)) }
            let right = try #require(try await storage.counted(tries(at: 1)))
            try await storage.recordSuccess(right.succeeded(at: moment()))
            // Two failed attempts are left at the address, which has six free ones.
            for _ in 1...3 { try await storage.expectCounted(tries(at: 1)) }
            try await storage.expectBlocked(tries(at: 1), 60_000)
            try await storage.expectCounted(tries(at: 2))
            try await storage.expectBlocked(tries(at: 2), 1_000)
        }
    }

    @Test("[A8] a stranger cannot lock a person out of a place they know", arguments: StorageKind.allCases)
    func strangers(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let login: UInt8 = 250
            let home = try #require(try await storage.counted(tries(at: 1, login: login)))
            try await storage.recordSuccess(home.succeeded(at: moment()))
            for place: UInt8 in 2...3 {
                for _ in 1...3 { try await storage.expectCounted(elsewhere(place, login: login)) }
            }
            // Strangers' attempts at this login have to wait now, from every new place…
            try await storage.expectBlocked(elsewhere(4, login: login), 1_000)
            // …but not the person's attempts at home.
            try await storage.expectCounted(tries(at: 1, login: login))
        }
    }

    /// An attempt from another address.
    private func elsewhere(_ place: UInt8, login: UInt8) -> Attempt {
        var attempt = tries(at: place, login: login)
        attempt.always = []
        return attempt
    }

    @Test("[A8] a known device counts alone, one that is made up counts for nothing", arguments: StorageKind.allCases)
    func devices(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let first = try #require(try await storage.counted(tries(at: 1)))
            try await storage.recordSuccess(
                first.succeeded(at: moment(), places: [.init(key(100), .place)])
            )
            // A stranger's attempts count at the address, with any cookie.
            for device: UInt8 in 101...103 { try await storage.expectCounted(tries(at: 1, device: device)) }
            try await storage.expectBlocked(tries(at: 1, device: 104), 60_000)
            // In another place, the person's own device is counted and limited too.
            for _ in 1...3 { try await storage.expectCounted(tries(at: 1, device: 100)) }
            try await storage.expectBlocked(tries(at: 1, device: 100), 60_000)
            let later = moment().advanced(by: .days(91))
            let attempt = try #require(try await storage.counted(tries(at: 5, device: 100), at: later))
            #expect(attempt.place.key == key(5))
        }
    }

    @Test(
        "[A8] a wait that begins is told once an hour, and not when it was the right one",
        arguments: StorageKind.allCases
    )
    func told(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            func kinds() async throws -> [ActivityKind] {
                try await storage.activity(of: asha.id, limit: 9).map(\.kind)
            }
            for _ in 1...2 { try await storage.expectCounted(tries(at: 1, account: asha.id)) }
            let right = try #require(try await storage.counted(tries(at: 1, account: asha.id)))
            try await storage.recordSuccess(right.succeeded(at: moment()))
            #expect(try await kinds() == [.signedUp])
            for _ in 1...3 { try await storage.expectCounted(tries(at: 1, account: asha.id)) }
            let blocked = ActivityEntry(.signInBlocked, at: moment(), device: "Firefox on Windows")
            #expect(try await storage.activity(of: asha.id, limit: 1) == [blocked])
            for minute: Int64 in [1, 59] {
                try await storage.expectCounted(tries(at: 1, account: asha.id), at: moment(minute * 60_000))
            }
            #expect(try await kinds() == [.signInBlocked, .signedUp])
            try await storage.expectCounted(tries(at: 1, account: asha.id), at: moment(65 * 60_000))
            #expect(try await kinds() == [.signInBlocked, .signInBlocked, .signedUp])
        }
    }

    @Test("[A8] a try at an account that is not there is counted as any other", arguments: StorageKind.allCases)
    func nobody(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            for _ in 1...3 { try await storage.expectCounted(tries(at: 1, account: AccountID(uuid(99)))) }
            try await storage.expectBlocked(tries(at: 1, account: AccountID(uuid(99))), 60_000)
        }
    }

    @Test(
        "[A8] signing up, in and changing the password record the success of the attempt in the same step",
        arguments: StorageKind.allCases
    )
    func recorded(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = person(1)
            let here = Attempt.Counter(key(1), .place)
            try await storage.createAccount(
                asha,
                session: newSession(1, of: asha),
                replacing: nil,
                attempt: AttemptSuccess(attempt: nil, at: moment(), places: [here])
            )
            let first = try #require(try await storage.counted(tries(at: 1)))
            #expect(first.others.map(\.key) == [key(200)], "a known place does not count for strangers")
            try await storage.expectCounted(tries(at: 1))
            try await storage.createSession(
                newSession(2, of: asha),
                replacing: nil,
                attempt: first.succeeded(at: moment())
            )
            for _ in 1...2 { try await storage.expectCounted(tries(at: 1)) }
            let last = try #require(try await storage.counted(tries(at: 1)))
            try await storage.expectBlocked(tries(at: 1), 60_000)
            var change = PasswordContractTests.change(from: asha.passwordHash, session: 1)
            change.attempt = last.succeeded(at: moment())
            #expect(try await storage.changePassword(of: asha.id, change))
            try await storage.expectCounted(tries(at: 1))
        }
    }

    @Test("tallies without effect go, and beyond a number the least useful ones", arguments: StorageKind.allCases)
    func pruned(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            func at(_ place: UInt8) -> Attempt { Attempt(place: .init(key(place), .place)) }
            let known = try #require(try await storage.counted(at(1)))
            try await storage.recordSuccess(known.succeeded(at: moment()))
            for _ in 1...3 { try await storage.expectCounted(at(2)) }
            for place: UInt8 in 3...50 { try await storage.expectCounted(at(place)) }
            // Many strangers' keys remove neither a tally with a wait nor a known place.
            try await storage.pruneAttempts(at: moment(1), keeping: 2)
            try await storage.expectBlocked(at(2), 60_000)
            for _ in 1...3 { try await storage.expectCounted(at(50)) }
            // A day later only the known place still has an effect.
            let later = moment().advanced(by: .days(1))
            try await storage.pruneAttempts(at: later, keeping: 100)
            var probe = at(60)
            probe.device = .init(key(1), .place)
            #expect(try await storage.counted(probe, at: later)?.place.key == key(1))
            for _ in 1...3 { try await storage.expectCounted(at(2), at: moment(2)) }
        }
    }
}

extension Storage {
    fileprivate func counted(_ attempt: Attempt, at now: Instant = moment()) async throws -> CountedAttempt? {
        guard case .counted(let counted) = try await beginAttempt(attempt, at: now) else { return nil }
        return counted
    }

    fileprivate func expectCounted(
        _ attempt: Attempt,
        at now: Instant = moment(),
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await counted(attempt, at: now) != nil, sourceLocation: location)
    }

    fileprivate func expectBlocked(
        _ attempt: Attempt,
        _ milliseconds: Int64,
        at now: Instant = moment(),
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await beginAttempt(attempt, at: now)
        #expect(answer == .blocked(milliseconds: milliseconds), sourceLocation: location)
    }
}
