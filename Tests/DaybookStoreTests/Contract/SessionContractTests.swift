import DaybookCore
import Testing

@testable import DaybookStore

@Suite("Every storage keeps sessions")
struct SessionContractTests {
    @Test(
        "[A12] a session is found by its token's hash alone, with the account's cursor",
        arguments: StorageKind.allCases
    )
    func found(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let phone = newSession(11, of: asha, device: "Asha's phone")
            try await storage.createSession(phone)
            #expect(try await storage.session(token: token(11)) == OpenSession(session: phone.session, cursor: 0))
            try await storage.push(todo(1), to: asha)
            #expect(try await storage.session(token: token(11))?.cursor == 1)
            #expect(try await storage.session(token: token(12)) == nil)
        }
    }

    @Test("[A15] a session knows the limits that its account chose last", arguments: StorageKind.allCases)
    func limits(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha))
            try await storage.createSession(newSession(12, of: ben))
            try await storage.push(Limits.Choice.roomy.record(at: stamp(5)), to: asha)
            #expect(try await storage.session(token: token(11))?.limits == .roomy)
            #expect(try await storage.session(token: token(12))?.limits == nil)
            try await storage.push(Limits.Choice.classic.record(at: stamp(3)), to: asha)
            #expect(try await storage.session(token: token(11))?.limits == .roomy)
            try await storage.push(Limits.Choice.classic.record(at: stamp(9)), to: asha)
            #expect(try await storage.session(token: token(11))?.limits == .classic)
            let key = Limits.Choice.key
            try await storage.push(Record(kind: key.kind, id: key.id, deleted: stamp(12)), to: asha)
            #expect(try await storage.session(token: token(11))?.limits == nil)
        }
    }

    /// A storage in which an account has at most three sessions.
    private func withThreeSessions(_ test: (SQLiteStorage) async throws -> Void) async throws {
        var budgets = Budgets()
        budgets[.accountSessions] = 3
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: budgets)
            try await test(storage)
            await storage.close()
        }
    }

    @Test("an account has so many sessions; a further one ends those that were unused for the longest time")
    func bound() async throws {
        try await withThreeSessions { storage in
            let (asha, ben) = (try await storage.add(1), try await storage.add(2))
            for number: UInt64 in 11...14 {
                try await storage.createSession(newSession(number, of: asha, used: Int64(number)))
            }
            #expect(try await storage.sessions(of: asha.id).map(\.id.uuid) == [uuid(14), uuid(13), uuid(12)])
            #expect(try await storage.session(token: token(11)) == nil)
            #expect(try await storage.sessions(of: ben.id).count == 1)
        }
    }

    @Test("[A12] at the bound, a sign-in that replaces a session ends no other session, and never its own")
    func boundReplaced() async throws {
        try await withThreeSessions { storage in
            let asha = try await storage.add(1)
            for number: UInt64 in 11...12 {
                try await storage.createSession(newSession(number, of: asha, used: Int64(number)))
            }
            try await storage.createSession(newSession(13, of: asha, used: 13), replacing: token(12), attempt: nil)
            #expect(try await storage.sessions(of: asha.id).map(\.id.uuid) == [uuid(13), uuid(11), uuid(1)])
            // The clock was set back, so all other sessions were used later.
            try await storage.createSession(newSession(14, of: asha, used: -5))
            #expect(try await storage.sessions(of: asha.id).map(\.id.uuid) == [uuid(13), uuid(11), uuid(14)])
            #expect(try await storage.session(token: token(14)) != nil)
        }
    }

    @Test("[A14] sessions are listed, last used first, and only one's own", arguments: StorageKind.allCases)
    func listed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha, used: 10))
            try await storage.createSession(newSession(12, of: asha, used: 20))
            #expect(try await storage.sessions(of: asha.id).map(\.id.uuid) == [uuid(12), uuid(11), uuid(1)])
            try await storage.touchSession(SessionID(uuid(1)), of: asha.id, at: moment(30))
            // An account cannot touch another account's session (A11).
            try await storage.touchSession(SessionID(uuid(11)), of: ben.id, at: moment(99))
            let sessions = try await storage.sessions(of: asha.id)
            #expect(sessions.map(\.id.uuid) == [uuid(1), uuid(12), uuid(11)])
            #expect(sessions.map(\.lastUsedAt) == [moment(30), moment(20), moment(10)])
        }
    }

    @Test("[A14] a session's device gets a name, from its own account alone", arguments: StorageKind.allCases)
    func renamed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha, device: "Chrome on Linux"))
            #expect(try await !storage.renameSession(SessionID(uuid(11)), of: ben.id, to: "Ben's"))
            #expect(try await !storage.renameSession(SessionID(uuid(12)), of: asha.id, to: "None"))
            #expect(try await storage.session(token: token(11))?.session.device == "Chrome on Linux")
            #expect(try await storage.renameSession(SessionID(uuid(11)), of: asha.id, to: "Kitchen"))
            #expect(try await storage.session(token: token(11))?.session.device == "Kitchen")
        }
    }

    @Test("[A11] ending a session needs its account", arguments: StorageKind.allCases)
    func ended(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            #expect(try await !storage.deleteSession(SessionID(uuid(1)), of: ben.id, .signedOut(occasion())))
            #expect(try await storage.session(token: token(1)) != nil)
            #expect(try await storage.deleteSession(SessionID(uuid(1)), of: asha.id, .signedOut(occasion())))
            #expect(try await storage.session(token: token(1)) == nil)
            #expect(try await !storage.deleteSession(SessionID(uuid(1)), of: asha.id, .signedOut(occasion())))
        }
    }

    @Test("[A14] all sessions but one end, and only one's own", arguments: StorageKind.allCases)
    func others(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.add(2)
            for number: UInt64 in 11...13 { try await storage.createSession(newSession(number, of: asha)) }
            try await storage.deleteSessions(of: asha.id, but: SessionID(uuid(12)), on: occasion())
            #expect(try await storage.sessions(of: asha.id).map(\.id.uuid) == [uuid(12)])
            #expect(try await storage.session(token: token(2)) != nil)
        }
    }

    @Test("[A12] signing in again ends the session that the browser had before", arguments: StorageKind.allCases)
    func replaced(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha), replacing: token(1), attempt: nil)
            #expect(try await storage.session(token: token(1)) == nil)
            #expect(try await storage.session(token: token(11)) != nil)
            // Asha used this browser last; her activity shows that she was signed out of it.
            let bens = newSession(12, of: ben, device: "Library")
            try await storage.createSession(bens, replacing: token(11), attempt: nil)
            #expect(try await storage.sessions(of: asha.id).isEmpty)
            #expect(
                try await storage.activity(of: asha.id, limit: 9).map(\.kind) == [.signedOut, .signedIn, .signedUp]
            )
            #expect(try await storage.activity(of: ben.id, limit: 9).map(\.kind) == [.signedIn, .signedUp])
            // It is not an error if the session has ended already.
            try await storage.createSession(newSession(13, of: ben), replacing: token(99), attempt: nil)
            #expect(try await storage.sessions(of: ben.id).count == 3)
        }
    }

    @Test(
        "[A1] signing up ends the session that the browser had before, unless the account is refused",
        arguments: StorageKind.allCases
    )
    func replacedBySignUp(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let taken = person(2, email: asha.email)
            await #expect(throws: StorageError.taken([.email])) {
                let session = newSession(2, of: taken)
                try await storage.createAccount(taken, session: session, replacing: token(1), attempt: nil)
            }
            #expect(try await storage.session(token: token(1)) != nil)
            let ben = person(2)
            try await storage.createAccount(ben, session: newSession(2, of: ben), replacing: token(1), attempt: nil)
            #expect(try await storage.session(token: token(1)) == nil)
            #expect(try await storage.session(token: token(2))?.account == ben.id)
            #expect(try await storage.activity(of: asha.id, limit: 9).map(\.kind) == [.signedOut, .signedUp])
            #expect(try await storage.activity(of: ben.id, limit: 9).map(\.kind) == [.signedUp])
        }
    }
}
