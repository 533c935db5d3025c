import DaybookCore
import DaybookScrypt
import Testing

@testable import DaybookServer

@Suite("Passwords")
struct PasswordTests {
    /// RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", N = 16384, r = 8, p = 1), the first 32 bytes.
    static let vector = "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI"

    @Test("[A12] a stored hash is scrypt as RFC 7914 has it, and its text is pinned")
    func vector() throws {
        let hash = try #require(PasswordHash(Self.vector))
        #expect(hash.description == Self.vector)
        #expect(hash.cost == ScryptCost(log2N: 14))
        #expect(try hash.matches("pleaseletmein"))
        #expect(try !hash.matches("pleaseletmeim"))
        #expect(try !hash.matches(""))
    }

    @Test(
        "texts that are no hash open nothing",
        arguments: [
            "", "$", "hash", "$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA", "$scrypt$ln=14,r=8$AAAA$AAAA",
            "$scrypt$ln=99,r=8,p=1$AAAA$AAAA",
            "$scrypt$ln=14,r=8,p=1$AAAA$AAAA", "$scrypt$ln=14,r=8,p=1$AAAA", "$scrypt$ln=x,r=8,p=1$AAAA$AAAA",
        ]
    )
    func noHash(_ text: String) async throws {
        #expect(PasswordHash(text) == nil)
        let hasher = PasswordHasher(cost: try #require(ScryptCost(log2N: 1)), threads: 1)
        #expect(try await !hasher.queued(for: "") { try await $0.check("", against: text) })
    }

    @Test("the same characters, composed or not, are the same password")
    func composed() throws {
        let hash = try PasswordHash(password: "caf\u{E9} \u{FB01}", cost: try #require(ScryptCost(log2N: 1)))
        #expect(try hash.matches("cafe\u{301} fi"))
    }

    @Test("two hashes of one password differ")
    func salted() throws {
        let cost = try #require(ScryptCost(log2N: 1))
        #expect(try PasswordHash(password: "x", cost: cost) != PasswordHash(password: "x", cost: cost))
    }

    @Test("[A8] a wrong password takes as much work against an older, cheaper hash as against a new one")
    func steps() throws {
        func work(_ cost: ScryptCost) -> Int { (1 << cost.log2N) * cost.r * cost.p }
        let new = ScryptCost.server
        for log2N in 1...20 {
            let old = try #require(ScryptCost(log2N: log2N))
            #expect(old.steps(to: new).map(work).reduce(work(old), +) == max(work(old), work(new)))
        }
    }

    @Test("costs are within bounds")
    func costs() {
        #expect(ScryptCost(log2N: 0) == nil && ScryptCost(log2N: 21) == nil && ScryptCost(log2N: 17, r: 0) == nil)
        #expect(ScryptCost.server == ScryptCost(log2N: 17, r: 8, p: 1))
    }

    @Test("[A12] addresses take turns at the threads: one password of somebody else's waits for one of a flood")
    func turns() async throws {
        let hasher = PasswordHasher(cost: try #require(ScryptCost(log2N: 1)), threads: 1)
        let (order, write) = AsyncStream<String>.makeStream()
        let (opened, open) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (held, hold) = AsyncStream<Void>.makeStream()
            group.addTask {
                try await hasher.turns.inside("holds the thread") {
                    hold.yield()
                    for await _ in opened { break }
                }
            }
            for await _ in held { break }
            for (number, address) in ["flood", "flood", "flood", "other"].enumerated() {
                group.addTask { try await hasher.inTurn(address) { _ = write.yield(address) } }
                while hasher.turns.waitingCount <= number { await Task.yield() }
            }
            open.yield()
            try await group.waitForAll()
        }
        write.finish()
        #expect(await order.reduce(into: []) { $0.append($1) } == ["flood", "other", "flood", "flood"])
    }

    @Test("[A12] one address gets three quarters of the queue, and all together no more than there is")
    func queue() async throws {
        let hasher = PasswordHasher(cost: try #require(ScryptCost(log2N: 1)), threads: 1)
        let gate = Gate()
        /// How many of a hundred calls find a place at once.
        func admitted(_ address: @escaping @Sendable (Int) -> String) async throws -> Int {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        do {
                            try await hasher.queued(for: address(number)) { _ in await gate.wait() }
                            return true
                        } catch let problem as Problem {
                            #expect(problem.status == .tooManyRequests && problem.headers[.retryAfter] == "5")
                            await gate.refused()
                            return false
                        }
                    }
                }
                await gate.open(after: 100)
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(try await admitted { _ in "192.0.2.1" } == 48)
        #expect(try await admitted { "192.0.2.\($0 % 5)" } == 64)
        #expect(try await admitted { "192.0.2.\($0)" } == 64)
        // Every place is free again.
        #expect(try await admitted { _ in "192.0.2.1" } == 48)
    }
}

/// Holds the calls that found a place until all calls have tried.
private actor Gate {
    private var arrived = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        arrived += 1
        await withCheckedContinuation { waiting.append($0) }
    }

    func refused() { arrived += 1 }

    func open(after count: Int) async {
        while arrived < count { await Task.yield() }
        arrived = 0
        for one in waiting { one.resume() }
        waiting = []
    }
}
