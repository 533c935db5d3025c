import DaybookCore
import DaybookStore
import Testing

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

    @Test("[A14] sessions are listed, last used first, and only one's own", arguments: StorageKind.allCases)
    func listed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.createSession(newSession(11, of: asha, used: 10))
            try await storage.createSession(newSession(12, of: asha, used: 20))
            #expect(try await storage.sessions(of: asha.id).map(\.id.uuid) == [uuid(12), uuid(11), uuid(1)])
            try await storage.touchSession(SessionID(uuid(1)), of: asha.id, at: moment(30))
            // Nobody touches a session of somebody else (A11).
            try await storage.touchSession(SessionID(uuid(11)), of: ben.id, at: moment(99))
            let sessions = try await storage.sessions(of: asha.id)
            #expect(sessions.map(\.id.uuid) == [uuid(1), uuid(12), uuid(11)])
            #expect(sessions.map(\.lastUsedAt) == [moment(30), moment(20), moment(10)])
        }
    }

    @Test("[A11] ending a session needs its account", arguments: StorageKind.allCases)
    func ended(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            #expect(try await !storage.deleteSession(SessionID(uuid(1)), of: ben.id))
            #expect(try await storage.session(token: token(1)) != nil)
            #expect(try await storage.deleteSession(SessionID(uuid(1)), of: asha.id))
            #expect(try await storage.session(token: token(1)) == nil)
            #expect(try await !storage.deleteSession(SessionID(uuid(1)), of: asha.id))
        }
    }
}
