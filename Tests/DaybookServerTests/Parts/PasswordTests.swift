import DaybookCore
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
        #expect(try await !hasher.check("", against: text))
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

    @Test("costs are within bounds")
    func costs() {
        #expect(ScryptCost(log2N: 0) == nil && ScryptCost(log2N: 21) == nil && ScryptCost(log2N: 17, r: 0) == nil)
        #expect(ScryptCost.standard == ScryptCost(log2N: 17, r: 8, p: 1))
    }

    @Test("who finds the queue full is told to come back")
    func queue() async throws {
        let hasher = PasswordHasher(cost: try #require(ScryptCost(log2N: 12)), threads: 1)
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        try await hasher.checkNothing("x")
                        return false
                    } catch let problem as Problem {
                        #expect(problem.status == .tooManyRequests && problem.headers[.retryAfter] == "5")
                        return true
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused > 0 && refused <= 36)
    }

    @Test("wrong passwords are counted for a pair of login and address, and in all for a login")
    func limit() throws {
        let limit = FailureLimit()
        let now = Instant(milliseconds: 1_000_000)
        let here = FailureLimit.keys(login: "a", peer: "1.1.1.1")
        for _ in 0..<10 {
            try limit.check(here, now: now)
            limit.failed(here, now: now)
        }
        #expect(throws: Problem.self) { try limit.check(here, now: now) }
        // From elsewhere the person still gets in, until very many tries came from very many places.
        for place in 0..<9 {
            let keys = FailureLimit.keys(login: "a", peer: "2.2.2.\(place)")
            for _ in 0..<10 {
                try limit.check(keys, now: now)
                limit.failed(keys, now: now)
            }
        }
        #expect(throws: Problem.self) { try limit.check(FailureLimit.keys(login: "a", peer: "3.3.3.3"), now: now) }
        try limit.check(FailureLimit.keys(login: "b", peer: "1.1.1.1"), now: now)
        try limit.check(here, now: now.advanced(by: .minutes(15)))
    }
}
